import type { NewCorrection } from "@daybook/core/corrections"
import type { Calendar } from "@daybook/core/shared"
import { refOf } from "@daybook/core/workouts"
import { type Context, Effect } from "effect"
import { addCorrection, removeCorrection } from "../corrections/CorrectionStore.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { applyRunCorrections } from "./applyCorrections.js"
import { lookUp } from "./reports.js"

const differentReports = (one: string, other: string): NewCorrection => ({
  ...{ domain: "running", kind: "different", type: "activity", value: null, reason: null },
  ...{ subject: { report: one }, object: { report: other } }
})

const names = ({ object, subject }: NewCorrection, ref: string) =>
  subject["report"] === ref || object?.["report"] === ref

/**
 * Separates a report from the others of its run, by corrections. Those that say that it is one with another report are
 * removed. Null if it is no merged report.
 */
export const separate = Effect.fn("running.separate")(function* (calendar: Context.Tag.Service<Calendar>, id: number) {
  const [merged] = yield* sql({ source: text, key: text, runId: number, runSource: text })`
    SELECT merged.source, merged.key, run.id AS run_id, run.source AS run_source
    FROM running_recorded AS merged JOIN running_activities AS run ON run.id = merged.activity_id
    WHERE merged.id = ${id}::bigint AND run.id <> merged.id`
  const reports = merged === undefined ? undefined : (yield* lookUp([merged.runId])).get(merged.runId)?.reports
  if (merged === undefined || reports === undefined) return null
  const ref = refOf(merged.source, merged.key)
  const isListed = reports.listed !== null || reports.archived !== null
  const others = [
    ...(isListed ? [refOf(merged.runSource, String(merged.runId))] : []),
    ...(reports.recorded ?? []).map(({ key, source }) => refOf(source, key)).filter((other) => other !== ref)
  ]
  const existing = yield* correctionsOf("running")
  const own = existing.filter((one) => names(one, ref))
  const removed = own.filter(({ kind }) => kind === "same")
  for (const { id } of removed) yield* removeCorrection(id)
  const fresh = others.filter((other) => !own.some((one) => one.kind === "different" && names(one, other)))
  const added = yield* Effect.forEach(fresh, (other) => addCorrection(differentReports(ref, other)))
  return (yield* applyRunCorrections(calendar, [...removed, ...added])).changes
})

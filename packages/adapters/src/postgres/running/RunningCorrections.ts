import type { RecordKey } from "@daybook/core/corrections"
import { conflictOfRuns, reportNamesOf, RunningCorrections } from "@daybook/core/running"
import { Calendar } from "@daybook/core/shared"
import { Effect, Layer } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { number, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { implementRankedAndPlaced } from "../kit/store.js"
import { applyRunCorrections, publishedRuns } from "./applyCorrections.js"
import { runsNamed } from "./named.js"
import { lookUp } from "./reports.js"
import { shownRuns } from "./rows.js"

/** The run of a report with all its names. */
const namedRunOf = Effect.fn("running.namedRunOf")(function* (report: string) {
  const [id] = yield* runsNamed([report])
  const [run] = yield* sql({ source: text })`SELECT source FROM running_activities WHERE id = ${id ?? null}::bigint`
  const reports = id === undefined ? undefined : (yield* lookUp([id])).get(id)?.reports
  if (run === undefined || reports === undefined) return { names: [report], isAnchor: false }
  return {
    names: [...new Set([report, ...reportNamesOf(run.source, reports)])],
    isAnchor: reports.listed !== null || reports.archived !== null
  }
})

const hasGear = ({ gear = "", gear_id: id }: RecordKey) =>
  Effect.map(
    sql`SELECT FROM running_gear AS known
      WHERE CASE WHEN ${id ?? null}::text IS NULL THEN lower(known.name) = lower(${gear}) ELSE known.id = ${id ?? null} END
      LIMIT 1`,
    (rows) => rows.length > 0
  )

export const layer = Layer.effect(
  RunningCorrections,
  Effect.flatMap(Calendar, (calendar) =>
    implementRankedAndPlaced(RunningCorrections, {
      has: (type, key) =>
        type === "gear" ? hasGear(key) : Effect.map(runsNamed([key["report"] ?? ""]), (ids) => ids.length > 0),
      conflict: (correction) =>
        Effect.gen(function* () {
          const subject = yield* namedRunOf(correction.subject["report"] ?? "")
          const other = correction.object?.["report"]
          const object = other === undefined ? null : yield* namedRunOf(other)
          return conflictOfRuns(yield* correctionsOf("running"), correction, subject, object)
        }),
      apply: (concerned) => domainLock("running")(applyRunCorrections(calendar, concerned)),
      size: Effect.map(
        sql({ runs: number, races: number })`
          SELECT count(*) AS runs, count(*) FILTER (WHERE workout_type = 'race') AS races FROM ${shownRuns} AS run`,
        ([row]) => ({ ...row! })
      ),
      summaries: (records) =>
        Effect.map(publishedRuns(records.map(({ id }) => id)), (rows) =>
          rows.map(({ date, gear, id, name, workoutType }) => ({
            ...{ type: "activity", id, name, count: 1 },
            of: [
              date,
              ...(workoutType === "default" ? [] : [workoutType.replaceAll("_", " ")]),
              ...(gear === null ? [] : [gear])
            ].join(", ")
          }))
        )
    })
  )
)

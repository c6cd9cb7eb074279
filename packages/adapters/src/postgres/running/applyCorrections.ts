import type { NewCorrection } from "@daybook/core/corrections"
import { decisionsOnRuns } from "@daybook/core/running"
import type { Calendar, EntityRef } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { date, instant, nullable, number, numeric, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { columnList } from "../kit/table.js"
import { runsNamed } from "./named.js"
import { neighbourhood, recordedOfRuns } from "./recorded.js"
import { recompute } from "./recompute.js"
import { regroup } from "./regroup.js"
import { shownRuns } from "./rows.js"

const publishedColumns = {
  id: number,
  source: text,
  name: text,
  description: nullable(text),
  city: nullable(text),
  startedAt: instant,
  distance: numeric,
  workoutType: text
}

/** What is published of runs that are not hidden. */
export const publishedRuns = (ids: ReadonlyArray<number>) => sql({ ...publishedColumns, date, gear: nullable(text) })`
  SELECT ${columnList(publishedColumns, "run")}, run.day AS date, 
    coalesce(known.name, regexp_replace(run.gear_id, '^name:', '')) AS gear
  FROM ${shownRuns} AS run LEFT JOIN running_gear AS known ON known.id = run.gear_id
  WHERE run.id = ANY(${ids}::bigint[]) ORDER BY run.id`

/** The runs that reports of some runs are, or may be after they are grouped again. */
const runsAround = Effect.fn("running.runsAround")(function* (ids: ReadonlyArray<number>) {
  const decisions = decisionsOnRuns(yield* correctionsOf("running"))
  const { rows, sightings } = yield* neighbourhood(ids, new Map(), yield* recordedOfRuns(ids), decisions)
  const placed = [...rows.values()].flatMap(({ activityId }) => activityId ?? [])
  return [...new Set([...ids, ...placed, ...sightings.map(({ id }) => id)])]
})

const namesIn = ({ object, subject }: NewCorrection): ReadonlyArray<string> =>
  [subject, object].flatMap((key) => key?.["report"] ?? [])

/** Groups and merges the reports again that corrections name, with all corrections that are stored. */
export const applyRunCorrections = Effect.fn("running.correct")(function* (
  calendar: Context.Tag.Service<Calendar>,
  concerned: ReadonlyArray<NewCorrection>
) {
  const names = concerned.flatMap(namesIn)
  const namedBefore = yield* runsNamed(names)
  const regroups = concerned.some(({ kind }) => kind === "same" || kind === "different")
  const ids = regroups ? yield* runsAround(namedBefore) : namedBefore
  const before = new Map((yield* publishedRuns(ids)).map((run) => [run.id, run]))
  if (regroups) yield* regroup(calendar, namedBefore, new Map())
  const named = [...namedBefore, ...(regroups ? yield* runsNamed(names) : [])]
  if (named.length > 0) yield* recompute(calendar, sql`id = ANY(${named}::bigint[])`)
  const after = yield* publishedRuns(ids)
  const upserted = after.filter((run) => !isDeepStrictEqual(run, before.get(run.id)))
  for (const { id } of after) before.delete(id)
  // Runs that are parts of others from now on return with their entries, as hidden ones do.
  const concealed = [...before.keys()].map((id): EntityRef => ({ type: "activity", id }))
  return {
    changes: { upserted, concealed, retracted: [], deleted: [] },
    affected: upserted.length + concealed.length,
    touched: ids.map((id): EntityRef => ({ type: "activity", id }))
  }
})

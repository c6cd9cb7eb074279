import { type MergedRun, type ReportChange, countedOf, mergeRun } from "@daybook/core/running"
import { type Calendar, yearOf } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import { sql } from "../kit/sql.js"
import { mentionGear } from "./gear.js"
import { placesFor } from "./place.js"
import { recount } from "./recompute.js"
import { writeReports } from "./reports.js"
import { writeRuns } from "./runs.js"

/** A written run. `before` is null if it is new. */
export interface WrittenRun {
  readonly before: MergedRun | null
  readonly after: MergedRun
}

/** The years to count again: those of runs whose counted values changed, before and after. */
const touchedYears = ({ after, before }: WrittenRun): ReadonlyArray<number> =>
  before === null
    ? [yearOf(after.day)]
    : isDeepStrictEqual(countedOf(after), countedOf(before))
      ? []
      : [yearOf(after.day), yearOf(before.day)]

/** Stores changed reports, and writes and counts the runs that they change. Answers those runs. */
export const writeChanges = Effect.fn("running.writeChanges")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  changes: ReadonlyArray<ReportChange>
) {
  const placeAt = yield* placesFor(changes.flatMap(({ after, before }) => [before, after]))
  const writtenRuns = changes
    .map(({ after, before }): WrittenRun => ({
      before: mergeRun(calendar, placeAt, before),
      after: mergeRun(calendar, placeAt, after)!
    }))
    .filter(({ after, before }) => !isDeepStrictEqual(after, before))
  yield* writeRuns(
    source,
    writtenRuns.map(({ after }) => after)
  )
  yield* writeReports(changes)
  yield* mentionGear(
    source,
    writtenRuns.flatMap(({ after }) => (after.gear === null ? [] : [after.gear]))
  )
  const restored = changes.filter(({ wasDeleted }) => wasDeleted).map(({ id }) => id)
  if (restored.length > 0) yield* sql`DELETE FROM running_deletions WHERE activity_id = ANY(${restored}::bigint[])`
  yield* recount(writtenRuns.flatMap(touchedYears))
  return writtenRuns
})

import {
  type MergedRun,
  type ReportChange,
  countedOf,
  type GearRef,
  type Shoe,
  type StoredShoe,
  gearIdOf,
  isSameShoe,
  mergeReports,
  mergeShoe
} from "@daybook/core/running"
import { type Calendar, yearOf } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import { sql } from "../kit/sql.js"
import { recount } from "./recompute.js"
import { writeReports } from "./reports.js"
import { mergerOf, writeRuns } from "./runs.js"
import { type ColumnsOf, boolean, instant, nullable, numeric, text } from "../kit/columns.js"
import { table } from "../kit/table.js"

const shoeColumns: ColumnsOf<StoredShoe> = {
  id: text,
  name: nullable(text),
  brand: nullable(text),
  model: nullable(text),
  distance: nullable(numeric),
  retired: boolean,
  asOf: nullable(instant)
}
const shoes = table("running_gear", { source: text, ...shoeColumns })
const mentions = table("running_gear", { id: text, source: text, name: nullable(text) })

/** Inserts rows for shoes that reports refer to before their details are known. */
const mentionGear = Effect.fn("running.mentionGear")(function* (source: string, mentioned: ReadonlyArray<GearRef>) {
  const names = Array.from(new Map(mentioned.map((one) => [gearIdOf(one), "id" in one ? null : one.name])))
  yield* mentions.insert(
    names.map(([id, name]) => ({ id, source, name })),
    { skip: true }
  )
})

/** Stores shoes and returns how many are new or changed. `asOf` is the time of the archive that they come from. */
export const writeShoes = Effect.fn("running.writeShoes")(function* (
  source: string,
  reported: ReadonlyArray<Shoe>,
  asOf: number | null
) {
  const reportedById = new Map(reported.map((shoe) => [shoe.id, shoe]))
  const storedShoes = yield* sql(shoeColumns)`
    SELECT ${shoes.select("shoe")} FROM running_gear AS shoe WHERE id = ANY(${[...reportedById.keys()]}::text[])`
  const storedById = new Map(storedShoes.map((shoe) => [shoe.id, shoe]))
  const merged = Array.from(reportedById.values(), (shoe) => mergeShoe(storedById.get(shoe.id), shoe, asOf))
  yield* shoes.upsert(
    merged.map((shoe) => ({ ...shoe, source })),
    { key: ["id"], keep: ["source"], returning: {} }
  )
  return merged.filter((shoe) => !isSameShoe(storedById.get(shoe.id), shoe)).length
})

/** A written run. `before` is null if it is new. */
export interface WrittenRun {
  readonly before: MergedRun | null
  readonly after: MergedRun
}

/** The runs that answers show after a write, and the ids of those that they do not show any more. */
export const visibilityOf = <R extends WrittenRun>(runs: ReadonlyArray<R>) => ({
  shown: runs.filter(({ after }) => !after.hidden),
  concealed: runs.flatMap(({ after, before }) => (after.hidden && before?.hidden === false ? [after.id] : []))
})

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
  const merge = yield* mergerOf(
    calendar,
    changes.flatMap(({ after, before }) => [before, after])
  )
  // Other fibers run between two runs: finding the city of one takes a millisecond.
  const merged = yield* Effect.forEach(changes, ({ after, before }) =>
    Effect.sync((): WrittenRun => ({ before: merge(before, source), after: merge(after, source)! }))
  )
  const writtenRuns = merged.filter(({ after, before }) => !isDeepStrictEqual(after, before))
  yield* writeRuns(
    source,
    writtenRuns.map(({ after }) => after)
  )
  yield* writeReports(changes)
  const writtenIds = new Set(writtenRuns.map(({ after }) => after.id))
  const reported = changes.flatMap(({ after, id }) => (writtenIds.has(id) ? (mergeReports(after)?.gear ?? []) : []))
  yield* mentionGear(source, reported)
  const restored = changes.filter(({ wasDeleted }) => wasDeleted).map(({ id }) => id)
  if (restored.length > 0) yield* sql`DELETE FROM running_deletions WHERE activity_id = ANY(${restored}::bigint[])`
  yield* recount(writtenRuns.flatMap(touchedYears))
  return writtenRuns
})

import { changeOps, logChanges } from "@daybook/core/changes"
import { Effect } from "effect"
import { date } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { recount } from "./completeBuckets.js"
import { type CountedPlay, countExchange } from "./rollup.js"

/** Above this many plays, a full recount is faster than counting the differences. */
export const many = 20_000

/** Logs days whose plays changed; the counts are complete. */
export const logDays = Effect.fn("listening.logDays")(function* (days: ReadonlyArray<string>) {
  const rows = yield* sql({ bucket: date })`
    SELECT bucket FROM listening_totals WHERE grain = 'day' AND plays > 0 AND bucket = ANY(${days}::date[])`
  const countedDays = new Set(rows.map(({ bucket }) => bucket))
  for (const op of changeOps)
    yield* logChanges(
      "listening",
      op,
      "day",
      days.filter((day) => countedDays.has(day) === (op === "upsert"))
    )
})

/** Updates the counts for plays that left records and plays that joined others, after they are written. */
export const countMoved = Effect.fn("listening.countMoved")(function* (
  left: ReadonlyArray<CountedPlay>,
  joined: ReadonlyArray<CountedPlay>
) {
  if (left.length > many || joined.length > many) {
    yield* recount()
    return yield* logDays([...new Set([...left, ...joined].map(({ day }) => day))].sort())
  }
  yield* countExchange(left, joined)
})

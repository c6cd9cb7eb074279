import type { WatchSource } from "@daybook/core/watching"
import { Effect } from "effect"
import { type RowOf, instant, nullable, number, real } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { watchSource } from "./rows.js"

/** The person's ratings of films themselves. */
const ratings = table("watching_ratings", {
  titleId: number,
  source: watchSource,
  rating: real,
  asOf: nullable(instant)
})
const ratingColumns = { titleId: number, rating: number }
export type FilmRating = RowOf<typeof ratingColumns>

/** Stores ratings of films and returns the new and the changed ones. A list older than the last one changes nothing. */
export const storeRatings = Effect.fn("watching.storeRatings")(function* (
  source: WatchSource,
  incoming: ReadonlyArray<FilmRating>,
  asOf: number | null
) {
  const distinct = [...new Map(incoming.map((one) => [one.titleId, one])).values()]
  if (distinct.length === 0) return { added: [], changed: [] }
  const existing = yield* sql(ratingColumns)`
    SELECT title_id, rating FROM watching_ratings
    WHERE source = ${source} AND title_id = ANY(${distinct.map(({ titleId }) => titleId)}::int[])`
  const before = new Map(existing.map(({ rating, titleId }) => [titleId, rating]))
  const upserted = yield* ratings.upsert(
    distinct.map((one) => ({ ...one, source, asOf })),
    {
      key: ["titleId", "source"],
      set: { asOf: sql`coalesce(excluded.as_of, stored.as_of)` },
      when: sql`(stored.as_of IS NULL OR excluded.as_of IS NULL OR excluded.as_of >= stored.as_of)`,
      returning: ratingColumns
    }
  )
  return {
    added: upserted.filter(({ isNew }) => isNew),
    changed: upserted.filter(({ isNew, rating, titleId }) => !isNew && before.get(titleId) !== rating)
  }
})

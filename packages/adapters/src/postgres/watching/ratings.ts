import type { WatchSource } from "@daybook/core/watching"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** The person's rating of a film itself. */
export interface GivenRating {
  readonly titleId: number
  readonly rating: number
}

/** Stores ratings of films; answers which are new and which changed. An older list than the last one changes nothing. */
export const storeRatings = Effect.fn("watching.storeRatings")(function*(
  sql: SqlClient.SqlClient,
  source: WatchSource,
  given: ReadonlyArray<GivenRating>,
  asOf: number | null
) {
  const ratings = [...new Map(given.map((one) => [one.titleId, one])).values()]
  if (ratings.length === 0) return { added: [], changed: [] }
  const seconds = asOf === null ? null : asOf / 1000
  const before = new Map((yield* sql<GivenRating>`
    SELECT title_id, rating FROM watching_ratings WHERE source = ${source} AND title_id = ANY(${ratings.map(({ titleId }) => titleId)}::int[])`)
    .map(({ rating, titleId }) => [titleId, rating]))
  const written = yield* sql<GivenRating>`
    INSERT INTO watching_ratings AS stored (title_id, source, rating, as_of)
    SELECT title_id, ${source}::watching_source, rating, to_timestamp(${seconds}::float8)
    FROM unnest(${ratings.map(({ titleId }) => titleId)}::int[], ${ratings.map(({ rating }) => rating)}::real[]) AS given (title_id, rating)
    ON CONFLICT (title_id, source) DO UPDATE SET rating = excluded.rating, as_of = coalesce(excluded.as_of, stored.as_of)
    WHERE (stored.as_of IS NULL OR excluded.as_of IS NULL OR excluded.as_of >= stored.as_of)
      AND (stored.rating, stored.as_of) IS DISTINCT FROM (excluded.rating, coalesce(excluded.as_of, stored.as_of))
    RETURNING title_id, rating`
  return {
    added: written.filter(({ titleId }) => !before.has(titleId)),
    changed: written.filter(({ rating, titleId }) => before.has(titleId) && before.get(titleId) !== rating)
  }
})

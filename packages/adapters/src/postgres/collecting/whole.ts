import { discKey, type MediaType, type Whole } from "@daybook/core/collecting"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { keyOf } from "./Written.js"

/** Notes that a list was read to its end, and answers the keys of what is stored but was not in it. */
export const missingFrom = Effect.fn("collecting.missingFrom")(function*(sql: SqlClient.SqlClient, source: string, { at, keys, list }: Whole) {
  yield* sql`
    INSERT INTO collecting_listings (list, at) VALUES (${list}, to_timestamp(${at}::float8 / 1000))
    ON CONFLICT (list) DO UPDATE SET at = excluded.at`
  switch (list) {
    case "copies": {
      const rows = yield* sql<{ id: number }>`
        SELECT id FROM collecting_copies WHERE instance IS NULL OR instance <> ALL(${keys.map(Number)}::bigint[])`
      return rows.map(({ id }) => keyOf.copy(id))
    }
    case "wants": {
      const rows = yield* sql<{ id: number }>`SELECT id FROM collecting_wants WHERE release_id <> ALL(${keys.map(Number)}::int[])`
      return rows.map(({ id }) => keyOf.want(id))
    }
    case "discs": {
      const listed = new Set(keys)
      const rows = yield* sql<{ id: number; traktId: number | null; mediaType: MediaType }>`
        SELECT disc.id, trakt_id, media_type FROM collecting_discs AS disc JOIN collecting_films AS film ON film.id = disc.film_id WHERE source = ${source}`
      // A row without a media type stands for the film in whatever type another road knows.
      const isListed = (traktId: number | null, mediaType: MediaType) => listed.has(discKey(traktId, mediaType)) || listed.has(discKey(traktId, "unknown"))
      return rows.flatMap(({ id, mediaType, traktId }) => isListed(traktId, mediaType) ? [] : [keyOf.disc(id)])
    }
  }
})

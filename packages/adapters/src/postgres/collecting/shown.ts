import type { Shown, ShownDisc, ShownRelease } from "@daybook/core/collecting"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const nothingShown: Shown = { releases: [], discs: [], goneReleases: [], goneDiscs: [] }

/** The copies and wants of some releases, and some discs, as the halls show them. */
export const shownOf = Effect.fn("collecting.shown")(function*(sql: SqlClient.SqlClient, releaseIds: ReadonlyArray<number>, discIds: ReadonlyArray<number>) {
  const releases = releaseIds.length === 0 ? [] : yield* sql<ShownRelease>`
    SELECT held.id, release.id AS release_id, title, year, genres, picture, held.added_at, held.owned, held.first,
      ARRAY(SELECT shown FROM collecting_credits WHERE release_id = release.id ORDER BY place) AS artists,
      coalesce(
        (SELECT name FROM collecting_credits WHERE release_id = release.id AND NOT nobody ORDER BY place LIMIT 1),
        (SELECT name FROM collecting_credits WHERE release_id = release.id ORDER BY place LIMIT 1), ''
      ) AS artist,
      ARRAY(SELECT label ->> 'name' FROM jsonb_array_elements(labels) AS label) AS labels
    FROM (
      SELECT id, release_id, added_at, true AS owned, row_number() OVER (PARTITION BY release_id ORDER BY added_at NULLS LAST, id) = 1 AS first
      FROM collecting_copies WHERE release_id = ANY(${releaseIds}::int[])
      UNION ALL SELECT id, release_id, added_at, false, false FROM collecting_wants WHERE release_id = ANY(${releaseIds}::int[])
    ) AS held
    JOIN collecting_releases AS release ON release.id = held.release_id ORDER BY held.added_at NULLS FIRST, held.id`
  const discs = discIds.length === 0 ? [] : yield* sql<ShownDisc>`
    SELECT disc.id, title, year, media_type, tmdb_id, imdb_id, genres, summary, poster
    FROM collecting_discs AS disc JOIN collecting_films AS film ON film.id = disc.film_id
    WHERE disc.id = ANY(${discIds}::int[]) ORDER BY disc.id`
  return { ...nothingShown, releases, discs } satisfies Shown
})

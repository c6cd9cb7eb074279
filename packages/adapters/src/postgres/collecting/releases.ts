import { isNobody, type Release } from "@daybook/core/collecting"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { want } from "./lookups.js"
import { sortName } from "./names.js"

/** How much the word of a road counts. */
export const roads = { filed: 0, described: 1, listed: 2 } as const
export type Road = typeof roads[keyof typeof roads]

/** Stores releases as a road tells them, where no better one has spoken; answers those that are new or another than before. */
export const writeReleases = Effect.fn("collecting.writeReleases")(function*(sql: SqlClient.SqlClient, given: ReadonlyArray<Release>, road: Road) {
  const releases = [...new Map(given.map((release) => [release.id, release])).values()]
  if (releases.length === 0) return []
  // Addresses of pictures are signed anew from time to time; what they end with names the picture.
  const picture = sql`
    CASE WHEN excluded.picture IS NULL OR split_part(reverse(stored.picture), '/', 1) = split_part(reverse(excluded.picture), '/', 1)
      THEN stored.picture ELSE excluded.picture END`
  const written = yield* sql<{ id: number; isNew: boolean }>`
    INSERT INTO collecting_releases AS stored (id, title, sort_title, artists, year, format, format_detail, labels, genres, styles, picture, told_by)
    SELECT id, title, sort_title, artists::jsonb, year, format, ARRAY(SELECT jsonb_array_elements_text(format_detail::jsonb)), labels::jsonb,
      ARRAY(SELECT jsonb_array_elements_text(genres::jsonb)), ARRAY(SELECT jsonb_array_elements_text(styles::jsonb)), picture, ${road}
    FROM unnest(
      ${releases.map(({ id }) => id)}::int[], ${releases.map(({ title }) => title)}::text[], ${releases.map(({ title }) => sortName(title))}::text[],
      ${releases.map(({ artists }) => JSON.stringify(artists))}::text[], ${releases.map(({ year }) => year)}::int[],
      ${releases.map(({ format }) => format)}::text[], ${releases.map(({ formatDetail }) => JSON.stringify(formatDetail))}::text[],
      ${releases.map(({ labels }) => JSON.stringify(labels))}::text[], ${releases.map(({ genres }) => JSON.stringify(genres))}::text[],
      ${releases.map(({ styles }) => JSON.stringify(styles))}::text[], ${releases.map(({ picture }) => picture)}::text[]
    ) AS release (id, title, sort_title, artists, year, format, format_detail, labels, genres, styles, picture)
    ON CONFLICT (id) DO UPDATE SET
      title = excluded.title, sort_title = excluded.sort_title, artists = excluded.artists, year = excluded.year, format = excluded.format,
      format_detail = excluded.format_detail, labels = excluded.labels, genres = excluded.genres, styles = excluded.styles,
      picture = ${picture}, told_by = excluded.told_by
    WHERE excluded.told_by >= stored.told_by
      AND (stored.title, stored.artists, stored.year, stored.format, stored.format_detail, stored.labels, stored.genres, stored.styles, stored.picture, stored.told_by)
        IS DISTINCT FROM (excluded.title, excluded.artists, excluded.year, excluded.format, excluded.format_detail, excluded.labels, excluded.genres,
          excluded.styles, ${picture}, excluded.told_by)
    RETURNING id, (xmax = 0) AS is_new`
  if (written.length === 0) return []
  const changed = new Set(written.map(({ id }) => id))
  yield* writeCredits(sql, releases.filter(({ id }) => changed.has(id)))
  yield* want(sql, "release", written.flatMap(({ id, isNew }) => isNew ? [id] : []))
  return [...changed]
})

/** Who made a release, and under which names its plays may be found. */
const writeCredits = Effect.fn(function*(sql: SqlClient.SqlClient, releases: ReadonlyArray<Release>) {
  const ids = releases.map(({ id }) => id)
  const credits = releases.flatMap(({ artists, id }) => artists.map((credit, place) => ({ ...credit, releaseId: id, place })))
  yield* sql`DELETE FROM collecting_credits WHERE release_id = ANY(${ids}::int[])`
  yield* sql`DELETE FROM collecting_names WHERE release_id = ANY(${ids}::int[])`
  yield* sql`
    INSERT INTO collecting_credits (release_id, place, artist_id, name, shown, sort_name, sort_shown, nobody)
    SELECT * FROM unnest(
      ${credits.map(({ releaseId }) => releaseId)}::int[], ${credits.map(({ place }) => place)}::int[], ${credits.map(({ id }) => id)}::int[],
      ${credits.map(({ name }) => name)}::text[], ${credits.map(({ shown }) => shown)}::text[],
      ${credits.map(({ name }) => sortName(name))}::text[], ${credits.map(({ shown }) => sortName(shown))}::text[], ${credits.map(isNobody)}::boolean[]
    )`
  const names = releases.flatMap(({ artists, id }) => [...new Set(namesOf(artists).map(sortName))].map((name) => ({ id, name })))
  yield* sql`
    INSERT INTO collecting_names (release_id, sort_name)
    SELECT * FROM unnest(${names.map(({ id }) => id)}::int[], ${names.map(({ name }) => name)}::text[])`
})

/** Each artist by either name, and joint credits as a whole. */
const namesOf = (artists: Release["artists"]): ReadonlyArray<string> => {
  const somebody = artists.filter((artist) => !isNobody(artist))
  const joint = (name: (artist: Release["artists"][number]) => string) =>
    somebody.map((artist, index) => index === somebody.length - 1 ? name(artist) : `${name(artist)}${glue(artist.join)}`).join("")
  return somebody.length === 0 ? [] : [
    ...somebody.flatMap(({ name, shown }) => [name, shown]),
    joint(({ name }) => name),
    joint(({ shown }) => shown)
  ]
}

const glue = (join: string) => join === "" || join === "," ? ", " : ` ${join} `

/** Takes out releases that nothing holds any more. */
export const dropUnheld = Effect.fn(function*(sql: SqlClient.SqlClient, releaseIds: ReadonlyArray<number>) {
  if (releaseIds.length === 0) return
  const gone = yield* sql<{ id: number }>`
    DELETE FROM collecting_releases AS release WHERE id = ANY(${releaseIds}::int[])
      AND NOT EXISTS (SELECT FROM collecting_copies WHERE release_id = release.id)
      AND NOT EXISTS (SELECT FROM collecting_wants WHERE release_id = release.id)
    RETURNING id`
  yield* sql`DELETE FROM collecting_lookups WHERE look_up = 'release' AND subject = ANY(${gone.map(({ id }) => id)}::int[])`
})

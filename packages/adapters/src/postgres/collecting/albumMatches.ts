import { artistConfidence } from "@daybook/core/collecting"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"

/** The bucket of the counts of all time, if it is complete. */
const completeBucket = Effect.map(
  sql({ bucket: text })`SELECT bucket FROM listening_buckets WHERE grain = 'ever' AND settled`,
  ([ever]) => ever?.bucket ?? null
)

/** Digits, and a Roman numeral at the end. */
const numbersIn = (column: string): Statement.Fragment =>
  sql.literal(`regexp_replace(${column}, '[^0-9]', '', 'g') || coalesce(substring(${column} from ' ([ivx]+)$'), '')`)

const third = "length(release.match_name) / 3"
const hasThird = (place: number) =>
  `strpos(album.match_name, substr(release.match_name, ${third} * ${place} + 1, ${third})) > 0`

/** Cheap pre-filter: two edits leave at least a third of a name unchanged. */
const shareAThird = sql.literal(`(${[0, 1, 2].map(hasThird).join(" OR ")})`)

/** By the edit distance; null if it is too large. */
const closeness = sql`
  CASE
    WHEN album.match_name = release.match_name THEN 1.0::float8
    WHEN album.match_base = release.match_base
      AND (album.match_name = album.match_base OR release.match_name = release.match_base) THEN 1.0::float8
    WHEN abs(length(album.match_name) - length(release.match_name)) > 2 OR NOT ${shareAThird} THEN NULL
    WHEN ${numbersIn("album.sort_name")} <> ${numbersIn("release.reported_sort_title")} THEN NULL
    ELSE CASE collecting_distance(album.match_name, release.match_name)
      WHEN 1 THEN 0.9::float8 WHEN 2 THEN 0.7::float8 END
  END`

/**
 * Albums to which corrections link releases. A title or an artist that listening shows as another one leads to the
 * album that shows it.
 */
export const linkedAlbums = (releases: Statement.Fragment): Statement.Fragment => sql`
  SELECT link.release_id, link.correction_id, album.artist_id, album.id AS album_id, link.same FROM collecting_album_links AS link
  JOIN listening_artists AS artist ON artist.match_name = link.match_artist
  JOIN listening_albums AS named ON named.match_name = link.match_album
    AND artist.id IN (named.artist_id, named.reported_artist_id)
  JOIN listening_albums AS album ON album.id = coalesce(named.stand_in, named.id) AND album.heard AND NOT album.hidden
  WHERE ${releases}`

/** The owner said that a release is not this album. Where they also said that it is, this counts. */
const isRejected = (match: "close" | "linked"): Statement.Fragment => sql`EXISTS (
  SELECT FROM linked AS rejected
  WHERE NOT rejected.same AND rejected.release_id = ${sql.literal(match)}.release_id
    AND rejected.album_id = ${sql.literal(match)}.album_id
)`

/**
 * The best match of each release. An album to which a correction links it comes first. Next comes an album of the
 * artist with the same name, ignoring the edition, and then one at most two letters off with the same numbers: a second
 * volume is a different album. Otherwise only the artist matches. With `releases`, only these.
 */
const matched = (ever: string | null, releases: Statement.Fragment | null): Statement.Fragment => sql`
  known AS MATERIALIZED (
    SELECT DISTINCT named.release_id, artist.id AS artist_id, artist.match_name FROM collecting_names AS named
    JOIN listening_artists AS artist ON artist.match_name = named.match_name AND artist.heard AND NOT artist.hidden
    WHERE ${releases === null ? sql`true` : sql`named.release_id IN (${releases})`}
  ), linked AS MATERIALIZED (
    ${linkedAlbums(releases === null ? sql`true` : sql`link.release_id IN (${releases})`)}
  ), close AS MATERIALIZED (
    SELECT known.release_id, known.artist_id, album.id AS album_id, album.match_name = release.match_name AS same,
      ${closeness} AS confidence
    FROM known JOIN collecting_releases AS release ON release.id = known.release_id
    JOIN listening_albums AS album ON album.artist_id = known.artist_id AND album.heard AND NOT album.hidden
  ), candidate AS (
    SELECT release_id, artist_id, album_id, true AS linked, true AS same, 1.0::float8 AS confidence
    FROM linked WHERE same AND NOT ${isRejected("linked")}
    UNION ALL
    SELECT release_id, artist_id, album_id, false, same, confidence
    FROM close WHERE confidence IS NOT NULL AND NOT ${isRejected("close")}
  ), found AS MATERIALIZED (
    SELECT *, ${playsOf("album", "candidate.album_id", ever)} AS plays FROM candidate
  ), alone AS (
    SELECT release_id, artist_id, ${playsOf("artist", "known.artist_id", ever)} AS plays FROM known
    WHERE NOT EXISTS (SELECT FROM found WHERE found.release_id = known.release_id)
  ), matched AS MATERIALIZED (
    (SELECT DISTINCT ON (release_id) release_id, artist_id, album_id, plays, confidence FROM found
      ORDER BY release_id, linked DESC, confidence DESC, same DESC, plays DESC, album_id)
    UNION ALL
    (SELECT DISTINCT ON (release_id) release_id, artist_id, NULL, plays, ${sql.literal(String(artistConfidence))}
      FROM alone ORDER BY release_id, plays DESC, artist_id)
  )`

/** The query `matched`, with the all-time counts if they are complete. `releases` selects ids; null means all. */
export const matches = (releases: Statement.Fragment | null) =>
  Effect.map(completeBucket, (bucket) => matched(bucket, releases))

/** All-time counts if that bucket is complete, else counted from the plays. */
const playsOf = (kind: "artist" | "album", id: string, ever: string | null): Statement.Fragment =>
  ever === null
    ? sql`(
        SELECT count(*)::int FROM listening_plays AS play
        WHERE visible AND play.${sql(`${kind}_id`)} = ${sql.literal(id)}
      )`
    : sql`coalesce((
        SELECT plays FROM listening_counts
        WHERE kind = ${kind} AND grain = 'ever' AND bucket = ${ever}::date AND subject = ${sql.literal(id)}
      ), 0)`

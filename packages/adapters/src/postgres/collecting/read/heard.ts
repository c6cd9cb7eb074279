import type { CollectingStore, Fact, HeardOf } from "@daybook/core/collecting"
import { offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { copyColumns, type Pictured, toCopy } from "./columns.js"

type Store = Context.Tag.Service<CollectingStore>

interface Row extends Pictured<Fact.CopyFact> {
  readonly album: string | null
  readonly artist: string | null
  readonly plays: number
  readonly lastPlayedAt: number | null
  readonly confidence: number
}

/** Sums over all copies stand in every row, and in one of their own where the page is empty. */
interface Summed {
  readonly copies: number
  readonly heard: number
  readonly total: number
}

/** Copies beside what was heard: one join over names that were made comparable when they were stored. */
export const heard = (sql: SqlClient.SqlClient): Pick<Store, "heard"> => ({
  heard: (of) =>
    storage("CollectingStore.heard")(Effect.gen(function*() {
      const [ever] = yield* sql<{ bucket: string }>`SELECT bucket FROM listening_buckets WHERE grain = 'ever' AND settled`
      const rows = yield* sql<Summed & (Row | { readonly id: null })>`
        WITH ${matched(sql, ever?.bucket ?? null)}, held AS MATERIALIZED (
          SELECT copy.id AS copy_id, copy.added_at AS since, matched.artist_id, matched.album_id, coalesce(matched.plays, 0) AS plays, coalesce(matched.confidence, 0) AS confidence
          FROM collecting_copies AS copy LEFT JOIN matched ON matched.release_id = copy.release_id
        ), page AS MATERIALIZED (
          SELECT * FROM held WHERE ${filterOf(sql, of)} ORDER BY ${sorted(sql, of)} LIMIT ${of.page.limit} OFFSET ${offsetOf(of.page)}
        )
        SELECT summed.copies, summed.heard, summed.total, ${copyColumns(sql)}, album.name AS album, artist.name AS artist, page.plays, page.confidence,
          CASE WHEN page.album_id IS NOT NULL THEN (SELECT max(played_at) FROM listening_plays WHERE visible AND album_id = page.album_id)
            WHEN page.artist_id IS NOT NULL THEN (SELECT max(played_at) FROM listening_plays WHERE visible AND artist_id = page.artist_id) END AS last_played_at
        FROM (
          SELECT count(*)::int AS copies, count(*) FILTER (WHERE confidence > 0.5)::int AS heard, count(*) FILTER (WHERE ${filterOf(sql, of)})::int AS total FROM held
        ) AS summed
        LEFT JOIN page ON true
        LEFT JOIN collecting_copies AS copy ON copy.id = page.copy_id
        LEFT JOIN collecting_releases AS release ON release.id = copy.release_id
        LEFT JOIN listening_albums AS album ON album.id = page.album_id
        LEFT JOIN listening_artists AS artist ON artist.id = page.artist_id
        ORDER BY ${sorted(sql, of)}`
      const [first] = rows
      return {
        rows: rows.flatMap((row) => row.id === null ? [] : [toFact(row)]),
        total: first?.total ?? 0,
        share: { all: first?.copies ?? 0, part: first?.heard ?? 0 }
      }
    }))
})

const toFact = ({ album, artist, confidence, copies: _copies, heard: _heard, lastPlayedAt, plays, total: _total, ...copy }: Row & Summed): Fact.HeardCopy => ({
  copy: toCopy(copy),
  album,
  artist,
  plays,
  lastPlayedAt,
  match: confidence === 1 ? "exact" : confidence > 0.5 ? "fuzzy" : confidence > 0 ? "artist_only" : "none",
  confidence
})

const filterOf = (sql: SqlClient.SqlClient, { filter }: HeardOf): Statement.Fragment =>
  sql.literal(filter === "all" ? "true" : filter === "listened" ? "confidence > 0.5" : "confidence <= 0.5")

const sorted = (sql: SqlClient.SqlClient, { sort }: HeardOf): Statement.Fragment =>
  sql.literal(sort === "plays" ? "plays DESC, copy_id DESC" : "since DESC NULLS LAST, copy_id DESC")

/**
 * The best match of each release that has one. Among an artist's albums the one of the same name, edition aside; else
 * one that is two letters off at most and has the same numbers, for a second volume is not the first; else the artist alone.
 */
const matched = (sql: SqlClient.SqlClient, ever: string | null): Statement.Fragment => sql`
  known AS MATERIALIZED (
    SELECT DISTINCT named.release_id, artist.id AS artist_id FROM collecting_names AS named
    JOIN listening_artists AS artist ON artist.match_name = named.match_name AND artist.heard AND NOT artist.hidden
  ), close AS MATERIALIZED (
    SELECT known.release_id, known.artist_id, album.id AS album_id, album.match_name = release.match_name AS same, ${closeness(sql)} AS confidence
    FROM known JOIN collecting_releases AS release ON release.id = known.release_id
    JOIN listening_albums AS album ON album.artist_id = known.artist_id AND album.heard AND NOT album.hidden
  ), found AS MATERIALIZED (
    SELECT *, ${playsOf(sql, "album", "close.album_id", ever)} AS plays FROM close WHERE confidence IS NOT NULL
  ), alone AS (
    SELECT release_id, artist_id, ${playsOf(sql, "artist", "known.artist_id", ever)} AS plays FROM known
    WHERE NOT EXISTS (SELECT FROM found WHERE found.release_id = known.release_id)
  ), matched AS MATERIALIZED (
    (SELECT DISTINCT ON (release_id) release_id, artist_id, album_id, plays, confidence FROM found
      ORDER BY release_id, confidence DESC, same DESC, plays DESC, album_id)
    UNION ALL
    (SELECT DISTINCT ON (release_id) release_id, artist_id, NULL, plays, 0.5 FROM alone ORDER BY release_id, plays DESC, artist_id)
  )`

/** Null where they are too far apart. */
const closeness = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  CASE
    WHEN album.match_name = release.match_name THEN 1.0::float8
    WHEN album.match_base = release.match_base AND (album.match_name = album.match_base OR release.match_name = release.match_base) THEN 1.0::float8
    WHEN abs(length(album.match_name) - length(release.match_name)) > 2 OR NOT ${shareAThird(sql)} THEN NULL
    WHEN ${numbersIn(sql, "album.sort_name")} <> ${numbersIn(sql, "release.sort_title")} THEN NULL
    ELSE CASE collecting_distance(album.match_name, release.match_name) WHEN 1 THEN 0.9::float8 WHEN 2 THEN 0.7::float8 END
  END`

/** Two changes leave one third of a name as it is: what fails this needs no closer look. */
const shareAThird = (sql: SqlClient.SqlClient): Statement.Fragment => {
  const third = (place: number) => `strpos(album.match_name, substr(release.match_name, ${place} * (length(release.match_name) / 3) + 1, length(release.match_name) / 3)) > 0`
  return sql.literal(`(${[0, 1, 2].map(third).join(" OR ")})`)
}

/** Digits, and a roman number at the end. */
const numbersIn = (sql: SqlClient.SqlClient, column: string): Statement.Fragment =>
  sql.literal(`regexp_replace(${column}, '[^0-9]', '', 'g') || coalesce(substring(${column} from ' ([ivx]+)$'), '')`)

/** Kept, where the counts of all time are settled; else counted. */
const playsOf = (sql: SqlClient.SqlClient, kind: "artist" | "album", id: string, ever: string | null): Statement.Fragment =>
  ever === null
    ? sql`(SELECT count(*)::int FROM listening_plays AS play WHERE visible AND play.${sql(`${kind}_id`)} = ${sql.literal(id)})`
    : sql`coalesce((SELECT plays FROM listening_counts WHERE kind = ${kind} AND grain = 'ever' AND bucket = ${ever}::date AND subject = ${sql.literal(id)}), 0)`

import { picture } from "./picture.js"
import { raw, sql, type Sql } from "./sql.js"

export type Kind = "artist" | "album" | "track"

const ever = "1970-01-01"

/** Subjects and their play counts, from the plays that match. */
export const ofPlays = (kind: Kind, where: Sql): Sql => {
  const column = raw(`${kind}_id`)
  return sql`
    SELECT ${column} AS subject, count(*)::int AS plays FROM listening_plays
    WHERE visible AND ${where} AND ${column} IS NOT NULL GROUP BY ${column}`
}

/** Stored counts of all time, of a year, or of the one window of weeks. */
export const ofBucket = (kind: Kind, grain: string, bucket?: string): Sql => sql`
  SELECT subject, plays FROM listening_counts
  WHERE kind = ${kind} AND grain = ${grain} AND bucket = ${bucket === undefined ? sql`(SELECT max(bucket) FROM listening_buckets WHERE grain = ${grain})` : bucket}`

export const everOf = (kind: Kind): Sql => ofBucket(kind, "ever", ever)

/** The sum of counts over disjoint periods. */
export const sumOf = (parts: ReadonlyArray<Sql>): Sql =>
  sql`SELECT subject, sum(plays)::int AS plays FROM (${parts.reduce((all, part) => sql`${all} UNION ALL ${part}`)}) AS part GROUP BY subject`

const tables: Readonly<Record<Kind, string>> = {
  artist: "listening_artists",
  album: "listening_albums",
  track: "listening_tracks"
}
const tableOf = (kind: Kind): Sql => raw(tables[kind])

/** The columns of a view: names, links and pictures of the row `named`. */
const viewColumns: Readonly<Record<Kind, Sql>> = {
  artist: sql`named.id, named.name, named.url, named.apple_music_url, (SELECT name FROM listening_genres WHERE id = named.genre_id) AS genre,
    ${picture("listening", "artist", sql`named.id`)}`,
  album: sql`named.id, named.name, named.url, named.apple_music_url, artist.id AS artist, artist.name AS artist_name,
    ${picture("listening", "album", sql`named.id`)}`,
  track: sql`named.id, named.name, named.url, named.apple_music_url, named.preview_url, artist.name AS artist_name, album.id AS album,
    album.name AS album_name, album.apple_music_url AS album_link, album.released_year, album.total_tracks, ${picture("listening", "album", sql`album.id`)}`
}

const others: Readonly<Record<Kind, string>> = {
  artist: "",
  album: "JOIN listening_artists AS artist ON artist.id = named.artist_id",
  track: `JOIN listening_artists AS artist ON artist.id = named.artist_id
    LEFT JOIN LATERAL (
      SELECT album_id FROM listening_plays WHERE track_id = named.id AND visible AND album_id IS NOT NULL ORDER BY played_at DESC LIMIT 1
    ) AS newest ON true
    LEFT JOIN listening_albums AS album ON album.id = newest.album_id`
}

export interface TopOf {
  readonly kind: Kind
  readonly counts: Sql
  /** The total number of subjects, where it is stored. */
  readonly total?: Sql
  readonly limit: number
  readonly offset?: number
  /** A value for each subject, by the column `subject`. */
  readonly line?: Sql
}

/** A page of a ranked list. Only subjects that the page can reach are joined and sorted by name. */
export const top = ({ counts, kind, limit, line, offset = 0, total }: TopOf): Sql => sql`
  WITH counted AS ${raw(total === undefined ? "MATERIALIZED" : "NOT MATERIALIZED")} (${counts}), page AS (
    SELECT subject, plays, sort_name
    FROM (SELECT subject, plays FROM counted ORDER BY plays DESC FETCH FIRST ${offset + limit} ROWS WITH TIES) AS reached
    JOIN ${tableOf(kind)} AS named ON named.id = reached.subject
    ORDER BY plays DESC, sort_name, id LIMIT ${limit} OFFSET ${offset}
  )
  SELECT ${viewColumns[kind]}, page.plays, (${total ?? sql`SELECT count(*) FROM counted`})::int AS total${line === undefined ? raw("") : sql`, (${line}) AS line`}
  FROM page JOIN ${tableOf(kind)} AS named ON named.id = page.subject ${raw(others[kind])}
  ORDER BY page.plays DESC, named.sort_name, named.id`

/** Plays of a subject over time without empty buckets: `[3, 1, …]`. */
export const lineOf = (kind: Kind, granularity: string, where: Sql, subject = "page.subject"): Sql => sql`
  SELECT json_agg(plays ORDER BY bucket) FROM (
    SELECT date_trunc(${granularity}, day::timestamp) AS bucket, count(*) AS plays FROM listening_plays
    WHERE visible AND ${raw(`${kind}_id`)} = ${raw(subject)} AND ${where} GROUP BY 1
  ) AS point`

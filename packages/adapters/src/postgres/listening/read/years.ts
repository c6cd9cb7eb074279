import type { Fact, ListeningStore } from "@daybook/core/listening"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"

type Store = Context.Tag.Service<ListeningStore>
type Row = Fact.PeriodTotals & { readonly artistId: number | null; readonly artistName: string | null }

/** Totals and top artist of each year: kept for settled ones, counted from the plays for others. */
export const years = (sql: SqlClient.SqlClient): Store["years"] =>
  storage("ListeningStore.years")(Effect.gen(function*() {
    const known = yield* settled(sql)
    const rows = known.every((year) => year.settled) ? known : [...known.filter((year) => year.settled), ...(yield* open(sql))]
    return rows
      .filter((year) => year.plays > 0)
      .map(({ albums, artistId, artistName, artists, plays, start, tracks }) => ({
        start,
        plays,
        artists,
        albums,
        tracks,
        topArtist: artistId === null || artistName === null ? null : { id: artistId, name: artistName }
      }))
      .sort((a, b) => a.start > b.start ? -1 : 1)
  }))

const settled = (sql: SqlClient.SqlClient) =>
  sql<Row & { readonly settled: boolean }>`
    SELECT bucket AS start, year.settled, coalesce(total.plays, 0) AS plays, total.artists, total.albums, total.tracks,
      top.id AS artist_id, top.name AS artist_name
    FROM listening_buckets AS year LEFT JOIN listening_totals AS total USING (grain, bucket)
    LEFT JOIN LATERAL (
      SELECT artist.id, artist.name
      FROM (
        SELECT subject, plays FROM listening_counts AS counted
        WHERE counted.kind = 'artist' AND counted.grain = 'year' AND counted.bucket = year.bucket
        ORDER BY plays DESC FETCH FIRST 1 ROWS WITH TIES
      ) AS best JOIN listening_artists AS artist ON artist.id = best.subject
      ORDER BY artist.sort_name, artist.id LIMIT 1
    ) AS top ON true
    WHERE grain = 'year'`

/** The bounds on `played_at` are for the index; no day lies further off. */
const open = (sql: SqlClient.SqlClient) => {
  const inYear = sql`
    play.visible AND play.day >= year.bucket AND play.day < year.bucket + interval '1 year'
    AND play.played_at >= year.bucket - interval '2 days' AND play.played_at < year.bucket + interval '1 year 2 days'`
  return sql<Row>`
    SELECT year.bucket AS start, total.*, top.id AS artist_id, top.name AS artist_name
    FROM listening_buckets AS year
    CROSS JOIN LATERAL (
      SELECT count(*) AS plays, count(DISTINCT artist_id) AS artists, count(DISTINCT album_id) AS albums, count(DISTINCT track_id) AS tracks
      FROM listening_plays AS play WHERE ${inYear}
    ) AS total
    CROSS JOIN LATERAL (
      SELECT artist.id, artist.name
      FROM (SELECT artist_id, count(*) AS plays FROM listening_plays AS play WHERE ${inYear} GROUP BY artist_id) AS heard
      JOIN listening_artists AS artist ON artist.id = heard.artist_id
      ORDER BY heard.plays DESC, artist.sort_name, artist.id LIMIT 1
    ) AS top
    WHERE year.grain = 'year' AND NOT year.settled`
}

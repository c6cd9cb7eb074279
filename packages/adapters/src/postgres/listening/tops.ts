import type { Fact, Kind, ListeningStore, TopQuery } from "@daybook/core/listening"
import { type Calendar, type PageOf, offsetOf } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { type RowOf, number } from "../kit/columns.js"
import { countOf, isEmpty, paged, rowsColumn, rowsOf, toRows } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { type Cover, countsWithin, isPrecounted, playedWithin, readWithin } from "./buckets.js"
import {
  albumColumns,
  albumOfTrack,
  artistColumns,
  nameColumns,
  selectAlbum,
  selectArtist,
  selectName,
  selectTrack,
  toAlbum,
  toArtist,
  toName,
  toTrack,
  trackColumns
} from "./rows.js"

const ranks = { plays: number, total: number }
const rankedArtistColumns = { ...artistColumns, ...ranks }
const rankedAlbumColumns = { ...nameColumns, ...albumColumns, ...ranks }
const rankedTrackColumns = { ...nameColumns, ...trackColumns, ...albumColumns, ...ranks }

type RankedArtist = RowOf<typeof rankedArtistColumns>
type RankedAlbum = RowOf<typeof rankedAlbumColumns>
type RankedTrack = RowOf<typeof rankedTrackColumns>

type Store = Queries<Context.Tag.Service<ListeningStore>>
type Home = Context.Tag.Service<Calendar>

/** The ranked counts as `(subject, plays)`, and the total, which may be a column of `counted`. */
interface Counts {
  readonly counts: Statement.Fragment
  readonly total: Statement.Fragment
}

const toCountedArtist = (row: RankedArtist): Fact.CountedArtist => ({ artist: toArtist(row), plays: row.plays })
const toCountedAlbum = (row: RankedAlbum): Fact.CountedAlbum => ({
  artist: toName(row),
  album: toAlbum(row)!,
  plays: row.plays
})
const toCountedTrack = (row: RankedTrack): Fact.CountedTrack => ({
  artist: toName(row),
  track: toTrack(row),
  album: toAlbum(row),
  plays: row.plays
})

/** The top lists: counts of a range are ranked and cut to a page before the names are joined. */
export const tops = (calendar: Home): Pick<Store, "topArtists" | "topAlbums" | "topTracks" | "topOfEach"> => ({
  topArtists: ({ page, range }) =>
    readWithin(
      calendar,
      range,
      (cover) => {
        const counts = countsOf("artist", cover)
        return paged(page, sql(rankedArtistColumns)`${artists(counts, page)}`, toCountedArtist, totalOf(counts))
      },
      isEmpty
    ),
  topAlbums: ({ page, range }) =>
    readWithin(
      calendar,
      range,
      (cover) => {
        const counts = countsOf("album", cover)
        return paged(page, sql(rankedAlbumColumns)`${albums(counts, page)}`, toCountedAlbum, totalOf(counts))
      },
      isEmpty
    ),
  topTracks: (of) =>
    readWithin(
      calendar,
      of.range,
      (cover) => {
        const counts = countsOfTracks(cover, of)
        return paged(of.page, sql(rankedTrackColumns)`${tracks(counts, of.page)}`, toCountedTrack, totalOf(counts))
      },
      isEmpty
    ),
  topOfEach: ({ page, range }) =>
    readWithin(
      calendar,
      range,
      (cover) =>
        Effect.gen(function* () {
          const [row] = yield* sql({ artists: rowsColumn, albums: rowsColumn, tracks: rowsColumn })`
            SELECT ${rowsOf(artists(countsOf("artist", cover), page))} AS artists,
              ${rowsOf(albums(countsOf("album", cover), page))} AS albums,
              ${rowsOf(tracks(countsOf("track", cover), page))} AS tracks`
          return {
            artists: (yield* toRows(rankedArtistColumns, row?.artists)).map(toCountedArtist),
            albums: (yield* toRows(rankedAlbumColumns, row?.albums)).map(toCountedAlbum),
            tracks: (yield* toRows(rankedTrackColumns, row?.tracks)).map(toCountedTrack)
          }
        }),
      ({ tracks }) => tracks.length === 0
    )
})

const artists = (counts: Counts, page: PageOf): Statement.Fragment => sql`
  SELECT ranked.plays, ranked.total, ${selectArtist}
  FROM (${pageOf(counts, sql`listening_artists`, page)}) AS ranked
  JOIN listening_artists AS artist ON artist.id = ranked.subject
  ORDER BY ranked.plays DESC, artist.sort_name, artist.id`

const albums = (counts: Counts, page: PageOf): Statement.Fragment => sql`
  SELECT ranked.plays, ranked.total, ${selectName}, ${selectAlbum}
  FROM (${pageOf(counts, sql`listening_albums`, page)}) AS ranked
  JOIN listening_albums AS album ON album.id = ranked.subject
  JOIN listening_artists AS artist ON artist.id = album.artist_id
  ORDER BY ranked.plays DESC, album.sort_name, album.id`

const tracks = (counts: Counts, page: PageOf): Statement.Fragment => sql`
  SELECT ranked.plays, ranked.total, ${selectName}, ${selectTrack}, ${selectAlbum}
  FROM (${pageOf(counts, sql`listening_tracks`, page)}) AS ranked
  JOIN listening_tracks AS track ON track.id = ranked.subject
  JOIN listening_artists AS artist ON artist.id = track.artist_id
  LEFT JOIN LATERAL (${albumOfTrack}) AS album ON true
  ORDER BY ranked.plays DESC, track.sort_name, track.id`

/** The total is stored for a single bucket, and counted otherwise. */
const countsOf = (kind: Kind, cover: Cover): Counts => {
  const [bucket] = cover.buckets
  return {
    counts: countsWithin(kind, cover),
    total:
      bucket !== undefined && isPrecounted(cover)
        ? sql`
          SELECT ${sql(`${kind}s`)} FROM listening_totals WHERE grain = ${bucket.grain} AND bucket = ${bucket.bucket}`
        : sql`SELECT count(*) FROM counted`
  }
}

/** One artist has few tracks: they are looked up one by one, or counted from the artist's own plays. */
const countsOfTracks = (cover: Cover, { artistId, range }: TopQuery & { readonly artistId: number | null }): Counts => {
  if (artistId === null) return countsOf("track", cover)
  const counts = isPrecounted(cover)
    ? sql`
      SELECT subject, plays FROM listening_tracks AS own
      JOIN (${countsWithin("track", cover)}) AS heard ON heard.subject = own.id
      WHERE own.artist_id = ${artistId}`
    : sql`
      SELECT play.track_id AS subject, count(*)::int AS plays FROM listening_plays AS play
      WHERE ${playedWithin(range)} AND play.artist_id = ${artistId} GROUP BY play.track_id`
  return { counts, total: sql`SELECT count(*) FROM counted` }
}

/**
 * A page of counts by plays; ties go by name. Names are joined only for rows that the page can reach: all rows up to
 * its last place, and their ties.
 */
const pageOf = ({ counts, total }: Counts, names: Statement.Fragment, page: PageOf) => {
  const reach = offsetOf(page) + page.limit
  return sql`
    WITH counted AS (${counts}), reached AS (
      SELECT subject, plays FROM counted ORDER BY plays DESC FETCH FIRST ${reach} ROWS WITH TIES
    )
    SELECT subject, plays, coalesce((${total}), 0) AS total FROM reached
    JOIN ${names} AS named ON named.id = reached.subject
    ORDER BY plays DESC, sort_name, id LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
}

const totalOf = ({ counts, total }: Counts) => countOf(sql`WITH counted AS (${counts}) SELECT coalesce((${total}), 0)`)

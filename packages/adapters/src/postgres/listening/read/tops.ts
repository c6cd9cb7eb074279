import type { Fact, Kind, ListeningStore, TopOf } from "@daybook/core/listening"
import { type Calendar, type PageOf, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { type RowsColumn, rowsOf, toRows } from "../../rowsColumn.js"
import { storage } from "../../storage.js"
import { type Cover, isKept, readWithin } from "./buckets.js"
import { type AlbumRow, type ArtistRow, type NameRow, type TrackRow, albumColumns, albumOfTrack, artistColumns, nameColumns, toAlbum, toArtist, toName, toTrack, trackColumns } from "./columns.js"
import { countOf, isEmpty, paged } from "../../paged.js"
import { countsWithin, playedWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
type Home = Context.Tag.Service<Calendar>

interface Ranked {
  readonly plays: number
  readonly total: number
}

/** What a list ranks, as `(subject, plays)`, and how many there are in all, which may be told of `counted`. */
interface Counts {
  readonly counts: Statement.Fragment
  readonly total: Statement.Fragment
}

type ArtistRanked = ArtistRow & Ranked
type AlbumRanked = NameRow & AlbumRow & Ranked
type TrackRanked = NameRow & AlbumRow & TrackRow & Ranked

const toCountedArtist = (row: ArtistRanked): Fact.CountedArtist => ({ artist: toArtist(row), plays: row.plays })
const toCountedAlbum = (row: AlbumRanked): Fact.CountedAlbum => ({ artist: toName(row), album: toAlbum(row)!, plays: row.plays })
const toCountedTrack = (row: TrackRanked): Fact.CountedTrack => ({ artist: toName(row), track: toTrack(row), album: toAlbum(row), plays: row.plays })

/** The top lists: counts of a range, ranked, cut to a page, and only then dressed with names. */
export const tops = (sql: SqlClient.SqlClient, calendar: Home): Pick<Store, "topArtists" | "topAlbums" | "topTracks" | "topOfEach"> => ({
  topArtists: ({ page, range }) =>
    storage("ListeningStore.topArtists")(readWithin(sql, calendar, range, (cover) => {
      const counted = countsOf(sql, "artist", cover)
      return paged(page, sql<ArtistRanked>`${artists(sql, counted, page)}`, toCountedArtist, totalOf(sql, counted))
    }, isEmpty)),
  topAlbums: ({ page, range }) =>
    storage("ListeningStore.topAlbums")(readWithin(sql, calendar, range, (cover) => {
      const counted = countsOf(sql, "album", cover)
      return paged(page, sql<AlbumRanked>`${albums(sql, counted, page)}`, toCountedAlbum, totalOf(sql, counted))
    }, isEmpty)),
  topTracks: (of) =>
    storage("ListeningStore.topTracks")(readWithin(sql, calendar, of.range, (cover) => {
      const counted = countsOfTracks(sql, cover, of)
      return paged(of.page, sql<TrackRanked>`${tracks(sql, counted, of.page)}`, toCountedTrack, totalOf(sql, counted))
    }, isEmpty)),
  topOfEach: ({ page, range }) =>
    storage("ListeningStore.topOfEach")(readWithin(sql, calendar, range, (cover) =>
      Effect.map(
        sql<{ readonly artists: RowsColumn; readonly albums: RowsColumn; readonly tracks: RowsColumn }>`
          SELECT ${rowsOf(sql, artists(sql, countsOf(sql, "artist", cover), page))} AS artists,
            ${rowsOf(sql, albums(sql, countsOf(sql, "album", cover), page))} AS albums,
            ${rowsOf(sql, tracks(sql, countsOf(sql, "track", cover), page))} AS tracks`,
        ([row]) => ({
          artists: toRows<ArtistRanked>(row?.artists).map(toCountedArtist),
          albums: toRows<AlbumRanked>(row?.albums).map(toCountedAlbum),
          tracks: toRows<TrackRanked>(row?.tracks).map(toCountedTrack)
        })
      ), ({ tracks }) => tracks.length === 0))
})

const artists = (sql: SqlClient.SqlClient, counted: Counts, page: PageOf): Statement.Fragment => sql`
  SELECT ranked.plays, ranked.total, ${artistColumns(sql)}
  FROM (${pageOf(sql, counted, sql`listening_artists`, page)}) AS ranked
  JOIN listening_artists AS artist ON artist.id = ranked.subject
  ORDER BY ranked.plays DESC, artist.sort_name, artist.id`

const albums = (sql: SqlClient.SqlClient, counted: Counts, page: PageOf): Statement.Fragment => sql`
  SELECT ranked.plays, ranked.total, ${nameColumns(sql)}, ${albumColumns(sql)}
  FROM (${pageOf(sql, counted, sql`listening_albums`, page)}) AS ranked
  JOIN listening_albums AS album ON album.id = ranked.subject
  JOIN listening_artists AS artist ON artist.id = album.artist_id
  ORDER BY ranked.plays DESC, album.sort_name, album.id`

const tracks = (sql: SqlClient.SqlClient, counted: Counts, page: PageOf): Statement.Fragment => sql`
  SELECT ranked.plays, ranked.total, ${nameColumns(sql)}, ${trackColumns(sql)}, ${albumColumns(sql)}
  FROM (${pageOf(sql, counted, sql`listening_tracks`, page)}) AS ranked
  JOIN listening_tracks AS track ON track.id = ranked.subject
  JOIN listening_artists AS artist ON artist.id = track.artist_id
  LEFT JOIN LATERAL (${albumOfTrack(sql)}) AS album ON true
  ORDER BY ranked.plays DESC, track.sort_name, track.id`

/** How many there are in all is kept for a single bucket, and counted otherwise. */
const countsOf = (sql: SqlClient.SqlClient, kind: Kind, cover: Cover): Counts => {
  const [bucket] = cover.buckets
  return {
    counts: countsWithin(sql, kind, cover),
    total: bucket !== undefined && isKept(cover)
      ? sql`SELECT ${sql(`${kind}s`)} FROM listening_totals WHERE grain = ${bucket.grain} AND bucket = ${bucket.bucket}`
      : sql`SELECT count(*) FROM counted`
  }
}

/** One artist's tracks are few: they are looked up one by one, or counted from the artist's own plays. */
const countsOfTracks = (sql: SqlClient.SqlClient, cover: Cover, { artistId, range }: TopOf & { readonly artistId: number | null }): Counts => {
  if (artistId === null) return countsOf(sql, "track", cover)
  const counts = isKept(cover)
    ? sql`
      SELECT subject, plays FROM listening_tracks AS own JOIN (${countsWithin(sql, "track", cover)}) AS kept ON kept.subject = own.id
      WHERE own.artist_id = ${artistId}`
    : sql`
      SELECT play.track_id AS subject, count(*)::int AS plays FROM listening_plays AS play
      WHERE ${playedWithin(sql, range)} AND play.artist_id = ${artistId} GROUP BY play.track_id`
  return { counts, total: sql`SELECT count(*) FROM counted` }
}

/**
 * A page of counts by plays, ties by name. Names are only looked up for the places that the page can reach: everything
 * above its last place and whatever ties with it.
 */
const pageOf = (sql: SqlClient.SqlClient, { counts, total }: Counts, names: Statement.Fragment, page: PageOf) => {
  const reach = offsetOf(page) + page.limit
  return sql`
    WITH counted AS (${counts}), reached AS (
      SELECT subject, plays FROM counted ORDER BY plays DESC FETCH FIRST ${reach} ROWS WITH TIES
    )
    SELECT subject, plays, (${total}) AS total FROM reached JOIN ${names} AS named ON named.id = reached.subject
    ORDER BY plays DESC, sort_name, id LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
}

const totalOf = (sql: SqlClient.SqlClient, { counts, total }: Counts) => countOf(sql, sql`WITH counted AS (${counts}) SELECT (${total})`)

import type { Fact, Kind, ListeningStore, TopOf } from "@daybook/core/listening"
import { type Calendar, type PageOf, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { type Cover, coverOf, isKept } from "./buckets.js"
import { type AlbumRow, type ArtistRow, type TrackRow, albumColumns, albumOfTrack, artistColumns, toAlbum, toArtist, toTrack, trackColumns } from "./columns.js"
import { countsWithin, playedWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
interface Ranked {
  readonly plays: number
}

/** The top lists: counts of a range, ranked, cut to a page, and only then dressed with names. */
export const tops = (sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>): Pick<Store, "topArtists" | "topAlbums" | "topTracks"> => ({
  topArtists: ({ page, range }) =>
    storage("ListeningStore.topArtists")(Effect.gen(function*() {
      const cover = yield* coverOf(sql, calendar, range)
      const total = yield* totalOf(sql, "artist", cover)
      const rows = yield* sql<ArtistRow & Ranked>`
        SELECT ranked.plays, ${artistColumns(sql)}
        FROM (${pageOf(sql, countsWithin(sql, "artist", cover), sql`listening_artists`, page)}) AS ranked
        JOIN listening_artists AS artist ON artist.id = ranked.subject
        ORDER BY ranked.plays DESC, artist.sort_name, artist.id`
      return { rows: rows.map((row): Fact.CountedArtist => ({ artist: toArtist(row), plays: row.plays })), total }
    })),
  topAlbums: ({ page, range }) =>
    storage("ListeningStore.topAlbums")(Effect.gen(function*() {
      const cover = yield* coverOf(sql, calendar, range)
      const total = yield* totalOf(sql, "album", cover)
      const rows = yield* sql<ArtistRow & AlbumRow & Ranked>`
        SELECT ranked.plays, ${artistColumns(sql)}, ${albumColumns(sql)}
        FROM (${pageOf(sql, countsWithin(sql, "album", cover), sql`listening_albums`, page)}) AS ranked
        JOIN listening_albums AS album ON album.id = ranked.subject
        JOIN listening_artists AS artist ON artist.id = album.artist_id
        ORDER BY ranked.plays DESC, album.sort_name, album.id`
      return { rows: rows.map((row): Fact.CountedAlbum => ({ artist: toArtist(row), album: toAlbum(row)!, plays: row.plays })), total }
    })),
  topTracks: (of) =>
    storage("ListeningStore.topTracks")(Effect.gen(function*() {
      const { counts, total } = yield* countsOfTracks(sql, calendar, of)
      const rows = yield* sql<ArtistRow & AlbumRow & TrackRow & Ranked>`
        SELECT ranked.plays, ${artistColumns(sql)}, ${trackColumns(sql)}, ${albumColumns(sql)}
        FROM (${pageOf(sql, counts, sql`listening_tracks`, of.page)}) AS ranked
        JOIN listening_tracks AS track ON track.id = ranked.subject
        JOIN listening_artists AS artist ON artist.id = track.artist_id
        LEFT JOIN LATERAL (${albumOfTrack(sql)}) AS album ON true
        ORDER BY ranked.plays DESC, track.sort_name, track.id`
      return {
        rows: rows.map((row): Fact.CountedTrack => ({ artist: toArtist(row), track: toTrack(row), album: toAlbum(row), plays: row.plays })),
        total
      }
    }))
})

/** One artist's tracks are few: they are counted from the artist's own plays. */
const countsOfTracks = Effect.fn(function*(sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>, of: TopOf & { readonly artistId: number | null }) {
  if (of.artistId === null) {
    const cover = yield* coverOf(sql, calendar, of.range)
    return { counts: countsWithin(sql, "track", cover), total: yield* totalOf(sql, "track", cover) }
  }
  const counts = sql`
    SELECT play.track_id AS subject, count(*)::int AS plays FROM listening_plays AS play
    WHERE ${playedWithin(sql, of.range)} AND play.artist_id = ${of.artistId} GROUP BY play.track_id`
  return { counts, total: yield* countOf(sql, counts) }
})

/**
 * A page of counts by plays, ties by name. Names are only looked up for the places that the page can reach: everything
 * above its last place and whatever ties with it.
 */
const pageOf = (sql: SqlClient.SqlClient, counts: Statement.Fragment, names: Statement.Fragment, page: PageOf) => {
  const reach = offsetOf(page) + page.limit
  return sql`
    WITH counted AS (${counts}), reached AS (
      SELECT subject, plays FROM counted ORDER BY plays DESC FETCH FIRST ${reach} ROWS WITH TIES
    )
    SELECT subject, plays FROM reached JOIN ${names} AS named ON named.id = reached.subject
    ORDER BY plays DESC, sort_name, id LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
}

/** How many artists, albums or tracks there are in all: kept for a single bucket, counted otherwise. */
const totalOf = (sql: SqlClient.SqlClient, kind: Kind, cover: Cover) => {
  const [bucket] = cover.buckets
  return bucket !== undefined && isKept(cover)
    ? Effect.map(
      sql<{ total: number }>`SELECT ${sql(`${kind}s`)} AS total FROM listening_totals WHERE grain = ${bucket.grain} AND bucket = ${bucket.bucket}`,
      ([row]) => row?.total ?? 0
    )
    : countOf(sql, countsWithin(sql, kind, cover))
}

const countOf = (sql: SqlClient.SqlClient, counts: Statement.Fragment) =>
  Effect.map(sql<{ total: number }>`SELECT count(*) AS total FROM (${counts}) AS counted`, ([row]) => row?.total ?? 0)

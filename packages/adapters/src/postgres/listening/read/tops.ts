import type { Fact, Kind, ListeningStore, TopOf } from "@daybook/core/listening"
import { type Calendar, type PageOf, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { type Cover, isKept, readWithin } from "./buckets.js"
import { type AlbumRow, type ArtistRow, type TrackRow, albumColumns, albumOfTrack, artistColumns, toAlbum, toArtist, toTrack, trackColumns } from "./columns.js"
import { isEmpty, paged } from "../../paged.js"
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

/** The top lists: counts of a range, ranked, cut to a page, and only then dressed with names. */
export const tops = (sql: SqlClient.SqlClient, calendar: Home): Pick<Store, "topArtists" | "topAlbums" | "topTracks"> => ({
  topArtists: ({ page, range }) =>
    storage("ListeningStore.topArtists")(readWithin(sql, calendar, range, (cover) => {
      const counted = countsOf(sql, "artist", cover)
      return paged(
        page,
        sql<ArtistRow & Ranked>`
          SELECT ranked.plays, ranked.total, ${artistColumns(sql)}
          FROM (${pageOf(sql, counted, sql`listening_artists`, page)}) AS ranked
          JOIN listening_artists AS artist ON artist.id = ranked.subject
          ORDER BY ranked.plays DESC, artist.sort_name, artist.id`,
        (row): Fact.CountedArtist => ({ artist: toArtist(row), plays: row.plays }),
        countOf(sql, counted)
      )
    }, isEmpty)),
  topAlbums: ({ page, range }) =>
    storage("ListeningStore.topAlbums")(readWithin(sql, calendar, range, (cover) => {
      const counted = countsOf(sql, "album", cover)
      return paged(
        page,
        sql<ArtistRow & AlbumRow & Ranked>`
          SELECT ranked.plays, ranked.total, ${artistColumns(sql)}, ${albumColumns(sql)}
          FROM (${pageOf(sql, counted, sql`listening_albums`, page)}) AS ranked
          JOIN listening_albums AS album ON album.id = ranked.subject
          JOIN listening_artists AS artist ON artist.id = album.artist_id
          ORDER BY ranked.plays DESC, album.sort_name, album.id`,
        (row): Fact.CountedAlbum => ({ artist: toArtist(row), album: toAlbum(row)!, plays: row.plays }),
        countOf(sql, counted)
      )
    }, isEmpty)),
  topTracks: (of) =>
    storage("ListeningStore.topTracks")(readWithin(sql, calendar, of.range, (cover) => {
      const counted = countsOfTracks(sql, cover, of)
      return paged(
        of.page,
        sql<ArtistRow & AlbumRow & TrackRow & Ranked>`
          SELECT ranked.plays, ranked.total, ${artistColumns(sql)}, ${trackColumns(sql)}, ${albumColumns(sql)}
          FROM (${pageOf(sql, counted, sql`listening_tracks`, of.page)}) AS ranked
          JOIN listening_tracks AS track ON track.id = ranked.subject
          JOIN listening_artists AS artist ON artist.id = track.artist_id
          LEFT JOIN LATERAL (${albumOfTrack(sql)}) AS album ON true
          ORDER BY ranked.plays DESC, track.sort_name, track.id`,
        (row): Fact.CountedTrack => ({ artist: toArtist(row), track: toTrack(row), album: toAlbum(row), plays: row.plays }),
        countOf(sql, counted)
      )
    }, isEmpty))
})

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

const countOf = (sql: SqlClient.SqlClient, { counts, total }: Counts) =>
  Effect.map(sql<{ total: number | null }>`WITH counted AS (${counts}) SELECT (${total}) AS total`, ([row]) => row?.total ?? 0)

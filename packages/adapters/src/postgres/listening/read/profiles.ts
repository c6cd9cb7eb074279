import type { BestOf, Fact, ListeningStore } from "@daybook/core/listening"
import { type Calendar, always } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { type RowsColumn, rowsOf, toRows } from "../../rowsColumn.js"
import { storage } from "../../storage.js"
import { type Cover, isKept, readWithin } from "./buckets.js"
import { type AlbumRow, type ArtistRow, type NameRow, type TrackRow, albumColumns, albumOfTrack, artistColumns, nameColumns, toAlbum, toArtist, toName, toTrack, trackColumns } from "./columns.js"
import { concertsOf } from "./concerts.js"
import { countsWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
interface Counted {
  readonly plays: number
}

type ProfileRow = ArtistRow & Counted & Omit<Fact.ArtistProfile, "artist" | "topAlbums" | "topTracks" | "similar"> & {
  readonly rank: number
  readonly topAlbums: RowsColumn
  readonly topTracks: RowsColumn
  readonly similar: RowsColumn
}

type AlbumProfileRow = NameRow & AlbumRow & { readonly tracks: RowsColumn; readonly firstPlayedAt: number }

/** One artist or album in full, out of the counts of all artists, albums and tracks: an artist's plays may be many. */
export const profiles = (sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>): Pick<Store, "artist" | "album" | "isHeard" | "concertsOf"> => ({
  artist: (id, best) =>
    storage("ListeningStore.artist")(readWithin(sql, calendar, always, (cover) => {
      const ofArtist = (kind: "album" | "track") => sql`
        SELECT count(*) FROM (${countsWithin(sql, kind, cover)}) AS heard JOIN ${sql(`listening_${kind}s`)} AS named ON named.id = heard.subject
        WHERE named.artist_id = ${id}`
      const found = sql<ProfileRow>`
        WITH counted AS ${sql.literal(isKept(cover) ? "NOT MATERIALIZED" : "MATERIALIZED")} (${countsWithin(sql, "artist", cover)})
        SELECT ${artistColumns(sql)}, own.plays, artist.provider_plays, artist.tags, artist.bio_summary, artist.bio_content, artist.bio_synced_at,
          (SELECT min(played_at) FROM listening_plays WHERE visible AND artist_id = ${id}) AS first_played_at,
          (SELECT max(played_at) FROM listening_plays WHERE visible AND artist_id = ${id}) AS last_played_at,
          (${ofArtist("track")}) AS tracks, (${ofArtist("album")}) AS albums,
          1 + (SELECT count(*) FROM counted WHERE counted.plays > own.plays) + (
            SELECT count(*) FROM counted JOIN listening_artists AS other ON other.id = counted.subject
            WHERE counted.plays = own.plays AND (other.sort_name, other.id) < (artist.sort_name, artist.id)
          ) AS rank,
          ${rowsOf(sql, albumsOf(sql, cover, id, best))} AS top_albums, ${rowsOf(sql, tracksOf(sql, cover, id, best))} AS top_tracks,
          ${rowsOf(sql, similarTo(sql, id, best))} AS similar
        FROM listening_artists AS artist JOIN counted AS own ON own.subject = artist.id
        WHERE artist.id = ${id}`
      return Effect.map(found, ([row]) => Option.map(Option.fromNullable(row), toProfile))
    }, Option.isNone)),
  isHeard: (artistId) =>
    storage("ListeningStore.isHeard")(Effect.map(
      sql`SELECT FROM listening_plays WHERE visible AND artist_id = ${artistId} LIMIT 1`,
      (rows) => rows.length > 0
    )),
  album: (id) =>
    storage("ListeningStore.album")(Effect.map(
      sql<AlbumProfileRow>`
        SELECT ${nameColumns(sql)}, ${albumColumns(sql)}, ${rowsOf(sql, tracksHeard(sql, id))} AS tracks,
          (SELECT min(played_at) FROM listening_plays WHERE visible AND album_id = ${id}) AS first_played_at
        FROM listening_albums AS album JOIN listening_artists AS artist ON artist.id = album.artist_id WHERE album.id = ${id}`,
      ([row]) => Option.filterMap(Option.fromNullable(row), toAlbumProfile)
    )),
  concertsOf: (artistId) => storage("ListeningStore.concertsOf")(concertsOf(sql, artistId))
})

const toProfile = (row: ProfileRow): Fact.ArtistProfile => {
  const artist = toArtist(row)
  return {
    ...row,
    artist,
    topAlbums: toRows<AlbumRow & Counted>(row.topAlbums).map((one) => ({ artist, album: toAlbum(one)!, plays: one.plays })),
    topTracks: toRows<AlbumRow & TrackRow & Counted>(row.topTracks).map((one) => ({ artist, track: toTrack(one), album: toAlbum(one), plays: one.plays })),
    similar: toRows<ArtistRow & Counted & { readonly similarity: number }>(row.similar)
      .map((one) => ({ artist: toArtist(one), plays: one.plays, similarity: Math.round(one.similarity * 1e6) / 1e6 }))
  }
}

/** None where none of its tracks was heard. */
const toAlbumProfile = (row: AlbumProfileRow): Option.Option<Fact.AlbumProfile> => {
  const tracks = toRows<TrackRow & Counted>(row.tracks)
  return tracks.length === 0 ? Option.none() : Option.some({
    artist: toName(row),
    album: toAlbum(row)!,
    plays: tracks.reduce((sum, { plays }) => sum + plays, 0),
    firstPlayedAt: row.firstPlayedAt,
    tracks: tracks.map((track) => ({ track: toTrack(track), plays: track.plays }))
  })
}

const tracksHeard = (sql: SqlClient.SqlClient, albumId: number): Statement.Fragment => sql`
  SELECT ${trackColumns(sql)}, heard.plays
  FROM (SELECT track_id, count(*)::int AS plays FROM listening_plays WHERE visible AND album_id = ${albumId} GROUP BY track_id) AS heard
  JOIN listening_tracks AS track ON track.id = heard.track_id
  ORDER BY heard.plays DESC, track.sort_name, track.id`

const albumsOf = (sql: SqlClient.SqlClient, cover: Cover, artistId: number, { albums, tracksOfAlbum }: BestOf): Statement.Fragment => sql`
  SELECT ${albumColumns(sql)}, album.plays
  FROM (
    SELECT named.*, heard.plays FROM (${countsWithin(sql, "album", cover)}) AS heard JOIN listening_albums AS named ON named.id = heard.subject
    WHERE named.artist_id = ${artistId} ORDER BY heard.plays DESC, named.sort_name, named.id OFFSET 0
  ) AS album
  WHERE ${heardTracks(sql, tracksOfAlbum)}
  ORDER BY album.plays DESC, album.sort_name, album.id LIMIT ${albums}`

const tracksOf = (sql: SqlClient.SqlClient, cover: Cover, artistId: number, { tracks }: BestOf): Statement.Fragment => sql`
  SELECT ${trackColumns(sql)}, ${albumColumns(sql)}, track.plays
  FROM (
    SELECT named.*, heard.plays FROM (${countsWithin(sql, "track", cover)}) AS heard JOIN listening_tracks AS named ON named.id = heard.subject
    WHERE named.artist_id = ${artistId} ORDER BY heard.plays DESC, named.sort_name, named.id LIMIT ${tracks}
  ) AS track
  LEFT JOIN LATERAL (${albumOfTrack(sql)}) AS album ON true
  ORDER BY track.plays DESC, track.sort_name, track.id`

/** The artists of the library are those that are `counted`: many, of whom few are similar, so that these come first. */
const similarTo = (sql: SqlClient.SqlClient, artistId: number, { similar }: BestOf): Statement.Fragment => sql`
  SELECT ${artistColumns(sql)}, heard.plays, artist.similarity
  FROM (
    SELECT other.*, alike.similarity
    FROM (
      SELECT spelled.artist_id AS id, max(similarity) AS similarity
      FROM listening_similar AS one CROSS JOIN LATERAL (
        SELECT artist_id FROM listening_spellings AS spelling WHERE spelling.fold = one.fold ORDER BY spelling.name <> one.name, spelling.name COLLATE "C" LIMIT 1
      ) AS spelled
      WHERE one.artist_id = ${artistId} GROUP BY spelled.artist_id
    ) AS alike
    JOIN listening_artists AS other ON other.id = alike.id AND other.id <> ${artistId} OFFSET 0
  ) AS artist
  JOIN counted AS heard ON heard.subject = artist.id
  ORDER BY artist.similarity DESC, artist.sort_name, artist.id LIMIT ${similar}`

/** That plays of `album` show so many different tracks. Looks for one after the other, so that it may stop at the last. */
const heardTracks = (sql: SqlClient.SqlClient, count: number, known: ReadonlyArray<Statement.Fragment> = []): Statement.Fragment => {
  if (count === 0) return sql`true`
  const found = sql(`found${count}`)
  return sql`EXISTS (
    SELECT FROM (
      SELECT track_id FROM listening_plays AS play
      WHERE ${sql.and([sql`play.visible`, sql`play.album_id = album.id`, ...known.map((one) => sql`play.track_id <> ${one}`)])} LIMIT 1
    ) AS ${found} WHERE ${heardTracks(sql, count - 1, [...known, sql`${found}.track_id`])}
  )`
}

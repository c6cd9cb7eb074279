import {
  type ArtistDetailLimits,
  type Fact,
  type ListeningStore,
  biographyFields,
  playCountFields
} from "@daybook/core/listening"
import { type Calendar, always } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Clock, type Context, Effect, Option } from "effect"
import { artistOf } from "../entities.js"
import { type ColumnsOf, type RowOf, boolean, date, instant, json, nullable, number, text } from "../kit/columns.js"
import { every, rowsColumn, rowsOf, toRows } from "../kit/query.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { type Cover, countsWithin, isPrecounted, readWithin } from "./buckets.js"
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

const concertColumns: ColumnsOf<Fact.ConcertFact> = {
  eventId: number,
  date,
  title: text,
  venue: nullable(text),
  city: nullable(text),
  attended: boolean
}

/**
 * Past and future events with an artist of the listening domain. Performers are resolved once instead of per event, and
 * only those that may be the artist.
 */
export const concertsOf = (artistId: number) =>
  Effect.flatMap(
    Clock.currentTimeMillis,
    (now) => sql(concertColumns)`
    WITH alike AS MATERIALIZED (
      SELECT performer.* FROM listening_artists AS artist
      JOIN attending_performers AS performer ON performer.mbid = artist.mbid OR performer.match_name = artist.match_name
      WHERE artist.id = ${artistId} OR artist.stand_in = ${artistId}
    ), own AS MATERIALIZED (
      SELECT id FROM alike WHERE ${sql.literal(artistOf("alike"))} = ${artistId}
    )
    SELECT DISTINCT event.id AS event_id, event.date, event.title, venue.name AS venue, venue.city,
      event.going AND event.over <= to_timestamp(${now}::float8 / 1000) AS attended
    FROM own
    JOIN attending_billings AS bill ON bill.performer_id = own.id
    JOIN attending_events AS event ON event.id = bill.event_id
    LEFT JOIN attending_venues AS venue ON venue.id = event.venue_id
    WHERE event.doubt IS NULL AND event.kind = 'concert'
    ORDER BY event.date DESC, event.id DESC`
  )

const artistProfileColumns = {
  ...artistColumns,
  ...columnsOf({ ...playCountFields, ...biographyFields }),
  providerPlays: nullable(number),
  tags: json<Fact.ArtistProfile["tags"]>(),
  topAlbums: rowsColumn,
  topTracks: rowsColumn,
  similar: rowsColumn
}

const albumProfileColumns = { ...nameColumns, ...albumColumns, tracks: rowsColumn, firstPlayedAt: nullable(instant) }

type Store = Queries<Context.Tag.Service<ListeningStore>>

const countedAlbumColumns = { ...albumColumns, plays: number }
const countedTrackColumns = { ...trackColumns, plays: number }
const trackWithAlbumColumns = { ...countedTrackColumns, ...albumColumns }
const similarColumns = { ...artistColumns, plays: number, similarity: number }

/** One artist or album in full. Reads the counts, because one artist may have many plays. */
export const profiles = (
  calendar: Context.Tag.Service<Calendar>
): Pick<Store, "artist" | "album" | "track" | "hasPlays" | "concertsOf"> => ({
  artist: (id, best) =>
    readWithin(
      calendar,
      always,
      (cover) => {
        const ofArtist = (kind: "album" | "track") => sql`
        SELECT count(*) FROM (${countsWithin(kind, cover)}) AS heard
        JOIN ${sql(`listening_${kind}s`)} AS named ON named.id = heard.subject
        WHERE named.artist_id = ${id}`
        const matches = sql(artistProfileColumns)`
        WITH counted AS ${sql.literal(isPrecounted(cover) ? "NOT MATERIALIZED" : "MATERIALIZED")} (
          ${countsWithin("artist", cover)}
        )
        SELECT ${selectArtist}, own.plays, artist.provider_plays, artist.tags, artist.bio_summary, artist.bio_content,
          artist.bio_synced_at,
          (SELECT min(played_at) FROM listening_plays WHERE visible AND artist_id = ${id}) AS first_played_at,
          (SELECT max(played_at) FROM listening_plays WHERE visible AND artist_id = ${id}) AS last_played_at,
          (${ofArtist("track")}) AS tracks, (${ofArtist("album")}) AS albums,
          1 + (SELECT count(*) FROM counted WHERE counted.plays > own.plays) + (
            SELECT count(*) FROM counted JOIN listening_artists AS other ON other.id = counted.subject
            WHERE counted.plays = own.plays AND (other.sort_name, other.id) < (artist.sort_name, artist.id)
          ) AS rank,
          ${rowsOf(albumsOf(cover, id, best))} AS top_albums, ${rowsOf(tracksOf(cover, id, best))} AS top_tracks,
          ${rowsOf(similarTo(id, best))} AS similar
        FROM listening_artists AS artist JOIN counted AS own ON own.subject = artist.id
        WHERE artist.id = ${id}`
        return Effect.flatMap(matches, ([row]) => (row === undefined ? Effect.succeedNone : toProfile(row)))
      },
      Option.isNone
    ),
  hasPlays: (artistId) =>
    Effect.map(
      sql`SELECT FROM listening_plays WHERE visible AND artist_id = ${artistId} LIMIT 1`,
      (rows) => rows.length > 0
    ),
  album: (id) =>
    Effect.flatMap(
      sql(albumProfileColumns)`
        SELECT ${selectName}, ${selectAlbum}, ${rowsOf(playedTracks(id))} AS tracks,
          (SELECT min(played_at) FROM listening_plays WHERE visible AND album_id = ${id}) AS first_played_at
        FROM listening_albums AS album JOIN listening_artists AS artist ON artist.id = album.artist_id
        WHERE album.id = ${id}`,
      ([row]) => (row === undefined ? Effect.succeedNone : toAlbumProfile(row))
    ),
  track: (id) =>
    Effect.map(
      sql(trackProfileColumns)`
        SELECT ${selectName}, ${selectTrack}, ${selectAlbum}, listed.*
        FROM listening_tracks AS track JOIN listening_artists AS artist ON artist.id = track.artist_id
        CROSS JOIN LATERAL (
          SELECT count(*) AS plays, min(played_at) AS first_played_at, max(played_at) AS last_played_at
          FROM listening_plays AS play WHERE play.track_id = track.id AND play.visible HAVING count(*) > 0
        ) AS listed
        LEFT JOIN LATERAL (${albumOfTrack}) AS album ON true
        WHERE track.id = ${id}`,
      ([row]) =>
        Option.map(Option.fromNullable(row), ({ firstPlayedAt, lastPlayedAt, plays, ...names }) => ({
          artist: toName(names),
          track: toTrack(names),
          album: toAlbum(names),
          plays,
          firstPlayedAt,
          lastPlayedAt
        }))
    ),
  concertsOf
})

const trackProfileColumns = {
  ...nameColumns,
  ...trackColumns,
  ...albumColumns,
  plays: number,
  firstPlayedAt: instant,
  lastPlayedAt: instant
}

const toProfile = Effect.fn(function* (row: RowOf<typeof artistProfileColumns>) {
  const artist = toArtist(row)
  const [albums, tracks, similar] = [
    yield* toRows(countedAlbumColumns, row.topAlbums),
    yield* toRows(trackWithAlbumColumns, row.topTracks),
    yield* toRows(similarColumns, row.similar)
  ]
  return Option.some<Fact.ArtistProfile>({
    ...row,
    artist,
    topAlbums: albums.map((one) => ({ artist, album: toAlbum(one)!, plays: one.plays })),
    topTracks: tracks.map((one) => ({ artist, track: toTrack(one), album: toAlbum(one), plays: one.plays })),
    similar: similar.map((one) => ({
      artist: toArtist(one),
      plays: one.plays,
      similarity: Math.round(one.similarity * 1e6) / 1e6
    }))
  })
})

/** None without visible plays: a filter may hide every play of an album. */
const toAlbumProfile = Effect.fn(function* (row: RowOf<typeof albumProfileColumns>) {
  const tracks = yield* toRows(countedTrackColumns, row.tracks)
  if (tracks.length === 0) return Option.none()
  return Option.some<Fact.AlbumProfile>({
    artist: toName(row),
    album: toAlbum(row)!,
    plays: tracks.reduce((sum, { plays }) => sum + plays, 0),
    firstPlayedAt: row.firstPlayedAt,
    tracks: tracks.map((track) => ({ track: toTrack(track), plays: track.plays }))
  })
})

const playedTracks = (albumId: number): Statement.Fragment => sql`
  SELECT ${selectTrack}, heard.plays
  FROM (
    SELECT track_id, count(*)::int AS plays FROM listening_plays WHERE visible AND album_id = ${albumId}
    GROUP BY track_id
  ) AS heard
  JOIN listening_tracks AS track ON track.id = heard.track_id
  ORDER BY heard.plays DESC, track.sort_name, track.id`

const albumsOf = (
  cover: Cover,
  artistId: number,
  { albums, tracksOfAlbum }: ArtistDetailLimits
): Statement.Fragment => sql`
  SELECT ${selectAlbum}, album.plays
  FROM (
    SELECT named.*, heard.plays FROM (${countsWithin("album", cover)}) AS heard
    JOIN listening_albums AS named ON named.id = heard.subject
    WHERE named.artist_id = ${artistId} ORDER BY heard.plays DESC, named.sort_name, named.id OFFSET 0
  ) AS album
  WHERE ${playedTracksOf(tracksOfAlbum)}
  ORDER BY album.plays DESC, album.sort_name, album.id LIMIT ${albums}`

const tracksOf = (cover: Cover, artistId: number, { tracks }: ArtistDetailLimits): Statement.Fragment => sql`
  SELECT ${selectTrack}, ${selectAlbum}, track.plays
  FROM (
    SELECT named.*, heard.plays FROM (${countsWithin("track", cover)}) AS heard
    JOIN listening_tracks AS named ON named.id = heard.subject
    WHERE named.artist_id = ${artistId} ORDER BY heard.plays DESC, named.sort_name, named.id LIMIT ${tracks}
  ) AS track
  LEFT JOIN LATERAL (${albumOfTrack}) AS album ON true
  ORDER BY track.plays DESC, track.sort_name, track.id`

/** Similar artists of the library. There are few, so they are joined first, before the many `counted` artists. */
const similarTo = (artistId: number, { similar }: ArtistDetailLimits): Statement.Fragment => sql`
  SELECT ${selectArtist}, heard.plays, artist.similarity
  FROM (
    SELECT other.*, alike.similarity
    FROM (
      SELECT coalesce(reported.stand_in, reported.id) AS id, max(similarity) AS similarity
      FROM listening_similar AS one CROSS JOIN LATERAL (
        SELECT artist_id FROM listening_spellings AS spelling WHERE spelling.fold = one.fold
        ORDER BY spelling.name <> one.name, spelling.name COLLATE "C" LIMIT 1
      ) AS spelled JOIN listening_artists AS reported ON reported.id = spelled.artist_id
      WHERE one.artist_id = ${artistId} GROUP BY 1
    ) AS alike
    JOIN listening_artists AS other ON other.id = alike.id AND other.id <> ${artistId} OFFSET 0
  ) AS artist
  JOIN counted AS heard ON heard.subject = artist.id
  ORDER BY artist.similarity DESC, artist.sort_name, artist.id LIMIT ${similar}`

/**
 * SQL condition: the album's plays have at least this many different tracks. Searches them one at a time, so that it
 * can stop early.
 */
const playedTracksOf = (count: number, otherTracks: ReadonlyArray<Statement.Fragment> = []): Statement.Fragment => {
  if (count === 0) return sql`true`
  const matches = sql(`found${count}`)
  const isOther = every(otherTracks.map((one) => sql`play.track_id <> ${one}`))
  return sql`EXISTS (
    SELECT FROM (
      SELECT track_id FROM listening_plays AS play
      WHERE play.visible AND play.album_id = album.id AND ${isOther} LIMIT 1
    ) AS ${matches} WHERE ${playedTracksOf(count - 1, [...otherTracks, sql`${matches}.track_id`])}
  )`
}

import { NowPlaying, PlayView, RecentAlbum } from "@daybook/core/listening"
import { addDays, listOf } from "@daybook/core/shared"
import { Schema } from "effect"
import { picture } from "./picture.js"
import { after, until } from "./range.js"
import { type Row, type Read, read, type Subjects } from "./Read.js"
import { sql, type Sql } from "./sql.js"

const Plays = listOf(PlayView)

const columns = sql`
  (extract(epoch FROM play.played_at) * 1000)::float8 AS at,
  track.id AS track, track.name AS track_name, track.url AS track_url, track.apple_music_url AS track_link, track.preview_url AS preview,
  artist.id AS artist, artist.name AS artist_name, album.id AS album, album.name AS album_name,
  ${picture("listening", "album", sql`album.id`)}`

/** A page of plays with names, newest first, and the total. */
const page = (where: Sql, total: Sql, limit: number, offset = 0): Sql => sql`
  SELECT ${columns}, (${total})::int AS total
  FROM (
    SELECT id, played_at, artist_id, track_id, album_id FROM listening_plays
    WHERE visible AND ${where} ORDER BY played_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}
  ) AS play
  JOIN listening_artists AS artist ON artist.id = play.artist_id
  JOIN listening_tracks AS track ON track.id = play.track_id
  LEFT JOIN listening_albums AS album ON album.id = play.album_id
  ORDER BY play.played_at DESC, play.id DESC`

const everything = sql`SELECT plays FROM listening_totals WHERE grain = 'ever'`

const fromAnswer = ({ data, pagination }: typeof Plays.Type) => [
  // A page after the last one has no row with the total.
  data.length === 0 ? undefined : pagination.total,
  ...data.map(({ album, artist, scrobbled_at, track }) => [Date.parse(scrobbled_at), track.id, artist.id, album.id])
]

const fromRows = (rows: ReadonlyArray<Row>) => [
  rows[0]?.["total"],
  ...rows.map(({ album, artist, at, track }) => [at, track, artist, album])
]

const list = (path: string, query: Sql): Read => read(Plays, { path, sql: query, fromAnswer, fromRows })

/** The total of full days, from stored daily totals. */
const total = (from: string, to: string) => sql`
  SELECT sum(plays) FROM listening_totals WHERE grain = 'day' AND bucket >= ${from} AND bucket < ${to}`

/** Plays of artists and albums by parts of their names. The total comes from stored counts. */
const named = (artist: string, album: string | null): Sql => {
  const artists = sql`SELECT id FROM listening_artists WHERE name ILIKE ${`%${artist}%`}`
  const albums = sql`SELECT id FROM listening_albums WHERE name ILIKE ${`%${album ?? ""}%`}`
  const ofArtists = sql`artist_id = ANY(ARRAY(${artists}))`
  return album === null
    ? page(
        ofArtists,
        sql`SELECT sum(plays) FROM listening_counts WHERE kind = 'artist' AND grain = 'ever' AND bucket = '1970-01-01' AND subject IN (${artists})`,
        50
      )
    : page(
        sql`${ofArtists} AND album_id = ANY(ARRAY(${albums}))`,
        sql`SELECT sum(plays) FROM listening_counts WHERE kind = 'album' AND grain = 'ever' AND bucket = '1970-01-01' AND subject IN (
        SELECT id FROM listening_albums WHERE artist_id IN (${artists}) AND id IN (${albums}))`,
        50
      )
}

const recentAlbums = (limit: number): Read =>
  read(Schema.Struct({ data: Schema.Array(RecentAlbum) }), {
    path: `/recent/albums?limit=${limit}`,
    sql: sql`
      SELECT album.id, album.name, album.url, album.apple_music_url, artist.id AS artist, artist.name AS artist_name, ${picture("listening", "album", sql`album.id`)},
        (extract(epoch FROM newest.at) * 1000)::float8 AS at
      FROM (
        SELECT album_id, max(played_at) AS at
        FROM (SELECT album_id, played_at FROM listening_plays WHERE visible ORDER BY played_at DESC, id DESC LIMIT 200) AS play
        WHERE album_id IS NOT NULL GROUP BY album_id ORDER BY at DESC LIMIT ${limit}
      ) AS newest
      JOIN listening_albums AS album ON album.id = newest.album_id
      JOIN listening_artists AS artist ON artist.id = album.artist_id
      ORDER BY newest.at DESC`,
    fromAnswer: ({ data }) => data.map(({ album, last_scrobbled_at }) => [album.id, Date.parse(last_scrobbled_at)]),
    fromRows: (rows) => rows.map(({ at, id }) => [id, at])
  })

/** Single plays: now playing, recent plays, recent albums and the history. */
export const plays = ({ album, artist, calendar, today }: Subjects): ReadonlyArray<Read> => {
  const month = [addDays(today, -200), addDays(today, -170)] as const
  const years = [addDays(today, -1_500), addDays(today, -300)] as const
  const between = ([from, to]: readonly [string, string]) => sql`${after(calendar, from)} AND ${until(calendar, to)}`
  const day = addDays(today, -100)
  const part = artist.name.slice(0, 5)
  return [
    read(NowPlaying, {
      path: "/now-playing",
      sql: page(sql`true`, sql`SELECT 1`, 1),
      fromAnswer: ({ scrobbled_at, track }) => [
        track.artist.id,
        track.name,
        scrobbled_at === null ? null : Date.parse(scrobbled_at)
      ],
      fromRows: ([row]) => [row?.["artist"], row?.["track_name"], row?.["at"]]
    }),
    list("/recent", page(sql`true`, everything, 10)),
    list("/recent?limit=50&page=20", page(sql`true`, everything, 50, 950)),
    list(`/recent?limit=50&date=${day}`, page(between([day, addDays(day, 1)]), total(day, addDays(day, 1)), 50)),
    list(`/recent?from=${month[0]}&to=${addDays(month[1], -1)}`, page(between(month), total(...month), 10)),
    recentAlbums(10),
    recentAlbums(20),
    list("/history", page(sql`true`, everything, 50)),
    list("/history?limit=200&page=100", page(sql`true`, everything, 200, 19_800)),
    list(`/history?limit=200&from=${years[0]}&to=${addDays(years[1], -1)}`, page(between(years), total(...years), 200)),
    list(`/history?artist=${encodeURIComponent(part)}`, named(part, null)),
    list(
      `/history?artist=${encodeURIComponent(part)}&album=${encodeURIComponent(album.name.slice(0, 3))}`,
      named(part, album.name.slice(0, 3))
    )
  ]
}

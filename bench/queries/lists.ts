import { AlbumDetail, AlbumItem, ArtistDetail, ArtistItem } from "@daybook/core/listening"
import { listOf } from "@daybook/core/shared"
import { everOf, top } from "./counts.js"
import { albumDetail, artistDetail } from "./details.js"
import { type Row, type Read, read, type Subjects } from "./Read.js"
import { picture } from "./picture.js"
import { raw, sql, type Sql } from "./sql.js"

const Artists = listOf(ArtistItem)
const Albums = listOf(AlbumItem)

const fromAnswer = ({
  data,
  pagination
}: {
  readonly data: ReadonlyArray<{ readonly id: number; readonly playcount: number | null }>
  readonly pagination: { readonly total: number }
}) => [
  // A page after the last one has no row with the total.
  data.length === 0 ? undefined : pagination.total,
  ...data.map(({ id, playcount }) => [id, playcount])
]

const fromRows = (rows: ReadonlyArray<Row>) => [rows[0]?.["total"], ...rows.map(({ id, plays }) => [id, plays])]

const artists = (query: string, statement: Sql) =>
  read(Artists, { path: `/artists${query}`, sql: statement, fromAnswer, fromRows })
const albums = (query: string, statement: Sql) =>
  read(Albums, { path: `/albums${query}`, sql: statement, fromAnswer, fromRows })

const genre = raw("(SELECT name FROM listening_genres WHERE id = named.genre_id) AS genre")
const totalOf = (kind: string) => sql`SELECT ${raw(kind)} FROM listening_totals WHERE grain = 'ever'`

/** Sorted artists. The page is cut before other tables are joined. */
const artistsBy = (where: Sql, order: Sql, total: Sql | null, limit: number, offset = 0): Sql => sql`
  WITH page AS (
    SELECT named.*, counted.plays ${total === null ? raw(", count(*) OVER () AS total") : raw("")}
    FROM listening_artists AS named JOIN (${everOf("artist")}) AS counted ON counted.subject = named.id
    WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
  )
  SELECT named.id, named.name, named.url, named.apple_music_url, named.plays, ${genre}, ${picture("listening", "artist", sql`named.id`)}, (${total ?? sql`named.total`})::int AS total
  FROM page AS named ORDER BY ${order}`

const albumsBy = (where: Sql, order: Sql, total: Sql | null, limit: number): Sql => sql`
  WITH page AS (
    SELECT named.*, counted.plays, artist.name AS artist_name ${total === null ? raw(", count(*) OVER () AS total") : raw("")}
    FROM listening_albums AS named JOIN (${everOf("album")}) AS counted ON counted.subject = named.id
    JOIN listening_artists AS artist ON artist.id = named.artist_id
    WHERE ${where} ORDER BY ${order} LIMIT ${limit}
  )
  SELECT named.id, named.name, named.url, named.apple_music_url, named.plays, named.artist_id, named.artist_name,
    ${picture("listening", "album", sql`named.id`)}, (${total ?? sql`named.total`})::int AS total
  FROM page AS named ORDER BY ${order}`

const byPlays = raw("plays DESC, sort_name, id")
const byName = raw("named.sort_name DESC, named.id")

/** The lists of the library, and the details of artists and albums. */
export const lists = ({ album, artist, middling }: Subjects): ReadonlyArray<Read> => {
  const part = artist.name.slice(0, 3)
  const search = sql`named.name ILIKE ${`%${part}%`}`
  return [
    artists("", top({ kind: "artist", counts: everOf("artist"), total: totalOf("artists"), limit: 20 })),
    artists(
      "?limit=100&page=3",
      top({ kind: "artist", counts: everOf("artist"), total: totalOf("artists"), limit: 100, offset: 200 })
    ),
    artists("?limit=100&sort=name", artistsBy(sql`true`, byName, totalOf("artists"), 100)),
    artists(`?search=${encodeURIComponent(part)}`, artistsBy(search, byPlays, null, 20)),
    albums("", top({ kind: "album", counts: everOf("album"), total: totalOf("albums"), limit: 20 })),
    albums("?limit=100&sort=name", albumsBy(sql`true`, byName, totalOf("albums"), 100)),
    albums("?limit=100&sort=recent", albumsBy(sql`true`, raw("named.id DESC"), totalOf("albums"), 100)),
    albums(
      `?artist=${encodeURIComponent(part)}&search=${encodeURIComponent(album.name.slice(0, 2))}`,
      albumsBy(
        sql`artist.name ILIKE ${`%${part}%`} AND named.name ILIKE ${`%${album.name.slice(0, 2)}%`}`,
        raw("plays DESC, named.sort_name, named.id"),
        null,
        20
      )
    ),
    ...[artist.id, middling.artist].map((id) => read(ArtistDetail, { path: `/artists/${id}`, ...artistDetail(id) })),
    ...[album.id, middling.album].map((id) => read(AlbumDetail, { path: `/albums/${id}`, ...albumDetail(id) }))
  ]
}

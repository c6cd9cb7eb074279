import type { Fact, ListeningStore } from "@daybook/core/listening"
import { type Calendar, always, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { storage } from "../../storage.js"
import { type Cover, isKept, readWithin } from "./buckets.js"
import { type AlbumRow, type ArtistRow, type NameRow, albumColumns, artistColumns, nameColumns, toAlbum, toArtist, toName } from "./columns.js"
import { countOf, isEmpty, paged } from "../../paged.js"
import { literally } from "./plays.js"
import { countsWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
interface Counted {
  readonly plays: number
  readonly total: number
}

/** The library: artists and albums that have visible plays. The order by plays is that of the top lists, which have it at hand. */
export const lists = (
  sql: SqlClient.SqlClient,
  calendar: Context.Tag.Service<Calendar>,
  ranked: Pick<Store, "topArtists" | "topAlbums">
): Pick<Store, "artists" | "albums" | "artistNamed"> => ({
  artists: ({ order, page, search, sort }) =>
    search === null && sort === "playcount" && order === "desc" ? ranked.topArtists({ range: always, page }) : storage("ListeningStore.artists")(
      readWithin(sql, calendar, always, (cover) => {
        const where = search === null ? sql`true` : sql`artist.name ILIKE ${literally(search)}`
        const by = sql.literal({ playcount: `plays ${order}, sort_name, artist.id`, name: `sort_name ${order}, artist.id` }[sort])
        const from = sql`FROM (${countsWithin(sql, "artist", cover)}) AS counted JOIN listening_artists AS artist ON artist.id = subject WHERE ${where}`
        return paged(
          page,
          sql<ArtistRow & Counted>`
            SELECT plays, total, ${artistColumns(sql)}
            FROM (
              SELECT artist.*, plays, ${totalOf(sql, "artist", cover, search === null)} AS total ${from}
              ORDER BY ${by} LIMIT ${page.limit} OFFSET ${offsetOf(page)}
            ) AS artist ORDER BY ${by}`,
          (row): Fact.CountedArtist => ({ artist: toArtist(row), plays: row.plays }),
          countOf(sql, sql`SELECT count(*) ${from}`)
        )
      }, isEmpty)
    ),
  albums: ({ artist, order, page, search, sort }) => {
    const isWhole = search === null && artist === null
    return isWhole && sort === "playcount" && order === "desc" ? ranked.topAlbums({ range: always, page }) : storage("ListeningStore.albums")(
      readWithin(sql, calendar, always, (cover) => {
        const by = sql.literal({
          playcount: `plays ${order}, album.sort_name, album.id`,
          name: `album.sort_name ${order}, album.id`,
          recent: `album.id ${order}`
        }[sort])
        const from = sql`
          FROM (${countsWithin(sql, "album", cover)}) AS counted JOIN listening_albums AS album ON album.id = subject
          WHERE ${albumsNamed(sql, search, artist)}`
        return paged(
          page,
          sql<NameRow & AlbumRow & Counted>`
            SELECT plays, total, ${nameColumns(sql)}, ${albumColumns(sql)}
            FROM (
              SELECT album.*, plays, ${totalOf(sql, "album", cover, isWhole)} AS total ${from}
              ORDER BY ${by} LIMIT ${page.limit} OFFSET ${offsetOf(page)}
            ) AS album JOIN listening_artists AS artist ON artist.id = album.artist_id ORDER BY ${by}`,
          (row): Fact.CountedAlbum => ({ artist: toName(row), album: toAlbum(row)!, plays: row.plays }),
          countOf(sql, sql`SELECT count(*) ${from}`)
        )
      }, isEmpty)
    )
  },
  artistNamed: (text) =>
    storage("ListeningStore.artistNamed")(readWithin(sql, calendar, always, (cover) =>
      Effect.map(
        sql<ArtistRow>`
          SELECT ${artistColumns(sql)} FROM (${countsWithin(sql, "artist", cover)}) AS counted JOIN listening_artists AS artist ON artist.id = subject
          WHERE artist.name ILIKE ${literally(text)}
          ORDER BY lower(artist.name) = lower(${text}) DESC, plays DESC, artist.id LIMIT 1`,
        ([row]) => Option.map(Option.fromNullable(row), toArtist)
      ), Option.isNone))
})

/** Albums by parts of their own and their artist's name. */
const albumsNamed = (sql: SqlClient.SqlClient, search: string | null, artist: string | null): Statement.Fragment =>
  sql.and([
    sql`true`,
    ...(search === null ? [] : [sql`album.name ILIKE ${literally(search)}`]),
    ...(artist === null ? [] : [sql`EXISTS (SELECT FROM listening_artists AS own WHERE own.id = album.artist_id AND own.name ILIKE ${literally(artist)})`])
  ])

/** How many there are in all, as a column: kept where it is the whole library out of one bucket, counted otherwise. */
const totalOf = (sql: SqlClient.SqlClient, kind: "artist" | "album", cover: Cover, isWhole: boolean): Statement.Fragment => {
  const [bucket] = cover.buckets
  return isWhole && bucket !== undefined && isKept(cover)
    ? sql`(SELECT ${sql(`${kind}s`)} FROM listening_totals WHERE grain = ${bucket.grain} AND bucket = ${bucket.bucket})`
    : sql`count(*) OVER ()`
}

import type { Fact, ListeningStore } from "@daybook/core/listening"
import { type Calendar, always, offsetOf } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { storage } from "../../storage.js"
import { coverOf } from "./buckets.js"
import { type AlbumRow, type ArtistRow, albumColumns, artistColumns, toAlbum, toArtist } from "./columns.js"
import { literally } from "./plays.js"
import { countsWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
interface Counted {
  readonly plays: number
}

/** The library: artists and albums that have visible plays. The order by plays is that of the top lists, which have it at hand. */
export const lists = (
  sql: SqlClient.SqlClient,
  calendar: Context.Tag.Service<Calendar>,
  ranked: Pick<Store, "topArtists" | "topAlbums">
): Pick<Store, "artists" | "albums" | "artistNamed"> => ({
  artists: ({ order, page, search, sort }) =>
    storage("ListeningStore.artists")(Effect.gen(function*() {
      if (search === null && sort === "playcount" && order === "desc") return yield* ranked.topArtists({ range: always, page })
      const counts = countsWithin(sql, "artist", yield* coverOf(sql, calendar, always))
      const where = search === null ? sql`true` : sql`artist.name ILIKE ${literally(search)}`
      const by = sql.literal({ playcount: `plays ${order}, sort_name, artist.id`, name: `sort_name ${order}, artist.id` }[sort])
      const [count] = yield* sql<{ total: number }>`
        SELECT count(*) AS total FROM (${counts}) AS counted JOIN listening_artists AS artist ON artist.id = subject WHERE ${where}`
      const rows = yield* sql<ArtistRow & Counted>`
        SELECT plays, ${artistColumns(sql)} FROM (${counts}) AS counted JOIN listening_artists AS artist ON artist.id = subject
        WHERE ${where} ORDER BY ${by} LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
      return { rows: rows.map((row): Fact.CountedArtist => ({ artist: toArtist(row), plays: row.plays })), total: count?.total ?? 0 }
    })),
  albums: ({ artist, order, page, search, sort }) =>
    storage("ListeningStore.albums")(Effect.gen(function*() {
      if (search === null && artist === null && sort === "playcount" && order === "desc") return yield* ranked.topAlbums({ range: always, page })
      const counts = countsWithin(sql, "album", yield* coverOf(sql, calendar, always))
      const where = sql.and([
        sql`true`,
        ...(search === null ? [] : [sql`album.name ILIKE ${literally(search)}`]),
        ...(artist === null ? [] : [sql`artist.name ILIKE ${literally(artist)}`])
      ])
      const by = sql.literal({
        playcount: `plays ${order}, album.sort_name, album.id`,
        name: `album.sort_name ${order}, album.id`,
        recent: `album.id ${order}`
      }[sort])
      const from = sql`
        FROM (${counts}) AS counted JOIN listening_albums AS album ON album.id = subject
        JOIN listening_artists AS artist ON artist.id = album.artist_id WHERE ${where}`
      const [count] = yield* sql<{ total: number }>`SELECT count(*) AS total ${from}`
      const rows = yield* sql<ArtistRow & AlbumRow & Counted>`
        SELECT plays, ${artistColumns(sql)}, ${albumColumns(sql)} ${from}
        ORDER BY ${by} LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
      return {
        rows: rows.map((row): Fact.CountedAlbum => ({ artist: toArtist(row), album: toAlbum(row)!, plays: row.plays })),
        total: count?.total ?? 0
      }
    })),
  artistNamed: (text) =>
    storage("ListeningStore.artistNamed")(Effect.gen(function*() {
      const counts = countsWithin(sql, "artist", yield* coverOf(sql, calendar, always))
      const [row] = yield* sql<ArtistRow>`
        SELECT ${artistColumns(sql)} FROM (${counts}) AS counted JOIN listening_artists AS artist ON artist.id = subject
        WHERE artist.name ILIKE ${literally(text)}
        ORDER BY lower(artist.name) = lower(${text}) DESC, plays DESC, artist.id LIMIT 1`
      return Option.map(Option.fromNullable(row), toArtist)
    }))
})

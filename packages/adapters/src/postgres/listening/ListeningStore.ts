import { type Fact, ListeningStore } from "@daybook/core/listening"
import { Calendar, always, offsetOf } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect, Layer, Option } from "effect"
import { number } from "../kit/columns.js"
import { countOf, every, ifPresent, isEmpty, paged } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { type Cover, countsWithin, isPrecounted, readWithin } from "./buckets.js"
import { literally, plays } from "./plays.js"
import { profiles } from "./profiles.js"
import { type Queries, implement } from "../kit/store.js"
import {
  albumColumns,
  artistColumns,
  nameColumns,
  selectAlbum,
  selectArtist,
  selectName,
  toAlbum,
  toArtist,
  toName
} from "./rows.js"
import { genres, series } from "./series.js"
import { months, totals, years } from "./statistics.js"
import { tops } from "./tops.js"

const counts = { plays: number, total: number }
const countedArtistColumns = { ...artistColumns, ...counts }
const countedAlbumColumns = { ...nameColumns, ...albumColumns, ...counts }

type Store = Queries<Context.Tag.Service<ListeningStore>>

/**
 * The library: artists and albums with visible plays. The order by plays comes from the counts, as in the top lists.
 */
const lists = (
  calendar: Context.Tag.Service<Calendar>,
  ranked: Pick<Store, "topArtists" | "topAlbums">
): Pick<Store, "artists" | "albums" | "artistNamed"> => ({
  artists: ({ order, page, search, sort }) =>
    search === null && sort === "playcount" && order === "desc"
      ? ranked.topArtists({ range: always, page })
      : readWithin(
          calendar,
          always,
          (cover) => {
            const where = every([ifPresent(search, (part) => sql`artist.name ILIKE ${literally(part)}`)])
            const by = sql.literal(
              { playcount: `plays ${order}, sort_name, artist.id`, name: `sort_name ${order}, artist.id` }[sort]
            )
            const from = sql`
              FROM (${countsWithin("artist", cover)}) AS counted
              JOIN listening_artists AS artist ON artist.id = subject WHERE ${where}`
            return paged(
              page,
              sql(countedArtistColumns)`
            SELECT plays, total, ${selectArtist}
            FROM (
              SELECT artist.*, plays, ${totalOf("artist", cover, search === null)} AS total ${from}
              ORDER BY ${by} LIMIT ${page.limit} OFFSET ${offsetOf(page)}
            ) AS artist ORDER BY ${by}`,
              (row): Fact.CountedArtist => ({ artist: toArtist(row), plays: row.plays }),
              countOf(sql`SELECT count(*) ${from}`)
            )
          },
          isEmpty
        ),
  albums: ({ artist, order, page, search, sort }) => {
    const isWhole = search === null && artist === null
    return isWhole && sort === "playcount" && order === "desc"
      ? ranked.topAlbums({ range: always, page })
      : readWithin(
          calendar,
          always,
          (cover) => {
            const by = sql.literal(
              {
                playcount: `plays ${order}, album.sort_name, album.id`,
                name: `album.sort_name ${order}, album.id`,
                recent: `album.id ${order}`
              }[sort]
            )
            const from = sql`
          FROM (${countsWithin("album", cover)}) AS counted JOIN listening_albums AS album ON album.id = subject
          WHERE ${albumsNamed(search, artist)}`
            return paged(
              page,
              sql(countedAlbumColumns)`
            SELECT plays, total, ${selectName}, ${selectAlbum}
            FROM (
              SELECT album.*, plays, ${totalOf("album", cover, isWhole)} AS total ${from}
              ORDER BY ${by} LIMIT ${page.limit} OFFSET ${offsetOf(page)}
            ) AS album JOIN listening_artists AS artist ON artist.id = album.artist_id ORDER BY ${by}`,
              (row): Fact.CountedAlbum => ({ artist: toName(row), album: toAlbum(row)!, plays: row.plays }),
              countOf(sql`SELECT count(*) ${from}`)
            )
          },
          isEmpty
        )
  },
  artistNamed: (text) =>
    readWithin(
      calendar,
      always,
      (cover) =>
        Effect.map(
          sql(artistColumns)`
          SELECT ${selectArtist} FROM (${countsWithin("artist", cover)}) AS counted
          JOIN listening_artists AS artist ON artist.id = subject
          WHERE artist.name ILIKE ${literally(text)}
          ORDER BY lower(artist.name) = lower(${text}) DESC, plays DESC, artist.id LIMIT 1`,
          ([row]) => Option.map(Option.fromNullable(row), toArtist)
        ),
      Option.isNone
    )
})

/** Albums filtered by parts of their own and their artist's name. */
const albumsNamed = (search: string | null, artist: string | null): Statement.Fragment =>
  every([
    ifPresent(search, (part) => sql`album.name ILIKE ${literally(part)}`),
    ifPresent(
      artist,
      (part) => sql`EXISTS (
        SELECT FROM listening_artists AS own WHERE own.id = album.artist_id AND own.name ILIKE ${literally(part)})`
    )
  ])

/** The total as a column: stored if the result is the whole library from one bucket, else counted. */
const totalOf = (kind: "artist" | "album", cover: Cover, isWhole: boolean): Statement.Fragment => {
  const [bucket] = cover.buckets
  return isWhole && bucket !== undefined && isPrecounted(cover)
    ? sql`(SELECT ${sql(`${kind}s`)} FROM listening_totals WHERE grain = ${bucket.grain} AND bucket = ${bucket.bucket})`
    : sql`count(*) OVER ()`
}

export const layer = Layer.effect(
  ListeningStore,
  Effect.gen(function* () {
    const calendar = yield* Calendar
    const ranked = tops(calendar)
    return yield* implement(ListeningStore, {
      ...plays(calendar),
      ...ranked,
      ...totals(calendar),
      ...lists(calendar, ranked),
      ...profiles(calendar),
      months: months(calendar),
      years,
      genres: genres(calendar),
      ...series(calendar)
    })
  })
)

import type { Fact, ListeningStore, PlaysOf } from "@daybook/core/listening"
import { type Calendar, isAlways, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { storage } from "../../storage.js"
import { matchesFilter } from "../filterSql.js"
import { foldOf } from "../spellings.js"
import { type AlbumRow, type NameRow, type TrackRow, albumColumns, nameColumns, toAlbum, toName, toTrack, trackColumns } from "./columns.js"
import { countOf, paged } from "../../paged.js"
import { playsWithin } from "./totals.js"
import { playedWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
type Row = NameRow & AlbumRow & TrackRow & { readonly playedAt: number }

const toPlay = (row: Row): Fact.PlayFact => ({
  playedAt: row.playedAt,
  artist: toName(row),
  track: toTrack(row),
  album: toAlbum(row)
})

/** Text for LIKE that stands for itself. */
export const literally = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`

/** Rows that a page may skip before it is asked whether there are as many. */
const near = 1_000

/** Where a filter finds the names of a play that may not be stored. */
const given = { artist: "given.artist", album: "given.album", track: "given.track" }

/** Plays newest first, and the newest and first of all. */
export const plays = (sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>): Pick<Store, "plays" | "newestAlbums" | "registeredAt" | "firstPlay" | "recognise"> => ({
  plays: (of) =>
    storage("ListeningStore.plays")(Effect.gen(function*() {
      const named = of.artist !== null || of.album !== null
      const { total, where } = named ? yield* namedWithin(sql, of) : { where: playedWithin(sql, of.range), total: playsWithin(sql, calendar, of.range) }
      const count = countOf(sql, total)
      // Who turns far beyond the end must not have all plays gone through.
      if (offsetOf(of.page) > near && offsetOf(of.page) >= (yield* count)) return { rows: [], total: yield* count }
      return yield* paged(
        of.page,
        sql<Row & { readonly total: number }>`
          SELECT (${total}) AS total, play.played_at, ${nameColumns(sql)}, ${trackColumns(sql)}, ${albumColumns(sql)}
          FROM (
            SELECT id, played_at, artist_id, track_id, album_id FROM listening_plays AS play WHERE ${where}
            ORDER BY played_at DESC, id DESC LIMIT ${of.page.limit} OFFSET ${offsetOf(of.page)}
          ) AS play
          JOIN listening_artists AS artist ON artist.id = play.artist_id
          JOIN listening_tracks AS track ON track.id = play.track_id
          LEFT JOIN listening_albums AS album ON album.id = play.album_id
          ORDER BY play.played_at DESC, play.id DESC`,
        toPlay,
        count
      )
    })),
  registeredAt: storage("ListeningStore.registeredAt")(Effect.map(
    sql<{ at: number | null }>`SELECT min(registered_at) AS at FROM listening_accounts`,
    ([row]) => Option.fromNullable(row?.at)
  )),
  newestAlbums: (range, page, window) =>
    storage("ListeningStore.newestAlbums")(Effect.map(
      sql<NameRow & AlbumRow & { readonly lastPlayedAt: number }>`
        SELECT newest.last_played_at, ${nameColumns(sql)}, ${albumColumns(sql)}
        FROM (
          SELECT album_id, max(played_at) AS last_played_at, min(place) AS place
          FROM (
            SELECT album_id, played_at, row_number() OVER (ORDER BY played_at DESC, id DESC) AS place
            FROM (
              SELECT id, album_id, played_at FROM listening_plays AS play WHERE ${playedWithin(sql, range)}
              ORDER BY played_at DESC, id DESC LIMIT ${window}
            ) AS play
          ) AS play
          WHERE album_id IS NOT NULL GROUP BY album_id ORDER BY place LIMIT ${page.limit} OFFSET ${offsetOf(page)}
        ) AS newest
        JOIN listening_albums AS album ON album.id = newest.album_id
        JOIN listening_artists AS artist ON artist.id = album.artist_id
        ORDER BY newest.place`,
      (rows) => rows.map((row): Fact.NewestAlbum => ({ artist: toName(row), album: toAlbum(row)!, lastPlayedAt: row.lastPlayedAt }))
    )),
  firstPlay: storage("ListeningStore.firstPlay")(Effect.map(
    sql<{ at: number }>`SELECT played_at AS at FROM listening_plays AS play WHERE visible ORDER BY played_at LIMIT 1`,
    ([row]) => Option.map(Option.fromNullable(row), ({ at }) => at)
  )),
  recognise: (artist, track, album) =>
    storage("ListeningStore.recognise")(Effect.map(
      sql<NameRow & AlbumRow & TrackRow & { hidden: boolean; hasArtist: boolean; hasTrack: boolean }>`
        SELECT ${matchesFilter(sql, "artist", given)} OR ${matchesFilter(sql, "track", given)}
            OR given.album IS NOT NULL AND ${matchesFilter(sql, "album", given)} AS hidden,
          artist.id IS NOT NULL AS has_artist, track.id IS NOT NULL AS has_track,
          ${nameColumns(sql)}, ${trackColumns(sql)}, ${albumColumns(sql)}
        FROM (SELECT ${artist}::text AS artist, ${track}::text AS track, ${album}::text AS album) AS given
        LEFT JOIN listening_artists AS artist ON artist.id = (
          SELECT artist_id FROM listening_spellings WHERE fold = ${foldOf(artist)} ORDER BY name <> given.artist, name COLLATE "C" LIMIT 1)
        LEFT JOIN listening_tracks AS track ON track.artist_id = artist.id AND track.name = given.track
        LEFT JOIN listening_albums AS album ON album.artist_id = artist.id AND album.name = given.album`,
      ([row]) => row === undefined
        ? { hidden: false, known: null }
        : { hidden: row.hidden, known: { artist: row.hasArtist ? toName(row) : null, track: row.hasTrack ? toTrack(row) : null, album: toAlbum(row) } }
    ))
})

/** Plays in a range by parts of the artist's and the album's name. The names are looked up first: they are few. */
const namedWithin = Effect.fn(function*(sql: SqlClient.SqlClient, { album, artist, range }: PlaysOf) {
  const ids = (rows: ReadonlyArray<{ id: number }>) => rows.map((row) => row.id)
  const artists = artist === null ? null : ids(yield* sql<{ id: number }>`SELECT id FROM listening_artists WHERE name ILIKE ${literally(artist)}`)
  const albums = album === null ? null : ids(yield* sql<{ id: number }>`SELECT id FROM listening_albums WHERE name ILIKE ${literally(album)}`)
  const where = sql.and([
    playedWithin(sql, range),
    ...(artists === null ? [] : [sql`play.artist_id = ANY(${artists}::int[])`]),
    ...(albums === null ? [] : [sql`play.album_id = ANY(${albums}::int[])`])
  ])
  const counted = sql`SELECT count(*) FROM listening_plays AS play WHERE ${where}`
  const [kind, subjects] = albums === null ? ["artist", artists] : ["album", albums]
  const isKept = isAlways(range) && (artists === null || albums === null)
  return { where, total: isKept ? sql`SELECT coalesce((${keptOf(sql, kind, subjects)}), (${counted}))` : counted }
})

/** The plays of all time of some artists or albums as they are kept; nothing where they are not settled. */
const keptOf = (sql: SqlClient.SqlClient, kind: string, subjects: ReadonlyArray<number> | null): Statement.Fragment => sql`
  SELECT sum(plays) FROM listening_counts JOIN listening_buckets USING (grain, bucket)
  WHERE kind = ${kind} AND grain = 'ever' AND settled AND subject = ANY(${subjects}::int[])`


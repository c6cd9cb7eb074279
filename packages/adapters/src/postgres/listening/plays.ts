import { type Fact, type ListeningStore, type PlayQuery, foldOf } from "@daybook/core/listening"
import { type Calendar, isAlways, offsetOf } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { type RowOf, boolean, instant, nullable, number, outerJoined } from "../kit/columns.js"
import { countOf, every, ifPresent, paged } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { playedWithin } from "./buckets.js"
import {
  albumColumns,
  matchesFilter,
  nameColumns,
  selectAlbum,
  selectName,
  selectTrack,
  toAlbum,
  toName,
  toTrack,
  trackColumns
} from "./rows.js"
import { playsWithin } from "./statistics.js"

const playColumns = { ...nameColumns, ...trackColumns, ...albumColumns, playedAt: instant }
const newestAlbumColumns = { ...nameColumns, ...albumColumns, lastPlayedAt: instant }
const matchColumns = outerJoined({
  ...nameColumns,
  ...trackColumns,
  ...albumColumns,
  hidden: boolean,
  hasArtist: boolean,
  hasTrack: boolean
})

type Store = Queries<Context.Tag.Service<ListeningStore>>
const toPlay = (row: RowOf<typeof playColumns>): Fact.PlayFact => ({
  playedAt: row.playedAt,
  artist: toName(row),
  track: toTrack(row),
  album: toAlbum(row)
})

/** A LIKE pattern that matches the text literally anywhere. */
export const literally = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`

/** Pages that skip more rows than this check the total first. */
const near = 1_000

/** Where a filter finds the names of a play that may not be stored. */
const filterColumns = { artist: "given.artist", album: "given.album", track: "given.track" }

/** Plays newest first, and the newest and first play of all. */
export const plays = (
  calendar: Context.Tag.Service<Calendar>
): Pick<Store, "plays" | "newestAlbums" | "beginning" | "matchPlay"> => ({
  plays: (of) =>
    Effect.gen(function* () {
      const named = of.artist !== null || of.album !== null
      const { total, where } = named
        ? yield* namedWithin(of)
        : { where: playedWithin(of.range), total: playsWithin(calendar, of.range) }
      const count = countOf(total)
      // A page far beyond the end must not scan all plays.
      if (offsetOf(of.page) > near && offsetOf(of.page) >= (yield* count)) return { rows: [], total: yield* count }
      return yield* paged(
        of.page,
        sql({ ...playColumns, total: number })`
          SELECT (${total}) AS total, play.played_at, ${selectName}, ${selectTrack}, ${selectAlbum}
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
    }),
  newestAlbums: (range, page, window) =>
    Effect.map(
      sql(newestAlbumColumns)`
        SELECT newest.last_played_at, ${selectName}, ${selectAlbum}
        FROM (
          SELECT album_id, max(played_at) AS last_played_at, min(place) AS place
          FROM (
            SELECT album_id, played_at, row_number() OVER (ORDER BY played_at DESC, id DESC) AS place
            FROM (
              SELECT id, album_id, played_at FROM listening_plays AS play WHERE ${playedWithin(range)}
              ORDER BY played_at DESC, id DESC LIMIT ${window}
            ) AS play
          ) AS play
          WHERE album_id IS NOT NULL GROUP BY album_id ORDER BY place LIMIT ${page.limit} OFFSET ${offsetOf(page)}
        ) AS newest
        JOIN listening_albums AS album ON album.id = newest.album_id
        JOIN listening_artists AS artist ON artist.id = album.artist_id
        ORDER BY newest.place`,
      (rows) =>
        rows.map((row): Fact.NewestAlbum => ({
          artist: toName(row),
          album: toAlbum(row)!,
          lastPlayedAt: row.lastPlayedAt
        }))
    ),
  beginning: Effect.map(
    sql({ firstPlay: nullable(instant), registeredAt: nullable(instant) })`
      SELECT (SELECT played_at FROM listening_plays AS play WHERE visible ORDER BY played_at LIMIT 1) AS first_play,
        (SELECT min(registered_at) FROM listening_accounts) AS registered_at`,
    ([row]) => ({
      firstPlay: Option.fromNullable(row?.firstPlay),
      registeredAt: Option.fromNullable(row?.registeredAt)
    })
  ),
  matchPlay: (artist, track, album) =>
    Effect.map(
      sql(matchColumns)`
        SELECT ${matchesFilter("artist", filterColumns)} OR ${matchesFilter("track", filterColumns)}
            OR given.album IS NOT NULL AND ${matchesFilter("album", filterColumns)}
            OR coalesce(artist.concealed, false) OR coalesce(track.concealed, false)
            OR coalesce(album.concealed, false) AS hidden,
          artist.id IS NOT NULL AS has_artist, track.id IS NOT NULL AS has_track,
          ${selectName}, ${selectTrack}, ${selectAlbum}
        FROM (SELECT ${artist}::text AS artist, ${track}::text AS track, ${album}::text AS album) AS given
        LEFT JOIN listening_artists AS reported_artist ON reported_artist.id = (
          SELECT artist_id FROM listening_spellings WHERE fold = ${foldOf(artist)}
          ORDER BY name <> given.artist, name COLLATE "C" LIMIT 1)
        LEFT JOIN listening_tracks AS reported_track
          ON reported_track.reported_artist_id = reported_artist.id AND reported_track.fold = ${foldOf(track)}
        LEFT JOIN listening_albums AS reported_album ON reported_album.reported_artist_id = reported_artist.id
          AND reported_album.fold = ${album === null ? null : foldOf(album)}
        LEFT JOIN listening_tracks AS track ON track.id = coalesce(reported_track.stand_in, reported_track.id)
        LEFT JOIN listening_albums AS album ON album.id = coalesce(reported_album.stand_in, reported_album.id)
        LEFT JOIN listening_artists AS artist
          ON artist.id = coalesce(track.artist_id, reported_artist.stand_in, reported_artist.id)`,
      ([row]) =>
        row === undefined
          ? { hidden: false, match: null }
          : {
              hidden: row.hidden,
              match: {
                artist: row.hasArtist ? toName(row) : null,
                track: row.hasTrack ? toTrack(row) : null,
                album: toAlbum(row)
              }
            }
    )
})

const idsNamed = (table: string, part: string) =>
  Effect.map(sql({ id: number })`SELECT id FROM ${sql(table)} WHERE name ILIKE ${literally(part)}`, (rows) =>
    rows.map(({ id }) => id)
  )

/** Plays in a range by parts of the artist's and the album's name. Resolves the few matching names first. */
const namedWithin = Effect.fn(function* ({ album, artist, range }: PlayQuery) {
  const artists = artist === null ? null : yield* idsNamed("listening_artists", artist)
  const albums = album === null ? null : yield* idsNamed("listening_albums", album)
  const where = every([
    playedWithin(range),
    ifPresent(artists, (ids) => sql`play.artist_id = ANY(${ids}::int[])`),
    ifPresent(albums, (ids) => sql`play.album_id = ANY(${ids}::int[])`)
  ])
  const countQuery = sql`SELECT count(*) FROM listening_plays AS play WHERE ${where}`
  const [kind, subjects] = albums === null ? ["artist", artists] : ["album", albums]
  const isStoredCount = isAlways(range) && (artists === null || albums === null)
  return {
    where,
    total: isStoredCount ? sql`SELECT coalesce((${storedCount(kind, subjects)}), (${countQuery}))` : countQuery
  }
})

/** The stored all-time count of some artists or albums; no row if that bucket is incomplete. */
const storedCount = (kind: string, subjects: ReadonlyArray<number> | null): Statement.Fragment => sql`
  SELECT sum(plays) FROM listening_counts JOIN listening_buckets USING (grain, bucket)
  WHERE kind = ${kind} AND grain = 'ever' AND settled AND subject = ANY(${subjects}::int[])`

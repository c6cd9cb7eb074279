import {
  type Play,
  type PlayIds,
  type RecordingIds,
  foldOf,
  playKeyOf,
  minuteMillis,
  minuteOf,
  storedPlaysOf
} from "@daybook/core/listening"
import type { Span } from "@daybook/core/sync"
import { Effect } from "effect"
import type { Ids } from "./names.js"
import { addressRankOf, pageOf, reportedIds } from "./rows.js"
import type { Spelled } from "./spellings.js"
import { sql } from "../kit/sql.js"
import { type ColumnsOf, boolean, instant, nullable, number, text } from "../kit/columns.js"
import { table } from "../kit/table.js"

const idColumns: ColumnsOf<Omit<Ids, "spelled">> = {
  artistId: nullable(number),
  trackId: nullable(number),
  albumId: nullable(number),
  hidden: boolean,
  trackName: nullable(text),
  trackMbid: nullable(text),
  trackAddress: number,
  trackPage: nullable(text),
  albumName: nullable(text),
  albumMbid: nullable(text),
  albumAddress: number,
  albumPage: nullable(text),
  heard: number
}

/** The stored ids of a play's names, and the stored plays that it matches. */
export interface ExistingPlay extends Ids {
  readonly playIds: ReadonlyArray<number>
}

const minute = `${minuteMillis} milliseconds`

/**
 * Finds stored plays by the provider's unique key: time, artist, track, album. A stored play known to the minute
 * matches every play in that minute.
 */
export const lookUp = Effect.fn("listening.lookUp")(function* (
  source: string,
  plays: ReadonlyArray<Play>,
  spelled: ReadonlyMap<string, Spelled>
) {
  const ids = yield* idsOf(plays, spelled)
  const own = ids.flatMap(({ trackId }) => (trackId === null ? [] : [trackId]))
  const around = own.length === 0 ? [] : yield* playsNear(source, plays, own)
  // In a first sync, nothing is stored.
  if (around.length === 0) return ids
  const playIds = storedPlaysOf(plays, (index) => recordingOf(plays[index]!, ids[index]!), around)
  return ids.map((named, index): ExistingPlay =>
    playIds[index]!.length === 0 ? named : { ...named, playIds: playIds[index]! }
  )
})

/** The names of a play; null if one of them is not stored. */
const recordingOf = ({ album }: Play, { albumId, spelled, trackId }: Ids): RecordingIds | null =>
  trackId === null || (album !== null && albumId === null) ? null : { trackId, albumId, spellingId: spelled.id }

const storedPlayColumns = {
  id: number,
  playedAt: instant,
  trackId: number,
  albumId: nullable(number),
  spellingId: number
}
const nearColumns = { ...storedPlayColumns, precise: boolean }

/** The source's plays of some tracks, between the first and the last of the given times. */
const playsNear = (source: string, plays: ReadonlyArray<Play>, tracks: ReadonlyArray<number>) => {
  const first = plays.reduce((least, play) => Math.min(least, play.playedAt), Infinity)
  const last = plays.reduce((most, play) => Math.max(most, play.playedAt), -Infinity)
  return sql(nearColumns)`
    SELECT id, played_at, ${reportedIds("listening_plays")}, spelling_id, precise FROM listening_plays
    WHERE source = ${source} AND played_at >= to_timestamp(${first / 1000}::float8)
      AND played_at <= to_timestamp(${last / 1000}::float8) + ${minute}::interval
      AND coalesce(reported_track_id, track_id) = ANY(${[...new Set(tracks)]}::int[])`
}

const reportedNames = table("listening_plays", { place: number, artistId: number, track: text, album: nullable(text) })

/**
 * The stored ids of each play's names. A page repeats few names, so each is queried once, and plays of the same names
 * share one object. A new artist has no ids.
 */
const idsOf = (plays: ReadonlyArray<Play>, spelled: ReadonlyMap<string, Spelled>) => {
  const places = new Map<string, number>()
  const unmatched: Array<Play> = []
  const of = (play: Play) => spelled.get(play.artist.name)!
  const placeOf = plays.map((play) => {
    if (of(play).fresh !== null) return null
    const key = namesOf(play)
    const match = places.get(key)
    if (match !== undefined) return match
    places.set(key, unmatched.length)
    return unmatched.push(play) - 1
  })
  const existingIds =
    unmatched.length === 0
      ? Effect.succeed([])
      : sql(idColumns)`
      SELECT artist.id AS artist_id, track.id AS track_id, album.id AS album_id,
        coalesce(artist.hidden, false) OR coalesce(track.hidden, false) OR coalesce(album.hidden, false) AS hidden,
        coalesce(track.reported_name, track.name) AS track_name, track.mbid AS track_mbid, 
        coalesce(album.reported_name, album.name) AS album_name, album.mbid AS album_mbid,
        ${addressRankOf(sql`track.url`)} AS track_address, ${addressRankOf(sql`album.url`)} AS album_address,
        ${pageOf(sql`track.url`)} AS track_page, ${pageOf(sql`album.url`)} AS album_page,
        coalesce(artist.heard::int, 0) + 2 * coalesce(album.heard::int, 0) + 4 * coalesce(track.heard::int, 0) AS heard
      FROM ${reportedNames.valuesOf(
        unmatched.map((play, place) => ({
          place,
          artistId: of(play).artistId,
          track: foldOf(play.track.name),
          album: play.album === null ? null : foldOf(play.album.name)
        })),
        "reported"
      )}
      JOIN listening_artists AS artist ON artist.id = reported.artist_id
      LEFT JOIN listening_tracks AS track ON track.reported_artist_id = artist.id AND track.fold = reported.track
      LEFT JOIN listening_albums AS album ON album.reported_artist_id = artist.id AND album.fold = reported.album
      ORDER BY reported.place`
  return Effect.map(existingIds, (rows) => {
    const existing = rows.map((row, place): ExistingPlay => ({ ...row, spelled: of(unmatched[place]!), playIds: [] }))
    const ofNewArtists = new Map<Spelled, ExistingPlay>()
    const ofNew = (spelling: Spelled) => {
      const ids = ofNewArtists.get(spelling) ?? newIds(spelling)
      ofNewArtists.set(spelling, ids)
      return ids
    }
    return plays.map((play, index) => existing[placeOf[index] ?? -1] ?? ofNew(of(play)))
  })
}

/** For a play whose artist is new. */
const newIds = (spelled: Spelled): ExistingPlay => ({
  playIds: [],
  artistId: null,
  trackId: null,
  albumId: null,
  spelled,
  hidden: spelled.fresh?.hidden ?? false,
  trackName: null,
  trackMbid: null,
  trackAddress: 0,
  trackPage: null,
  albumName: null,
  albumMbid: null,
  albumAddress: 0,
  albumPage: null,
  heard: 0
})

/** Removes NUL characters, which PostgreSQL rejects. */
const namesOf = ({ album, artist, track }: Play) =>
  `${artist.name}\0${track.name}${album === null ? "" : `\0${album.name}`}`

/**
 * The source's stored plays in a span that are not among the given ones. A play known to the minute counts only if the
 * span covers the whole minute. Only then did the listing cover every play that it may stand for.
 */
export const missingIn = (source: string, span: Span, presentIds: ReadonlyArray<number>) =>
  Effect.map(
    sql({ id: number })`
      SELECT id FROM listening_plays
      WHERE source = ${source} AND played_at >= to_timestamp(${span.from}::float8 / 1000)
        AND played_at + CASE WHEN precise THEN interval '0' ELSE ${minute}::interval END
          < to_timestamp(${span.to}::float8 / 1000)
        AND played_at < to_timestamp(${span.to}::float8 / 1000) AND id <> ALL(${presentIds}::int[])`,
    (rows) => rows.map((row) => row.id)
  )

/** The source's plays of these names and computed starts: they were stored before the true start was known. */
export const computedOf = (source: string, plays: ReadonlyArray<PlayIds>) => {
  if (plays.length === 0) return Effect.succeed([])
  const computed = new Set(plays.map(playKeyOf))
  return Effect.map(
    sql(storedPlayColumns)`
      SELECT id, played_at, ${reportedIds("listening_plays")}, spelling_id FROM listening_plays
      WHERE source = ${source} AND precise
        AND played_at IN (SELECT to_timestamp(at / 1000) FROM unnest(${plays.map((play) => play.playedAt)}::float8[]) AS at)`,
    (rows) => rows.filter((row) => computed.has(playKeyOf(row))).map((row) => row.id)
  )
}

/** Stored plays known to the minute that match exact plays. */
export const roundedOf = (source: string, exact: ReadonlyArray<PlayIds>) => {
  const times = exact.map((play) => play.playedAt)
  return Effect.map(
    sql(storedPlayColumns)`
      SELECT id, played_at, ${reportedIds("listening_plays")}, spelling_id FROM listening_plays
      WHERE source = ${source} AND NOT precise
        AND played_at >= date_trunc('minute', to_timestamp(${Math.min(...times) / 1000}::float8))
        AND played_at <= to_timestamp(${Math.max(...times) / 1000}::float8)`,
    (rows) => {
      const minutes = new Set(rows.length === 0 ? [] : exact.map(minuteOf))
      return rows.filter((row) => minutes.has(minuteOf(row))).map((row) => row.id)
    }
  )
}

import type { Play } from "@daybook/core/listening"
import type { Span } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import { Array, Effect } from "effect"
import type { Ids } from "./names.js"
import type { Spelled } from "./spellings.js"

/** What is stored of each play given: the ids of its names, and of the plays that it stands for. */
export interface Stored extends Ids {
  readonly playIds: ReadonlyArray<number>
}

/** From the first to the last second of a minute, which is how far a time may have been rounded down. */
export const minute = "59 seconds"
export const minuteMillis = 59_000

/**
 * Looks up plays by what the provider holds unique: time, artist, track, album. A play known to the minute only stands
 * for all of that minute.
 */
export const lookUp = Effect.fn("listening.lookUp")(function*(sql: SqlClient.SqlClient, source: string, plays: ReadonlyArray<Play>, spelled: ReadonlyMap<string, Spelled>) {
  const ids = yield* idsOf(sql, plays, spelled)
  const own = ids.flatMap(({ trackId }) => trackId === null ? [] : [trackId])
  const around = own.length === 0 ? [] : yield* playsNear(sql, source, plays, own)
  // A first sync has nothing to tell apart.
  if (around.length === 0) return ids.map((named): Stored => ({ ...named, playIds: [] }))
  const near: Partial<Record<string, ReadonlyArray<Near>>> = Array.groupBy(around, recordingOf)
  return plays.map((play, index): Stored => {
    const named = ids[index]!
    const known = play.album !== null && named.albumId === null ? [] : near[recordingOf({ ...named, spellingId: named.spelled.id })] ?? []
    return { ...named, playIds: known.filter((one) => standsFor(one, play)).map(({ id }) => id) }
  })
})

const standsFor = (stored: Near, { playedAt, precision }: Play): boolean =>
  precision === "second"
    ? stored.precise && stored.playedAt === playedAt
    : stored.playedAt >= playedAt && stored.playedAt <= playedAt + minuteMillis

const recordingOf = ({ albumId, spellingId, trackId }: Pick<Near, "albumId" | "spellingId"> & { readonly trackId: number | null }) =>
  `${trackId} ${albumId} ${spellingId}`

interface Near {
  readonly id: number
  readonly playedAt: number
  readonly trackId: number
  readonly albumId: number | null
  readonly spellingId: number
  readonly precise: boolean
}

/** The source's plays of some tracks from the first to the last of the times given. */
const playsNear = (sql: SqlClient.SqlClient, source: string, plays: ReadonlyArray<Play>, tracks: ReadonlyArray<number>) => {
  const first = plays.reduce((least, play) => Math.min(least, play.playedAt), Infinity)
  const last = plays.reduce((most, play) => Math.max(most, play.playedAt), -Infinity)
  return sql<Near>`
    SELECT id, played_at, track_id, album_id, spelling_id, precise FROM listening_plays
    WHERE source = ${source} AND played_at >= to_timestamp(${first / 1000}::float8) AND played_at <= to_timestamp(${last / 1000}::float8) + ${minute}::interval
      AND track_id = ANY(${[...new Set(tracks)]}::int[])`
}

/** What is stored of the names of each play. A page names few recordings many times, so each is asked for once. */
const idsOf = (sql: SqlClient.SqlClient, plays: ReadonlyArray<Play>, spelled: ReadonlyMap<string, Spelled>) => {
  const places = new Map<string, number>()
  const asked: Array<Play> = []
  const of = (play: Play) => spelled.get(play.artist.name)!
  const placeOf = plays.map((play) => {
    const key = namesOf(play)
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, asked.length)
    return asked.push(play) - 1
  })
  return Effect.map(
    sql<Omit<Ids, "spelled">>`
      SELECT artist.id AS artist_id, track.id AS track_id, album.id AS album_id,
        coalesce(artist.hidden, false) OR coalesce(track.hidden, false) OR coalesce(album.hidden, false) AS hidden,
        4 * (track.mbid IS NULL)::int + 8 * (track.url IS NULL)::int
          + 16 * (album.mbid IS NULL)::int + 32 * (album.url IS NULL)::int AS lacks,
        coalesce(artist.heard::int, 0) + 2 * coalesce(album.heard::int, 0) + 4 * coalesce(track.heard::int, 0) AS heard
      FROM unnest(
        ${asked.map((play) => of(play).artistId)}::int[], ${asked.map((play) => play.track.name)}::text[],
        ${asked.map((play) => play.album?.name ?? null)}::text[]
      ) WITH ORDINALITY AS given (artist_id, track, album, place)
      JOIN listening_artists AS artist ON artist.id = given.artist_id
      LEFT JOIN listening_tracks AS track ON track.artist_id = artist.id AND track.name = given.track
      LEFT JOIN listening_albums AS album ON album.artist_id = artist.id AND album.name = given.album
      ORDER BY given.place`,
    (rows) => placeOf.map((place): Ids => {
      const spelling = of(asked[place]!)
      // What is new with this page is not known yet.
      return { ...rows[place]!, ...(spelling.fresh === null ? {} : { artistId: null, heard: 0 }), spelled: spelling }
    })
  )
}

/** The database knows no name with the character NUL in it. */
const namesOf = ({ album, artist, track }: Play) => `${artist.name}\0${track.name}${album === null ? "" : `\0${album.name}`}`

/**
 * Stored plays of the source in a span that are not among the given ones. A minute counts where the span holds all of
 * it: only then was every play that it may stand for among the given ones.
 */
export const missingIn = (sql: SqlClient.SqlClient, source: string, span: Span, kept: ReadonlyArray<number>) =>
  Effect.map(
    sql<{ id: number }>`
      SELECT id FROM listening_plays
      WHERE source = ${source} AND played_at >= to_timestamp(${span.from}::float8 / 1000)
        AND played_at + CASE WHEN precise THEN interval '0' ELSE ${minute}::interval END < to_timestamp(${span.to}::float8 / 1000)
        AND played_at < to_timestamp(${span.to}::float8 / 1000) AND id <> ALL(${kept}::int[])`,
    (rows) => rows.map((row) => row.id)
  )

/** A play that is to be stored, with the ids of its names. */
export interface Exact {
  readonly playedAt: number
  readonly trackId: number
  readonly albumId: number | null
  readonly spellingId: number
}

/** Names the minute, spelling, track and album that a play known to the minute stands for. */
export const minuteOf = ({ albumId, playedAt, spellingId, trackId }: Exact): string =>
  `${Math.floor(playedAt / 60_000)} ${trackId} ${albumId} ${spellingId}`

/** Plays known to the minute of which the exact ones are at hand now. */
export const roundedOf = (sql: SqlClient.SqlClient, source: string, exact: ReadonlyArray<Exact>) => {
  const times = exact.map((play) => play.playedAt)
  return Effect.map(
    sql<Exact & { readonly id: number }>`
      SELECT id, played_at, track_id, album_id, spelling_id FROM listening_plays
      WHERE source = ${source} AND NOT precise AND played_at >= date_trunc('minute', to_timestamp(${Math.min(...times) / 1000}::float8))
        AND played_at <= to_timestamp(${Math.max(...times) / 1000}::float8)`,
    (rows) => {
      const minutes = new Set(rows.length === 0 ? [] : exact.map(minuteOf))
      return rows.filter((row) => minutes.has(minuteOf(row))).map((row) => row.id)
    }
  )
}

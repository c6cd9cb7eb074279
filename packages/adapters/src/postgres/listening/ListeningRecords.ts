import { ListeningRecords, type Play } from "@daybook/core/listening"
import { Calendar } from "@daybook/core/shared"
import type { Applied, Span } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { lookUp, missingIn, roundedTo } from "./diff.js"
import { storeNames } from "./names.js"
import { type Counted, count } from "./rollup.js"
import { lock, settle } from "./settle.js"
import { settleTwins } from "./twins.js"

interface Written extends Counted {
  readonly id: number
  readonly playedAt: number
  readonly visible: boolean
}

export const layer = Layer.effect(ListeningRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar

  const insert = Effect.fn(function*(source: string, plays: ReadonlyArray<Play>, known: Parameters<typeof storeNames>[2]) {
    yield* sql`INSERT INTO listening_sources (source) VALUES (${source}) ON CONFLICT DO NOTHING`
    const ids = yield* storeNames(sql, plays, known)
    const exact = ids.map((id, index) => ({ ...id, playedAt: plays[index]!.playedAt })).filter((_, index) => plays[index]!.precision === "second")
    const rounded = yield* roundedTo(sql, source, exact)
    yield* remove(rounded)
    const written = yield* sql<Written>`
      INSERT INTO listening_plays (played_at, artist_id, track_id, album_id, day, source, precise, visible)
      SELECT to_timestamp(given.at), given.artist_id, given.track_id, given.album_id, given.day, ${source}, given.precise,
        NOT (artist.hidden OR track.hidden OR coalesce(album.hidden, false))
      FROM unnest(
        ${plays.map((play) => play.playedAt / 1000)}::float8[], ${ids.map((id) => id.artistId)}::int[],
        ${ids.map((id) => id.trackId)}::int[], ${ids.map((id) => id.albumId)}::int[],
        ${plays.map((play) => calendar.dateOf(play.playedAt))}::date[], ${plays.map((play) => play.precision === "second")}::boolean[]
      ) AS given (at, artist_id, track_id, album_id, day, precise)
      JOIN listening_artists AS artist ON artist.id = given.artist_id
      JOIN listening_tracks AS track ON track.id = given.track_id
      LEFT JOIN listening_albums AS album ON album.id = given.album_id
      ON CONFLICT DO NOTHING
      RETURNING id, played_at, day, artist_id, album_id, track_id, visible`
    yield* count(sql, written.filter((play) => play.visible), 1)
    yield* flip(written.map((play) => play.playedAt))
    return { written: written.length, replaced: new Set(rounded) }
  })

  /** Counts in and out the plays that another service's report shows or hides. */
  const flip = Effect.fn(function*(times: ReadonlyArray<number>) {
    const flipped = yield* settleTwins(sql, times)
    yield* count(sql, flipped.filter((play) => play.visible), 1)
    yield* count(sql, flipped.filter((play) => !play.visible), -1)
  })

  const remove = Effect.fn(function*(ids: ReadonlyArray<number>) {
    if (ids.length === 0) return 0
    const gone = yield* sql<Written>`
      DELETE FROM listening_plays WHERE id = ANY(${ids}::int[])
      RETURNING id, played_at, day, artist_id, album_id, track_id, visible`
    yield* count(sql, gone.filter((play) => play.visible), -1)
    yield* flip(gone.map((play) => play.playedAt))
    return gone.length
  })

  /** What of a page is stored already. Asked without the lock first: most incremental pages bring nothing new. */
  const compare = Effect.fn(function*(source: string, plays: ReadonlyArray<Play>) {
    const unlocked = yield* lookUp(sql, source, plays)
    if (unlocked.every((row) => row.playId !== null)) return unlocked
    yield* lock(sql)
    return yield* lookUp(sql, source, plays)
  })

  const put = Effect.fn(function*(source: string, plays: ReadonlyArray<Play>, covers: Span | null) {
    const stored = yield* compare(source, plays)
    const fresh = stored.flatMap((row, index) => row.playId === null ? [index] : [])
    const kept = stored.flatMap((row) => row.playId === null ? [] : [row.playId])
    const missing = covers === null ? [] : yield* missingIn(sql, source, covers, kept)
    const { replaced, written } = fresh.length === 0
      ? { written: 0, replaced: new Set<number>() }
      : yield* insert(source, fresh.map((index) => plays[index]!), fresh.map((index) => stored[index]!))
    return {
      added: written - replaced.size,
      changed: replaced.size,
      present: kept.map(String),
      missing: missing.filter((id) => !replaced.has(id)).map(String)
    } satisfies Applied
  })

  return {
    put: (source, plays, covers) => storage("ListeningRecords.put")(put(source, plays, covers)),
    remove: (_source, keys) =>
      storage("ListeningRecords.remove")(Effect.zipRight(lock(sql), remove(keys.map(Number)))),
    count: (source) =>
      storage("ListeningRecords.count")(Effect.map(
        sql<{ count: number }>`SELECT count(*) AS count FROM listening_plays WHERE source = ${source}`,
        ([row]) => row?.count ?? 0
      )),
    settle: storage("ListeningRecords.settle")(Effect.gen(function*() {
      const settled = yield* settle(sql, yield* calendar.today)
      if (settled > 0) yield* sql`VACUUM (ANALYZE) listening_plays, listening_counts, listening_totals, listening_artists, listening_albums, listening_tracks`
    }))
  }
}))

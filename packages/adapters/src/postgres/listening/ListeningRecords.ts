import { ListeningRecords, type MonthHeld, type Play, type Presence } from "@daybook/core/listening"
import { Calendar } from "@daybook/core/shared"
import type { Applied, Span } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Ref } from "effect"
import { storage } from "../storage.js"
import { lookUp, minuteOf, missingIn, roundedOf, type Stored } from "./diff.js"
import { keepDurations } from "./durations.js"
import { locked } from "./locked.js"
import { movePlays } from "./moves.js"
import { completeNames, type Names, storeNames } from "./names.js"
import { inTurn, nameArtists } from "./naming.js"
import { mayAppear, presenceOf, unchanged } from "./presence.js"
import { type Counted, count, few } from "./rollup.js"
import { settle } from "./settle.js"
import { storeSpellings } from "./spellings.js"
import { type Heard, settleTwins, unpaired } from "./twins.js"

interface Removed extends Counted {
  readonly playedAt: number
  readonly spellingId: number
  readonly visible: boolean
}

export const layer = Layer.effect(ListeningRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar
  const piecemeal = yield* Ref.make(0)

  /** Counts a few plays one by one, and leaves to the end of the sync what has become too many. */
  const counted = Effect.fn(function*(plays: ReadonlyArray<Counted>, sign: 1 | -1) {
    const sum = yield* Ref.updateAndGet(piecemeal, (before) => before + plays.length)
    yield* count(sql, plays, sign, sum <= few)
  })

  /** In the order of names, in which three of the table's indexes take them a third faster. */
  const insert = Effect.fn(function*(source: string, plays: ReadonlyArray<Play>, names: ReadonlyArray<Names>) {
    const days = plays.map((play) => calendar.dateOf(play.playedAt))
    yield* sql`
      INSERT INTO listening_plays (played_at, artist_id, spelling_id, track_id, album_id, day, source, precise, visible)
      SELECT to_timestamp(at), artist_id, spelling_id, track_id, album_id, day, ${source}, precise, visible
      FROM unnest(
        ${plays.map((play) => play.playedAt / 1000)}::float8[], ${names.map((named) => named.artistId)}::int[],
        ${names.map((named) => named.spellingId)}::int[], ${names.map((named) => named.trackId)}::int[],
        ${names.map((named) => named.albumId)}::int[], ${days}::date[],
        ${plays.map((play) => play.precision === "second")}::boolean[], ${names.map((named) => !named.hidden)}::boolean[]
      ) AS given (at, artist_id, spelling_id, track_id, album_id, day, precise, visible)
      ORDER BY artist_id, album_id, track_id, at`
    const heard = names.map(({ albumId, artistId, hidden, trackId }, index) => ({ hidden, day: days[index]!, artistId, albumId, trackId }))
    yield* counted(heard.filter((play) => !play.hidden), 1)
  })

  /** Counts in and out the plays that another service's report shows or hides. */
  const flip = Effect.fn(function*(heard: ReadonlyArray<Heard>, longer: ReadonlyArray<string> = []) {
    if (heard.length + longer.length === 0 || (yield* sql`SELECT FROM listening_sources LIMIT 2`).length < 2) return []
    const { gone, shown } = yield* settleTwins(sql, longer.length === 0 ? heard : [...heard, ...yield* unpaired(sql, longer)])
    yield* counted(shown, 1)
    yield* counted(gone, -1)
    return [...shown, ...gone]
  })

  const remove = Effect.fn(function*(source: string, ids: ReadonlyArray<number>) {
    if (ids.length === 0) return []
    const gone = yield* sql<Removed>`
      DELETE FROM listening_plays WHERE source = ${source} AND id = ANY(${ids}::int[])
      RETURNING played_at, day, artist_id, spelling_id, album_id, track_id, visible`
    yield* counted(gone.filter((play) => play.visible), -1)
    return gone
  })

  /** Stores plays that are not there yet, in the place of those known to the minute that they make exact. */
  const store = Effect.fn(function*(source: string, plays: ReadonlyArray<Play>, known: ReadonlyArray<Stored>, covers: Span | null) {
    const fresh = plays.flatMap((_, index) => known[index]!.playIds.length === 0 ? [index] : [])
    const names = yield* storeNames(sql, fresh.map((index) => plays[index]!), fresh.map((index) => known[index]!))
    const trackIds = new Map(fresh.map((place, index) => [place, names[index]!.trackId]))
    const longer = yield* keepDurations(sql, plays.flatMap(({ duration }, place) =>
      duration === undefined ? [] : [{ trackId: trackIds.get(place) ?? known[place]!.trackId!, duration }]))
    const given = fresh.map((place, index) => ({ place, ...names[index]!, playedAt: plays[place]!.playedAt, precise: plays[place]!.precision === "second" }))
    const added = distinct(given)
    const exact = added.filter((play) => play.precise)
    const rounded = exact.length === 0 ? [] : yield* remove(source, yield* roundedOf(sql, source, exact))
    const missing = (covers === null ? [] : yield* missingIn(sql, source, covers, known.flatMap((row) => row.playIds))).map(String)
    if (added.length + longer.length === 0) return { added: 0, changed: 0, missing, presence: unchanged, artists: [] }
    yield* sql`INSERT INTO listening_sources (source) SELECT ${source} WHERE NOT EXISTS (SELECT FROM listening_sources WHERE source = ${source})`
    yield* insert(source, added.map(({ place }) => plays[place]!), added)
    const flipped = yield* flip([...rounded, ...added], longer)
    const notable = added.filter(({ hidden, place }) => mayAppear(hidden, known[place]!, plays[place]!))
    const presence = yield* presenceOf(sql, notable.map((one) => ({ ...one, play: plays[one.place]!, known: known[one.place]! })), [...rounded, ...flipped])
    const artists = [...added, ...rounded, ...flipped].map(({ artistId }) => artistId)
    return { added: added.length - rounded.length, changed: rounded.length, missing, presence, artists }
  })

  const put = Effect.fn(function*(source: string, plays: ReadonlyArray<Play>, covers: Span | null) {
    const spellings = yield* storeSpellings(sql, plays)
    const moved = yield* movePlays(sql, spellings.moves, counted)
    const known = plays.length === 0 ? [] : yield* lookUp(sql, source, plays, spellings.of)
    const completed = new Set([...spellings.completed, ...yield* completeNames(sql, plays, known)])
    const { artists, presence, ...stored } = yield* store(source, plays, known, covers)
    const spelled = new Set([
      ...Array.from(spellings.completed, (place) => known[place]!.spelled.artistId), ...spellings.moves.flatMap(({ from, to }) => [from, to])
    ])
    const named = yield* nameArtists(sql, { heard: new Set(artists), spelled }, inTurn(moved, presence))
    const present = Array.from(new Set(known.flatMap((row) => row.playIds)), String)
    // Records are counted, each once: a play that is new, or made exact, is counted as that.
    const richer = new Set(Array.from(completed).flatMap((place) => known[place]!.playIds))
    return { ...stored, presence: named, changed: stored.changed + richer.size, present } satisfies Applied & { presence: Presence }
  })

  return {
    put: (source, plays, covers) => storage("ListeningRecords.put")(locked(sql)(put(source, plays, covers))),
    remove: (source, keys) =>
      storage("ListeningRecords.remove")(locked(sql)(Effect.gen(function*() {
        const gone = yield* remove(source, keys.map(Number))
        const flipped = yield* flip(gone)
        const presence = yield* presenceOf(sql, [], [...gone, ...flipped])
        const heard = new Set([...gone, ...flipped].map(({ artistId }) => artistId))
        return { removed: gone.length, presence: yield* nameArtists(sql, { heard, spelled: new Set() }, presence) }
      }))),
    count: (source) =>
      storage("ListeningRecords.count")(Effect.map(
        sql<{ count: number }>`SELECT count(*) AS count FROM listening_plays WHERE source = ${source}`,
        ([row]) => row?.count ?? 0
      )),
    months: (source, before) =>
      storage("ListeningRecords.months")(sql<MonthHeld>`
        SELECT extract(epoch FROM date_trunc('month', played_at, 'UTC'))::float8 * 1000 AS "from", count(*) AS plays
        FROM listening_plays WHERE source = ${source} AND played_at < to_timestamp(${before / 1000}::float8)
        GROUP BY 1 ORDER BY 1`),
    settle: storage("ListeningRecords.settle")(Effect.gen(function*() {
      const much = yield* settle(sql, yield* calendar.today)
      yield* Ref.set(piecemeal, 0)
      if (much) yield* sql`VACUUM (ANALYZE) listening_plays, listening_counts, listening_totals, listening_artists, listening_spellings, listening_albums, listening_tracks`
    }))
  }
}))

interface Given extends Names, Heard {
  readonly place: number
  readonly precise: boolean
}

/** A page's plays without those that it gives twice, once to the second and once to the minute perhaps. */
const distinct = (given: ReadonlyArray<Given>): ReadonlyArray<Given> => {
  const rough = given.filter((play) => !play.precise)
  const exact = new Set(rough.length === 0 ? [] : given.filter((play) => play.precise).map(minuteOf))
  const all = rough.length === 0 ? given : given.filter((play) => play.precise || !exact.has(minuteOf(play)))
  if (new Set(all.map((play) => play.playedAt)).size === all.length) return all
  return Array.from(new Map(all.map((play) => [`${play.playedAt} ${play.trackId} ${play.albumId} ${play.spellingId}`, play])).values())
}

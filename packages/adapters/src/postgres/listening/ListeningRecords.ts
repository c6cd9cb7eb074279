import {
  type ListeningChanges,
  ListeningRecords,
  type MonthlyPlays,
  type Play,
  type PlayIds,
  distinctPlays
} from "@daybook/core/listening"
import { Calendar } from "@daybook/core/shared"
import type { PageResult, Span } from "@daybook/core/sync"
import { Effect, Layer, Ref } from "effect"
import { combine, movePlays, nameArtists } from "./artists.js"
import { lookUp, missingIn, roundedOf, type ExistingPlay } from "./diff.js"
import { domainLock } from "../kit/domainLock.js"
import { completeNames, type Names, storeNames } from "./names.js"
import { mayAppear, visibilityChanges, unchanged } from "./visibility.js"
import { type CountedPlay, count, countedPlayColumns, few } from "./rollup.js"
import { completeBuckets } from "./completeBuckets.js"
import { storeSpellings } from "./spellings.js"
import { type TwinKey, pairTwins, unpaired } from "./twins.js"
import { implement } from "../kit/store.js"
import { sql } from "../kit/sql.js"
import { type ColumnsOf, boolean, instant, number, text } from "../kit/columns.js"
import { table } from "../kit/table.js"

const monthlyPlaysColumns: ColumnsOf<MonthlyPlays> = { from: number, plays: number }

const deletedColumns = { ...countedPlayColumns, playedAt: instant, spellingId: number, visible: boolean }
const storedPlays = table("listening_plays", {
  ...countedPlayColumns,
  playedAt: instant,
  spellingId: number,
  source: text,
  precise: boolean,
  visible: boolean
})
const reportedDurations = table("listening_tracks", { trackId: number, duration: number })

export const layer = Layer.effect(
  ListeningRecords,
  Effect.gen(function* () {
    const calendar = yield* Calendar
    const piecemeal = yield* Ref.make(0)

    /** Counts a few plays one by one. For more plays, marks the buckets for a recount at the end of the sync. */
    const countPlays = Effect.fn(function* (plays: ReadonlyArray<CountedPlay>, sign: 1 | -1) {
      const sum = yield* Ref.updateAndGet(piecemeal, (before) => before + plays.length)
      yield* count(plays, sign, sum <= few)
    })

    /** Inserts in name order, which makes three of the indexes a third faster. */
    const insert = Effect.fn(function* (source: string, plays: ReadonlyArray<NewPlay>) {
      const rows = plays.map((play) => ({
        ...play,
        day: calendar.dateOf(play.playedAt),
        source,
        visible: !play.hidden
      }))
      yield* storedPlays.insert([...rows].sort(byNames))
      yield* countPlays(
        rows.filter((row) => row.visible),
        1
      )
    })

    /** Updates the counts for plays that another service's report shows or hides. */
    const flip = Effect.fn(function* (plays: ReadonlyArray<TwinKey>, longer: ReadonlyArray<string> = []) {
      if (plays.length + longer.length === 0 || (yield* sql`SELECT FROM listening_sources LIMIT 2`).length < 2)
        return []
      const { hidden, shown } = yield* pairTwins(longer.length === 0 ? plays : [...plays, ...(yield* unpaired(longer))])
      yield* countPlays(shown, 1)
      yield* countPlays(hidden, -1)
      return [...shown, ...hidden]
    })

    const remove = Effect.fn(function* (source: string, ids: ReadonlyArray<number>) {
      if (ids.length === 0) return []
      const deleted = yield* sql(deletedColumns)`
      DELETE FROM listening_plays WHERE source = ${source} AND id = ANY(${ids}::int[])
      RETURNING played_at, day, artist_id, spelling_id, album_id, track_id, visible`
      yield* countPlays(
        deleted.filter((play) => play.visible),
        -1
      )
      return deleted
    })

    /** Inserts new plays. An exact play replaces a stored one whose time is known only to the minute. */
    const store = Effect.fn(function* (
      source: string,
      plays: ReadonlyArray<Play>,
      existing: ReadonlyArray<ExistingPlay>,
      covers: Span | null
    ) {
      const fresh = plays.flatMap((_, index) => (existing[index]!.playIds.length === 0 ? [index] : []))
      const names = yield* storeNames(
        fresh.map((index) => plays[index]!),
        fresh.map((index) => existing[index]!)
      )
      const trackIds = new Map(fresh.map((place, index) => [place, names[index]!.trackId]))
      const longer = yield* storeDurations(
        plays.flatMap(({ duration }, place) =>
          duration === undefined ? [] : [{ trackId: trackIds.get(place) ?? existing[place]!.trackId!, duration }]
        )
      )
      const rows = fresh.map((place, index) => ({
        place,
        ...names[index]!,
        playedAt: plays[place]!.playedAt,
        precise: plays[place]!.precision === "second"
      }))
      const added = distinctPlays(rows)
      const exact = added.filter((play) => play.precise)
      const rounded = exact.length === 0 ? [] : yield* remove(source, yield* roundedOf(source, exact))
      const missing = (
        covers === null
          ? []
          : yield* missingIn(
              source,
              covers,
              existing.flatMap((row) => row.playIds)
            )
      ).map(String)
      if (added.length + longer.length === 0) return { added: 0, changed: 0, missing, changes: unchanged, artists: [] }
      yield* sql`INSERT INTO listening_sources (source) SELECT ${source} WHERE NOT EXISTS (SELECT FROM listening_sources WHERE source = ${source})`
      yield* insert(source, added)
      const flipped = yield* flip([...rounded, ...added], longer)
      const notable = added.filter(({ hidden, place }) => mayAppear(hidden, existing[place]!, plays[place]!))
      const changes = yield* visibilityChanges(
        notable.map((one) => ({ ...one, play: plays[one.place]!, before: existing[one.place]! })),
        [...rounded, ...flipped]
      )
      const artists = [...added, ...rounded, ...flipped].map(({ artistId }) => artistId)
      return { added: added.length - rounded.length, changed: rounded.length, missing, changes, artists }
    })

    const put = Effect.fn(function* (source: string, plays: ReadonlyArray<Play>, covers: Span | null) {
      const spellings = yield* storeSpellings(plays)
      const moved = yield* movePlays(spellings.moves, countPlays)
      const existing = plays.length === 0 ? [] : yield* lookUp(source, plays, spellings.of)
      const completed = new Set([...spellings.completed, ...(yield* completeNames(plays, existing))])
      const { artists, changes: writeChanges, ...counts } = yield* store(source, plays, existing, covers)
      const spelled = new Set([
        ...Array.from(spellings.completed, (place) => existing[place]!.spelled.artistId),
        ...spellings.moves.flatMap(({ from, to }) => [from, to])
      ])
      const played = new Set(artists.filter((artistId) => !spellings.single.has(artistId)))
      const changes = yield* nameArtists({ played, spelled }, combine(moved, writeChanges))
      const present = Array.from(new Set(existing.flatMap((row) => row.playIds)), String)
      // Counts each record once: a new play, or one that became exact, does not also count as completed.
      const richer = new Set(Array.from(completed).flatMap((place) => existing[place]!.playIds))
      return { ...counts, changes, changed: counts.changed + richer.size, present } satisfies PageResult & {
        changes: ListeningChanges
      }
    })

    return yield* implement(ListeningRecords, {
      put: (source, plays, covers) => domainLock("listening")(put(source, plays, covers)),
      remove: (source, keys) =>
        domainLock("listening")(
          Effect.gen(function* () {
            const deleted = yield* remove(source, keys.map(Number))
            const flipped = yield* flip(deleted)
            const changes = yield* visibilityChanges([], [...deleted, ...flipped])
            const plays = new Set([...deleted, ...flipped].map(({ artistId }) => artistId))
            return {
              removed: deleted.length,
              changes: yield* nameArtists({ played: plays, spelled: new Set() }, changes)
            }
          })
        ),
      count: (source) =>
        Effect.map(
          sql({ count: number })`SELECT count(*) AS count FROM listening_plays WHERE source = ${source}`,
          ([row]) => row?.count ?? 0
        ),
      months: (source, before) =>
        sql(monthlyPlaysColumns)`
        SELECT extract(epoch FROM date_trunc('month', played_at, 'UTC'))::float8 * 1000 AS "from", count(*) AS plays
        FROM listening_plays WHERE source = ${source} AND played_at < to_timestamp(${before / 1000}::float8)
        GROUP BY 1 ORDER BY 1`,
      completeCounts: Effect.gen(function* () {
        const much = yield* completeBuckets(yield* calendar.today)
        yield* Ref.set(piecemeal, 0)
        if (much)
          yield* sql`VACUUM (ANALYZE) listening_plays, listening_counts, listening_totals, listening_artists, listening_spellings, listening_albums, listening_tracks`
      })
    })
  })
)

interface NewPlay extends Names, TwinKey {
  readonly place: number
  readonly precise: boolean
}

/** By the ids of the names, then by time; plays without an album last. */
const byNames = (a: PlayIds & Names, b: PlayIds & Names): number =>
  a.artistId - b.artistId ||
  (a.albumId ?? Number.MAX_SAFE_INTEGER) - (b.albumId ?? Number.MAX_SAFE_INTEGER) ||
  a.trackId - b.trackId ||
  a.playedAt - b.playedAt

interface ReportedDuration {
  readonly trackId: number
  readonly duration: number
}

/**
 * Stores the longest reported duration of each track, in any order of arrival. Returns the names of tracks whose
 * duration increased.
 */
const storeDurations = (durations: ReadonlyArray<ReportedDuration>) =>
  durations.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql({ matchName: text })`
      UPDATE listening_tracks AS track SET duration = longest.duration
      FROM (
        SELECT track_id, max(duration) AS duration FROM ${reportedDurations.valuesOf(durations)} GROUP BY track_id
      ) AS longest
      WHERE track.id = longest.track_id AND (track.duration IS NULL OR track.duration < longest.duration) RETURNING track.match_name`,
        (rows) => rows.map(({ matchName }) => matchName)
      )

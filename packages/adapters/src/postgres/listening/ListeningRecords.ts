import { type ListeningChanges, ListeningRecords, type MonthlyPlays, type Play } from "@daybook/core/listening"
import { Calendar } from "@daybook/core/shared"
import type { PageResult, Span } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer, Ref } from "effect"
import { type ColumnsOf, number } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { implementRanked } from "../kit/store.js"
import { combine, movePlays, nameArtists } from "./artists.js"
import { type CountMoved, nothing } from "./correcting/applyCorrections.js"
import { correctorOf, withoutPassing } from "./correcting/corrector.js"
import { completeBuckets } from "./completeBuckets.js"
import { lookUp } from "./diff.js"
import { completeNames } from "./names.js"
import { type CountPlays, playWriter } from "./playWriter.js"
import { count, few } from "./rollup.js"
import { storeSpellings } from "./spellings.js"
import { nameTitles } from "./titleSpellings.js"
import { visibilityChanges } from "./visibility.js"

const monthlyPlaysColumns: ColumnsOf<MonthlyPlays> = { from: number, plays: number }

export const layer = Layer.effect(
  ListeningRecords,
  Effect.gen(function* () {
    const calendar = yield* Calendar
    const piecemeal = yield* Ref.make(0)

    /** Counts a few plays one by one. For more plays, marks the buckets for a recount at the end of the sync. */
    const countPlays: CountPlays = (plays, sign) =>
      Effect.flatMap(
        Ref.updateAndGet(piecemeal, (before) => before + plays.length),
        (sum) => count(plays, sign, sum <= few)
      )
    const { flip, remove, store } = playWriter(calendar, countPlays)

    const countMoved: CountMoved<SqlError, SqlClient.SqlClient> = (left, joined) =>
      Effect.zipRight(countPlays(left, -1), countPlays(joined, 1))

    const put = Effect.fn(function* (source: string, plays: ReadonlyArray<Play>, covers: Span | null) {
      const spellings = yield* storeSpellings(plays)
      // A page without news reads no corrections.
      const corrector = yield* Effect.cached(correctorOf(plays, countMoved))
      const released =
        spellings.moves.length === 0
          ? nothing
          : yield* Effect.flatMap(corrector, ({ release }) => release(spellings.moves))
      const moved = yield* movePlays(spellings.moves, countPlays)
      const existing = plays.length === 0 ? [] : yield* lookUp(source, plays, spellings.of)
      const completed = new Set([...spellings.completed, ...(yield* completeNames(plays, existing))])
      const { artists, changes: writeChanges, ...counts } = yield* store(source, plays, existing, covers)
      const before = combine(released.changes, combine(moved, writeChanges))
      const titled = yield* nameTitles(plays, existing, spellings.divided, before)
      const isNews = spellings.moves.length + completed.size + artists.length + counts.added + counts.changed > 0
      const corrected = isNews ? yield* Effect.flatMap(corrector, ({ apply }) => apply) : nothing
      const spelled = new Set([
        ...Array.from(spellings.completed, (place) => existing[place]!.spelled.artistId),
        ...spellings.moves.flatMap(({ from, to }) => [from, to])
      ])
      const played = new Set([
        ...artists.filter((artistId) => !spellings.single.has(artistId)),
        ...corrected.touched.artist,
        ...corrected.artists
      ])
      const changes = withoutPassing(yield* nameArtists({ played, spelled }, combine(titled, corrected.changes)), [
        released.flips,
        moved,
        writeChanges,
        corrected.flips
      ])
      const present = Array.from(new Set(existing.flatMap((row) => row.playIds)), String)
      // Counts each record once: a new play, or one that became exact, does not also count as completed.
      const richer = new Set(Array.from(completed).flatMap((place) => existing[place]!.playIds))
      return { ...counts, changes, changed: counts.changed + richer.size, present } satisfies PageResult & {
        changes: ListeningChanges
      }
    })

    return yield* implementRanked(ListeningRecords, {
      put: (source, plays, covers) => domainLock("listening")(put(source, plays, covers)),
      remove: (source, keys) =>
        domainLock("listening")(
          Effect.gen(function* () {
            const deleted = yield* remove(source, keys.map(Number))
            const flipped = yield* flip(source, deleted)
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
          sql({ count: number })`
            SELECT count(*) AS count FROM listening_plays
            WHERE source = ${source} OR starts_with(source, ${`${source}/`})`,
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
          yield* sql`
            VACUUM (ANALYZE) listening_plays, listening_counts, listening_totals, listening_artists,
              listening_spellings, listening_albums, listening_tracks`
      })
    })
  })
)

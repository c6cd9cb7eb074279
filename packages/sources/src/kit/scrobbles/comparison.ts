import { ListeningRecords, type MonthlyPlays } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect } from "effect"
import type { Compared, Stretch } from "./cursor.js"

/** Play counts of a provider, for comparison with the stored plays. */
export interface PlayCounter {
  /** The source whose stored plays are compared. */
  readonly source: string
  /** Number of plays before `to`. `since` is the number of plays just read from `to` on. */
  readonly countBefore: (to: number, since: number) => Effect.Effect<number, SourceFailure>
  /** Number of plays in a range. Null if the provider only has a total: any difference then means a full sync. */
  readonly countIn: ((stretch: Stretch) => Effect.Effect<number, SourceFailure>) | null
}

/** Seconds between two comparisons: a week. */
const interval = 7 * 86_400

export const isDue = ({ rereading, at }: Compared, now: number): boolean => rereading || now - at >= interval

/** The range that the traversal read: `since` plays from `to` up to `newest`. Epoch seconds. */
interface TraversedRange {
  readonly to: number
  readonly since: number
  readonly newest: number
  readonly now: number
}

interface Comparison {
  readonly compared: Compared
  /** Ranges to read again, newest first. The provider has plays in each. */
  readonly reread: ReadonlyArray<Stretch>
}

/**
 * Detects plays that were added or deleted before the range that syncs read. If the difference between the two counts
 * has changed since last time, the months that differ are read again. A constant difference is tolerated, since some
 * providers count plays twice. If counting fails, the next attempt is a week later.
 */
export const compare = (
  counter: PlayCounter,
  before: Compared,
  range: TraversedRange
): Effect.Effect<Comparison, StorageFailure, ListeningRecords> =>
  Effect.gen(function* () {
    const months = yield* (yield* ListeningRecords).months(counter.source, range.to * 1000)
    const providerCount = yield* counter.countBefore(range.to, range.since)
    const apart = providerCount - months.reduce((sum, { plays }) => sum + plays, 0)
    const isExplained = before.rereading || apart === before.apart
    const reread = isExplained ? [] : yield* differing(counter, months, range, providerCount)
    return { compared: { at: range.now, apart, rereading: reread.length > 0 }, reread }
  }).pipe(
    Effect.catchTag("SourceFailure", (failure) =>
      Effect.as(Effect.logWarning(`${failure.message}: its plays were not counted`), {
        compared: { ...before, at: range.now, rereading: false },
        reread: []
      })
    )
  )

interface Part extends Stretch {
  readonly storedPlays: number
}

/** A differing range that is still growing, and the provider's number of plays in it. */
interface DifferingStretch {
  readonly from: number
  readonly plays: number
}

const differing = (
  { countIn }: PlayCounter,
  months: ReadonlyArray<MonthlyPlays>,
  { newest, to }: TraversedRange,
  providerCount: number
) =>
  Effect.gen(function* () {
    if (countIn === null) return providerCount > 0 ? [{ from: 0, to }] : []
    const counts = yield* Effect.forEach(partsOf(months, to), (part) =>
      Effect.map(countIn(part), (plays) => ({ ...part, plays }))
    )
    const ends = yield* countedTwice(countIn, counts, providerCount)
    const reread: Array<Stretch> = []
    let open = null as DifferingStretch | null
    for (const { plays, ...part } of counts) {
      const isUncertain = ends.has(part.to) || ends.has(part.from + 1)
      // A range in which the provider has no plays looks like a broken response: it is read together with the next.
      if (plays !== part.storedPlays || isUncertain || open?.plays === 0)
        open = { from: open?.from ?? part.from, plays: plays + (open?.plays ?? 0) }
      else if (open !== null) {
        reread.unshift({ from: open.from, to: part.from + 1 })
        open = null
      }
    }
    if (open !== null) reread.unshift({ from: open.from, to: open.plays > 0 ? to : newest + 1 })
    return reread
  })

/**
 * The ends of parts whose plays the provider counts in both parts: whether a range has the plays of its first and last
 * second is not documented. Such a play may hide that another one was deleted. Asks only if the counts are too high.
 */
const countedTwice = (
  countIn: NonNullable<PlayCounter["countIn"]>,
  counts: ReadonlyArray<Part & { readonly plays: number }>,
  providerCount: number
) =>
  Effect.gen(function* () {
    if (counts.reduce((sum, { plays }) => sum + plays, 0) <= providerCount) return new Set<number>()
    const ends = yield* Effect.filter(
      counts.map(({ to }) => to),
      (end) => Effect.map(countIn({ from: end - 1, to: end }), (plays) => plays > 0)
    )
    return new Set(ends)
  })

/** The time before the first stored month, then each month up to `to`. */
const partsOf = (months: ReadonlyArray<MonthlyPlays>, to: number): ReadonlyArray<Part> => {
  const playsByMonth = new Map(months.map(({ from, plays }) => [from / 1000, plays]))
  const first = (months[0]?.from ?? to * 1000) / 1000
  const parts: Array<Part> = first > 0 ? [{ from: 0, to: first, storedPlays: 0 }] : []
  for (let start = first; start < to; start = monthAfter(start)) {
    parts.push({
      from: Math.max(0, start - 1),
      to: Math.min(monthAfter(start), to),
      storedPlays: playsByMonth.get(start) ?? 0
    })
  }
  return parts
}

const monthAfter = (second: number): number => {
  const date = new Date(second * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / 1000
}

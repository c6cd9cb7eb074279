import { ListeningRecords, type MonthHeld } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect } from "effect"
import type { Compared, Stretch } from "./Cursor.js"

/** What a provider counts, to be compared with what is stored. */
export interface Counted {
  /** The source under which its plays are stored. */
  readonly source: string
  /** Plays before a second; `since` are those from then on that were just read. */
  readonly countBefore: (to: number, since: number) => Effect.Effect<number, SourceFailure>
  /** Plays in a stretch; null where the provider counts no parts, so that one difference means reading all again. */
  readonly countIn: ((stretch: Stretch) => Effect.Effect<number, SourceFailure>) | null
}

/** Seconds between two comparisons: a week. */
const interval = 7 * 86_400

export const isDue = ({ anew, at }: Compared, now: number): boolean => anew || now - at >= interval

/** Epoch seconds: what a walk read lies from `to` up to `newest`, and was `since` plays. */
interface Walked {
  readonly to: number
  readonly since: number
  readonly newest: number
  readonly now: number
}

interface Comparison {
  readonly compared: Compared
  /** What must be read again, newest first; the provider holds plays in each. */
  readonly again: ReadonlyArray<Stretch>
}

/**
 * Finds what was deleted, or came, further back than syncs look, by its number (sources/listening.md §1, §2): where the
 * provider counts another difference to what is stored than last time, the months that differ are to be read again. Some
 * difference may stay, such as plays that a provider counts twice. A provider that cannot tell is asked a week later.
 */
export const compare = (
  counted: Counted,
  before: Compared,
  walked: Walked
): Effect.Effect<Comparison, StorageFailure, ListeningRecords> =>
  Effect.gen(function*() {
    const months = yield* (yield* ListeningRecords).months(counted.source, walked.to * 1000)
    const held = yield* counted.countBefore(walked.to, walked.since)
    const apart = held - months.reduce((sum, { plays }) => sum + plays, 0)
    const known = before.anew || apart === before.apart
    const again = known ? [] : yield* differing(counted, months, walked, held)
    return { compared: { at: walked.now, apart, anew: again.length > 0 }, again }
  }).pipe(Effect.catchTag("SourceFailure", (failure) =>
    Effect.as(Effect.logWarning(`${failure.message}: its plays were not counted`), { compared: { ...before, at: walked.now, anew: false }, again: [] })))

interface Part extends Stretch {
  readonly stored: number
}

/** A stretch that differs so far, and how many plays the provider holds of it. */
interface Open {
  readonly from: number
  readonly plays: number
}

const differing = ({ countIn }: Counted, months: ReadonlyArray<MonthHeld>, { newest, to }: Walked, held: number) =>
  Effect.gen(function*() {
    if (countIn === null) return held > 0 ? [{ from: 0, to }] : []
    const again: Array<Stretch> = []
    let open = null as Open | null
    for (const part of partsOf(months, to)) {
      const plays = yield* countIn(part)
      // A stretch that the provider holds nothing of cannot be told from a broken answer: it is read with what follows.
      if (plays !== part.stored || open?.plays === 0) open = { from: open?.from ?? part.from, plays: plays + (open?.plays ?? 0) }
      else if (open !== null) {
        again.unshift({ from: open.from, to: part.from + 1 })
        open = null
      }
    }
    if (open !== null) again.unshift({ from: open.from, to: open.plays > 0 ? to : newest + 1 })
    return again
  })

/** What lies before the first month, and each month from there on, up to `to`. */
const partsOf = (months: ReadonlyArray<MonthHeld>, to: number): ReadonlyArray<Part> => {
  const stored = new Map(months.map(({ from, plays }) => [from / 1000, plays]))
  const first = (months[0]?.from ?? to * 1000) / 1000
  const parts: Array<Part> = first > 0 ? [{ from: 0, to: first, stored: 0 }] : []
  for (let start = first; start < to; start = monthAfter(start)) {
    parts.push({ from: Math.max(0, start - 1), to: Math.min(monthAfter(start), to), stored: stored.get(start) ?? 0 })
  }
  return parts
}

const monthAfter = (second: number): number => {
  const date = new Date(second * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / 1000
}

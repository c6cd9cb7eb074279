import { type Context, Clock, Effect, Either } from "effect"
import { countBefore } from "./bisect.js"
import { type Calendar, fromZoneName } from "./Calendar.js"
import type { BadInput } from "./errors.js"
import { type LocalDate, addDays, toOrdinal } from "./LocalDate.js"
import type { HomeZones } from "./HomeZones.js"
import { type Stay, isEmptyHistory, staysOf } from "./ZoneHistory.js"

type Days = Context.Tag.Service<Calendar>

const dayMs = 86_400_000
const hourMs = 3_600_000

/** A stay from its first instant and its first day to its final day. `before` is the day before it. */
interface TimedStay {
  readonly since: number
  readonly from: LocalDate
  readonly before: LocalDate
  readonly final: LocalDate
  readonly calendar: Days
}

const firstDay = "0001-01-02"
const lastDay = "9999-12-30"

/**
 * A stay begins at the earlier of two midnights of its first day: the one here and the one at the place left. Moved
 * east, the day before ends early; moved west, it goes on at the new place until midnight. So days follow each other
 * without a gap or an overlap. Across the date line a day can be missing; then the later stay has the instants.
 */
const timed = (stays: ReadonlyArray<Stay>, calendars: ReadonlyArray<Days>): ReadonlyArray<TimedStay> => {
  const all: Array<TimedStay> = []
  let next = Infinity
  for (let index = stays.length - 1; index >= 0; index--) {
    const from = stays[index]!.from
    const calendar = calendars[index]!
    const since =
      from === null ? -Infinity : Math.min(next, calendar.startOf(from), calendars[index - 1]!.startOf(from))
    const after = stays[index + 1]?.from ?? null
    all.unshift({
      since,
      from: from ?? firstDay,
      before: from === null ? firstDay : addDays(from, -1),
      final: after === null ? lastDay : addDays(after, -1),
      calendar
    })
    next = since
  }
  return all
}

/** The calendar of a home with moves and trips. Without a history it is that of the zone. */
export const homeCalendar = (home: HomeZones): Either.Either<Days, BadInput> =>
  Either.gen(function* () {
    const base = yield* fromZoneName(home.zone)
    if (isEmptyHistory(home.history)) return base
    const plain = staysOf(home)
    const calendars: Array<Days> = []
    for (const { zone } of plain) calendars.push(zone === home.zone ? base : yield* fromZoneName(zone))
    const stays = timed(plain, calendars)
    const lastBy = (isBefore: (stay: TimedStay) => boolean) =>
      Math.max(0, countBefore(stays.length, (index) => isBefore(stays[index]!)) - 1)
    const stayAt = (instant: number) => stays[lastBy(({ since }) => since <= instant)]!
    const dateOf = (instant: number) => {
      const { before, calendar, final } = stayAt(instant)
      const date = calendar.dateOf(instant)
      return date < before ? before : date > final ? final : date
    }
    return {
      zone: base.zone,
      history: home.history,
      changes: stays.slice(1).map(({ since }) => since),
      offsetAt: (instant) => stayAt(instant).calendar.offsetAt(instant),
      dateOf,
      startOf: (date) => {
        const index = lastBy(({ from }) => from <= date)
        return Math.min(stays[index]!.calendar.startOf(date), stays[index + 1]?.since ?? Infinity)
      },
      today: Effect.map(Clock.currentTimeMillis, dateOf)
    }
  })

/** Instants with one distance to UTC, by which their days are found: the day of `instant + offset` in UTC. */
export interface DayPeriod {
  readonly from: number
  readonly to: number
  readonly offset: number
}

/** The offset by which the day is found. It differs from the clock's where one flies back over the date line. */
const dayOffset = ({ dateOf, offsetAt }: Days, instant: number) => {
  const offset = offsetAt(instant)
  return offset + dayMs * (toOrdinal(dateOf(instant)) - Math.floor((instant + offset) / dayMs))
}

const cutsOf = (calendars: ReadonlyArray<Days>, from: number, to: number): ReadonlyArray<number> => {
  const cuts = new Set<number>()
  for (let at = from; at < to; at += dayMs) cuts.add(at)
  for (const change of calendars.flatMap(({ changes }) => changes)) {
    const hour = Math.floor(change / hourMs) * hourMs
    for (let hours = -48; hours <= 48; hours++) cuts.add(hour + hours * hourMs)
    cuts.add(change)
  }
  return [...cuts].filter((cut) => cut >= from && cut < to).sort((a, b) => a - b)
}

/**
 * The periods of `calendar` between two instants whose days differ from those of `past`; all periods without `past`.
 * Between two cuts there is at most one change of either.
 */
export const changedPeriods = (
  calendar: Days,
  past: Days | null,
  span: { readonly from: number; readonly to: number }
) => {
  const keyOf = (instant: number) => {
    const offset = dayOffset(calendar, instant)
    return { offset, moved: past === null || dayOffset(past, instant) !== offset }
  }
  const cuts = [...cutsOf(past === null ? [calendar] : [calendar, past], span.from, span.to), span.to]
  const periods: Array<DayPeriod> = []
  const add = (from: number, to: number) => {
    const { moved, offset } = keyOf(from)
    const last = periods.at(-1)
    if (!moved) return
    if (last !== undefined && last.to === from && last.offset === offset) periods[periods.length - 1] = { ...last, to }
    else periods.push({ from, to, offset })
  }
  const isSame = (a: number, b: number) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    return one.offset === other.offset && one.moved === other.moved
  }
  for (let index = 0; index + 1 < cuts.length; index++) {
    let from = cuts[index]!
    const end = cuts[index + 1]!
    while (from < end) {
      let [before, after] = [from, end]
      if (isSame(from, end - 1)) before = end - 1
      else
        while (after - before > 1) {
          const middle = Math.floor((before + after) / 2)
          if (isSame(from, middle)) before = middle
          else after = middle
        }
      add(from, before + 1)
      from = before + 1
    }
  }
  return periods as ReadonlyArray<DayPeriod>
}

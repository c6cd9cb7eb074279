import { wallClock, type WallClock } from "../../../core/test/shared/WallClock.js"

/** A home as its owner writes it. The first place is that of all time before the first move. */
export interface Home {
  readonly zone: string
  readonly moves: ReadonlyArray<{ readonly from: string; readonly zone: string }>
  readonly trips: ReadonlyArray<{ readonly from: string; readonly to: string; readonly zone: string }>
}

const dayMs = 86_400_000
const minute = 60_000

export const dayAfter = (day: string, more = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + more * dayMs).toISOString().slice(0, 10)

/** The days from one to another, both included. */
export const daysFrom = (first: string, last: string): ReadonlyArray<string> => {
  const days: Array<string> = []
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day)
  return days
}

export const textOf = ({ moves, trips, zone }: Home): string =>
  [
    zone,
    ...moves.map(({ from, zone }) => `${from} ${zone}`),
    ...trips.map((one) => `${one.from}..${one.to} ${one.zone}`)
  ].join(", ")

const zoneOn = ({ moves, trips, zone }: Home, day: string): string =>
  trips.find(({ from, to }) => from <= day && day <= to)?.zone ??
  moves.filter(({ from }) => from <= day).reduce((last, one) => (one.from > last.from ? one : last), { from: "", zone })
    .zone

const clocks = new Map<string, WallClock>()
const clockOf = (zone: string): WallClock => {
  const clock = clocks.get(zone) ?? wallClock(zone)
  clocks.set(zone, clock)
  return clock
}

const midnights = new Map<string, number>()

/** The instant from which the clock of a zone stays on the day or after it. Offsets are of whole minutes. */
const midnightOf = (zone: string, day: string): number => {
  const key = `${zone} ${day}`
  const cached = midnights.get(key)
  if (cached !== undefined) return cached
  const isBefore = (instant: number) => clockOf(zone).dayAt(instant) < day
  // No zone is more than 16 hours from UTC, and no repeated part of a day is shorter than half an hour.
  let instant = Date.parse(`${day}T00:00:00Z`) + 16 * 60 * minute
  while (!isBefore(instant)) instant -= 20 * minute
  while (isBefore(instant)) instant += minute
  midnights.set(key, instant)
  return instant
}

/** The days of a home, computed day by day with the platform's calendar alone. */
export interface ReferenceDays {
  /** The first instant of a day. That of a missing day is the next day's. */
  readonly startOf: (day: string) => number
  readonly dayOf: (instant: number) => string
  /** The day that a clock shows at an instant. It differs from `dayOf` where the clock goes back over midnight. */
  readonly clockDayOf: (instant: number) => string
}

export const referenceDays = (home: Home, first: string, last: string): ReferenceDays => {
  const days = daysFrom(first, last)
  const starts = new Map<string, number>()
  // From which instant on each stay is in force, newest first.
  const stays: Array<{ readonly since: number; readonly zone: string }> = []
  let [begins, since] = [Infinity, Infinity]
  for (const day of days.toReversed()) {
    const [zone, before] = [zoneOn(home, day), zoneOn(home, dayAfter(day, -1))]
    begins = Math.min(begins, midnightOf(zone, day))
    starts.set(day, begins)
    if (zone === before) continue
    since = Math.min(since, midnightOf(zone, day), midnightOf(before, day))
    stays.push({ since, zone })
  }
  stays.push({ since: -Infinity, zone: zoneOn(home, dayAfter(first, -1)) })
  return {
    startOf: (day) => starts.get(day)!,
    dayOf: (instant) => days.findLast((day) => starts.get(day)! <= instant)!,
    clockDayOf: (instant) => clockOf(stays.find((stay) => stay.since <= instant)!.zone).dayAt(instant)
  }
}

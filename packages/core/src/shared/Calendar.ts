import { Clock, Context, DateTime, Effect, Either, Layer } from "effect"
import { BadInput } from "./errors.js"
import { type LocalDate, addDays, fromOrdinal, toOrdinal } from "./LocalDate.js"
import type { ZoneHistory } from "./HomeZones.js"

/**
 * The calendar of the home time zone: the local day of an instant, and the start of a local day. Instants are epoch
 * milliseconds. It defines days, weeks, months and years everywhere. `homeCalendar` adds moves and trips.
 */
export class Calendar extends Context.Tag("@daybook/core/Calendar")<
  Calendar,
  {
    /** IANA name of the home time zone. */
    readonly zone: string
    /** Moves and trips. Without them, every day is in the home time zone. */
    readonly history: ZoneHistory
    /** The instants at which moves and trips change the zone, epoch milliseconds, oldest first. */
    readonly changes: ReadonlyArray<number>
    /** UTC offset at an instant, milliseconds; positive east of Greenwich. */
    readonly offsetAt: (instant: number) => number
    readonly dateOf: (instant: number) => LocalDate
    /**
     * First instant of the day. If a DST change skips midnight, the first instant that exists. If it repeats the end of
     * the day before, the instant from which the new day stays.
     */
    readonly startOf: (date: LocalDate) => number
    readonly today: Effect.Effect<LocalDate>
  }
>() {
  static readonly layer = (zone: DateTime.TimeZone.Named) => Layer.succeed(Calendar, make(zone))
}

/** A calendar for an IANA zone name or alias. */
export const fromZoneName = (name: string): Either.Either<Context.Tag.Service<Calendar>, BadInput> => {
  const zone = DateTime.zoneMakeNamed(name)
  return zone._tag === "Some"
    ? Either.right(make(zone.value))
    : Either.left(new BadInput({ message: `unknown time zone "${name}": use an IANA name such as Europe/Berlin` }))
}

const dayMs = 86_400_000
const cacheSize = 100_000

/**
 * Offsets of the platform are slow, so they are cached by spans of so many days. No zone changed twice within one: the
 * two changes since 1900 that are closest are those of Freetown in 1939, four days apart but for twenty minutes.
 */
const spanMs = 3 * dayMs

/** The offsets of one span: `before` until the instant `change`, `after` from then on. */
interface Rule {
  readonly change: number
  readonly before: number
  readonly after: number
}

const make = (zone: DateTime.TimeZone.Named): Context.Tag.Service<Calendar> => {
  const zoneOffset = (instant: number) => DateTime.zonedOffset(DateTime.unsafeMakeZoned(instant, { timeZone: zone }))
  const spanOffset = cached((span) => zoneOffset(span * spanMs))
  const offsetIn = (instant: number) => (instant % spanMs === 0 ? spanOffset(instant / spanMs) : zoneOffset(instant))
  const ruleOf = cached((span) => ruleBetween(span * spanMs, (span + 1) * spanMs, offsetIn))
  const textOf = cached(fromOrdinal)
  const offsetAt = (instant: number) => {
    const rule = ruleOf(Math.floor(instant / spanMs))
    return instant < rule.change ? rule.before : rule.after
  }
  const dateOf = (instant: number) => {
    const { after, before, change } = ruleOf(Math.floor(instant / spanMs))
    if (instant >= change) return textOf(Math.floor((instant + after) / dayMs))
    const ordinal = Math.floor((instant + before) / dayMs)
    // A clock that goes back over midnight repeats the end of a day. Until then, the day has not ended.
    return textOf(after < before ? Math.min(ordinal, Math.floor((change + after) / dayMs)) : ordinal)
  }
  return {
    zone: zone.id,
    history: { periods: [], trips: [] },
    changes: [],
    offsetAt,
    dateOf,
    startOf: (date) => startOfDay(toOrdinal(date) * dayMs, offsetAt),
    today: Effect.map(Clock.currentTimeMillis, dateOf)
  }
}

/** Caches a value for each number; clears the cache when it is full. */
const cached = <A>(find: (number: number) => A) => {
  const cache = new Map<number, A>()
  return (number: number): A => {
    const hit = cache.get(number)
    if (hit !== undefined) return hit
    if (cache.size >= cacheSize) cache.clear()
    const value = find(number)
    cache.set(number, value)
    return value
  }
}

/**
 * Finds the offset change within an interval by bisection. Changes may fall on any minute: in Newfoundland at 00:01
 * until 2011.
 */
const ruleBetween = (from: number, to: number, offsetAt: (instant: number) => number): Rule => {
  const before = offsetAt(from)
  const after = offsetAt(to)
  if (before === after) return { change: to, before, after }
  let last = from
  let change = to
  while (change - last > 1) {
    const middle = Math.floor((last + change) / 2)
    if (offsetAt(middle) === before) last = middle
    else change = middle
  }
  return { change, before, after }
}

/** `midnight` is the day's 00:00 as if in UTC. */
const startOfDay = (midnight: number, offsetAt: (instant: number) => number) => {
  const { after, before, change } = ruleBetween(midnight - dayMs, midnight + dayMs, offsetAt)
  if (before === after || change + after < midnight) return midnight - after
  return Math.min(change, midnight - before)
}

/** First instant after the day. */
export const endOf = (calendar: Context.Tag.Service<Calendar>, date: LocalDate): number =>
  calendar.startOf(addDays(date, 1))

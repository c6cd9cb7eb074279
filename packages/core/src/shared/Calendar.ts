import { Clock, Context, DateTime, Effect, Either, Layer } from "effect"
import { BadInput } from "./errors.js"
import { type LocalDate, addDays, fromOrdinal, toOrdinal } from "./LocalDate.js"

/**
 * The person's home calendar: which local day an instant falls on, and when a local day begins. Instants are epoch
 * milliseconds. One home zone decides days, weeks, months and years everywhere (contract §0.5).
 */
export class Calendar extends Context.Tag("@daybook/core/Calendar")<Calendar, {
  /** IANA name of the home zone. */
  readonly zone: string
  /** Milliseconds that the zone's clocks are ahead of UTC at an instant. */
  readonly offsetAt: (instant: number) => number
  readonly dateOf: (instant: number) => LocalDate
  /**
   * First instant of the day; where clocks jump over midnight, the first that exists. Where they are turned back past
   * it just after, so that the day before goes on, the instant from which the day stays.
   */
  readonly startOf: (date: LocalDate) => number
  readonly today: Effect.Effect<LocalDate>
}>() {
  static readonly layer = (zone: DateTime.TimeZone.Named) => Layer.succeed(Calendar, make(zone))
}

/** A home calendar for an IANA zone name or alias. */
export const fromZoneName = (name: string): Either.Either<Context.Tag.Service<Calendar>, BadInput> => {
  const zone = DateTime.zoneMakeNamed(name)
  return zone._tag === "Some"
    ? Either.right(make(zone.value))
    : Either.left(new BadInput({ message: `unknown time zone "${name}": give an IANA name such as Europe/Berlin` }))
}

const dayMs = 86_400_000
const keptDays = 100_000

/** A zone's offset through one UTC day: `before` up to the instant `change`, `after` from it on. */
interface Rule {
  readonly change: number
  readonly before: number
  readonly after: number
}

const make = (zone: DateTime.TimeZone.Named): Context.Tag.Service<Calendar> => {
  const asked = (instant: number) => DateTime.zonedOffset(DateTime.unsafeMakeZoned(instant, { timeZone: zone }))
  // Asking the zone is slow, so each UTC day is asked once. No zone has changed twice within four days since 1970.
  const ruleOf = byDay((day) => ruleBetween(day * dayMs, (day + 1) * dayMs, asked))
  const textOf = byDay(fromOrdinal)
  const offsetAt = (instant: number) => {
    const rule = ruleOf(Math.floor(instant / dayMs))
    return instant < rule.change ? rule.before : rule.after
  }
  const dateOf = (instant: number) => textOf(Math.floor((instant + offsetAt(instant)) / dayMs))
  return {
    zone: zone.id,
    offsetAt,
    dateOf,
    startOf: (date) => startOfDay(toOrdinal(date) * dayMs, offsetAt),
    today: Effect.map(Clock.currentTimeMillis, dateOf)
  }
}

/** Keeps what was found out of each day, and forgets all of it before it grows too much. */
const byDay = <A>(find: (day: number) => A) => {
  const kept = new Map<number, A>()
  return (day: number): A => {
    const known = kept.get(day)
    if (known !== undefined) return known
    if (kept.size >= keptDays) kept.clear()
    const found = find(day)
    kept.set(day, found)
    return found
  }
}

/** Changes need not fall on a quarter hour: Newfoundland's came at one minute past midnight until 2011. */
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

/** `midnight` is the day's 00:00 written as if it were UTC. */
const startOfDay = (midnight: number, offsetAt: (instant: number) => number) => {
  const { after, before, change } = ruleBetween(midnight - dayMs, midnight + dayMs, offsetAt)
  if (before === after || change + after < midnight) return midnight - after
  return Math.min(change, midnight - before)
}

/** First instant after the day. */
export const endOf = (calendar: Context.Tag.Service<Calendar>, date: LocalDate): number =>
  calendar.startOf(addDays(date, 1))

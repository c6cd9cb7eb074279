import { utc, wallClock, type WallClock, type Zones } from "../clocks/WallClock.js"
import { type Components, first, type ZoneComponent } from "./components.js"
import { occurrences, type StepBudget, stepBudget } from "./recurrence.js"
import { wallOf } from "./times.js"
import { windowsZones } from "./windowsZones.js"

/** Changes of the offset that are read in one zone. */
const mostRules = 200
/** Steps for the rules of all zones of one calendar together: three zones take 500 for the times of twenty years. */
const mostSteps = 50_000
/** Characters. The longest names of programs have 90. */
const longestName = 255

/** An IANA name, perhaps behind a path such as `/freeassociation.sourceforge.net/America/New_York`; a name of Windows'; else what the calendar says itself. */
export const zonesOf = ({ zones }: Pick<Components, "zones">): Zones => {
  const found = new Map<string, WallClock | null>()
  const byName = new Map<string, ZoneComponent>()
  for (const zone of zones) {
    const name = first(zone.own, "TZID")?.value.replaceAll("\"", "").trim()
    if (name !== undefined && !byName.has(name)) byName.set(name, zone)
  }
  const budget = stepBudget(mostSteps)
  const find = (name: string): WallClock | null => {
    const described = byName.get(name)
    return named(name) ?? named(first(described?.own ?? [], "X-LIC-LOCATION")?.value.trim() ?? "") ?? (described === undefined ? null : describedClock(described, budget))
  }
  return (name) => {
    const known = found.get(name)
    if (known !== undefined) return known
    const clock = find(name)
    found.set(name, clock)
    return clock
  }
}

const named = (name: string): WallClock | null => {
  if (name === "" || name.length > longestName) return null
  if (/^(utc|gmt|z|etc\/utc)$/i.test(name)) return utc
  if (Object.hasOwn(windowsZones, name)) return wallClock(windowsZones[name]!)
  const tail = /[A-Za-z_]+\/[A-Za-z_+\-0-9]+(\/[A-Za-z_]+)?$/.exec(name)?.[0]
  return wallClock(name) ?? (tail === undefined ? null : wallClock(tail) ?? wallClock(tail.slice(tail.indexOf("/") + 1)))
}

/** From an onset on (wall time of the clocks before it) clocks are ahead of UTC by `offset` milliseconds. */
interface Onset {
  readonly wall: number
  readonly offset: number
}

/** Years whose onsets are looked up; earlier and later times count as in the nearest of them. */
const [firstYear, lastYear] = [1970, 2100]

const describedClock = ({ rules }: ZoneComponent, budget: StepBudget): WallClock | null => {
  const offsets = rules.flatMap(({ own }) => offsetOf(first(own, "TZOFFSETTO")?.value) ?? [])
  if (offsets.length === 0) return null
  const known = rules.slice(0, mostRules).flatMap(({ own }) => onsetRule(own) ?? [])
  const years = new Map<number, ReadonlyArray<Onset>>()
  const onsetsOf = (year: number) => {
    const found = years.get(year) ?? onsetsUntil(known, year, budget)
    years.set(year, found)
    return found
  }
  const offsetAt = (wall: number) => {
    const year = Math.min(lastYear, Math.max(firstYear, new Date(wall).getUTCFullYear()))
    return lastBefore(onsetsOf(year), wall)?.offset ?? offsets[0]!
  }
  return { zone: null, instantOf: (wall) => wall - offsetAt(wall), wallOf: (instant) => instant + offsetAt(instant + offsetAt(instant)) }
}

/** A change of the offset, once or each year. */
interface OnsetRule {
  readonly begin: number
  readonly offset: number
  readonly rule: string | null
}

/** Only rules for each year are expanded: a zone that changes more often was made to harm. */
const onsetRule = (own: ZoneComponent["own"]): OnsetRule | null => {
  const begin = wallOf(first(own, "DTSTART")?.value ?? "")
  const offset = offsetOf(first(own, "TZOFFSETTO")?.value)
  const rule = first(own, "RRULE")?.value ?? null
  return begin === null || offset === null ? null : { begin, offset, rule: rule !== null && /FREQ=YEARLY/i.test(rule) ? rule : null }
}

/** The onsets that may count in a year, in their order. Of those at one time the first that is written counts. */
const onsetsUntil = (rules: ReadonlyArray<OnsetRule>, year: number, budget: StepBudget): ReadonlyArray<Onset> => {
  const end = Date.UTC(year + 1, 0, 1)
  const all = rules.flatMap(({ begin, offset, rule }) => {
    if (rule === null) return { wall: begin, offset }
    // Rules are for each year, and often begin in the year 1601: the years just before will do.
    const near = new Date(begin)
    near.setUTCFullYear(Math.max(near.getUTCFullYear(), year - 2))
    return occurrences(rule, Math.max(begin, near.getTime()), { from: -Infinity, to: end }, utc, budget).map((wall) => ({ wall, offset }))
  })
  return all.toSorted((a, b) => a.wall - b.wall).filter(({ wall }, index, sorted) => wall !== sorted[index - 1]?.wall)
}

/** Of sorted onsets the last one at or before a time. */
const lastBefore = (onsets: ReadonlyArray<Onset>, wall: number): Onset | undefined => {
  let [low, high] = [0, onsets.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (onsets[middle]!.wall <= wall) low = middle + 1
    else high = middle
  }
  return onsets[low - 1]
}

/** `-0800`, perhaps with seconds; milliseconds. */
const offsetOf = (text: string | undefined): number | null => {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d{2}):?(\d{2})(\d{2})?$/.exec(text?.trim() ?? "") ?? []
  return sign === undefined ? null : (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

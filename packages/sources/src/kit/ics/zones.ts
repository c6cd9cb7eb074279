import { countBefore } from "@daybook/core/shared"
import { utc, wallClock, type WallClock, type Zones } from "../WallClock.js"
import { type Components, first, type ZoneComponent } from "./components.js"
import { occurrences, type StepBudget, stepBudget } from "./recurrence.js"
import { wallOf } from "./times.js"
import { windowsZones } from "./windowsZones.js"

/** Maximum number of offset changes read from one zone. */
const maxRules = 200
/** Steps for all zone rules of one calendar. Three zones over twenty years take 500. */
const maxSteps = 50_000
/** Characters. The longest names in use have 90. */
const maxNameLength = 255

/**
 * Resolves zone names: IANA names, also behind a path such as `/freeassociation.sourceforge.net/America/New_York`;
 * Windows names; else the calendar's own definition.
 */
export const zonesOf = ({ zones }: Pick<Components, "zones">): Zones => {
  const clocks = new Map<string, WallClock | null>()
  const byName = new Map<string, ZoneComponent>()
  for (const zone of zones) {
    const name = first(zone.own, "TZID")?.value.replaceAll('"', "").trim()
    if (name !== undefined && !byName.has(name)) byName.set(name, zone)
  }
  const budget = stepBudget(maxSteps)
  const find = (name: string): WallClock | null => {
    const described = byName.get(name)
    return (
      namedClock(name) ??
      namedClock(first(described?.own ?? [], "X-LIC-LOCATION")?.value.trim() ?? "") ??
      (described === undefined ? null : describedClock(described, budget))
    )
  }
  return (name) => {
    const cached = clocks.get(name)
    if (cached !== undefined) return cached
    const clock = find(name)
    clocks.set(name, clock)
    return clock
  }
}

const namedClock = (name: string): WallClock | null => {
  if (name === "" || name.length > maxNameLength) return null
  if (/^(utc|gmt|z|etc\/utc)$/i.test(name)) return utc
  if (Object.hasOwn(windowsZones, name)) return wallClock(windowsZones[name]!)
  const tail = /[A-Za-z_]+\/[A-Za-z_+\-0-9]+(\/[A-Za-z_]+)?$/.exec(name)?.[0]
  return (
    wallClock(name) ?? (tail === undefined ? null : (wallClock(tail) ?? wallClock(tail.slice(tail.indexOf("/") + 1))))
  )
}

/** From `wall` on (wall-clock time before the change) the UTC offset is `offset` milliseconds. */
interface Onset {
  readonly wall: number
  readonly offset: number
}

/** Years with computed onsets; times outside use the nearest year. */
const [firstYear, lastYear] = [1970, 2100]

const describedClock = ({ rules }: ZoneComponent, budget: StepBudget): WallClock | null => {
  const offsets = rules.flatMap(({ own }) => offsetOf(first(own, "TZOFFSETTO")?.value) ?? [])
  if (offsets.length === 0) return null
  const onsetRules = rules.slice(0, maxRules).flatMap(({ own }) => onsetRule(own) ?? [])
  const years = new Map<number, ReadonlyArray<Onset>>()
  const onsetsOf = (year: number) => {
    const onsets = years.get(year) ?? onsetsUntil(onsetRules, year, budget)
    years.set(year, onsets)
    return onsets
  }
  const offsetAt = (wall: number) => {
    const year = Math.min(lastYear, Math.max(firstYear, new Date(wall).getUTCFullYear()))
    return lastBefore(onsetsOf(year), wall)?.offset ?? offsets[0]!
  }
  return {
    zone: null,
    instantOf: (wall) => wall - offsetAt(wall),
    wallOf: (instant) => instant + offsetAt(instant + offsetAt(instant))
  }
}

/** An offset change, once or yearly. */
interface OnsetRule {
  readonly begin: number
  readonly offset: number
  readonly rule: string | null
}

/** Expands yearly rules only: a zone that changes more often is malicious. */
const onsetRule = (own: ZoneComponent["own"]): OnsetRule | null => {
  const begin = wallOf(first(own, "DTSTART")?.value ?? "")
  const offset = offsetOf(first(own, "TZOFFSETTO")?.value)
  const rule = first(own, "RRULE")?.value ?? null
  return begin === null || offset === null
    ? null
    : { begin, offset, rule: rule !== null && /FREQ=YEARLY/i.test(rule) ? rule : null }
}

/** Onsets relevant in a year, sorted. Of several at one time the first counts. */
const onsetsUntil = (rules: ReadonlyArray<OnsetRule>, year: number, budget: StepBudget): ReadonlyArray<Onset> => {
  const end = Date.UTC(year + 1, 0, 1)
  const all = rules.flatMap(({ begin, offset, rule }) => {
    if (rule === null) return { wall: begin, offset }
    // Rules often begin in 1601; the preceding two years suffice.
    const near = new Date(begin)
    near.setUTCFullYear(Math.max(near.getUTCFullYear(), year - 2))
    return occurrences(rule, Math.max(begin, near.getTime()), { from: -Infinity, to: end }, utc, budget).map(
      (wall) => ({ wall, offset })
    )
  })
  return all.toSorted((a, b) => a.wall - b.wall).filter(({ wall }, index, sorted) => wall !== sorted[index - 1]?.wall)
}

/** The last of sorted onsets at or before a time. */
const lastBefore = (onsets: ReadonlyArray<Onset>, wall: number): Onset | undefined =>
  onsets[countBefore(onsets.length, (index) => onsets[index]!.wall <= wall) - 1]

/** Parses `-0800`, optionally with seconds, to milliseconds. */
const offsetOf = (text: string | undefined): number | null => {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d{2}):?(\d{2})(\d{2})?$/.exec(text?.trim() ?? "") ?? []
  return sign === undefined
    ? null
    : (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

import { utc, wallClock, type WallClock, type Zones } from "../clocks/WallClock.js"
import { type Components, first, type ZoneComponent } from "./components.js"
import { occurrences } from "./recurrence.js"
import { wallOf } from "./times.js"
import { windowsZones } from "./windowsZones.js"

/** An IANA name, perhaps behind a path such as `/freeassociation.sourceforge.net/America/New_York`; a name of Windows'; else what the calendar says itself. */
export const zonesOf = ({ zones }: Pick<Components, "zones">): Zones => {
  const found = new Map<string, WallClock | null>()
  const find = (name: string): WallClock | null => {
    const described = zones.find(({ own }) => first(own, "TZID")?.value.replaceAll("\"", "").trim() === name)
    return named(name) ?? named(first(described?.own ?? [], "X-LIC-LOCATION")?.value.trim() ?? "") ?? (described === undefined ? null : describedClock(described))
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
  if (name === "") return null
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

const describedClock = ({ rules }: ZoneComponent): WallClock | null => {
  const offsets = rules.flatMap(({ own }) => offsetOf(first(own, "TZOFFSETTO")?.value) ?? [])
  if (offsets.length === 0) return null
  const offsetAt = (wall: number) => {
    const onsets = rules.flatMap(({ own }) => onsetBefore(own, wall) ?? [])
    return onsets.reduce<Onset | null>((last, one) => last === null || one.wall > last.wall ? one : last, null)?.offset ?? offsets[0]!
  }
  return { zone: null, instantOf: (wall) => wall - offsetAt(wall), wallOf: (instant) => instant + offsetAt(instant + offsetAt(instant)) }
}

const onsetBefore = (own: ZoneComponent["own"], wall: number): Onset | null => {
  const start = first(own, "DTSTART")
  const begin = start === undefined ? null : wallOf(start.value)
  const offset = offsetOf(first(own, "TZOFFSETTO")?.value)
  if (begin === null || offset === null) return null
  const rule = first(own, "RRULE")?.value
  if (rule === undefined) return begin <= wall ? { wall: begin, offset } : null
  // Rules are for each year, and often begin in the year 1601: the years just before will do.
  const near = new Date(begin)
  near.setUTCFullYear(Math.max(near.getUTCFullYear(), new Date(wall).getUTCFullYear() - 2))
  const last = occurrences(rule, near.getTime() < begin ? begin : near.getTime(), { from: -Infinity, to: wall + 1 }).at(-1)
  return last === undefined ? null : { wall: last, offset }
}

/** `-0800`, perhaps with seconds; milliseconds. */
const offsetOf = (text: string | undefined): number | null => {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d{2}):?(\d{2})(\d{2})?$/.exec(text?.trim() ?? "") ?? []
  return sign === undefined ? null : (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

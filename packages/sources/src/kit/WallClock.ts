import { Calendar, fromZoneName, staysOf } from "@daybook/core/shared"
import { Effect, Either } from "effect"

/** Local time of a zone. Wall times are milliseconds as if the local time were UTC. */
export interface WallClock {
  /** IANA name; null for a zone that a calendar defines itself, and for several zones. */
  readonly zone: string | null
  readonly instantOf: (wall: number) => number
  readonly wallOf: (instant: number) => number
}

/** Resolves a zone name within one calendar; null if unknown. */
export type Zones = (name: string) => WallClock | null

const cache = new Map<string, WallClock | null>()
const maxCached = 200

/** The local time of an IANA zone or alias; null if there is no such zone. */
export const wallClock = (name: string): WallClock | null => {
  const cached = cache.get(name)
  if (cached !== undefined) return cached
  const calendar = Either.getOrNull(fromZoneName(name))
  const clock = calendar === null ? null : clockOf(calendar.zone, calendar.offsetAt)
  if (cache.size >= maxCached) cache.clear()
  cache.set(name, clock)
  return clock
}

/**
 * A wall time that occurs twice at a DST change is the first of the two. A skipped one is moved forward by the gap (RFC
 * 5545 §3.3.5).
 */
const clockOf = (zone: string, offsetAt: (instant: number) => number): WallClock => ({
  zone,
  wallOf: (instant) => instant + offsetAt(instant),
  instantOf: (wall) => {
    const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)]
    const early = wall - before
    if (early + offsetAt(early) === wall) return early
    const late = wall - after
    return late + offsetAt(late) === wall ? late : early
  }
})

const dayMs = 86_400_000

/** Whether the zone is UTC, which programs use rather than people. */
export const isUtc = ({ zone }: WallClock): boolean =>
  zone !== null && /^(?:Etc\/)?(?:UTC|GMT|Universal|Zulu)$/.test(zone)

export const utc: WallClock = { zone: "Etc/UTC", instantOf: (wall) => wall, wallOf: (instant) => instant }

/** Local time where the owner was: a wall time is read in the zone of its day. */
export const homeClock: Effect.Effect<WallClock, never, Calendar> = Effect.map(Calendar, (calendar) => {
  const [first, ...stays] = staysOf(calendar).map(({ from, zone }) => ({ from, clock: wallClock(zone) ?? utc }))
  if (stays.length === 0) return first!.clock
  const clockOn = (date: string) => (stays.findLast(({ from }) => from! <= date) ?? first!).clock
  return {
    zone: null,
    instantOf: (wall) => clockOn(dateOf(wall)).instantOf(wall),
    wallOf: (instant) => instant + calendar.offsetAt(instant)
  }
})

/** `HH:MM` of a wall time. */
export const timeOf = (wall: number): string => new Date(wall).toISOString().slice(11, 16)

/** `YYYY-MM-DD` of a wall time. */
export const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10)

const hourMs = 3_600_000

/**
 * The wall time of an instant at a place. `wall` is the written time, possibly in another zone: to someone in New York,
 * an evening in Seattle is the next day. A difference of up to one hour may be due to the border of a zone, so the
 * written time is kept. Null if neither is known.
 */
export const shownAt = (at: number, wall: number | null, zone: string | null | undefined): number | null => {
  const clock = wallClock(zone ?? "")
  if (clock === null) return wall
  const there = Math.floor(clock.wallOf(at) / 60_000) * 60_000
  return wall !== null && Math.abs(there - wall) <= hourMs ? wall : there
}

/** Between these instants, every zone's local date has a four-digit year. */
const firstInstant = Date.parse("0001-01-03T00:00:00Z")

const lastInstant = Date.parse("9999-12-29T00:00:00Z")

/** Parses a provider's timestamp into epoch milliseconds. Null if invalid or outside the years 1 to 9999. */
export const instantOf = (text: string | null | undefined): number | null => {
  const at = Date.parse(text ?? "")
  return at >= firstInstant && at <= lastInstant ? at : null
}

/** The wall time that a text begins with, whatever follows: `2025-03-14T07:00:00`. Null if there is none. */
export const writtenWall = (text: string | null): number | null => {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)/.exec(text ?? "") ?? []
  return date === undefined ? null : instantOf(`${date}T${time}Z`)
}

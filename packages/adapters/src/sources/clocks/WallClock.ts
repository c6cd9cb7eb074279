import { fromZoneName } from "@daybook/core/shared"
import { Either } from "effect"

/** The clocks of a zone. Wall times are milliseconds as if the clock showed UTC. */
export interface WallClock {
  /** IANA name; null for clocks that a calendar describes itself. */
  readonly zone: string | null
  readonly instantOf: (wall: number) => number
  readonly wallOf: (instant: number) => number
}

/** Finds the clocks that a name means in one calendar, or null where nobody can tell. */
export type Zones = (name: string) => WallClock | null

const kept = new Map<string, WallClock | null>()
const mostKept = 200

/** The clocks of an IANA zone or alias, or null where there is no such zone. */
export const wallClock = (name: string): WallClock | null => {
  const known = kept.get(name)
  if (known !== undefined) return known
  const calendar = Either.getOrNull(fromZoneName(name))
  const clock = calendar === null ? null : clockOf(calendar.zone, calendar.offsetAt)
  if (kept.size >= mostKept) kept.clear()
  kept.set(name, clock)
  return clock
}

/** A time that clocks show twice is the first, one that they jump over is that much later, as RFC 5545 §3.3.5 has it. */
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

/** Clocks that programs keep, not people. */
export const isUtc = ({ zone }: WallClock): boolean => zone !== null && /^(?:Etc\/)?(?:UTC|GMT|Universal|Zulu)$/.test(zone)

export const utc: WallClock = { zone: "Etc/UTC", instantOf: (wall) => wall, wallOf: (instant) => instant }

/** `HH:MM` of a wall time. */
export const timeOf = (wall: number): string => new Date(wall).toISOString().slice(11, 16)

/** The day of a wall time. */
export const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10)

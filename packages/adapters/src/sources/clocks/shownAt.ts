import { wallClock } from "./WallClock.js"

const hourMs = 3_600_000

/**
 * An instant on the clocks of a place, as a wall time. `wall` is what is written, on clocks that may be of somewhere else:
 * who lives in New York sees an evening in Seattle as the next day. An hour's difference may be the edge of a state's zone,
 * and is left as it is written. Null where neither is known.
 */
export const shownAt = (at: number, wall: number | null, zone: string | null | undefined): number | null => {
  const clock = wallClock(zone ?? "")
  if (clock === null) return wall
  const there = Math.floor(clock.wallOf(at) / 60_000) * 60_000
  return wall !== null && Math.abs(there - wall) <= hourMs ? wall : there
}

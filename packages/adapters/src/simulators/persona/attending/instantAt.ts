import { type LocalDate, fromZoneName } from "@daybook/core/shared"
import { Either } from "effect"

const zones = new Map<string, (instant: number) => number>()

const offsetIn = (zone: string) => {
  const known = zones.get(zone)
  if (known !== undefined) return known
  const offsetAt = Either.getOrThrow(fromZoneName(zone)).offsetAt
  zones.set(zone, offsetAt)
  return offsetAt
}

/** The instant (epoch milliseconds) of a time on the clocks of a zone; nothing takes place in the hours that clocks skip. */
export const instantAt = (date: LocalDate, time: string, zone: string): number => {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const offsetAt = offsetIn(zone)
  return wall - offsetAt(wall - offsetAt(wall))
}

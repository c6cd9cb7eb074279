import { Either } from "effect"
import { fromZoneName } from "./Calendar.js"
import { homeCalendar } from "./homeCalendar.js"
import { type LocalDate, addDays, daysBetween, fromOrdinal } from "./LocalDate.js"
import type { HomeZones } from "./HomeZones.js"

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Kinds of records that say where their owner was. */
export const evidenceOrigins = ["run", "event", "checkin"] as const
export type EvidenceOrigin = (typeof evidenceOrigins)[number]

/** Where the owner was at an instant (epoch ms): in a zone, or where clocks were `offset` ms ahead of UTC. */
export interface ZoneEvidence {
  readonly at: number
  readonly place: { readonly zone: string } | { readonly offset: number }
  readonly origin: EvidenceOrigin
}

/** A trip, or a period that ends after `to`; a period without `to` lasts until today. Both days are included. */
export interface ZoneSuggestion {
  readonly kind: "trip" | "period"
  readonly from: LocalDate
  readonly to: LocalDate | null
  readonly zone: string
  /** Why it is suggested, one sentence. */
  readonly reason: string
}

/** A suggestion that the owner declined: its days and its zone. */
export type DeclinedZone = Pick<ZoneSuggestion, "from" | "to" | "zone">

/** A longer stay is a period. */
const maxTripDays = 56
/** Without evidence for longer, nobody knows where the owner was in between. */
const maxGapDays = 10
/** No flight crosses more hours of offset in an hour. */
const offsetHoursPerHour = 2

interface Sighting {
  readonly at: number
  readonly offset: number
  readonly day: LocalDate
  readonly zone: string | null
  readonly origin: EvidenceOrigin
  /** The clock there is that of the home. */
  readonly isHome: boolean
}

interface Stay {
  readonly zone: string | null
  readonly isHome: boolean
  readonly sightings: ReadonlyArray<Sighting>
}

const sightingsOf = (evidence: ReadonlyArray<ZoneEvidence>, home: HomeZones): ReadonlyArray<Sighting> => {
  const calendar = Either.getOrNull(homeCalendar(home))
  if (calendar === null) return []
  const clocks = new Map<string, ReturnType<typeof fromZoneName>>()
  const clockOf = (zone: string) => {
    const clock = clocks.get(zone) ?? fromZoneName(zone)
    clocks.set(zone, clock)
    return Either.getOrNull(clock)
  }
  const sighting = ({ at, origin, place }: ZoneEvidence): ReadonlyArray<Sighting> => {
    const clock = "zone" in place ? clockOf(place.zone) : null
    if ("zone" in place && clock === null) return []
    const offset = "zone" in place ? clock!.offsetAt(at) : place.offset
    const day = fromOrdinal(Math.floor((at + offset) / dayMs))
    const zone = "zone" in place ? place.zone : null
    return [{ at, offset, day, zone, origin, isHome: offset === calendar.offsetAt(at) }]
  }
  return evidence.flatMap(sighting).sort((a, b) => a.at - b.at)
}

const isSamePlace = (stay: Stay, one: Sighting): boolean => {
  const last = stay.sightings.at(-1)!
  if (stay.isHome || one.isHome) return stay.isHome && one.isHome
  // A zone and a plain offset agree if their clocks do. Two zones never are one place.
  if (stay.zone !== null && one.zone !== null) return stay.zone === one.zone
  return last.offset === one.offset
}

/** Evidence in its order, as stays: each in one place, without a long gap. */
const staysIn = (sightings: ReadonlyArray<Sighting>): ReadonlyArray<Stay> => {
  const stays: Array<Stay> = []
  for (const one of sightings) {
    const last = stays.at(-1)
    const isNear = last !== undefined && daysBetween(last.sightings.at(-1)!.day, one.day) <= maxGapDays
    if (last !== undefined && isNear && isSamePlace(last, one))
      stays[stays.length - 1] = { ...last, zone: last.zone ?? one.zone, sightings: [...last.sightings, one] }
    else stays.push({ zone: one.zone, isHome: one.isHome, sightings: [one] })
  }
  return stays
}

/** Whether one can have travelled from one stay to the next in the time between them. */
const canFollow = (before: Stay | undefined, after: Stay | undefined): boolean => {
  if (before === undefined || after === undefined) return true
  const [left, arrived] = [before.sightings.at(-1)!, after.sightings[0]!]
  const hours = (arrived.at - left.at) / hourMs
  return Math.abs(arrived.offset - left.offset) / hourMs - 1 <= hours * offsetHoursPerHour
}

/** Whether one was here, elsewhere and here again on one day. */
const isBackOnOneDay = (stays: ReadonlyArray<Stay>, index: number): boolean => {
  const { sightings } = stays[index]!
  const [first, last] = [sightings[0]!.day, sightings.at(-1)!.day]
  const isAt = (other: Stay | undefined, day: LocalDate) =>
    other?.sightings.some((one) => one.day === day && one.offset === sightings[0]!.offset) === true
  return isAt(stays[index - 2], first) || isAt(stays[index + 2], last)
}

const names: Readonly<Record<EvidenceOrigin, readonly [one: string, many: string]>> = {
  run: ["run", "runs"],
  event: ["event", "events"],
  checkin: ["check-in", "check-ins"]
}

const reasonOf = ({ sightings }: Stay, zone: string): string => {
  const counts = evidenceOrigins.flatMap((origin) => {
    const count = sightings.filter((one) => one.origin === origin).length
    return count === 0 ? [] : [`${count} ${names[origin][count === 1 ? 0 : 1]}`]
  })
  const days = new Set(sightings.map(({ day }) => day)).size
  return `${counts.join(" and ")} on ${days} days had the clock of ${zone}, and nothing between them says otherwise.`
}

/** The owner's zone with this clock during the whole stay, where records know only the offset. */
const zoneByOffset = ({ sightings }: Stay, { history, zone }: HomeZones): string | null => {
  const own = [...history.periods, ...history.trips].map((entry) => entry.zone)
  const isClock = (name: string) => {
    const clock = Either.getOrNull(fromZoneName(name))
    return clock !== null && sightings.every(({ at, offset }) => clock.offsetAt(at) === offset)
  }
  return [...new Set([...own, zone])].find(isClock) ?? null
}

const overlaps = (from: LocalDate, to: LocalDate, other: { from: LocalDate; to: LocalDate | null }) =>
  other.from <= to && (other.to === null || from <= other.to)

/** Whether the owner has said something about these days: a trip in them, or a move. */
const isSaid = (from: LocalDate, to: LocalDate, { periods, trips }: HomeZones["history"]): boolean =>
  trips.some((trip) => overlaps(from, to, trip)) ||
  periods.some((period) => period.from !== null && from <= addDays(period.from, 1) && period.from <= addDays(to, 1))

/**
 * Moves and trips that dated evidence shows and the history lacks, oldest first. A stay counts with evidence on at
 * least two days and no gap of more than ten. One that other evidence contradicts is left out, as is what overlaps the
 * owner's own stays, or a suggestion that was declined.
 */
export const zoneSuggestions = (
  evidence: ReadonlyArray<ZoneEvidence>,
  home: HomeZones,
  declined: ReadonlyArray<DeclinedZone>
): ReadonlyArray<ZoneSuggestion> => {
  const stays = staysIn(sightingsOf(evidence, home))
  return stays.flatMap((stay, index) => {
    if (stay.isHome) return []
    const [first, last] = [stay.sightings[0]!.day, stay.sightings.at(-1)!.day]
    const [before, after] = [stays[index - 1], stays[index + 1]]
    if (first >= last || !canFollow(before, stay) || !canFollow(stay, after) || isBackOnOneDay(stays, index)) return []
    const zone = stay.zone ?? zoneByOffset(stay, home)
    if (zone === null || isSaid(first, last, home.history)) return []
    // The day on which one place is left and the next is reached is of the later one.
    const to = after !== undefined && !after.isHome && after.sightings[0]!.day <= last ? addDays(last, -1) : last
    if (first >= to || declined.some((one) => one.zone === zone && overlaps(first, to, one))) return []
    const isTrip = daysBetween(first, to) < maxTripDays
    const isLast = after === undefined && home.history.periods.every(({ from }) => from === null || from < first)
    return [
      {
        kind: isTrip ? "trip" : "period",
        from: first,
        to: !isTrip && isLast ? null : to,
        zone,
        reason: reasonOf(stay, zone)
      }
    ]
  })
}

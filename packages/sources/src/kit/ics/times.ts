import type { LocalDate } from "@daybook/core/shared"
import { isLocalDate } from "@daybook/core/shared"
import { dateOf, isUtc, timeOf, utc, type WallClock, type Zones, instantOf as boundedInstant } from "../WallClock.js"
import type { Property } from "./components.js"

/** A calendar time: a day, or a wall-clock time. A null clock means floating time. */
export type Moment =
  | { readonly kind: "day"; readonly wall: number }
  | { readonly kind: "time"; readonly wall: number; readonly clock: WallClock | null }

/** Parses `20260807` or `20260807T131000` as if it were UTC; null for anything else. */
export const wallOf = (value: string): number | null => {
  const [, year, month, day, hour = "00", minute = "00", second = "00"] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?Z?)?$/.exec(value.trim()) ?? []
  if (year === undefined || !isLocalDate(`${year}-${month}-${day}`) || Number(hour) > 24 || Number(minute) > 59)
    return null
  return (
    Date.parse(`${year}-${month}-${day}T00:00:00Z`) +
    (Number(hour) * 3600 + Number(minute) * 60 + Math.min(59, Number(second))) * 1000
  )
}

/** `display` is the zone in which UTC times and times without a zone are shown. */
export const momentOf = (property: Property | undefined, zones: Zones, display: WallClock | null): Moment | null => {
  const wall = property === undefined ? null : wallOf(property.value)
  if (property === undefined || wall === null || boundedInstant(new Date(wall).toISOString()) === null) return null
  if (property.parameters["VALUE"]?.toUpperCase() === "DATE" || !property.value.includes("T"))
    return { kind: "day", wall }
  if (property.value.trim().endsWith("Z"))
    return display === null
      ? { kind: "time", wall, clock: utc }
      : { kind: "time", wall: display.wallOf(wall), clock: display }
  const zone = property.parameters["TZID"]
  return { kind: "time", wall, clock: (zone === undefined || zone === "" ? null : zones(zone)) ?? display }
}

const instantOf = (moment: Moment): number | null =>
  moment.kind === "time" && moment.clock !== null ? moment.clock.instantOf(moment.wall) : null

const compact = (iso: string) => iso.replace(/[-:]|\.\d{3}/g, "")

/** Key of an occurrence within its series, the same in every time zone and for every origin. */
export const momentKey = (moment: Moment): string => {
  if (moment.kind === "day") return compact(dateOf(moment.wall))
  const at = instantOf(moment)
  return at === null ? compact(new Date(moment.wall).toISOString()).replace("Z", "") : instantKey(at)
}

export const instantKey = (at: number): string => compact(new Date(at).toISOString())

/** Start as written in the calendar. A UTC time has the instant only, because no local clock shows it. */
export interface Start {
  readonly date: LocalDate | null
  /** Null for a whole day. */
  readonly time: string | null
  /** Null for a whole day and for floating times. */
  readonly at: number | null
}

export const startOf = (moment: Moment): Start => {
  const at = instantOf(moment)
  if (moment.kind === "day") return { date: dateOf(moment.wall), time: null, at }
  return moment.clock !== null && isUtc(moment.clock)
    ? { date: null, time: null, at }
    : { date: dateOf(moment.wall), time: timeOf(moment.wall), at }
}

const dayMs = 86_400_000

/**
 * Last day of an event over several days, or null. The end is exclusive; an event that ends the next morning has one
 * day.
 */
export const lastDateOf = (start: Moment, lasts: number): LocalDate | null => {
  const isLong = start.kind === "day" ? lasts > dayMs : lasts >= dayMs
  const last = isLong ? dateOf(start.wall + lasts - (start.kind === "day" ? dayMs : 1)) : ""
  return isLocalDate(last) ? last : null
}

/** `PT2H30M`, `P1D`, `P2W`: milliseconds, or null. */
export const durationOf = (text: string | undefined): number | null => {
  const [whole, weeks, days, hours, minutes, seconds] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/.exec(
      text?.trim() ?? ""
    ) ?? []
  if (whole === undefined) return null
  return (
    ((Number(weeks ?? 0) * 7 + Number(days ?? 0)) * 86_400 +
      Number(hours ?? 0) * 3600 +
      Number(minutes ?? 0) * 60 +
      Number(seconds ?? 0)) *
    1000
  )
}

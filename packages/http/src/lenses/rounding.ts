import type { LensDefinition } from "@daybook/core/lenses"
import { duration, kilometrePace, metresPerMile, pace, round } from "@daybook/core/running"

type Rounding = NonNullable<LensDefinition["round"]>
type Figures = Record<string, unknown>

const iso = /^(\d{4}-\d{2}-\d{2}T)(\d{2}):\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** Cuts an ISO 8601 time to the hour or the day of its own offset; other texts stay. */
export const cutTime =
  (to: "hour" | "day") =>
  (text: string): string =>
    text.replace(iso, (_, day: string, hour: string, seconds = "", fraction = "", offset: string) =>
      [day, to === "hour" ? hour : "00", ":00", seconds === "" ? "" : ":00", fraction.replace(/\d/g, "0"), offset].join(
        ""
      )
    )

const toStep = (value: number, step: number): number => round(Math.round(value / step) * step, 2)

const secondsOf = (text: string): number => text.split(":").reduce((total, part) => total * 60 + Number(part), 0)

/** Names of figures that follow from others, and so would tell them more exactly. */
const isDerived = (name: string) => /pace|rolling_avg/.test(name)

/**
 * Rounds the distances, elevations and durations of an object, in place. Kilometres follow from the rounded miles, and
 * the pace from rounded distance and duration. Other figures derived from exact ones are left out.
 */
export const roundFigures = ({ distance_mi, duration_s, elevation_ft }: Rounding) => {
  if (distance_mi === undefined && duration_s === undefined && elevation_ft === undefined) return undefined
  const number = (object: Figures, name: string) => (typeof object[name] === "number" ? object[name] : undefined)
  const distances = (object: Figures, step: number) => {
    for (const name of Object.keys(object)) {
      const value = number(object, name)
      if (value !== undefined && name.endsWith("_mi")) object[name] = toStep(value, step)
    }
    for (const name of Object.keys(object)) {
      const value = number(object, name)
      if (value === undefined || !name.endsWith("_km")) continue
      const miles = number(object, name.replace(/_km$/, "_mi"))
      object[name] = round(miles === undefined ? toStep(value, step * 1.609344) : miles * 1.609344, 2)
    }
  }
  const elevations = (object: Figures, step: number) => {
    for (const name of Object.keys(object)) {
      const value = number(object, name)
      if (value === undefined) continue
      if (name.endsWith("_ft")) object[name] = toStep(value, step)
      else if (name.endsWith("elevation_m")) object[name] = toStep(value, step * 0.3048)
    }
  }
  const durations = (object: Figures, step: number) => {
    for (const [name, value] of Object.entries(object)) {
      if (typeof value === "number" && (name.endsWith("duration_s") || name.endsWith("time_s")))
        object[name] = toStep(value, step)
      if (typeof value === "string" && (name.endsWith("duration") || name === "time"))
        object[name] = duration(toStep(secondsOf(value), step))
    }
  }
  const derived = (object: Figures) => {
    const miles = number(object, "distance_mi")
    const seconds = number(object, "duration_s")
    for (const name of Object.keys(object).filter(isDerived)) {
      const isOfRun = miles !== undefined && seconds !== undefined
      if (isOfRun && name === "pace") object[name] = pace(miles * metresPerMile, seconds)
      else if (isOfRun && name === "pace_per_km") object[name] = kilometrePace(miles * metresPerMile, seconds)
      else Reflect.deleteProperty(object, name)
    }
  }
  return (object: Figures): void => {
    if (distance_mi !== undefined) distances(object, distance_mi)
    if (elevation_ft !== undefined) elevations(object, elevation_ft)
    if (duration_s !== undefined) durations(object, duration_s)
    if (distance_mi !== undefined || duration_s !== undefined) derived(object)
  }
}

/** Whether a lens rounds a field of running. Sorts and filters over it would tell more than the lens shows. */
export const isRounded = (name: string, { distance_mi, duration_s, elevation_ft }: Rounding): boolean =>
  (distance_mi !== undefined && /_(mi|km)$/.test(name)) ||
  (elevation_ft !== undefined && /_ft$|elevation_m$/.test(name)) ||
  (duration_s !== undefined && /(duration|time)(_s)?$/.test(name)) ||
  ((distance_mi !== undefined || duration_s !== undefined) && isDerived(name))

import type { Answers } from "../../api/Answers.js"
import { distanceUnit, isMetric } from "../../api/availability.js"
import { count, decimal } from "../../text/format.js"

type Run = Answers["running/activities"]["data"][number]
type Split = Answers["running/activities/:id/splits"]["data"][number]

interface Distance {
  readonly distance_mi: number
  readonly distance_km?: number | undefined
}

export const distanceWord = isMetric ? "kilometres" : "miles"

/** Distances, heights and paces in the units of this page. */
export const distanceOf = (of: Distance): number => of.distance_km ?? of.distance_mi

export const distanceText = (value: number): string => `${decimal(value, value < 100 ? 2 : 0)} ${distanceUnit}`

export const heightUnit = isMetric ? "m" : "ft"

export const climbOf = (of: Pick<Run, "elevation_ft" | "elevation_m">): number => of.elevation_m ?? of.elevation_ft

export const climbText = (value: number): string => `${count(value)} ${heightUnit}`

export const paceTextOf = (of: { readonly pace: string | null; readonly pace_per_km?: string | null | undefined }) =>
  of.pace_per_km ?? of.pace

/** Minutes per unit of distance, or null without a distance. */
export const paceOf = (split: Split): number | null => {
  const distance = distanceOf(split)
  return distance === 0 ? null : split.moving_time_s / 60 / distance
}

export const totalOf = (of: { readonly total_distance_mi: number; readonly total_distance_km?: number | undefined }) =>
  of.total_distance_km ?? of.total_distance_mi

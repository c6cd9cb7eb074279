import { Schema } from "effect"
import { feet, metresPerMile, miles, round } from "../workouts/index.js"

export { feet, metresPerMile, miles, round }

const twoDigits = (value: number) => String(value).padStart(2, "0")

/** `M:SS`, or `H:MM:SS` from an hour on. */
export const duration = (seconds: number): string => {
  const whole = Math.round(seconds)
  return whole < 3600 ? `${Math.floor(whole / 60)}:${twoDigits(whole % 60)}` : longDuration(whole)
}

/** `H:MM:SS`; hours can exceed 24. */
export const longDuration = (seconds: number): string => {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 3600)}:${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}`
}

/** Seconds per mile; null without distance or time. */
const secondsPerMile = (metres: number, seconds: number): number | null =>
  metres > 0 && seconds > 0 ? (seconds * metresPerMile) / metres : null

/** `M:SS/mi`. Rounds the total seconds first, which avoids `7:60`. */
export const paceText = (secondsOfMile: number): string => {
  const whole = Math.round(secondsOfMile)
  return `${Math.floor(whole / 60)}:${twoDigits(whole % 60)}/mi`
}

export const pace = (metres: number, seconds: number): string | null => {
  const secondsOfMile = secondsPerMile(metres, seconds)
  return secondsOfMile === null ? null : paceText(secondsOfMile)
}

/** Wall-clock time at the place in the provider's form: `2026-03-14T07:30:00Z`, although it is local. */
export const localText = (localStart: number): string => `${new Date(localStart).toISOString().slice(0, 19)}Z`

/** Units of responses. Imperial members are always present; metric members are optional. */
export const unitSystems = ["imperial", "metric"] as const

export type Units = (typeof unitSystems)[number]

/** The optional members of responses in metric units. */
export const InMetric = {
  distance: Schema.optional(Schema.Number),
  height: Schema.optional(Schema.Number),
  pace: Schema.optional(Schema.NullOr(Schema.String)),
  minutes: Schema.optional(Schema.Number)
}

/** Metres in kilometres, two decimals. */
export const kilometres = (metres: number): number => round(metres / 1000, 2)

/** Metres rounded to one decimal. */
export const metres = (value: number): number => round(value, 1)

/** `M:SS/km`. Rounds the total seconds first, which avoids `4:60`. */
export const kilometrePaceText = (secondsOfKilometre: number): string => {
  const whole = Math.round(secondsOfKilometre)
  return `${Math.floor(whole / 60)}:${twoDigits(whole % 60)}/km`
}

/** Null without distance or time. */
export const kilometrePace = (metres: number, seconds: number): string | null =>
  metres > 0 && seconds > 0 ? kilometrePaceText((seconds * 1000) / metres) : null

/** Members that a response has only in metric units. */
export const inMetric = <A extends object>(units: Units, members: () => A): Partial<A> =>
  units === "metric" ? members() : {}

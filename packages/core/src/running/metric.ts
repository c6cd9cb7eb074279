import { Schema } from "effect"
import { round } from "./units.js"

/** What answers count in. Metric members stand next to the imperial ones, which are always there. */
export const unitSystems = ["imperial", "metric"] as const
export type Units = typeof unitSystems[number]

/** A member of answers in metric units. */
export const InMetric = {
  distance: Schema.optional(Schema.Number),
  height: Schema.optional(Schema.Number),
  pace: Schema.optional(Schema.NullOr(Schema.String)),
  minutes: Schema.optional(Schema.Number)
}

/** Kilometres of metres, two decimals. */
export const kilometres = (metres: number): number => round(metres / 1000, 2)

/** Metres, one decimal. */
export const metres = (value: number): number => round(value, 1)

const two = (value: number) => String(value).padStart(2, "0")

/** `M:SS/km`. The seconds are rounded as a whole first, so that there is no `4:60`. */
export const kilometrePaceText = (secondsAKilometre: number): string => {
  const whole = Math.round(secondsAKilometre)
  return `${Math.floor(whole / 60)}:${two(whole % 60)}/km`
}

/** Null without distance or time. */
export const kilometrePace = (metres: number, seconds: number): string | null =>
  metres > 0 && seconds > 0 ? kilometrePaceText(seconds * 1000 / metres) : null

/** Members that an answer has in metric units alone. */
export const inMetric = <A extends object>(units: Units, members: () => A): Partial<A> => units === "metric" ? members() : {}

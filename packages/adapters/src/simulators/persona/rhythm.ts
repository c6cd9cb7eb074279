import { fromOrdinal } from "@daybook/core/shared"
import { type Dice, dice, hash } from "./dice.js"

/** A person's day runs from four in the morning to four in the morning, in seconds of local time. */
export const dayStartsAt = 4 * 3_600

/** Monday is 0. */
const weekday = (ordinal: number) => (((ordinal + 3) % 7) + 7) % 7

/**
 * How much is heard on a day, relative to an average one: more at the end of the week, less in high summer, years that
 * differ, days without any, a week away now and then. New Year's Eve, leap days and the nights when clocks change are
 * never silent.
 */
export const intensity = (seed: number, ordinal: number, isClockChange: boolean): number => {
  const date = fromOrdinal(ordinal)
  const chance = dice(seed, "intensity", ordinal)
  const weekly = [0.95, 0.9, 0.95, 1, 1.15, 1.2, 0.95][weekday(ordinal)]!
  const seasonal = 1 + 0.15 * Math.cos(((ordinal % 365.2425) / 365.2425) * 2 * Math.PI)
  const year = Number(date.slice(0, 4))
  const yearly = 0.75 + 0.5 * (hash(seed, "year", year) / 0x100000000)
  const daily = Math.exp(chance.normal() * 0.4)
  const usual = Math.min(2.1, weekly * seasonal * yearly * daily)
  const mustSound = isClockChange || date.endsWith("-02-29") || date.endsWith("-12-31")
  if (mustSound) return Math.max(0.8, usual)
  return isSilent(seed, ordinal, chance) ? 0 : usual
}

const isSilent = (seed: number, ordinal: number, chance: Dice): boolean => {
  const week = Math.floor(ordinal / 7)
  const isAway = hash(seed, "away", week) % 23 === 0
  return chance.chance(isAway ? 0.8 : 0.022)
}

/** Shares of listening sessions that begin in each local hour. */
const workday = [2, 1, 0, 0, 0, 1, 5, 12, 11, 8, 7, 6, 5, 6, 7, 7, 7, 9, 10, 9, 10, 11, 8, 4]
const weekend = [4, 3, 1, 0, 0, 0, 1, 3, 6, 10, 12, 11, 9, 8, 8, 8, 8, 8, 8, 8, 9, 10, 9, 7]

/** When a session begins, in seconds since local midnight; hours after midnight count on past 24. */
export const sessionStart = (ordinal: number, chance: Dice): number => {
  const hours = weekday(ordinal) >= 5 ? weekend : workday
  let rest = chance.roll() * hours.reduce((sum, share) => sum + share, 0)
  let hour = 0
  while (hour < 23 && rest >= hours[hour]!) rest -= hours[hour++]!
  const at = hour * 3_600 + chance.below(3_600)
  return at < dayStartsAt ? at + 86_400 : at
}

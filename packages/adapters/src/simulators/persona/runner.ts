import { type Calendar, fromOrdinal, fromZoneName } from "@daybook/core/shared"
import { type Context, Either } from "effect"
import { dice, hash } from "./dice.js"
import { coinedWord } from "./words.js"

type Home = Context.Tag.Service<Calendar>

/** A town that the person runs in. Degrees. */
export interface Town {
  readonly city: string
  readonly state: string
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  readonly calendar: Home
}

const away = ["Europe/Lisbon", "Asia/Tokyo", "Pacific/Auckland", "America/New_York", "Asia/Kolkata", "Europe/Oslo"]

/** Home and the places of journeys: all of them invented, in true time zones. */
export const townsOf = (seed: number, home: Home): ReadonlyArray<Town> =>
  [home, home, ...away.map((zone) => Either.getOrElse(fromZoneName(zone), () => home))].map((calendar, index) => {
    const chance = dice(seed, "town", index)
    return {
      city: `${coinedWord(chance)} ${chance.pick(["Bay", "Falls", "Heights", "Harbour", "Springs"])}`,
      state: coinedWord(chance),
      country: coinedWord(chance),
      latitude: Math.round((chance.roll() * 100 - 50) * 1e5) / 1e5,
      longitude: Math.round((chance.roll() * 300 - 150) * 1e5) / 1e5,
      calendar
    }
  })

/** Where the person is on a day: at home, across town, or a week in another part of the world. */
export const townOn = (seed: number, towns: ReadonlyArray<Town>, ordinal: number): Town => {
  const week = Math.floor(ordinal / 7)
  if (hash(seed, "journey", week) % 17 === 0) return towns[2 + hash(seed, "where", week) % (towns.length - 2)]!
  return towns[hash(seed, "across", ordinal) % 5 === 0 ? 1 : 0]!
}

/** Monday is 0. */
const weekday = (ordinal: number) => (((ordinal + 3) % 7) + 7) % 7

/** How likely a run is on a day, relative to an average one: long runs on Sundays, rest on Mondays, less in winter, weeks without any. */
export const eagerness = (seed: number, ordinal: number): number => {
  const weekly = [0.3, 1.1, 0.9, 1.2, 0.6, 1.3, 1.6][weekday(ordinal)]!
  const seasonal = 1 - 0.3 * Math.cos(((ordinal % 365.2425) / 365.2425) * 2 * Math.PI)
  const resting = hash(seed, "rest", Math.floor(ordinal / 7)) % 11 === 0 ? 0 : 1
  const yearly = 0.7 + 0.6 * (hash(seed, "form", Number(fromOrdinal(ordinal).slice(0, 4))) / 0x100000000)
  return weekly * seasonal * resting * yearly * (0.2 + 1.6 * dice(seed, "eager", ordinal).roll())
}

/** Seconds since local midnight at which a run begins. */
export const hourOf = (ordinal: number, roll: number): number => {
  const hours = weekday(ordinal) >= 5 ? [8, 9, 9, 10, 11, 16] : [6, 6, 7, 12, 18, 18, 19]
  const at = roll * hours.length
  return hours[Math.floor(at)]! * 3600 + Math.floor((at % 1) * 3600)
}

import { type Calendar, fromOrdinal, fromZoneName } from "@daybook/core/shared"
import { type Context, Either } from "effect"
import { dice, hash } from "./dice.js"

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

interface Spot {
  readonly zone: string
  readonly city: string
  readonly state: string
  readonly country: string
  readonly latitude: number
  readonly longitude: number
}

const spot = (
  zone: string,
  city: string,
  state: string,
  country: string,
  latitude: number,
  longitude: number
): Spot => ({ zone, city, state, country, latitude, longitude })

/** Where one lives: the first of a zone, and a town nearby; of other zones that of the first here. */
const homes = [
  [
    spot("America/Los_Angeles", "Seattle", "WA", "United States", 47.6062, -122.3321),
    spot("America/Los_Angeles", "Tacoma", "WA", "United States", 47.2529, -122.4443)
  ],
  [
    spot("Europe/Berlin", "Berlin", "State of Berlin", "Germany", 52.5145, 13.3501),
    spot("Europe/Berlin", "Potsdam", "Brandenburg", "Germany", 52.3989, 13.0657)
  ],
  [
    spot("Europe/London", "London", "England", "United Kingdom", 51.5073, -0.1657),
    spot("Europe/London", "Brighton", "England", "United Kingdom", 50.8284, -0.1395)
  ]
] as const

const away = [
  spot("Europe/Lisbon", "Lisbon", "Lisbon", "Portugal", 38.7167, -9.1333),
  spot("Asia/Tokyo", "Tokyo", "Tokyo", "Japan", 35.6895, 139.6917),
  spot("Pacific/Auckland", "Auckland", "Auckland", "New Zealand", -36.8485, 174.7635),
  spot("America/New_York", "New York City", "NY", "United States", 40.7829, -73.9654),
  spot("Asia/Kolkata", "Kolkata", "West Bengal", "India", 22.5626, 88.363),
  spot("Europe/Oslo", "Oslo", "Oslo County", "Norway", 59.9127, 10.7461)
]

/** Home and the places of journeys, where maps have them. */
export const townsOf = (home: Home): ReadonlyArray<Town> => {
  const [first, second] = homes.find(([{ zone }]) => zone === home.zone) ?? homes[0]
  return [
    { ...first, calendar: home },
    { ...second, calendar: home },
    ...away.map((there) => ({ ...there, calendar: Either.getOrElse(fromZoneName(there.zone), () => home) }))
  ]
}

/** Where the person is on a day: at home, across town, or a week in another part of the world. */
export const townOn = (seed: number, towns: ReadonlyArray<Town>, ordinal: number): Town => {
  const week = Math.floor(ordinal / 7)
  if (hash(seed, "journey", week) % 17 === 0) return towns[2 + (hash(seed, "where", week) % (towns.length - 2))]!
  return towns[hash(seed, "across", ordinal) % 5 === 0 ? 1 : 0]!
}

/** Monday is 0. */
const weekday = (ordinal: number) => (((ordinal + 3) % 7) + 7) % 7

/**
 * How likely a run is on a day, relative to an average one: long runs on Sundays, rest on Mondays, less in winter,
 * weeks without any.
 */
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

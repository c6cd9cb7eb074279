import { type Calendar, fromOrdinal, localInstant, toOrdinal, yearOf } from "@daybook/core/shared"
import type { Context } from "effect"
import { type Dice, dice, hash } from "./dice.js"
import { eagerness, hourOf, type Town, townOn, townsOf } from "./runner.js"
import type { Extent } from "./size.js"
import { coinedWord } from "./words.js"

/** One run of the life. Metres and seconds. */
export interface PersonRun {
  readonly id: number
  readonly name: string
  readonly sport: "Run" | "TrailRun" | "VirtualRun"
  /** Unix seconds. */
  readonly at: number
  /** Seconds that the clocks at the place were ahead of UTC. */
  readonly offset: number
  readonly town: Town
  /** Unix seconds at which it reached the provider, sometimes weeks later. */
  readonly uploadedAt: number
  readonly distance: number
  readonly movingTime: number
  readonly elapsedTime: number
  readonly elevation: number
  /** 0 none, 1 race, 2 long run, 3 workout. */
  readonly workoutType: 0 | 1 | 2 | 3
  readonly heartrate: number | null
  /** Steps of one leg a minute. */
  readonly cadence: number
  /** Place among the person's pairs, in the order in which they were bought. */
  readonly shoe: number
  /** Entered by hand: nothing was recorded. */
  readonly manual: boolean
  readonly description: string | null
}

/** The person's runs: a race distance now and then, long Sundays, pairs of shoes that wear out. */
export interface RunningLife {
  /** Every run that began before an instant in Unix seconds, oldest first. */
  readonly until: (seconds: number) => ReadonlyArray<PersonRun>
  readonly shoeName: (index: number) => { readonly name: string; readonly brand: string; readonly model: string }
}

const races = [5_000, 10_000, 21_097.5, 42_195]
const wornOut = 640_000

interface Telling {
  readonly seed: number
  readonly towns: ReadonlyArray<Town>
  readonly firstYear: number
}

/** `extent.runs` runs in the extent's years, and on at the same pace. */
export const makeRunningLife = (options: {
  readonly seed: number
  readonly extent: Extent
  readonly calendar: Context.Tag.Service<Calendar>
}): RunningLife => {
  const { calendar, extent, seed } = options
  const context: Telling = { seed, towns: townsOf(calendar), firstYear: yearOf(extent.startsOn) }
  const counts = makeCounts(seed, extent)
  const first = toOrdinal(extent.startsOn)
  const runs: Array<PersonRun> = []
  let next = first
  let worn = 0
  const tell = (ordinal: number) => {
    const day = Array.from({ length: counts(ordinal) }, (_, index) =>
      runOn(context, ordinal, index, Math.floor(worn / wornOut))
    )
    for (const run of day.sort((a, b) => a.at - b.at)) {
      runs.push(run)
      worn += run.distance
    }
  }
  return {
    until: (seconds) => {
      const last = toOrdinal(calendar.dateOf(seconds * 1000)) + 1
      for (; next <= last; next++) tell(next)
      return runs.filter(({ at }) => at < seconds)
    },
    shoeName: (index) => {
      const chance = dice(seed, "shoe", index)
      const brand = coinedWord(chance)
      const model = `${coinedWord(chance)} ${1 + chance.below(30)}`
      return { name: `${brand} ${model}`, brand, model }
    }
  }
}

/** Runs on a day; fractions are carried from day to day, so that the sum is met exactly. */
const makeCounts = (seed: number, extent: Extent) => {
  const first = toOrdinal(extent.startsOn)
  const sums: Array<number> = [0]
  const sumUntil = (day: number) => {
    while (sums.length <= day) sums.push(sums[sums.length - 1]! + eagerness(seed, first + sums.length - 1))
    return sums[day]!
  }
  const end = toOrdinal(`${yearOf(extent.startsOn) + extent.years}${extent.startsOn.slice(4)}`)
  const scale = extent.runs / sumUntil(end - first)
  return (ordinal: number) =>
    Math.round(sumUntil(ordinal - first + 1) * scale) - Math.round(sumUntil(ordinal - first) * scale)
}

const titles = ["Morning Run", "Lunch Run", "Afternoon Run", "Evening Run"]
const titleAt = (seconds: number) =>
  titles[seconds < 11 * 3600 ? 0 : seconds < 14 * 3600 ? 1 : seconds < 17 * 3600 ? 2 : 3]!

const kindOf = (chance: Dice, ordinal: number): PersonRun["workoutType"] => {
  if (chance.chance(0.035)) return 1
  if (ordinal % 7 === 3 && chance.chance(0.7)) return 2
  return chance.chance(0.15) ? 3 : 0
}

const lengthOf = (chance: Dice, kind: PersonRun["workoutType"]): number => {
  // Courses are a little longer than they are called.
  if (kind === 1) return Math.round(chance.pick(races) * (1.001 + chance.roll() * 0.006) * 10) / 10
  const usual = kind === 2 ? 19_000 : kind === 3 ? 9_500 : 8_000
  return Math.round(Math.max(1_200, usual * Math.exp(chance.normal() * 0.25)) * 10) / 10
}

const runOn = ({ firstYear, seed, towns }: Telling, ordinal: number, index: number, shoe: number): PersonRun => {
  const chance = dice(seed, "run", ordinal, index)
  const town = townOn(seed, towns, ordinal)
  const wall = Math.floor(ordinal * 86_400 + hourOf(ordinal, chance.roll()) + index * 7_200)
  const at = Math.floor(localInstant(town.calendar, wall * 1000) / 1000)
  const offset = Math.round(town.calendar.offsetAt(at * 1000) / 1000)
  const kind = kindOf(chance, ordinal)
  const distance = lengthOf(chance, kind)
  // Four to six minutes a kilometre: faster over the years, in races and on short runs.
  const pace =
    (330 - Math.min(40, 4 * (yearOf(fromOrdinal(ordinal)) - firstYear)) - (kind === 1 ? 45 : kind === 3 ? 20 : 0)) *
    (0.94 + 0.12 * chance.roll()) *
    (1 + distance / 400_000)
  const movingTime = Math.round((distance / 1000) * pace)
  const manual = chance.chance(0.03)
  const sport = manual || !chance.chance(0.12) ? "Run" : chance.chance(0.75) ? "TrailRun" : "VirtualRun"
  const late = chance.chance(0.05) ? 1 + chance.below(20) : 0
  const elapsedTime = movingTime + (chance.chance(0.4) ? chance.below(400) : 0)
  return {
    id: 16_500_000_000 + ordinal * 100 + index,
    name:
      kind === 1
        ? `${town.city} ${distance < 6_000 ? "5K" : distance < 12_000 ? "10K" : distance < 30_000 ? "Half Marathon" : "Marathon"}`
        : titleAt(((wall % 86_400) + 86_400) % 86_400),
    sport,
    at,
    offset,
    town,
    uploadedAt: at + elapsedTime + 60 + late * 86_400,
    distance,
    movingTime,
    elapsedTime,
    elevation: Math.round((distance / 1000) * (sport === "TrailRun" ? 22 : 7) * (0.5 + chance.roll()) * 10) / 10,
    workoutType: kind,
    heartrate:
      manual || chance.chance(0.1) ? null : Math.round((138 + chance.roll() * 20 + (kind === 1 ? 15 : 0)) * 10) / 10,
    cadence: Math.round((82 + chance.roll() * 6) * 10) / 10,
    shoe: shoe + (kind === 1 && hash(seed, "racing shoe") % 2 === 0 ? 1 : 0),
    manual,
    description: chance.chance(0.08)
      ? `Along the water in ${town.city}, "easy", with ${coinedWord(chance)}.\nWind from the west; 50% sun.`
      : null
  }
}

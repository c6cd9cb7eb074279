import { addDays, fromOrdinal, type LocalDate, toOrdinal, yearOf } from "@daybook/core/shared"
import { type Club, clubs, type PlayedLeague } from "./clubs.js"
import { dice, hash } from "../dice.js"
import { instantAt } from "./places.js"

/** A game as its league plans it. Players and results are told elsewhere, from its number. */
export interface Fixture {
  readonly league: PlayedLeague
  /** MLB's gamePk, else ESPN's number of the event. */
  readonly id: number
  /** The year that the league names the season after. */
  readonly season: number
  readonly home: Club
  readonly away: Club
  /** Where it is played, and when in the end. */
  readonly date: LocalDate
  /** `HH:MM` at the ground. */
  readonly time: string
  readonly at: number
  /** 2 for the second game of a doubleheader. */
  readonly number: 1 | 2
  readonly isDoubleheader: boolean
  /** The date for which it was planned first, where it had to be put off. */
  readonly postponedFrom: LocalDate | null
}

interface Rhythm {
  /** First and last month and day of play, `MM-DD`; seasons that run over the new year end before they begin. */
  readonly from: string
  readonly to: string
  /** Clubs meet once in so many days, from the Monday on where it is a week. */
  readonly days: 3 | 7
  /** The day of those on which pair `n` plays; MLB plays on each. */
  readonly dayOf: ((pair: number) => number) | null
  readonly times: ReadonlyArray<string>
  /** Basketball's winter season has the name of the year in which it ends; football's of that in which it begins. */
  readonly namedAfter: "start" | "end"
}

const rhythms: Readonly<Record<PlayedLeague, Rhythm>> = {
  mlb: { from: "03-28", to: "09-28", days: 3, dayOf: null, times: ["18:40", "19:10", "13:10"], namedAfter: "start" },
  nfl: {
    from: "09-08",
    to: "01-07",
    days: 7,
    dayOf: (pair) => (pair === 2 ? 0 : 6),
    times: ["13:05", "13:25", "17:20"],
    namedAfter: "start"
  },
  nba: { from: "10-22", to: "04-12", days: 3, dayOf: (pair) => pair, times: ["19:00", "19:30"], namedAfter: "end" },
  wnba: { from: "05-15", to: "09-12", days: 3, dayOf: (pair) => pair, times: ["19:00", "12:00"], namedAfter: "start" },
  nhl: { from: "10-08", to: "04-15", days: 3, dayOf: (pair) => pair, times: ["19:00", "19:30"], namedAfter: "end" },
  mls: { from: "02-24", to: "10-18", days: 7, dayOf: () => 5, times: ["19:30"], namedAfter: "start" },
  ncaaf: {
    from: "08-30",
    to: "11-29",
    days: 7,
    dayOf: () => 5,
    times: ["12:30", "16:00", "19:30"],
    namedAfter: "start"
  },
  ncaab: {
    from: "11-04",
    to: "03-09",
    days: 7,
    dayOf: (pair) => 2 + pair,
    times: ["18:00", "20:00"],
    namedAfter: "end"
  }
}

/**
 * The games of a league on a date: those that take place, and those that were to and were put off; of one host where it
 * is given.
 */
export const fixturesOn = (
  seed: number,
  league: PlayedLeague,
  date: LocalDate,
  host?: Club
): ReadonlyArray<Fixture> => {
  const rhythm = rhythms[league]
  const planned = plannedOn(seed, league, date, host)
  if (rhythm.dayOf !== null) return planned
  const yesterday = plannedOn(seed, league, addDays(date, -1), host).filter((fixture) => isRainedOff(seed, fixture))
  const today = planned.map((fixture) => (isRainedOff(seed, fixture) ? putOff(fixture) : fixture))
  return [
    ...today.map((fixture) =>
      yesterday.some(({ home }) => home.id === fixture.home.id) ? openingGame(fixture) : fixture
    ),
    ...yesterday.map(putOff)
  ]
}

/** The game of a number, which tells the day for which it was planned first. */
export const fixtureOf = (seed: number, league: PlayedLeague, id: number): Fixture | undefined => {
  const days =
    league === "mlb"
      ? Math.floor((id - 200_000) / 16)
      : Math.floor((id - 400_000_000 - leagueOrder.indexOf(league) * 1_000_000) / 10)
  return days < 0 || days > 100_000
    ? undefined
    : fixturesOn(seed, league, fromOrdinal(firstOrdinal + days)).find((one) => one.id === id)
}

const plannedOn = (seed: number, league: PlayedLeague, date: LocalDate, host?: Club): ReadonlyArray<Fixture> => {
  const rhythm = rhythms[league]
  const ordinal = toOrdinal(date)
  if (!inSeason(rhythm, date.slice(5))) return []
  const period = Math.floor((ordinal + (rhythm.days === 7 ? 3 : 0)) / rhythm.days)
  const day = ordinal + (rhythm.days === 7 ? 3 : 0) - period * rhythm.days
  const order = shuffled(seed, league, period)
  const pairs = Array.from({ length: order.length / 2 }, (_, pair) => pair).filter(
    (pair) => (rhythm.dayOf === null || rhythm.dayOf(pair) === day) && (host === undefined || order[2 * pair] === host)
  )
  return pairs.map((pair) => fixture(seed, date, { pair, home: order[2 * pair]!, away: order[2 * pair + 1]! }))
}

const inSeason = ({ from, to }: Rhythm, day: string) =>
  from <= to ? day >= from && day <= to : day >= from || day <= to

const orders = new Map<string, ReadonlyArray<Club>>()

const shuffled = (seed: number, league: PlayedLeague, period: number): ReadonlyArray<Club> => {
  const key = `${seed}/${league}/${period}`
  const order = orders.get(key) ?? shuffle(seed, league, period)
  if (orders.size > 20_000) orders.clear()
  orders.set(key, order)
  return order
}

const shuffle = (seed: number, league: PlayedLeague, period: number): ReadonlyArray<Club> => {
  const chance = dice(seed, "pairs", league, period)
  return clubs[league]
    .map((club) => [chance.roll(), club] as const)
    .sort(([a], [b]) => a - b)
    .map(([, club]) => club)
}

const firstOrdinal = 13_000
const leagueOrder: ReadonlyArray<PlayedLeague> = ["mlb", "nfl", "nba", "wnba", "mls", "ncaaf", "ncaab", "nhl"]

const fixture = (
  seed: number,
  date: LocalDate,
  { away, home, pair }: { readonly pair: number; readonly home: Club; readonly away: Club }
): Fixture => {
  const { league } = home
  const rhythm = rhythms[league]
  const days = toOrdinal(date) - firstOrdinal
  const id =
    league === "mlb"
      ? 200_000 + days * 16 + pair
      : 400_000_000 + leagueOrder.indexOf(league) * 1_000_000 + days * 10 + pair
  const time = rhythm.times[hash(seed, "time", id) % rhythm.times.length]!
  return {
    league,
    id,
    season: yearOf(date) + seasonShift(rhythm, date),
    home,
    away,
    date,
    time,
    at: instantAt(date, time, home.ground.zone),
    number: 1,
    isDoubleheader: false,
    postponedFrom: null
  }
}

const seasonShift = ({ from, namedAfter, to }: Rhythm, date: LocalDate): number => {
  if (from <= to) return 0
  const hasBegunThisYear = date.slice(5) >= from
  return namedAfter === "end" ? (hasBegunThisYear ? 1 : 0) : hasBegunThisYear ? 0 : -1
}

/** Only the first game of a series of three is ever put off, to the evening of the day after. */
const isRainedOff = (seed: number, { date, id }: Fixture): boolean =>
  toOrdinal(date) % 3 === 0 && inSeason(rhythms.mlb, addDays(date, 1).slice(5)) && hash(seed, "rain", id) % 12 === 0

const putOff = (fixture: Fixture): Fixture => {
  const date = addDays(fixture.date, 1)
  return {
    ...fixture,
    date,
    time: "18:40",
    at: instantAt(date, "18:40", fixture.home.ground.zone),
    number: 2,
    isDoubleheader: true,
    postponedFrom: fixture.date
  }
}

const openingGame = (fixture: Fixture): Fixture => ({
  ...fixture,
  time: "12:10",
  at: instantAt(fixture.date, "12:10", fixture.home.ground.zone),
  isDoubleheader: true
})

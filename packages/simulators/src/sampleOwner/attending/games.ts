import { gameOf } from "@daybook/core/attending"
import { daysIn, type LocalDate } from "@daybook/core/shared"
import { dice, hash } from "../dice.js"
import { type Club, ownClub, type PlayedLeague } from "./clubs.js"
import { type Fixture, fixturesOn } from "./fixtures.js"
import { type Outing, type Vendor, purchasesFor } from "./Outing.js"
import { instantAt } from "./places.js"

const day = 86_400_000

interface Habit {
  readonly league: PlayedLeague
  /** Games in a calendar year. */
  readonly yearly: number
  readonly price: number
  readonly vendors: ReadonlyArray<Vendor>
}

const habits: ReadonlyArray<Habit> = [
  { league: "mlb", yearly: 6, price: 3_200, vendors: ["seatgeek", "stubhub", "ticketmaster"] },
  { league: "nfl", yearly: 2, price: 14_500, vendors: ["ticketmaster", "vividseats"] },
  { league: "nba", yearly: 1, price: 9_800, vendors: ["axs", "ticketmaster"] },
  { league: "wnba", yearly: 1, price: 4_100, vendors: ["ticketmaster"] },
  { league: "mls", yearly: 1, price: 5_200, vendors: ["ticketmaster", "seatgeek"] },
  { league: "ncaaf", yearly: 1, price: 6_600, vendors: ["ticketmaster"] },
  { league: "ncaab", yearly: 1, price: 2_500, vendors: ["ticketmaster", "stubhub"] }
]

export const clubName = ({ location, name }: Club): string => `${location} ${name}`

/** The games of a calendar year that the person has tickets for: home games of their own clubs. */
export const gamesOf = (seed: number, year: number): ReadonlyArray<Outing> =>
  habits.flatMap((habit) => {
    const home = homeGames(seed, habit.league, year)
    const chosen =
      habit.league === "mlb"
        ? [...doubleheaders(home, year), ...picked(seed, habit, year, home)]
        : picked(seed, habit, year, home)
    return [...new Map(chosen.map((fixture) => [fixture.id, fixture])).values()].map((fixture) =>
      outing(seed, habit, fixture)
    )
  })

const homeGames = (seed: number, league: PlayedLeague, year: number): ReadonlyArray<Fixture> =>
  daysIn(`${year}-01-01`, `${year + 1}-01-01`).flatMap((date: LocalDate) =>
    fixturesOn(seed, league, date, ownClub(league)).filter((fixture) => fixture.date === date)
  )

const picked = (
  seed: number,
  { league, yearly }: Habit,
  year: number,
  home: ReadonlyArray<Fixture>
): ReadonlyArray<Fixture> => {
  const chance = dice(seed, "games", league, year)
  const single = home.filter(({ isDoubleheader }) => !isDoubleheader)
  return single.length === 0 ? [] : Array.from({ length: yearly }, () => chance.pick(single))
}

/**
 * Of the first doubleheader of a year both games, of the second only the one that was put off; so where a year has
 * them.
 */
const doubleheaders = (home: ReadonlyArray<Fixture>, year: number): ReadonlyArray<Fixture> => {
  const late = home.filter(({ postponedFrom }) => postponedFrom !== null)
  const both = year % 2 === 0 ? late[0] : undefined
  const later = both === undefined ? late[0] : late[1]
  return [
    ...(both === undefined ? [] : home.filter(({ date, home: { id } }) => date === both.date && id === both.home.id)),
    ...(later === undefined ? [] : [later])
  ]
}

const outing = (seed: number, habit: Habit, fixture: Fixture): Outing => {
  const key = `${habit.league}-${fixture.id}`
  const chance = dice(seed, "outing", key)
  const planned =
    fixture.postponedFrom === null ? fixture.at : instantAt(fixture.postponedFrom, "18:40", fixture.home.ground.zone)
  const boughtAt = planned - (45 + chance.below(120)) * day
  const hasTicket = !chance.chance(0.08)
  const purchases = hasTicket
    ? purchasesFor({ seed, key, vendors: habit.vendors, price: habit.price, isSeated: true, boughtAt })
    : []
  return {
    key,
    kind: gameOf(habit.league),
    title: `${clubName(fixture.away)} at ${clubName(fixture.home)}`,
    place: fixture.home.ground,
    date: fixture.date,
    lastDate: null,
    time: fixture.time,
    at: fixture.at,
    fixture,
    performers: [],
    knownAt: purchases[0]?.at ?? boughtAt,
    moved:
      fixture.postponedFrom === null
        ? null
        : { from: fixture.postponedFrom, time: "18:40", at: planned - 3 * 3_600_000 },
    cancelledAt: null,
    goes: fixture.isDoubleheader || hash(seed, "stays home", key) % 11 !== 0 || !hasTicket,
    purchases,
    inCalendar: !hasTicket || !chance.chance(0.25),
    setlist: null
  }
}

import { type LocalDate, yearOf } from "@daybook/core/shared"
import type { Catalogue } from "../catalogue.js"
import { memo } from "../dice.js"
import type { Extent } from "../size.js"
import { type Fixture, fixtureOf, fixturesOn } from "./fixtures.js"
import { gamesOf } from "./games.js"
import type { PlayedLeague } from "./clubs.js"
import type { Outing } from "./Outing.js"
import { showsOf } from "./shows.js"

export { type Club, clubs, ownClub, type PlayedLeague } from "./clubs.js"
export type { Fixture } from "./fixtures.js"
export { clubName } from "./games.js"
export type { Outing, Purchase, Vendor } from "./Outing.js"
export type { Place } from "./places.js"

/** What the person goes to, and the games that leagues play. */
export interface AttendingLife {
  /**
   * What is known at an instant (epoch milliseconds), the past and what is planned, in the order of time. The same
   * past, whenever it is told.
   */
  readonly knownAt: (instant: number) => ReadonlyArray<Outing>
  /**
   * The games of a league that are, or first were, planned for a date at the ground: one that was put off stands on
   * both.
   */
  readonly fixturesOn: (league: PlayedLeague, date: LocalDate) => ReadonlyArray<Fixture>
  readonly fixtureOf: (league: PlayedLeague, id: number) => Fixture | undefined
}

export const makeAttendingLife = (options: {
  readonly seed: number
  readonly extent: Extent
  readonly catalogue: () => Catalogue
}): AttendingLife => {
  const { catalogue, extent, seed } = options
  const firstYear = yearOf(extent.startsOn)
  const yearAt = memo((index) =>
    outingsOf(seed, firstYear + index, catalogue()).filter(({ date }) => date >= extent.startsOn)
  )
  return {
    knownAt: (instant) => {
      const years = new Date(instant).getUTCFullYear() - firstYear + 2
      return Array.from({ length: Math.max(0, years) }, (_, index) => yearAt(index))
        .flat()
        .filter(({ knownAt }) => knownAt <= instant)
    },
    fixturesOn: (league, date) => fixturesOn(seed, league, date),
    fixtureOf: (league, id) => fixtureOf(seed, league, id)
  }
}

/** Nobody is in two towns on one evening: what was chosen first stands, two sets and two games of one bill aside. */
const outingsOf = (seed: number, year: number, catalogue: Catalogue): ReadonlyArray<Outing> => {
  const titleOfDay = new Map<LocalDate, string>()
  return [...showsOf(seed, year, catalogue), ...gamesOf(seed, year)]
    .filter(({ date, place, title }) => {
      const bill = `${place.name} ${title}`
      if (titleOfDay.has(date)) return titleOfDay.get(date) === bill
      titleOfDay.set(date, bill)
      return true
    })
    .sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
}

import { fromOrdinal, toOrdinal } from "@daybook/core/shared"
import { dice, hash } from "../dice.js"
import { coinedWord } from "../words.js"
import { type Club, clubs, type PlayedLeague } from "./clubs.js"

/** Somebody who plays for a club, invented. */
export interface Athlete {
  readonly id: number
  readonly club: Club
  readonly firstName: string
  readonly lastName: string
  readonly position: string
  readonly number: string
  readonly birthDate: string
  readonly birthCity: string
  readonly height: string
  readonly weight: number
  readonly bats: "L" | "R" | "S"
  readonly throws: "L" | "R"
  readonly debut: string
  readonly college: string | null
}

const positions: Readonly<Record<PlayedLeague, ReadonlyArray<string>>> = {
  // Nine who bat, two on the bench, six who pitch.
  mlb: ["C", "1B", "2B", "3B", "SS", "LF", "CF", "RF", "DH", "PH", "PR", "P", "P", "P", "P", "P", "P"],
  nfl: ["QB", "RB", "WR", "WR", "TE", "LB", "CB", "S", "PK"],
  nba: ["PG", "SG", "SF", "PF", "C", "G", "F", "C"],
  wnba: ["G", "G", "F", "F", "C", "G", "F"],
  mls: ["G", "D", "D", "D", "M", "M", "M", "F", "F", "M", "D", "F"],
  nhl: ["C", "LW", "RW", "D", "D", "G", "C", "LW"],
  ncaaf: ["QB", "RB", "WR", "WR", "TE", "LB", "S", "PK"],
  ncaab: ["G", "G", "F", "F", "C", "G", "F"]
}

const firstNames = [
  "Teo",
  "Marcus",
  "Julian",
  "Andre",
  "Kenji",
  "Luis",
  "Owen",
  "Dario",
  "Elias",
  "Noah",
  "Ravi",
  "Sam",
  "Hector",
  "Miles",
  "Ivo",
  "Caleb"
]
const givenHers = ["Ada", "Nia", "Mara", "Jordan", "Kei", "Lucia", "Olive", "Dana", "Elisa", "Noor", "Rosa", "Sam"]

const rosters = new Map<string, ReadonlyArray<Athlete>>()

/** Who plays for a club, for good: nobody moves here. */
export const rosterOf = (seed: number, club: Club): ReadonlyArray<Athlete> => {
  const key = `${seed}/${club.league}/${club.id}`
  const roster =
    rosters.get(key) ?? positions[club.league].map((position, place) => athlete(seed, club, position, place))
  rosters.set(key, roster)
  return roster
}

const athlete = (seed: number, club: Club, position: string, place: number): Athlete => {
  const chance = dice(seed, "athlete", club.league, club.id, place)
  const born = toOrdinal("1990-01-01") + chance.below(12 * 365)
  return {
    id:
      (club.league === "mlb" ? 600_000 : 4_000_000) +
      (clubs[club.league].indexOf(club) + (club.league === "ncaab" ? 20 : 0)) * 40 +
      leagueOffset[club.league] * 1_000 +
      place,
    club,
    firstName: chance.pick(club.league === "wnba" ? givenHers : firstNames),
    lastName: coinedWord(chance),
    position,
    number: String(1 + (hash(seed, "number", club.id, place) % 90)),
    birthDate: fromOrdinal(born),
    birthCity: `${coinedWord(chance)} Springs`,
    height: `${5 + chance.below(2)}' ${chance.below(12)}"`,
    weight: 165 + chance.below(80),
    bats: chance.pick(["L", "R", "R", "S"]),
    throws: chance.pick(["L", "R", "R"]),
    debut: fromOrdinal(born + 22 * 365 + chance.below(900)),
    college: chance.chance(0.5) ? `${coinedWord(chance)} State` : null
  }
}

const leagueOffset: Readonly<Record<PlayedLeague, number>> = {
  mlb: 0,
  nfl: 1,
  nba: 2,
  wnba: 3,
  mls: 4,
  ncaaf: 5,
  ncaab: 6,
  nhl: 7
}

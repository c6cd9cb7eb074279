import type { Fixture } from "../sampleOwner/attending/fixtures.js"
import { type BallGame, ballGame, type TeamGame } from "../sampleOwner/attending/baseball.js"
import type { Club } from "../sampleOwner/attending/clubs.js"
import type { Place } from "../sampleOwner/attending/places.js"
import { type Athlete, rosterOf } from "../sampleOwner/attending/rosters.js"

/** A game as it stands at an instant. */
export type State = "Preview" | "Live" | "Final"

const hour = 3_600_000

export const stateOf = (fixture: Fixture, now: number): State =>
  fixture.at > now ? "Preview" : fixture.at + 3.5 * hour > now ? "Live" : "Final"

export const team = ({ abbreviation, conference, division, ground, id, location, name }: Club) => ({
  id,
  name: `${location} ${name}`,
  link: `/api/v1/teams/${id}`,
  abbreviation,
  teamName: name,
  locationName: ground.city,
  franchiseName: location,
  shortName: location,
  sport: { id: 1, name: "Major League Baseball" },
  league: { id: conference === "American League" ? 103 : 104, name: conference },
  division: { name: division },
  venue: { id: ground.id, name: ground.name },
  active: true
})

/** Games within four days are of one series. */
const seriesMs = 4 * 86_400_000

const iso = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

const stub = (club: Club, hydrate: ReadonlySet<string>) =>
  hydrate.has("team")
    ? team(club)
    : { id: club.id, name: `${club.location} ${club.name}`, link: `/api/v1/teams/${club.id}` }

/** One entry of a schedule, on one of the dates that the game had. Scores are absent before it is played. */
export const entry = (seed: number, fixture: Fixture, date: string, now: number, hydrate: ReadonlySet<string>) => {
  const isPutOff = fixture.date !== date
  const state = isPutOff ? "Final" : stateOf(fixture, now)
  const game = !isPutOff && state !== "Preview" ? ballGame(seed, fixture) : null
  const side = (club: Club, own: TeamGame | undefined, other: TeamGame | undefined) => ({
    leagueRecord: { wins: 41, losses: 38, pct: ".519" },
    ...(own === undefined ? {} : { score: own.runs }),
    team: stub(club, hydrate),
    ...(own === undefined || state !== "Final" ? {} : { isWinner: own.runs > other!.runs }),
    splitSquad: false,
    seriesNumber: 1 + (Math.floor(fixture.at / seriesMs) % 52)
  })
  return {
    gamePk: fixture.id,
    gameGuid: `${String(fixture.id).padStart(8, "0")}-0000-4000-8000-000000000000`,
    link: `/api/v1.1/game/${fixture.id}/feed/live`,
    gameType: "R",
    season: String(fixture.season),
    gameDate: isPutOff ? `${date}T07:33:00Z` : iso(fixture.at),
    officialDate: fixture.date,
    ...(isPutOff ? { rescheduleDate: iso(fixture.at), rescheduleGameDate: fixture.date } : {}),
    ...(!isPutOff && fixture.postponedFrom !== null
      ? { rescheduledFrom: `${fixture.postponedFrom}T07:33:00Z`, rescheduledFromDate: fixture.postponedFrom }
      : {}),
    status: isPutOff
      ? {
          abstractGameState: "Final",
          codedGameState: "D",
          detailedState: "Postponed",
          statusCode: "DI",
          startTimeTBD: false,
          reason: "Inclement Weather",
          abstractGameCode: "F"
        }
      : statusOf(state),
    teams: { away: side(fixture.away, game?.away, game?.home), home: side(fixture.home, game?.home, game?.away) },
    venue: {
      id: fixture.home.ground.id,
      name: fixture.home.ground.name,
      link: `/api/v1/venues/${fixture.home.ground.id}`
    },
    isTie: false,
    gameNumber: fixture.number,
    publicFacing: true,
    doubleHeader: fixture.isDoubleheader ? "Y" : "N",
    gamedayType: "P",
    dayNight: fixture.time < "17:00" ? "day" : "night",
    description: "",
    scheduledInnings: 9,
    gamesInSeries: 3,
    seriesDescription: "Regular Season"
  }
}

const statusOf = (state: State) => ({
  abstractGameState: state,
  codedGameState: state === "Final" ? "F" : state === "Live" ? "I" : "S",
  detailedState: state === "Final" ? "Final" : state === "Live" ? "In Progress" : "Scheduled",
  statusCode: state === "Final" ? "F" : state === "Live" ? "I" : "S",
  startTimeTBD: false,
  abstractGameCode: state[0]
})

export const venue = ({ address, capacity, city, id, latitude, longitude, name, state, zone }: Place) => ({
  id,
  name,
  link: `/api/v1/venues/${id}`,
  location: {
    address1: address,
    city,
    state,
    stateAbbrev: state,
    postalCode: "00000",
    defaultCoordinates: { latitude, longitude },
    country: "USA"
  },
  timeZone: { id: zone, offset: -7, tz: "PDT" },
  fieldInfo: { capacity, turfType: "Grass", roofType: "Open" },
  active: true,
  season: "2026"
})

const named = ({ firstName, id, lastName }: Athlete) => ({
  id,
  fullName: `${firstName} ${lastName}`,
  link: `/api/v1/people/${id}`
})

const decisions = ({ loser, save, winner }: BallGame) => ({
  winner: named(winner),
  loser: named(loser),
  ...(save === null ? {} : { save: named(save) })
})

export const feed = (seed: number, fixture: Fixture) => {
  const game = ballGame(seed, fixture)
  const half = (inning: TeamGame["innings"][number] | undefined) =>
    inning == null ? {} : { runs: inning.runs, hits: inning.hits, errors: 0, leftOnBase: 1 }
  return {
    gameData: {
      gameInfo: {
        attendance: game.attendance,
        firstPitch: new Date(fixture.at + 60_000 * (fixture.id % 4)).toISOString(),
        gameDurationMinutes: game.minutes
      },
      weather: game.weather
    },
    liveData: {
      linescore: {
        innings: game.away.innings.map((away, index) => ({
          num: index + 1,
          ordinalNum: `${index + 1}`,
          home: half(game.home.innings[index]),
          away: half(away)
        }))
      },
      decisions: decisions(game)
    }
  }
}

export const person = (one: Athlete, hydrate: string) => ({
  id: one.id,
  fullName: `${one.firstName} ${one.lastName}`,
  link: `/api/v1/people/${one.id}`,
  firstName: one.firstName,
  lastName: one.lastName,
  useName: one.firstName,
  primaryNumber: one.number,
  birthDate: one.birthDate,
  currentAge: 30,
  birthCity: one.birthCity,
  birthStateProvince: "CA",
  birthCountry: "USA",
  height: one.height,
  weight: one.weight,
  active: true,
  ...(hydrate.includes("currentTeam") ? { currentTeam: team(one.club) } : {}),
  primaryPosition: { code: "1", name: one.position, type: "Player", abbreviation: one.position },
  mlbDebutDate: one.debut,
  batSide: { code: one.bats, description: one.bats },
  pitchHand: { code: one.throws, description: one.throws },
  ...(hydrate.includes("education")
    ? {
        education: {
          highschools: [{ name: "Somewhere High" }],
          colleges: one.college === null ? [] : [{ name: one.college }]
        }
      }
    : {}),
  ...(hydrate.includes("awards") && one.id % 4 === 0
    ? { awards: [{ id: "ALAS", name: "AL All-Star", date: `2025-07-15`, season: "2025", team: { id: one.club.id } }] }
    : {})
})

/** Everybody of the league. */
export const everybody = (seed: number, clubs: ReadonlyArray<Club>): ReadonlyArray<Athlete> =>
  clubs.flatMap((club) => rosterOf(seed, club))

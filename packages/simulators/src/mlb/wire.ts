import type { Fixture } from "../sampleOwner/attending/fixtures.js"
import {
  type BallGame,
  ballGame,
  type BattingCounts,
  type PitchingCounts,
  type TeamGame
} from "../sampleOwner/attending/baseball.js"
import type { Club } from "../sampleOwner/attending/clubs.js"
import type { Place } from "../sampleOwner/attending/places.js"
import { type Athlete, rosterOf } from "../sampleOwner/attending/rosters.js"

/** A game as it stands at an instant. */
export type State = "Preview" | "Live" | "Final"

const hour = 3_600_000

export const stateOf = (fixture: Fixture, now: number): State =>
  fixture.at > now ? "Preview" : fixture.at + 3.5 * hour > now ? "Live" : "Final"

const teamOf = ({ abbreviation, conference, division, ground, id, location, name }: Club) => ({
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

export const team = teamOf

/** Games within four days are of one series. */
const seriesMs = 4 * 86_400_000

const iso = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

const stub = (club: Club, hydrate: ReadonlySet<string>) =>
  hydrate.has("team")
    ? teamOf(club)
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

const innings = (outs: number) => `${Math.floor(outs / 3)}.${outs % 3}`

const batting = (of: BattingCounts) => ({
  gamesPlayed: 1,
  flyOuts: 1,
  groundOuts: 1,
  runs: of.r,
  doubles: of.doubles,
  triples: of.triples,
  homeRuns: of.hr,
  strikeOuts: of.k,
  baseOnBalls: of.bb,
  hits: of.h,
  hitByPitch: of.hbp,
  atBats: of.ab,
  caughtStealing: 0,
  stolenBases: of.sb,
  plateAppearances: of.pa,
  rbi: of.rbi,
  totalBases: of.h + of.doubles + 2 * of.triples + 3 * of.hr,
  atBatsPerHomeRun: "-.--",
  summary: `${of.h}-${of.ab}`
})

const pitching = (of: PitchingCounts, more: { readonly hold: boolean }) => ({
  gamesPlayed: 1,
  gamesStarted: 0,
  runs: of.r,
  earnedRuns: of.r,
  homeRuns: of.hr,
  strikeOuts: of.k,
  baseOnBalls: of.bb,
  hits: of.h,
  outs: of.outs,
  inningsPitched: innings(of.outs),
  battersFaced: of.bf,
  numberOfPitches: of.pitches,
  pitchesThrown: of.pitches,
  strikes: of.strikes,
  balls: of.pitches - of.strikes,
  holds: more.hold ? 1 : 0,
  blownSaves: 0
})

const boxSide = (club: Club, own: TeamGame, decided: ReadonlyArray<Athlete | null>) => {
  const players = [...new Set([...own.batting.keys(), ...own.pitching.keys(), ...own.bench])]
  const staff = [...own.pitching.keys()]
  return {
    team: teamOf(club),
    players: Object.fromEntries(
      players.map((one, place) => {
        const [bat, pitch] = [own.batting.get(one), own.pitching.get(one)]
        const hold = staff.indexOf(one) > 0 && !decided.includes(one) && pitch?.r === 0
        return [
          `ID${one.id}`,
          {
            person: { id: one.id, fullName: `${one.firstName} ${one.lastName}`, link: `/api/v1/people/${one.id}` },
            jerseyNumber: one.number,
            position: { code: "1", name: one.position, type: "Player", abbreviation: one.position },
            status: { code: "A", description: "Active" },
            parentTeamId: club.id,
            ...(bat === undefined ? {} : { battingOrder: `${place + 1}00` }),
            stats: {
              batting: bat === undefined ? {} : batting(bat),
              pitching: pitch === undefined ? {} : pitching(pitch, { hold }),
              fielding:
                bat === undefined && pitch === undefined
                  ? {}
                  : {
                      caughtStealing: 0,
                      assists: one.id % 3,
                      putOuts: one.id % 5,
                      errors: 0,
                      chances: (one.id % 3) + (one.id % 5),
                      fielding: ".000"
                    }
            },
            seasonStats: { batting: {}, pitching: {}, fielding: {} },
            gameStatus: {
              isCurrentBatter: false,
              isCurrentPitcher: false,
              isOnBench: own.bench.includes(one),
              isSubstitute: false
            }
          }
        ]
      })
    ),
    batters: [...own.batting.keys(), ...staff].map(({ id }) => id),
    pitchers: staff.map(({ id }) => id),
    bench: own.bench.map(({ id }) => id),
    battingOrder: [...own.batting.keys()].map(({ id }) => id)
  }
}

export const boxScore = (seed: number, fixture: Fixture) => {
  const game = ballGame(seed, fixture)
  const decided = [game.winner, game.loser, game.save]
  return {
    copyright: "Copyright",
    teams: { away: boxSide(fixture.away, game.away, decided), home: boxSide(fixture.home, game.home, decided) },
    officials: [],
    info: []
  }
}

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
  ...(hydrate.includes("currentTeam") ? { currentTeam: teamOf(one.club) } : {}),
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

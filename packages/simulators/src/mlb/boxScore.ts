import { ballGame, type BattingCounts, type PitchingCounts, type TeamGame } from "../sampleOwner/attending/baseball.js"
import type { Club } from "../sampleOwner/attending/clubs.js"
import type { Fixture } from "../sampleOwner/attending/fixtures.js"
import type { Athlete } from "../sampleOwner/attending/rosters.js"
import { team } from "./wire.js"

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
    team: team(club),
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

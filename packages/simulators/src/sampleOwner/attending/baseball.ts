import { type Dice, dice } from "../dice.js"
import type { Fixture } from "./fixtures.js"
import { type Athlete, rosterOf } from "./rosters.js"

/** What a batter did in a game, as counts that agree with each other. */
export interface BattingCounts {
  pa: number
  ab: number
  r: number
  h: number
  doubles: number
  triples: number
  hr: number
  rbi: number
  bb: number
  k: number
  hbp: number
  sb: number
}

export interface PitchingCounts {
  outs: number
  bf: number
  h: number
  r: number
  bb: number
  k: number
  hr: number
  pitches: number
  strikes: number
}

export interface TeamGame {
  /** In the order of batting, who did not bat left out. */
  readonly batting: ReadonlyMap<Athlete, BattingCounts>
  /** In the order in which they pitched. */
  readonly pitching: ReadonlyMap<Athlete, PitchingCounts>
  readonly bench: ReadonlyArray<Athlete>
  /** Runs and hits by inning; null for the last of the ninth that was not needed. */
  readonly innings: ReadonlyArray<{ readonly runs: number; readonly hits: number } | null>
  readonly runs: number
}

/** A game played out, plate appearance by plate appearance. */
export interface BallGame {
  readonly home: TeamGame
  readonly away: TeamGame
  readonly winner: Athlete
  readonly loser: Athlete
  readonly save: Athlete | null
  readonly attendance: number
  readonly minutes: number
  readonly weather: { readonly condition: string; readonly temp: string; readonly wind: string }
}

interface Side {
  readonly lineup: ReadonlyArray<Athlete>
  readonly staff: ReadonlyArray<Athlete>
  readonly bench: ReadonlyArray<Athlete>
  readonly batting: Map<Athlete, BattingCounts>
  readonly pitching: Map<Athlete, PitchingCounts>
  readonly innings: Array<{ runs: number; hits: number } | null>
  up: number
}

const games = new Map<string, BallGame>()

/** The same game for the same number, whenever it is looked at. */
export const ballGame = (seed: number, fixture: Fixture): BallGame => {
  const key = `${seed}/${fixture.id}`
  const playedGame = games.get(key) ?? play(seed, fixture, dice(seed, "ball game", fixture.id))
  if (games.size > 2_000) games.clear()
  games.set(key, playedGame)
  return playedGame
}

const sideOf = (seed: number, { id }: Fixture, club: Fixture["home"]): Side => {
  const roster = rosterOf(seed, club)
  const pitchers = roster.filter(({ position }) => position === "P")
  // Starters take turns; the last of the staff closes.
  const staff = [pitchers[id % 3]!, pitchers[3]!, pitchers[4]!, pitchers[5]!]
  return {
    lineup: roster.slice(0, 9),
    staff,
    bench: roster.slice(9, 11),
    batting: new Map(),
    pitching: new Map(),
    innings: [],
    up: 0
  }
}

const runsOf = ({ innings }: Side) => innings.reduce((sum, inning) => sum + (inning?.runs ?? 0), 0)

const play = (seed: number, fixture: Fixture, chance: Dice): BallGame => {
  const [home, away] = [sideOf(seed, fixture, fixture.home), sideOf(seed, fixture, fixture.away)]
  for (let inning = 1; inning <= 9 || runsOf(home) === runsOf(away); inning++) {
    half(away, home, inning, chance, null)
    if (inning >= 9 && runsOf(home) > runsOf(away)) home.innings.push(null)
    else half(home, away, inning, chance, inning >= 9 ? runsOf(away) - runsOf(home) : null)
  }
  const isHomeWin = runsOf(home) > runsOf(away)
  const [won, lost] = isHomeWin ? [home, away] : [away, home]
  const winners = [...won.pitching.keys()]
  const closer = winners.at(-1)!
  const winner = won.pitching.get(winners[0]!)!.outs >= 15 ? winners[0]! : (winners[1] ?? winners[0]!)
  return {
    home: teamGame(home),
    away: teamGame(away),
    winner,
    loser: [...lost.pitching].reduce((worst, one) => (one[1].r > worst[1].r ? one : worst))[0],
    save: closer !== winner && runsOf(won) - runsOf(lost) <= 3 ? closer : null,
    attendance: Math.round(fixture.home.ground.capacity * (0.42 + 0.55 * chance.roll())),
    minutes: 138 + chance.below(60),
    weather: {
      condition: chance.pick(["Clear", "Partly Cloudy", "Cloudy", "Roof Closed"]),
      temp: String(52 + chance.below(35)),
      wind: `${chance.below(14)} mph, ${chance.pick(["Out To CF", "In From LF", "L To R", "Varies"])}`
    }
  }
}

const teamGame = (side: Side): TeamGame => ({
  batting: side.batting,
  pitching: side.pitching,
  bench: side.bench,
  innings: side.innings,
  runs: runsOf(side)
})

const noBatting = (): BattingCounts => ({
  pa: 0,
  ab: 0,
  r: 0,
  h: 0,
  doubles: 0,
  triples: 0,
  hr: 0,
  rbi: 0,
  bb: 0,
  k: 0,
  hbp: 0,
  sb: 0
})
const noPitching = (): PitchingCounts => ({ outs: 0, bf: 0, h: 0, r: 0, bb: 0, k: 0, hr: 0, pitches: 0, strikes: 0 })

const of = <A>(map: Map<Athlete, A>, who: Athlete, none: () => A): A => {
  const playedGame = map.get(who) ?? none()
  map.set(who, playedGame)
  return playedGame
}

/** Three outs, or the run that ends the game. `needed` is by how much the home team is behind in its last inning. */
const half = (batting: Side, fielding: Side, inning: number, chance: Dice, needed: number | null): void => {
  const score = { runs: 0, hits: 0 }
  const pitcher = fielding.staff[inning <= 6 ? 0 : Math.min(3, inning - 6)]!
  const line = of(fielding.pitching, pitcher, noPitching)
  let bases: ReadonlyArray<Athlete | null> = [null, null, null]
  for (let outs = 0; outs < 3 && !(needed !== null && score.runs > needed);) {
    const batter = batting.lineup[batting.up++ % 9]!
    const counts = of(batting.batting, batter, noBatting)
    const took = 1 + chance.below(6)
    counts.pa++
    line.bf++
    line.pitches += took
    line.strikes += Math.max(1, Math.ceil(took * 0.63))
    const advanced = appearance(chance, counts, line, bases, batter)
    if (advanced === null) {
      outs++
      line.outs++
      continue
    }
    bases = advanced.bases
    score.runs += advanced.scored.length
    score.hits += advanced.isHit ? 1 : 0
    counts.rbi += advanced.scored.length
    line.r += advanced.scored.length
    for (const runner of advanced.scored) of(batting.batting, runner, noBatting).r++
  }
  batting.innings.push(score)
}

/** One plate appearance; null for an out. Shares of what happens are those of the major leagues, roughly. */
const appearance = (
  chance: Dice,
  counts: BattingCounts,
  line: PitchingCounts,
  bases: ReadonlyArray<Athlete | null>,
  batter: Athlete
) => {
  const fate = chance.roll()
  if (fate < 0.085) {
    counts.bb++
    line.bb++
    return { ...walked(bases, batter), isHit: false }
  }
  if (fate < 0.095) {
    counts.hbp++
    return { ...walked(bases, batter), isHit: false }
  }
  counts.ab++
  if (fate < 0.315) {
    counts.k++
    line.k++
    return null
  }
  if (fate < 0.765) return null
  counts.h++
  line.h++
  if (fate < 0.91) return { ...hit(bases, batter, 1), isHit: true }
  if (fate < 0.96) {
    counts.doubles++
    return { ...hit(bases, batter, 2), isHit: true }
  }
  if (fate < 0.965) {
    counts.triples++
    return { ...hit(bases, batter, 3), isHit: true }
  }
  counts.hr++
  line.hr++
  return { ...hit(bases, batter, 4), isHit: true }
}

/** Everybody goes as many bases as the batter. */
const hit = (bases: ReadonlyArray<Athlete | null>, batter: Athlete, by: number) => {
  const next: Array<Athlete | null> = [null, null, null]
  const scored: Array<Athlete> = []
  for (const [place, runner] of [[-1, batter] as const, ...bases.entries()]) {
    if (runner === null) continue
    if (place + by >= 3) scored.push(runner)
    else next[place + by] = runner
  }
  return { bases: next, scored }
}

/** Only who is forced moves on. */
const walked = (bases: ReadonlyArray<Athlete | null>, batter: Athlete) => {
  const free = bases.indexOf(null)
  if (free < 0) return { bases: [batter, bases[0]!, bases[1]!], scored: [bases[2]!] }
  return { bases: [batter, ...bases.slice(0, free), ...bases.slice(free + 1)], scored: [] }
}

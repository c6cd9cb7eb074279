import { type RowOf, choice, date, instant, integer, text } from "../kit/record.js"
import type { LocalDate } from "../shared/LocalDate.js"
import { type League, leagues } from "./kinds.js"
import type { External, VenueMention } from "./model.js"

const asset = "https://a.espncdn.com/i/teamlogos/mlb"

/** How a league describes a team. */
export const teamDescription = {
  abbreviation: text({ nullable: true, description: "Abbreviation", example: "TWH" }),
  location: text({ nullable: true, description: "City or region of the team", example: "Tidewater" }),
  name: text({ description: "Name", example: "Herons" }),
  fullName: text({ nullable: true, description: "Full name", example: "Tidewater Herons" }),
  logoUrl: text({ nullable: true, description: "Address of the logo", example: `${asset}/500/sea.png` }),
  logoDarkUrl: text({
    nullable: true,
    description: "Address of the logo for dark backgrounds",
    example: `${asset}/500-dark/sea.png`
  }),
  logoLightUrl: text({
    nullable: true,
    description: "Address of the logo for light backgrounds",
    example: `${asset}/500/sea.png`
  }),
  primaryColor: text({ nullable: true, description: "Primary colour", example: "#0c2c56" }),
  secondaryColor: text({ nullable: true, description: "Secondary colour", example: "#005c5c" }),
  tertiaryColor: text({ nullable: true, description: "Tertiary colour", example: "#c4ced4" })
}

export const teamGroups = {
  conference: text({ nullable: true, description: "Conference", example: "American League" }),
  division: text({ nullable: true, description: "Division", example: "West" })
}

export const teamFields = {
  league: choice(leagues)(),
  /** The league's id of the team (MLB's, or ESPN's for that league). */
  id: integer(),
  ...teamDescription,
  ...teamGroups
}

/** A team of a league; null means not reported. Colours are `#rrggbb`. */
export interface Team extends RowOf<typeof teamFields> {}

export interface Side {
  readonly team: { readonly id: number; readonly name: string; readonly abbreviation: string | null }
  /** Null before the game. */
  readonly score: number | null
  /** Set where the scores are equal and the side still won: by a shootout or a forfeit. */
  readonly isWinner?: boolean
}

/** An abandoned game was cancelled for good; it has a score if it had begun. */
export const gameStates = ["scheduled", "live", "final", "postponed", "cancelled", "abandoned"] as const

/** States of games that do not take place on their date. */
export const offStates: ReadonlySet<Game["state"]> = new Set(["postponed", "cancelled", "abandoned"])

/** A game as its league reports it. Unique by `external`. */
export interface Game {
  readonly external: External
  readonly league: League
  /** The year by which the league names the season. */
  readonly season: number
  /** The league's code, such as `R` or `regular-season`. */
  readonly gameType: string | null
  readonly state: (typeof gameStates)[number]
  /** The league's official date, in the venue's time zone. */
  readonly date: LocalDate
  /** Epoch milliseconds; null until the time is announced. */
  readonly at: number | null
  /** 1, or 2 for the second of a doubleheader. */
  readonly number: number
  /** Equal for consecutive games of the same two teams; null if the league has no series. */
  readonly series: string | null
  readonly home: Side
  readonly away: Side
  readonly venue: VenueMention | null
  readonly details: GameDetails | null
  /** The postponed game that this one makes up for, where its league gave the make-up game a new id. */
  readonly makesUpFor?: External
}

/** Figures of the box score. */
export const gameFigures = {
  winningPitcher: text({ nullable: true, description: "Name of the winning pitcher", example: "Ives Tannewick" }),
  attendance: integer({ nullable: true, description: "Number of spectators", example: 31250 }),
  weather: text({ nullable: true, description: "Weather as the league reports it", example: "68 degrees, clear" }),
  durationMinutes: integer({ nullable: true, description: "Duration in minutes", example: 164 }),
  firstPitch: instant({ nullable: true, description: "Start time", example: "2026-06-15T02:11:00.000Z" })
}

export const starterFields = {
  homeId: integer({ nullable: true, description: "Id of the home team's starting pitcher", example: 660271 }),
  awayId: integer({ nullable: true, description: "Id of the away team's starting pitcher", example: 592450 })
}

export const decisionFields = {
  winnerId: integer({ nullable: true, description: "Id of the winning pitcher", example: 660271 }),
  loserId: integer({ nullable: true, description: "Id of the losing pitcher", example: 592450 }),
  saveId: integer({ nullable: true, description: "Id of the pitcher with the save", example: 543037 })
}

export const inningFields = {
  inning: integer({ description: "Inning", example: 1 }),
  homeRuns: integer({ nullable: true, description: "Runs of the home team", example: 1 }),
  awayRuns: integer({ nullable: true, description: "Runs of the away team", example: 0 }),
  homeHits: integer({ nullable: true, description: "Hits of the home team", example: 2 }),
  awayHits: integer({ nullable: true, description: "Hits of the away team", example: 1 }),
  homeErrors: integer({ nullable: true, description: "Errors of the home team", example: 0 }),
  awayErrors: integer({ nullable: true, description: "Errors of the away team", example: 0 })
}
export interface Inning extends RowOf<typeof inningFields> {}

/** Data of the box score. */
export interface GameDetails extends RowOf<typeof gameFigures> {
  readonly linescore: ReadonlyArray<Inning>
  readonly startingPitchers: RowOf<typeof starterFields> | null
  readonly decisions: RowOf<typeof decisionFields> | null
  readonly appearances: ReadonlyArray<Appearance>
}

export const decisions = ["W", "L", "SV", "HLD", "BS"] as const

/** A player's appearance in one game. */
export interface Appearance {
  readonly player: Player
  readonly teamId: number
  readonly isHome: boolean
  readonly batting: Batting | null
  readonly pitching: Pitching | null
  /** The provider's counts, such as `{putOuts: 3}`. */
  readonly fielding: Readonly<Record<string, number>> | null
  readonly decision: (typeof decisions)[number] | null
  readonly notable: boolean
}

export const battingFields = {
  pa: integer({ description: "Plate appearances", example: 4 }),
  ab: integer({ description: "At bats", example: 4 }),
  r: integer({ description: "Number of runs", example: 1 }),
  h: integer({ description: "Hits", example: 2 }),
  doubles: integer({ description: "Doubles", example: 1 }),
  triples: integer({ description: "Triples", example: 0 }),
  hr: integer({ description: "Home runs", example: 1 }),
  rbi: integer({ description: "Runs batted in", example: 2 }),
  bb: integer({ description: "Walks", example: 0 }),
  k: integer({ description: "Strikeouts", example: 1 }),
  sb: integer({ description: "Stolen bases", example: 0 }),
  hbp: integer({ description: "Hit by a pitch", example: 0 })
}
export interface Batting extends RowOf<typeof battingFields> {}

/** What a pitcher allowed and threw. */
export const pitchedFields = {
  bf: integer({ description: "Batters faced", example: 25 }),
  h: integer({ description: "Hits", example: 2 }),
  r: integer({ description: "Number of runs", example: 1 }),
  er: integer({ description: "Earned runs", example: 2 }),
  bb: integer({ description: "Walks", example: 0 }),
  k: integer({ description: "Strikeouts", example: 1 }),
  hr: integer({ description: "Home runs", example: 1 }),
  pitches: integer({ description: "Pitches", example: 96 }),
  strikes: integer({ description: "Strikes", example: 64 })
}
export const pitchingFields = {
  /** Innings pitched times three: "6.2" is 20. */
  outs: integer({ description: "Outs", example: 20 }),
  ...pitchedFields
}
export interface Pitching extends RowOf<typeof pitchingFields> {}

/** Decisions of a pitcher over several games. */
export const pitchingDecisions = {
  w: integer({ description: "Wins", example: 1 }),
  l: integer({ description: "Losses", example: 0 }),
  sv: integer({ description: "Saves", example: 0 }),
  hld: integer({ description: "Holds", example: 0 }),
  bs: integer({ description: "Blown saves", example: 0 })
}

/** A league's figures; null means not reported. */
type Figures<Row> = { readonly [K in keyof Row]: number | null }

/** A league's batting totals. */
export interface LeagueBatting extends Figures<Batting> {
  /** As the league prints them, such as `.377`. They depend on counts that are not stored. */
  readonly obp: string | null
  readonly ops: string | null
}

/** A league's pitching totals. */
export interface LeaguePitching extends Figures<Pitching> {
  readonly decisions: Figures<RowOf<typeof pitchingDecisions>>
}

/** How lists name a player. */
export const playerNames = {
  fullName: text({ description: "Full name", example: "Ives Tannewick" }),
  primaryPosition: text({ nullable: true, description: "Position", example: "CF" }),
  primaryNumber: text({ nullable: true, description: "Jersey number", example: "17" })
}

/** Unique by league and the league's id. */
export interface Player extends RowOf<typeof playerNames> {
  readonly league: League
  readonly id: number
  /** ESPN's id, if the league's provider is not ESPN. */
  readonly espnId: number | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly primaryTeamId: number | null
  readonly biography: Biography | null
  /** Addresses of a cut-out and of a full picture. */
  readonly photoSilo: string | null
  readonly photoFull: string | null
}

/** Where a player comes from, and the player's body. */
export const physique = {
  birthCity: text({ nullable: true, description: "City of birth", example: "Portland" }),
  birthStateProvince: text({ nullable: true, description: "State or province of birth", example: "OR" }),
  birthCountry: text({ nullable: true, description: "Country of birth", example: "USA" }),
  /** As the league writes it. */
  height: text({ nullable: true, description: "Height", example: "6' 2\"" }),
  weight: integer({ nullable: true, description: "Weight in pounds", example: 195 }),
  bats: text({ nullable: true, description: "Batting hand", example: "L" }),
  throws: text({ nullable: true, description: "Throwing hand", example: "R" })
}

export const biographyFields = {
  birthDate: date({ nullable: true }),
  ...physique,
  debutDate: date({ nullable: true }),
  collegeName: text({ nullable: true, description: "College", example: "Oregon State" })
}

export const awardFields = {
  season: text({ description: "Season", example: "2025" }),
  id: text({ description: "Id of the award in its league", example: "ALAS" }),
  name: text({ description: "Name of the award", example: "All-Star" })
}

/** Data of the league's page about a player. */
export interface Biography extends RowOf<typeof biographyFields> {
  readonly awards: ReadonlyArray<RowOf<typeof awardFields>>
}

/** Whether the owner's team won. Null without such a team, for a tie, and before the end. */
export const wonBy = (game: Game | null, mySide: "home" | "away" | null): boolean | null =>
  scoreOf(game, mySide)?.myTeamWon ?? null

/** The result of a final game, and whether the owner's side won it; null before. */
export const scoreOf = (game: Game | null, mySide: "home" | "away" | null) => {
  if (game === null || game.home.score === null || game.away.score === null || game.state !== "final") return null
  const [home, away] = [game.home.score, game.away.score]
  const lead = home - away || Number(game.home.isWinner ?? false) - Number(game.away.isWinner ?? false)
  const ahead = mySide === "home" ? lead : -lead
  return {
    home: game.home.team.name,
    away: game.away.team.name,
    homeScore: home,
    awayScore: away,
    myTeamWon: mySide === null || ahead === 0 ? null : ahead > 0
  }
}

import { type RowOf, date, integer, text } from "../kit/record.js"
import type { League } from "./kinds.js"

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
  pa: integer({ sensitivity: "public", description: "Plate appearances", example: 4 }),
  ab: integer({ sensitivity: "public", description: "At bats", example: 4 }),
  r: integer({ sensitivity: "public", description: "Number of runs", example: 1 }),
  h: integer({ sensitivity: "public", description: "Hits", example: 2 }),
  doubles: integer({ sensitivity: "public", description: "Doubles", example: 1 }),
  triples: integer({ sensitivity: "public", description: "Triples", example: 0 }),
  hr: integer({ sensitivity: "public", description: "Home runs", example: 1 }),
  rbi: integer({ sensitivity: "public", description: "Runs batted in", example: 2 }),
  bb: integer({ sensitivity: "public", description: "Walks", example: 0 }),
  k: integer({ sensitivity: "public", description: "Strikeouts", example: 1 }),
  sb: integer({ sensitivity: "public", description: "Stolen bases", example: 0 }),
  hbp: integer({ sensitivity: "public", description: "Hit by a pitch", example: 0 })
}
export interface Batting extends RowOf<typeof battingFields> {}

/** What a pitcher allowed and threw. */
export const pitchedFields = {
  bf: integer({ sensitivity: "public", description: "Batters faced", example: 25 }),
  h: integer({ sensitivity: "public", description: "Hits", example: 2 }),
  r: integer({ sensitivity: "public", description: "Number of runs", example: 1 }),
  er: integer({ sensitivity: "public", description: "Earned runs", example: 2 }),
  bb: integer({ sensitivity: "public", description: "Walks", example: 0 }),
  k: integer({ sensitivity: "public", description: "Strikeouts", example: 1 }),
  hr: integer({ sensitivity: "public", description: "Home runs", example: 1 }),
  pitches: integer({ sensitivity: "public", description: "Pitches", example: 96 }),
  strikes: integer({ sensitivity: "public", description: "Strikes", example: 64 })
}
export const pitchingFields = {
  /** Innings pitched times three: "6.2" is 20. */
  outs: integer({ sensitivity: "public", description: "Outs", example: 20 }),
  ...pitchedFields
}
export interface Pitching extends RowOf<typeof pitchingFields> {}

/** Decisions of a pitcher over several games. */
export const pitchingDecisions = {
  w: integer({ sensitivity: "public", description: "Wins", example: 1 }),
  l: integer({ sensitivity: "public", description: "Losses", example: 0 }),
  sv: integer({ sensitivity: "public", description: "Saves", example: 0 }),
  hld: integer({ sensitivity: "public", description: "Holds", example: 0 }),
  bs: integer({ sensitivity: "public", description: "Blown saves", example: 0 })
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
  fullName: text({ sensitivity: "public", description: "Full name", example: "Ives Tannewick" }),
  primaryPosition: text({ nullable: true, sensitivity: "public", description: "Position", example: "CF" }),
  primaryNumber: text({ nullable: true, sensitivity: "public", description: "Jersey number", example: "17" })
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
  birthCity: text({ nullable: true, sensitivity: "public", description: "City of birth", example: "Portland" }),
  birthStateProvince: text({
    nullable: true,
    sensitivity: "public",
    description: "State or province of birth",
    example: "OR"
  }),
  birthCountry: text({ nullable: true, sensitivity: "public", description: "Country of birth", example: "USA" }),
  /** As the league writes it. */
  height: text({ nullable: true, sensitivity: "public", description: "Height", example: "6' 2\"" }),
  weight: integer({ nullable: true, sensitivity: "public", description: "Weight in pounds", example: 195 }),
  bats: text({ nullable: true, sensitivity: "public", description: "Batting hand", example: "L" }),
  throws: text({ nullable: true, sensitivity: "public", description: "Throwing hand", example: "R" })
}

export const biographyFields = {
  birthDate: date({ nullable: true }),
  ...physique,
  debutDate: date({ nullable: true }),
  collegeName: text({ nullable: true, sensitivity: "public", description: "College", example: "Oregon State" })
}

export const awardFields = {
  season: text({ sensitivity: "public", description: "Season", example: "2025" }),
  id: text({ sensitivity: "public", description: "Id of the award in its league", example: "ALAS" }),
  name: text({ sensitivity: "public", description: "Name of the award", example: "All-Star" })
}

/** Data of the league's page about a player. */
export interface Biography extends RowOf<typeof biographyFields> {
  readonly awards: ReadonlyArray<RowOf<typeof awardFields>>
}

import { type RowOf, choice, instant, integer, text } from "../kit/record.js"
import type { LocalDate } from "../shared/LocalDate.js"
import { type League, leagues } from "./kinds.js"
import type { External, VenueMention } from "./model.js"
import type { Appearance } from "./players.js"

const asset = "https://a.espncdn.com/i/teamlogos/mlb"

/** How a league describes a team. */
export const teamDescription = {
  abbreviation: text({ nullable: true, sensitivity: "public", description: "Abbreviation", example: "TWH" }),
  location: text({
    nullable: true,
    sensitivity: "public",
    description: "City or region of the team",
    example: "Tidewater"
  }),
  name: text({ sensitivity: "public", description: "Name", example: "Herons" }),
  fullName: text({ nullable: true, sensitivity: "public", description: "Full name", example: "Tidewater Herons" }),
  logoUrl: text({
    nullable: true,
    sensitivity: "public",
    description: "Address of the logo",
    example: `${asset}/500/sea.png`
  }),
  logoDarkUrl: text({
    nullable: true,
    sensitivity: "public",
    description: "Address of the logo for dark backgrounds",
    example: `${asset}/500-dark/sea.png`
  }),
  logoLightUrl: text({
    nullable: true,
    sensitivity: "public",
    description: "Address of the logo for light backgrounds",
    example: `${asset}/500/sea.png`
  }),
  primaryColor: text({ nullable: true, sensitivity: "public", description: "Primary colour", example: "#0c2c56" }),
  secondaryColor: text({ nullable: true, sensitivity: "public", description: "Secondary colour", example: "#005c5c" }),
  tertiaryColor: text({ nullable: true, sensitivity: "public", description: "Tertiary colour", example: "#c4ced4" })
}

export const teamGroups = {
  conference: text({ nullable: true, sensitivity: "public", description: "Conference", example: "American League" }),
  division: text({ nullable: true, sensitivity: "public", description: "Division", example: "West" })
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
  winningPitcher: text({
    nullable: true,
    sensitivity: "public",
    description: "Name of the winning pitcher",
    example: "Ives Tannewick"
  }),
  attendance: integer({ nullable: true, sensitivity: "public", description: "Number of spectators", example: 31250 }),
  weather: text({
    nullable: true,
    sensitivity: "public",
    description: "Weather as the league reports it",
    example: "68 degrees, clear"
  }),
  durationMinutes: integer({ nullable: true, sensitivity: "public", description: "Duration in minutes", example: 164 }),
  firstPitch: instant({
    nullable: true,
    sensitivity: "public",
    description: "Start time",
    example: "2026-06-15T02:11:00.000Z"
  })
}

export const starterFields = {
  homeId: integer({
    nullable: true,
    sensitivity: "public",
    description: "Id of the home team's starting pitcher",
    example: 660271
  }),
  awayId: integer({
    nullable: true,
    sensitivity: "public",
    description: "Id of the away team's starting pitcher",
    example: 592450
  })
}

export const decisionFields = {
  winnerId: integer({
    nullable: true,
    sensitivity: "public",
    description: "Id of the winning pitcher",
    example: 660271
  }),
  loserId: integer({ nullable: true, sensitivity: "public", description: "Id of the losing pitcher", example: 592450 }),
  saveId: integer({
    nullable: true,
    sensitivity: "public",
    description: "Id of the pitcher with the save",
    example: 543037
  })
}

export const inningFields = {
  inning: integer({ sensitivity: "public", description: "Inning", example: 1 }),
  homeRuns: integer({ nullable: true, sensitivity: "public", description: "Runs of the home team", example: 1 }),
  awayRuns: integer({ nullable: true, sensitivity: "public", description: "Runs of the away team", example: 0 }),
  homeHits: integer({ nullable: true, sensitivity: "public", description: "Hits of the home team", example: 2 }),
  awayHits: integer({ nullable: true, sensitivity: "public", description: "Hits of the away team", example: 1 }),
  homeErrors: integer({ nullable: true, sensitivity: "public", description: "Errors of the home team", example: 0 }),
  awayErrors: integer({ nullable: true, sensitivity: "public", description: "Errors of the away team", example: 0 })
}
export interface Inning extends RowOf<typeof inningFields> {}

/** Data of the box score. */
export interface GameDetails extends RowOf<typeof gameFigures> {
  readonly linescore: ReadonlyArray<Inning>
  readonly startingPitchers: RowOf<typeof starterFields> | null
  readonly decisions: RowOf<typeof decisionFields> | null
  readonly appearances: ReadonlyArray<Appearance>
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

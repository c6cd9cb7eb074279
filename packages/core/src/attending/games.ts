import type { LocalDate } from "../shared/LocalDate.js"
import type { League } from "./kinds.js"
import type { External, VenueMention } from "./model.js"

/** A team of a league; null means not reported. Colours are `#rrggbb`. */
export interface Team {
  readonly league: League
  /** The league's id of the team (MLB's, or ESPN's for that league). */
  readonly id: number
  readonly abbreviation: string | null
  readonly location: string | null
  /** Such as "Mariners". */
  readonly name: string
  /** Such as "Seattle Mariners". */
  readonly fullName: string | null
  readonly logoUrl: string | null
  readonly logoDarkUrl: string | null
  readonly logoLightUrl: string | null
  readonly primaryColor: string | null
  readonly secondaryColor: string | null
  readonly tertiaryColor: string | null
  readonly conference: string | null
  readonly division: string | null
}

export interface Side {
  readonly team: { readonly id: number; readonly name: string; readonly abbreviation: string | null }
  /** Null before the game. */
  readonly score: number | null
}

/** A game as its league reports it. Unique by `external`. */
export interface Game {
  readonly external: External
  readonly league: League
  /** The year by which the league names the season. */
  readonly season: number
  /** The league's code, such as `R` or `regular-season`. */
  readonly gameType: string | null
  readonly state: "scheduled" | "live" | "final" | "postponed" | "cancelled"
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

/** Data of the box score. */
export interface GameDetails {
  readonly attendance: number | null
  readonly weather: string | null
  readonly durationMinutes: number | null
  /** Epoch milliseconds. */
  readonly firstPitch: number | null
  readonly linescore: ReadonlyArray<Inning>
  readonly startingPitchers: { readonly homeId: number | null; readonly awayId: number | null } | null
  readonly decisions: {
    readonly winnerId: number | null
    readonly loserId: number | null
    readonly saveId: number | null
  } | null
  readonly winningPitcher: string | null
  readonly appearances: ReadonlyArray<Appearance>
}

export interface Inning {
  readonly inning: number
  readonly homeRuns: number | null
  readonly awayRuns: number | null
  readonly homeHits: number | null
  readonly awayHits: number | null
  readonly homeErrors: number | null
  readonly awayErrors: number | null
}

/** A player's appearance in one game. */
export interface Appearance {
  readonly player: Player
  readonly teamId: number
  readonly isHome: boolean
  readonly batting: Batting | null
  readonly pitching: Pitching | null
  /** The provider's counts, such as `{putOuts: 3}`. */
  readonly fielding: Readonly<Record<string, number>> | null
  readonly decision: "W" | "L" | "SV" | "HLD" | "BS" | null
  readonly notable: boolean
}

export interface Batting {
  readonly pa: number
  readonly ab: number
  readonly r: number
  readonly h: number
  readonly doubles: number
  readonly triples: number
  readonly hr: number
  readonly rbi: number
  readonly bb: number
  readonly k: number
  readonly sb: number
  readonly hbp: number
}

export interface Pitching {
  /** Innings pitched times three: "6.2" is 20. */
  readonly outs: number
  readonly bf: number
  readonly h: number
  readonly r: number
  readonly er: number
  readonly bb: number
  readonly k: number
  readonly hr: number
  readonly pitches: number
  readonly strikes: number
}

/** Decisions of a pitcher over several games; null means not reported. */
export interface PitchingDecisions {
  readonly w: number | null
  readonly l: number | null
  readonly sv: number | null
  readonly hld: number | null
  readonly bs: number | null
}

/** Unique by league and the league's id. */
export interface Player {
  readonly league: League
  readonly id: number
  /** ESPN's id, if the league's provider is not ESPN. */
  readonly espnId: number | null
  readonly fullName: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly primaryPosition: string | null
  readonly primaryNumber: string | null
  readonly primaryTeamId: number | null
  readonly biography: Biography | null
  /** Addresses of a cut-out and of a full picture. */
  readonly photoSilo: string | null
  readonly photoFull: string | null
}

/** Data of the league's page about a player. */
export interface Biography {
  readonly birthDate: LocalDate | null
  readonly birthCity: string | null
  readonly birthStateProvince: string | null
  readonly birthCountry: string | null
  /** As the league writes it, such as `6' 3"`. */
  readonly height: string | null
  /** Pounds. */
  readonly weight: number | null
  readonly bats: string | null
  readonly throws: string | null
  readonly debutDate: LocalDate | null
  readonly collegeName: string | null
  readonly awards: ReadonlyArray<{ readonly season: string; readonly id: string; readonly name: string }>
}

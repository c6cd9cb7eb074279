import { Context, type Effect, type Option } from "effect"
import type { Batting, Pitching, PitchingDecisions } from "./games.js"
import type { League } from "./kinds.js"

type Figures<A> = { readonly [K in keyof A]: number | null }

/** Sums at bat as a league counts them: null is what it does not tell. */
export interface LeagueBatting extends Figures<Batting> {
  /** As the league prints them, such as `.377`: they rest on counts that are not kept. */
  readonly obp: string | null
  readonly ops: string | null
}

/** Sums on the mound likewise. */
export interface LeaguePitching extends Figures<Pitching> {
  readonly decisions: PitchingDecisions
}

/** Sums over games, as a league counts them. Two-way players have both lines. */
export interface StatLine {
  readonly games: number
  readonly batting: LeagueBatting | null
  readonly pitching: LeaguePitching | null
}

/** A player's whole season and career, seen by the person or not. */
export interface ProviderStats {
  readonly season: { readonly season: number; readonly line: StatLine } | null
  readonly career: StatLine | null
  /** Parts of the season, such as `{code: "vl", name: "vs Left"}`. */
  readonly splits: ReadonlyArray<{ readonly code: string; readonly name: string; readonly line: StatLine }>
}

/** Asks a league while somebody waits; what it answers is kept for an hour. None where there is nobody to ask, or no answer. */
export class PlayerStatsFinder extends Context.Tag("@daybook/core/PlayerStatsFinder")<PlayerStatsFinder, {
  /** `season` null is the newest; `id` is the league's own number of the player. */
  readonly of: (league: League, id: number, season: number | null) => Effect.Effect<Option.Option<ProviderStats>>
}>() {}

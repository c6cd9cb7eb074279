import { Context, type Effect, type Option } from "effect"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { Game } from "./games.js"
import type { League } from "./kinds.js"

/** Asks a league for a whole season while somebody waits. */
export class SeasonSchedules extends Context.Tag("@daybook/core/SeasonSchedules")<SeasonSchedules, {
  /** Every game of a team in a season, at home and away. None where this league cannot be asked. */
  readonly gamesOf: (league: League, team: number, season: number) => Effect.Effect<Option.Option<ReadonlyArray<Game>>, SourceFailure>
}>() {}

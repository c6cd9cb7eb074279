import { SeasonSchedules } from "@daybook/core/attending"
import { Duration, Effect, Layer } from "effect"
import * as Espn from "./espn/Espn.js"
import { espnLeagues } from "./espn/leagues.js"
import * as espn from "./espn/settings.js"
import * as Mlb from "./mlb/Mlb.js"
import * as mlb from "./mlb/settings.js"
import { toGames } from "./mlb/toGames.js"

/** Somebody is waiting for the answer. */
const hurried = { patience: Duration.seconds(5), timeout: Duration.seconds(15) }

/** MLB and ESPN asked for a team's season, each unless it is turned off. */
export const seasonSchedules = Layer.effect(SeasonSchedules, Effect.gen(function*() {
  const [noBaseball, noOthers] = [yield* mlb.missing, yield* espn.missing]
  const baseball = yield* Mlb.make(yield* mlb.settings, hurried)
  const others = yield* Espn.make(yield* espn.settings, hurried)
  return {
    gamesOf: (league, team, season) => {
      const other = espnLeagues.find((one) => one.league === league)
      if (other !== undefined) return noOthers.length > 0 ? Effect.succeedNone : Effect.asSome(others.season(other, team, season))
      return noBaseball.length > 0 ? Effect.succeedNone : Effect.asSome(Effect.map(baseball.season(team, season), toGames))
    }
  }
}))

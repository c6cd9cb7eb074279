import { PlayerStatsFinder, type ProviderStats } from "@daybook/core/attending"
import { detached } from "@daybook/core/shared"
import { Cache, Data, Duration, Effect, Exit, Layer, Option } from "effect"
import * as Mlb from "./Mlb.js"
import { settings } from "./settings.js"
import { newestSeason, toStats } from "./toStats.js"

/** Somebody is waiting for the answer. */
const hurried = { patience: Duration.seconds(3), timeout: Duration.seconds(5) }

/** What an answer is kept, and what the lack of one. */
const kept = Duration.hours(1)
const keptFailure = Duration.minutes(1)
const mostKept = 500

/** Against left and right, at home and away. */
const sitCodes = "vl,vr,h,a"

class Wanted extends Data.Class<{ readonly id: number; readonly season: number | null }> {}

/** The league asked for a player's sums while somebody waits. Only MLB has them. */
export const playerStats = Layer.effect(PlayerStatsFinder, Effect.gen(function*() {
  const mlb = yield* Mlb.make(yield* settings, hurried)
  const cache = yield* Cache.makeWith({
    capacity: mostKept,
    timeToLive: (exit) => Exit.isSuccess(exit) ? kept : keptFailure,
    lookup: (wanted: Wanted) => lookUp(mlb, wanted)
  })
  return {
    of: (league, id, season) =>
      league !== "mlb" ? Effect.succeedNone : Effect.catchAll(detached(cache.get(new Wanted({ id, season }))), (failure) =>
        Effect.as(Effect.logDebug(`a player's sums: ${failure.message}`), Option.none()))
  }
}))

const lookUp = (mlb: Mlb.Mlb, { id, season }: Wanted) =>
  Effect.gen(function*() {
    const group = "hitting,pitching"
    const years = yield* mlb.stats(id, { stats: "yearByYear,career", group, gameType: "R" })
    if (Option.isNone(years)) return Option.none<ProviderStats>()
    const wanted = season ?? newestSeason(years.value)
    const parts = wanted === null ? Option.none() : yield* mlb.stats(id, { stats: "statSplits", group, gameType: "R", sitCodes, season: String(wanted) })
    return Option.some(toStats(years.value, Option.getOrNull(parts), wanted))
  })

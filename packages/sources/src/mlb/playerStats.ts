import { PlayerStatsFinder, type ProviderStats, type StatLine } from "@daybook/core/attending"
import { detached } from "@daybook/core/shared"
import { Cache, Data, Duration, Effect, Exit, Layer, Option } from "effect"
import * as Mlb from "./client.js"
import { leagueBatting, leaguePitching } from "./toLines.js"
import type { PersonStats, Split, Stats } from "./wire.js"

const splitsOf = ({ stats }: PersonStats, type: string, group: "hitting" | "pitching"): ReadonlyArray<Split> =>
  stats
    .filter((part) => part.type.displayName === type && part.group.displayName === group)
    .flatMap(({ splits }) => splits)

/** The newest season with statistics. */
const newestSeason = (stats: PersonStats): number | null => {
  const seasons = (["hitting", "pitching"] as const)
    .flatMap((group) => splitsOf(stats, "yearByYear", group))
    .flatMap(({ season }) => (/^\d{4}$/.test(season ?? "") ? [Number(season)] : []))
  return seasons.length === 0 ? null : Math.max(...seasons)
}

/** A player who changed teams has one split without a team, with the total. */
const whole = (splits: ReadonlyArray<Split>): Stats | null =>
  (splits.find(({ team }) => team == null) ?? splits[0])?.stat ?? null

/** Pitchers with a designated hitter have a line of zeros at bat: they never batted. */
const lineOf = (hitting: Stats | null, pitching: Stats | null): StatLine | null => {
  const [bat, mound] = [leagueBatting(hitting), leaguePitching(pitching)]
  const batting = mound !== null && bat !== null && (bat.pa ?? bat.ab ?? 0) === 0 ? null : bat
  if (batting === null && mound === null) return null
  const games = [hitting, pitching].map((stats) => Number(stats?.["gamesPlayed"] ?? 0))
  return { games: Math.max(...games), batting, pitching: mound }
}

const linesOf = (stats: PersonStats, type: string, keep: (split: Split) => boolean): StatLine | null =>
  lineOf(whole(splitsOf(stats, type, "hitting").filter(keep)), whole(splitsOf(stats, type, "pitching").filter(keep)))

/** Season and career from one response, splits of the season from the other. */
export const toStats = (years: PersonStats, parts: PersonStats | null, season: number | null): ProviderStats => {
  const line = season === null ? null : linesOf(years, "yearByYear", (split) => split.season === String(season))
  const codes =
    parts === null
      ? []
      : [
          ...new Map(
            (["hitting", "pitching"] as const)
              .flatMap((group) => splitsOf(parts, "statSplits", group))
              .flatMap(({ split }) =>
                split?.code == null ? [] : [[split.code, split.description ?? split.code] as const]
              )
          )
        ]
  return {
    season: season === null || line === null ? null : { season, line },
    career: linesOf(years, "career", () => true),
    splits: codes.flatMap(([code, name]) => {
      const of = linesOf(parts!, "statSplits", ({ split }) => split?.code === code)
      return of === null ? [] : [{ code, name, line: of }]
    })
  }
}

/** A person waits for the answer. */
const hurried = { patience: Duration.seconds(3), timeout: Duration.seconds(5) }

/** Cache durations of results and of failures. */
const answerTtl = Duration.hours(1)
const failureTtl = Duration.minutes(1)
const maxCached = 500

/** Against left and right, at home and away. */
const sitCodes = "vl,vr,h,a"

class StatsKey extends Data.Class<{ readonly id: number; readonly season: number | null }> {}

/** Player statistics on demand. Only MLB has them. */
export const playerStats = Layer.effect(
  PlayerStatsFinder,
  Effect.gen(function* () {
    const mlb = yield* Mlb.make(yield* Mlb.settings.config, hurried)
    const cache = yield* Cache.makeWith({
      capacity: maxCached,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? answerTtl : failureTtl),
      lookup: (key: StatsKey) => loadStats(mlb, key)
    })
    return {
      of: (league, id, season) =>
        league !== "mlb"
          ? Effect.succeedNone
          : Effect.catchAll(detached(cache.get(new StatsKey({ id, season }))), (failure) =>
              Effect.as(Effect.logDebug(`a player's sums: ${failure.message}`), Option.none())
            )
    }
  })
)

const loadStats = (mlb: Mlb.Mlb, { id, season }: StatsKey) =>
  Effect.gen(function* () {
    const group = "hitting,pitching"
    const years = yield* mlb.stats(id, { stats: "yearByYear,career", group, gameType: "R" })
    if (Option.isNone(years)) return Option.none<ProviderStats>()
    const shownSeason = season ?? newestSeason(years.value)
    const parts =
      shownSeason === null
        ? Option.none()
        : yield* mlb.stats(id, { stats: "statSplits", group, gameType: "R", sitCodes, season: String(shownSeason) })
    return Option.some(toStats(years.value, Option.getOrNull(parts), shownSeason))
  })

import type { ProviderStats, StatLine } from "@daybook/core/attending"
import { leagueBatting, leaguePitching } from "./toLines.js"
import type { PersonStats, Split, Stats } from "./wire.js"

const splitsOf = ({ stats }: PersonStats, type: string, group: "hitting" | "pitching"): ReadonlyArray<Split> =>
  stats.filter((part) => part.type.displayName === type && part.group.displayName === group).flatMap(({ splits }) => splits)

/** The newest season of which there are sums. */
export const newestSeason = (stats: PersonStats): number | null => {
  const seasons = (["hitting", "pitching"] as const).flatMap((group) => splitsOf(stats, "yearByYear", group)).flatMap(({ season }) => /^\d{4}$/.test(season ?? "") ? [Number(season)] : [])
  return seasons.length === 0 ? null : Math.max(...seasons)
}

/** Of who changed teams the split that is of no team holds the whole. */
const whole = (splits: ReadonlyArray<Split>): Stats | null => (splits.find(({ team }) => team == null) ?? splits[0])?.stat ?? null

/** Pitchers whose team has a designated hitter have a line of zeros at bat: they never came to bat. */
const lineOf = (hitting: Stats | null, pitching: Stats | null): StatLine | null => {
  const [bat, mound] = [leagueBatting(hitting), leaguePitching(pitching)]
  const batting = mound !== null && bat !== null && (bat.pa ?? bat.ab ?? 0) === 0 ? null : bat
  if (batting === null && mound === null) return null
  const games = [hitting, pitching].map((stats) => Number(stats?.["gamesPlayed"] ?? 0))
  return { games: Math.max(...games), batting, pitching: mound }
}

const linesOf = (stats: PersonStats, type: string, keep: (split: Split) => boolean): StatLine | null =>
  lineOf(whole(splitsOf(stats, type, "hitting").filter(keep)), whole(splitsOf(stats, type, "pitching").filter(keep)))

/** Season and career from one answer, parts of the season from the other. */
export const toStats = (years: PersonStats, parts: PersonStats | null, season: number | null): ProviderStats => {
  const line = season === null ? null : linesOf(years, "yearByYear", (split) => split.season === String(season))
  const codes = parts === null ? [] : [...new Map((["hitting", "pitching"] as const).flatMap((group) => splitsOf(parts, "statSplits", group))
    .flatMap(({ split }) => split?.code == null ? [] : [[split.code, split.description ?? split.code] as const]))]
  return {
    season: season === null || line === null ? null : { season, line },
    career: linesOf(years, "career", () => true),
    splits: codes.flatMap(([code, name]) => {
      const of = linesOf(parts!, "statSplits", ({ split }) => split?.code === code)
      return of === null ? [] : [{ code, name, line: of }]
    })
  }
}

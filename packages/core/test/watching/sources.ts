import { rankedSource } from "../../src/ranks/index.js"
import { type WatchSource, watchRank, watchSourcesIn } from "../../src/watching/index.js"

const both: WatchSource["rates"] = ["viewings", "title"]

/** What the definitions say of the sources of viewings, by the names in their reports. */
const watchRanks: Readonly<Record<string, Parameters<typeof watchRank>[0]>> = {
  plex: { rank: 10, isPlayer: true, naming: 2, rates: ["viewings"] },
  jellyfin: { rank: 20, isPlayer: true, naming: -1 },
  emby: { rank: 30, isPlayer: true, naming: -2 },
  tautulli: { rank: 40, isPlayer: true, naming: -3 },
  trakt: { rank: 50, rankOfMarks: 100, isPlayer: true, naming: 0, rates: both },
  netflix: { rank: 60, isPlayer: true, naming: -10, names: "local", listsDays: true },
  letterboxd: { rank: 80, isDiary: true, naming: 1, names: "exact", rates: ["title"] },
  simkl: { rank: 110, naming: -4, rates: both },
  tvtime: { rank: 120, naming: -7, rates: both },
  imdb: { rank: 130, naming: -5, rates: both },
  anilist: { rank: 140, naming: -8, rates: both },
  mal: { rank: 150, naming: -9, rates: both }
}

/** The names of all sources of viewings, and `manual` for entry by hand. */
export const watchSourceNames = [...Object.keys(watchRanks), "manual"]

export const watchSources = watchSourcesIn(
  Object.entries(watchRanks).map(([source, said]) => rankedSource(source, watchRank(said)))
)

import { dice } from "../sampleOwner/dice.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import type { Viewing } from "../sampleOwner/watching.js"

/** An entry of the owner's list of anime: a season of a series, or a film. */
export interface AnimeTitle {
  /** The number at AniList. */
  readonly id: number
  /** The number at MyAnimeList. */
  readonly mal: number
  readonly kind: "season" | "film"
  readonly title: string
  readonly year: number
  readonly episodes: number
  readonly watched: number
  /** How often it was watched again. */
  readonly again: number
  /** The last day, of which nobody may know the parts at its end. */
  readonly finished: { readonly year: number | null; readonly month: number | null; readonly day: number | null }
  /** 0 to 10; 0 without a score. */
  readonly score: number
}

/** The list, as if all series and every fourth film were anime. Each season is a title of its own. */
export const animeList = ({ calendar, watching }: SampleOwner, viewings: ReadonlyArray<Viewing>) => {
  const seasons = new Map<string, { series: number; season: number; episodes: Set<number>; last: number }>()
  const films = new Map<number, { times: number; last: number }>()
  for (const { at, what } of viewings) {
    if (what.kind === "film") {
      if (what.film % 4 !== 0) continue
      films.set(what.film, { times: (films.get(what.film)?.times ?? 0) + 1, last: at })
      continue
    }
    const key = `${what.series} ${what.season}`
    const before = seasons.get(key) ?? {
      series: what.series,
      season: what.season,
      episodes: new Set<number>(),
      last: at
    }
    before.episodes.add(what.episode)
    seasons.set(key, { ...before, last: at })
  }
  const finished = (at: number, isWhole: boolean): AnimeTitle["finished"] => {
    const [year = 0, month = 0, day = 0] = calendar
      .dateOf(at * 1_000)
      .split("-")
      .map(Number)
    const roll = dice("anime day", at).below(6)
    if (!isWhole || roll === 0) return { year: null, month: null, day: null }
    return roll === 1 ? { year, month, day: null } : { year, month, day }
  }
  const score = (id: number) => {
    const roll = dice("anime score", id)
    return roll.below(3) === 0 ? 0 : 1 + roll.below(10)
  }
  return [
    ...[...seasons.values()].map(({ episodes, last, season, series }): AnimeTitle => {
      const one = watching.series[series]!
      const id = 20_000 + series * 20 + season
      const length = one.seasons[season - 1]!
      return {
        id,
        mal: id + 50_000,
        kind: "season",
        title: season === 1 ? one.title : `${one.title} Season ${season}`,
        year: one.year + season - 1,
        episodes: length,
        watched: episodes.size,
        again: 0,
        finished: finished(last, episodes.size === length),
        score: score(id)
      }
    }),
    ...[...films].map(([film, { last, times }]): AnimeTitle => {
      const { title, year } = watching.films[film]!
      const id = 10_000 + film
      return {
        id,
        mal: id + 50_000,
        kind: "film",
        title,
        year,
        episodes: 1,
        watched: 1,
        again: times - 1,
        finished: finished(last, true),
        score: score(id)
      }
    })
  ]
}

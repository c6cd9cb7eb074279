import { hash } from "../sampleOwner/dice.js"
import type { Series } from "../sampleOwner/films.js"

/** Names of the episodes of a season, from the first, by language: `en`. */
export type EpisodeNames = Readonly<Record<string, ReadonlyArray<string>>>

const chapters: Readonly<Record<string, string>> = {
  en: "Chapter",
  de: "Kapitel",
  fr: "Chapitre",
  es: "Capítulo",
  pt: "Capítulo",
  it: "Capitolo"
}
/** What TMDB calls an episode that nobody translated. */
const untranslated: Readonly<Record<string, string>> = { de: "Folge", fr: "Épisode", es: "Episodio", pt: "Episódio" }

const two = (number: number): string => String(number).padStart(2, "0")

/** The answer of `GET /tv/{id}/season/{number}?language=`; undefined for a season that the series does not have. */
export const season = (series: Series, number: number, language: string, names: EpisodeNames | undefined) => {
  const spoken = language.split("-")[0]!
  const count = series.seasons[number - 1]
  if (count === undefined) return undefined
  const nameOf = (episode: number): string => {
    const own = names?.[spoken]?.[episode - 1]
    const chapter = names === undefined ? chapters[spoken] : undefined
    return own ?? `${chapter ?? untranslated[spoken] ?? "Episode"} ${episode}`
  }
  return {
    _id: hash("season", series.tmdb, number).toString(16),
    air_date: `${series.year + number - 1}-04-01`,
    name: `Season ${number}`,
    overview: "",
    id: 600_000 + (hash("season", series.tmdb, number) % 100_000),
    poster_path: null,
    season_number: number,
    vote_average: series.vote,
    episodes: Array.from({ length: count }, (_, index) => ({
      air_date: `${series.year + number - 1}-04-${two(1 + (index % 28))}`,
      episode_number: index + 1,
      episode_type: index + 1 === count ? "finale" : "standard",
      id: 700_000 + (hash("episode", series.tmdb, number, index) % 100_000),
      name: nameOf(index + 1),
      overview: "",
      production_code: "",
      runtime: series.minutes,
      season_number: number,
      show_id: series.tmdb,
      still_path: null,
      vote_average: series.vote,
      vote_count: 12,
      crew: [],
      guest_stars: []
    }))
  }
}

import { matchTitle } from "./model.js"

/** An episode of a season, with its names in several languages. */
export interface EpisodeNames {
  readonly number: number
  readonly names: ReadonlyArray<string>
}

/**
 * The number of the only episode of a season that has this title in any of the languages, ignoring case, diacritics and
 * punctuation. Null if none or several have it: then nobody knows which was watched.
 */
export const episodeNamed = (title: string, season: ReadonlyArray<EpisodeNames>): number | null => {
  const match = matchTitle(title)
  const numbers = new Set(
    season.flatMap(({ names, number }) => (names.some((name) => matchTitle(name) === match) ? [number] : []))
  )
  const [number = null] = numbers
  return numbers.size === 1 ? number : null
}

import { bracketedEpisodeIn, episodeIn, isSingleSeason, partIn, seasonIn } from "./words.js"

/** What a title of Netflix names. */
export type NetflixTitle = FilmTitle | EpisodeTitle | UnclearTitle

interface FilmTitle {
  readonly kind: "movie"
  readonly title: string
}

/** A title of several parts without a season: a film, or an episode of a season with a name of its own. */
export interface UnclearTitle {
  readonly kind: "unclear"
  readonly title: string
  /** The first part. */
  readonly show: string
  /** The other parts. */
  readonly rest: string
  /** Whether it has so many parts that it may not pass for a film. */
  readonly isLong: boolean
}

export interface EpisodeTitle {
  readonly kind: "episode"
  readonly show: string
  /** Null if the title has the number of the episode alone. */
  readonly season: number | null
  /** Null if the title does not have it. The short history has it only for episodes without a name. */
  readonly episode: number | null
  readonly episodeTitle: string
}

/** A season that has the name of its show and a number: `Lamp: Lamp 4: Dusk`. Null for anything else. */
const ownNumber = ([show = "", part = ""]: ReadonlyArray<string>): number | null => {
  const isOwn = part.toLowerCase().startsWith(`${show.toLowerCase()} `)
  const [, number] = isOwn ? (/^(\d{1,2})$/.exec(part.slice(show.length + 1)) ?? []) : []
  return number === undefined ? null : Number(number)
}

const isSeason = [seasonIn, partIn, (part: string) => (isSingleSeason(part) ? 1 : null)]

/** The place of the part that names the season, and its number; -1 without one. */
const seasonOf = (parts: ReadonlyArray<string>, isNumbered: boolean): readonly [at: number, season: number | null] => {
  for (const numberOf of isSeason) {
    const at = parts.findLastIndex(
      (part, index) => index > 0 && (index < parts.length - 1 || isNumbered) && numberOf(part) !== null
    )
    if (at !== -1) return [at, numberOf(parts[at]!)]
  }
  const own = parts.length > 2 ? ownNumber(parts) : null
  return own === null ? [-1, null] : [1, own]
}

/** The number of an episode that has no other name: `Harbour: Season 1: Episode 5`, `Harbour: Episode 5`. */
const numberOfLast = (parts: ReadonlyArray<string>): number | null =>
  parts.length > 1 ? episodeIn(parts.at(-1)!) : null

/** What stands in brackets at the end, in any width. */
const bracketed = /\s*[(（]([^()（）]+)[)）]\s*$/u

/** A colon with a space behind it, or a wide one. */
const colon = /\s*(?::\s+|：\s*)/u

/**
 * Reads `Show: Season 2: Title (Episode 5)`. Names of shows contain colons too, so the last part that names a season
 * counts. Something must follow it: `Part 2` at the end belongs to a film.
 */
export const readTitle = (text: string): NetflixTitle => {
  const [suffix = "", inner = ""] = bracketed.exec(text) ?? []
  const bracketedNumber = bracketedEpisodeIn(inner)
  const bare = (bracketedNumber === null ? text : text.slice(0, -suffix.length)).trim()
  const parts = bare.split(colon)
  const [at, season] = seasonOf(parts, bracketedNumber !== null)
  const [show = ""] = parts
  const number = bracketedNumber ?? (parts.length - at === 2 || at === -1 ? numberOfLast(parts) : null)
  if (at === -1 && number === null)
    return parts.length === 1
      ? { kind: "movie", title: bare }
      : { kind: "unclear", title: bare, show, rest: parts.slice(1).join(": "), isLong: parts.length > 2 }
  const rest = at === -1 ? parts.slice(1) : parts.slice(at + 1)
  return {
    kind: "episode",
    show: at === -1 ? show : parts.slice(0, at).join(": "),
    season,
    episode: number,
    // With a number, a season may have episodes without a name.
    episodeTitle: rest.join(": ") || inner
  }
}

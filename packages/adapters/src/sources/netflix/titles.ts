/** What a title of Netflix names. */
export type NetflixTitle = FilmTitle | EpisodeTitle

interface FilmTitle {
  readonly kind: "movie"
  readonly title: string
  /** False for a title of three parts and more, of which the last may be an episode. */
  readonly isCertain: boolean
}

export interface EpisodeTitle {
  readonly kind: "episode"
  readonly show: string
  /** Null if the title has the number of the episode alone. */
  readonly season: number | null
  /** Null if the title does not have it. The short history has it only for episodes without a name. */
  readonly episode: number | null
  readonly episodeTitle: string | null
}

/** "Season" in the languages of Netflix that are known here. */
const seasonWords =
  "season|series|temporada|staffel|saison|stagione|seizoen|sæson|säsong|sesong|kausi|sezon|sezona|sezonul|série|évad|сезон|σεζόν|עונה|الموسم|musim|mùa"
/** Words that also occur in names of films. */
const partWords =
  "part|volume|chapter|book|teil|buch|partie|parte|volumen|libro|livre|capítulo|kapitel|deel|del|część|часть"

const strong = [
  new RegExp(`^(?:${seasonWords})\\s+(\\d{1,4})$`, "iu"),
  /^シーズン\s*(\d{1,4})$/u,
  /^시즌\s*(\d{1,4})$/u,
  /^第\s*(\d{1,4})\s*季$/u,
  /^(\d{1,4})\.\s*(?:sezon|évad|série|staffel)$/iu
]
const weak = [new RegExp(`^(?:${partWords})\\s+(\\d{1,4})$`, "iu")]
/** A show of one season. */
const single =
  /^(?:limited series|miniseries|mini-series|miniserie|miniserie limitada|serie limitada|série limitée|mini-série|minissérie|collection|colección|kollektion)$/iu

/** `Episode 5` and its translations. */
const numberWords =
  "(?:episode|episodio|episódio|épisode|folge|aflevering|avsnitt|afsnit|jakso|odcinek|epizoda?|epizód|bölüm|эпизод|серия|επεισόδιο|פרק|الحلقة|tập|第)\\s*(\\d{1,5})\\s*[話集회화]?"
const numbered = new RegExp(`\\s*\\(${numberWords}\\)\\s*$`, "iu")
/** An episode without a name is called by its number in the season. */
const nameless = new RegExp(`^${numberWords}$`, "iu")

const numberBy = (patterns: ReadonlyArray<RegExp>, part: string): number | null => {
  for (const pattern of patterns) {
    const [, number] = pattern.exec(part) ?? []
    if (number !== undefined) return Number(number)
  }
  return null
}

/** A season that has the name of its show and a number: `Lamp: Lamp 4: Dusk`. Null for anything else. */
const ownNumber = ([show = "", part = ""]: ReadonlyArray<string>): number | null => {
  const [, number] = part.startsWith(`${show} `) ? (/^(\d{1,2})$/.exec(part.slice(show.length + 1)) ?? []) : []
  return number === undefined ? null : Number(number)
}

/** The place of the part that names the season, and its number; -1 without one. */
const seasonOf = (parts: ReadonlyArray<string>, isNumbered: boolean): readonly [at: number, season: number | null] => {
  for (const patterns of [strong, weak]) {
    const at = parts.findLastIndex(
      (part, index) => index > 0 && (index < parts.length - 1 || isNumbered) && numberBy(patterns, part) !== null
    )
    if (at !== -1) return [at, numberBy(patterns, parts[at]!)]
  }
  const singleAt = parts.findLastIndex((part, index) => index > 0 && index < parts.length - 1 && single.test(part))
  if (singleAt !== -1) return [singleAt, 1]
  const own = parts.length > 2 ? ownNumber(parts) : null
  return own === null ? [-1, null] : [1, own]
}

/**
 * Reads `Show: Season 2: Title (Episode 5)`. Names of shows contain colons too, so the last part that names a season
 * counts. Something must follow it: `Part 2` at the end belongs to a film. A title without such a part is a film, if it
 * has at most one colon.
 */
export const readTitle = (text: string): NetflixTitle => {
  const [, number] = numbered.exec(text) ?? []
  const bare = text.replace(numbered, "").trim()
  const parts = bare.split(/\s*:\s+/u)
  const [at, season] = seasonOf(parts, number !== undefined)
  if (at === -1 && number === undefined) return { kind: "movie", title: bare, isCertain: parts.length <= 2 }
  const rest = at === -1 ? parts.slice(1) : parts.slice(at + 1)
  const named = number ?? (rest.length === 1 ? nameless.exec(rest[0]!)?.[1] : undefined)
  return {
    kind: "episode",
    show: (at === -1 ? parts.slice(0, 1) : parts.slice(0, at)).join(": "),
    season,
    episode: named === undefined ? null : Number(named),
    episodeTitle: rest.join(": ") || null
  }
}

/** What a title of Netflix names. */
export type NetflixTitle =
  | { readonly kind: "movie"; readonly title: string }
  | {
      readonly kind: "episode"
      readonly show: string
      /** Null if the title has the number of the episode alone. */
      readonly season: number | null
      /** Null if the title does not have it. The short history never has it. */
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
  /^(?:limited series|miniseries|mini-series|miniserie|miniserie limitada|serie limitada|minissérie|collection|colección|kollektion)$/iu

/** `(Episode 5)` and its translations. */
const numbered =
  /\s*\((?:episode|episodio|episódio|épisode|folge|aflevering|avsnitt|afsnit|jakso|odcinek|epizoda?|epizód|bölüm|эпизод|серия|επεισόδιο|פרק|الحلقة|tập|第)\s*(\d{1,5})\s*[話集회화]?\)\s*$/iu

const numberBy = (patterns: ReadonlyArray<RegExp>, part: string): number | null => {
  for (const pattern of patterns) {
    const [, number] = pattern.exec(part) ?? []
    if (number !== undefined) return Number(number)
  }
  return null
}

/**
 * Reads `Show: Season 2: Title (Episode 5)`. Names of shows contain colons too, so the last part that names a season
 * counts. Something must follow it: `Part 2` at the end belongs to a film. A title without such a part is a film.
 */
export const readTitle = (text: string): NetflixTitle => {
  const [, number] = numbered.exec(text) ?? []
  const episode = number === undefined ? null : Number(number)
  const bare = text.replace(numbered, "").trim()
  const parts = bare.split(/:\s+/u)
  const seasonAt = (patterns: ReadonlyArray<RegExp>) =>
    parts.findLastIndex(
      (part, index) => index > 0 && (index < parts.length - 1 || episode !== null) && numberBy(patterns, part) !== null
    )
  const singleAt = parts.findLastIndex((part, index) => index > 0 && index < parts.length - 1 && single.test(part))
  const [at, season] = [strong, weak]
    .map((patterns) => seasonAt(patterns))
    .flatMap((index, order) =>
      index === -1 ? [] : [[index, numberBy(order === 0 ? strong : weak, parts[index]!)] as const]
    )[0] ?? [singleAt, singleAt === -1 ? null : 1]
  if (at === -1 && episode === null) return { kind: "movie", title: bare }
  return {
    kind: "episode",
    show: (at === -1 ? parts.slice(0, 1) : parts.slice(0, at)).join(": "),
    season,
    episode,
    episodeTitle: (at === -1 ? parts.slice(1) : parts.slice(at + 1)).join(": ") || null
  }
}

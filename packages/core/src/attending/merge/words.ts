import type { AttendingRules } from "./model.js"

/** Words that do not distinguish events. */
const stopWords = new Set([
  "the",
  "a",
  "an",
  "at",
  "vs",
  "v",
  "and",
  "of",
  "in",
  "with",
  "w",
  "live",
  "tickets",
  "ticket",
  "tour",
  "presents",
  "feat",
  "ft",
  "show",
  "concert",
  "game",
  "your"
])

/** Normalizes a name: removes diacritics, case and punctuation. */
export const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/['’.]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** The distinguishing words of a text, or all of its words if there are none. */
export const wordsOf = (text: string): ReadonlySet<string> => {
  const all = plain(text)
    .split(" ")
    .filter((word) => word !== "")
  const distinct = all.filter((word) => !stopWords.has(word))
  return new Set(distinct.length > 0 ? distinct : all)
}

/** The share of the shorter text's words that the other text has, 0 to 1. */
export const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const least = Math.min(a.size, b.size)
  if (least === 0) return 0
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared / least
}

/** Whether a text has every distinguishing word of a name. */
export const has = (text: ReadonlySet<string>, name: ReadonlySet<string>): boolean =>
  name.size > 0 && [...name].every((word) => text.has(word))

/** Whether a text contains any of the phrases as full words, ignoring case. */
export const containsPhrase = (text: string, phrases: ReadonlyArray<string>): boolean => {
  const within = ` ${plain(text)} `
  return phrases.some((phrase) => plain(phrase) !== "" && within.includes(` ${plain(phrase)} `))
}

/**
 * The canonical name of a venue: without the address that calendars append, and with aliases from the rules resolved.
 */
export const venueName = (name: string, rules: AttendingRules): string => {
  const bare = name.split(/[,\n]/)[0]!.trim() || name.trim()
  const rule = rules.venues.find((venue) =>
    [venue.name, ...venue.aliases].some((alias) => plain(alias) === plain(bare))
  )
  return rule?.name ?? bare
}

/** Normalizes a venue's name: `Theatre` and `Theater`, `Centre` and `Center`. */
const normalizeVenue = (name: string): string =>
  plain(name)
    .replace(/\btheatre(s?)\b/g, "theater$1")
    .replace(/\bcentre(s?)\b/g, "center$1")

/** Whether two names can mean the same venue. `KeyArena` is `Key Arena`. */
export const sameVenue = (a: string, b: string): boolean => {
  const [here, there] = [normalizeVenue(a), normalizeVenue(b)]
  if (here.replaceAll(" ", "") === there.replaceAll(" ", "")) return true
  const [one, other] = [wordsOf(here), wordsOf(there)]
  return likeness(one, other) === 1 && Math.min(one.size, other.size) > 0
}

/** Days with concerts by the plain name of their venue, with aliases from the rules resolved. */
export const concertDays = (
  venues: ReadonlyArray<{ readonly name: string; readonly days: number }>,
  rules: AttendingRules
): ReadonlyMap<string, number> => {
  const daysOf = new Map<string, number>()
  for (const { days, name } of venues) {
    const key = plain(venueName(name, rules))
    daysOf.set(key, (daysOf.get(key) ?? 0) + days)
  }
  return daysOf
}

import type { AttendingRules } from "../AttendingRules.js"

/** Words that say nothing of which event it is. */
const empty = new Set(["the", "a", "an", "at", "vs", "v", "and", "of", "in", "with", "w", "live", "tickets", "ticket", "tour", "presents", "feat", "ft", "show", "concert", "game", "your"])

/** One spelling for names: without marks, case and punctuation. */
export const plain = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/&/g, " and ").replace(/['’.]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim()

/** The words of a text that tell it from others; all of them where none does. */
export const wordsOf = (text: string): ReadonlySet<string> => {
  const all = plain(text).split(" ").filter((word) => word !== "")
  const telling = all.filter((word) => !empty.has(word))
  return new Set(telling.length > 0 ? telling : all)
}

/** How much of the shorter of two texts the other one has, 0 to 1. */
export const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const least = Math.min(a.size, b.size)
  if (least === 0) return 0
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared / least
}

/** Whether a text has every telling word of a name. */
export const has = (text: ReadonlySet<string>, name: ReadonlySet<string>): boolean => name.size > 0 && [...name].every((word) => text.has(word))

/** Whether whole words of a text are among some phrases, any case. */
export const mentions = (text: string, phrases: ReadonlyArray<string>): boolean => {
  const within = ` ${plain(text)} `
  return phrases.some((phrase) => plain(phrase) !== "" && within.includes(` ${plain(phrase)} `))
}

/** What a venue is called here: without the address that calendars put behind it, and by the name that the rules give it. */
export const venueName = (name: string, rules: AttendingRules): string => {
  const bare = name.split(/[,\n]/)[0]!.trim() || name.trim()
  const known = rules.venues.find((venue) => [venue.name, ...venue.aliases].some((alias) => plain(alias) === plain(bare)))
  return known?.name ?? bare
}

/** A venue's name in one spelling: `Theatre` and `Theater`, `Centre` and `Center`. */
const spelled = (name: string): string => plain(name).replace(/\btheatre(s?)\b/g, "theater$1").replace(/\bcentre(s?)\b/g, "center$1")

/** Whether two names may be of one venue; `KeyArena` is `Key Arena`. */
export const sameVenue = (a: string, b: string): boolean => {
  const [here, there] = [spelled(a), spelled(b)]
  if (here.replaceAll(" ", "") === there.replaceAll(" ", "")) return true
  const [one, other] = [wordsOf(here), wordsOf(there)]
  return likeness(one, other) === 1 && Math.min(one.size, other.size) > 0
}

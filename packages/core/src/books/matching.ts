import type { Entry } from "./domain.js"

/** The services in the order of their precedence: those that know start and end of a reading come first. */
const precedence = ["storygraph", "hardcover", "goodreads", "koreader-statistics", "open-library"]

/** Services without a place in the list come last. */
const rankOf = (service: string) => (precedence.indexOf(service) + 1 || precedence.length + 1) - 1

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Orders entries by precedence: by service, then by id. */
export const byPrecedence = (one: Entry, other: Entry): number =>
  rankOf(one.service) - rankOf(other.service) ||
  compareTexts(one.service, other.service) ||
  compareTexts(one.entry, other.entry)

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
const wordsOf = (text: string): ReadonlyArray<string> =>
  fold(text)
    .replaceAll("&", " and ")
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** A title without differences of case, accents and punctuation. A title of punctuation alone stays as it is. */
const foldTitle = (title: string) => wordsOf(title).join(" ") || fold(title.trim())

/** The last word of the first author; of `Vale, Ina` the last one before the comma. */
const surnameOf = ([author = ""]: ReadonlyArray<string>) => wordsOf(author.split(",")[0]!).at(-1) ?? ""

/** PostgreSQL indexes at most 2,704 bytes. Nothing is cut within a character. */
const cut = (text: string) => text.slice(0, 300).replace(/[\ud800-\udbff]$/u, "")

type Named = Pick<Entry, "title" | "authors">

const named = (title: string, authors: ReadonlyArray<string>) => `${cut(foldTitle(title))}/${cut(surnameOf(authors))}`

/** The title before `:` or ` (`, and the rest in small letters. */
const split = (title: string): readonly [string, string] => {
  const at = title.slice(1).search(/:| \(/) + 1
  return at === 0 ? [title, ""] : [title.slice(0, at), foldTitle(title.slice(at))]
}

/** What the editions of a book have in common: the title without subtitle, and the first author's surname. */
export const workOf = ({ authors, title }: Named): string => named(split(title)[0], authors)

/** The works that one service lists several times with different subtitles: volumes, not editions. */
const volumesIn = (entries: ReadonlyArray<Entry>): ReadonlySet<string> => {
  const subtitles = new Map<string, string>()
  const volumes = new Set<string>()
  for (const entry of entries) {
    const [, subtitle] = split(entry.title)
    if (subtitle === "") continue
    const work = workOf(entry)
    const place = JSON.stringify([entry.service, work])
    if ((subtitles.get(place) ?? subtitle) !== subtitle) volumes.add(work)
    subtitles.set(place, subtitle)
  }
  return volumes
}

/** The entries of one book, by precedence, and its work. */
export interface BookEntries {
  readonly work: string
  readonly entries: ReadonlyArray<Entry>
}

/**
 * The books that entries are about. Entries are about one book if they have the same ISBN-13, ASIN or work, also
 * through others. A different ISBN says nothing: editions have their own. Where a service lists a work with several
 * subtitles, the whole title counts instead. Neither the order of the entries nor that of the services matters.
 */
export const groupEntries = (entries: ReadonlyArray<Entry>): ReadonlyArray<BookEntries> => {
  const volumes = volumesIn(entries)
  const workIn = (entry: Entry) => {
    const work = workOf(entry)
    return volumes.has(work) ? named(entry.title, entry.authors) : work
  }
  const leaders = new Map<string, string>()
  const leaderOf = (name: string): string => {
    let leader = name
    while (leaders.has(leader)) leader = leaders.get(leader)!
    if (leader !== name) leaders.set(name, leader)
    return leader
  }
  for (const entry of entries) {
    const names = [
      ...(entry.isbn13 === null ? [] : [`isbn ${entry.isbn13}`]),
      ...(entry.asin === null ? [] : [`asin ${entry.asin}`])
    ]
    for (const name of names) {
      const [one, other] = [leaderOf(`work ${workIn(entry)}`), leaderOf(name)]
      if (one !== other) leaders.set(other, one)
    }
  }
  const groups = new Map<string, Array<Entry>>()
  for (const entry of entries.toSorted(byPrecedence)) {
    const leader = leaderOf(`work ${workIn(entry)}`)
    const group = groups.get(leader)
    if (group === undefined) groups.set(leader, [entry])
    else group.push(entry)
  }
  return Array.from(groups.values(), (group) => ({
    work: group.map(workIn).reduce((one, other) => (other < one ? other : one)),
    entries: group
  }))
}

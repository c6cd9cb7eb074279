import { withoutMarks } from "../shared/names.js"
import type { Entry } from "./domain.js"
import type { BookSources } from "./sources.js"

/** Orders entries by precedence: by service, then by id. */
const byPrecedence =
  (sources: BookSources) =>
  (one: Entry, other: Entry): number =>
    sources.compare(one.service, other.service) || Number(one.entry > other.entry) - Number(one.entry < other.entry)

const wordsOf = (text: string): ReadonlyArray<string> =>
  withoutMarks(text)
    .replaceAll("&", " and ")
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** A title without differences of case, accents and punctuation. A title of punctuation alone stays as it is. */
const foldTitle = (title: string) => wordsOf(title).join(" ") || withoutMarks(title.trim())

/** The last word of the first author; of `Vale, Ina` the last one before the comma. */
const surnameOf = ([author = ""]: ReadonlyArray<string>) => wordsOf(author.split(",")[0]!).at(-1) ?? ""

/** The first letter of the first author's other names; empty without any. Services abbreviate them. */
const initialOf = ([author = ""]: ReadonlyArray<string>) => {
  const [last = "", first = ""] = author.split(",")
  const names = wordsOf(first).length > 0 ? wordsOf(first) : wordsOf(last).slice(0, -1)
  return [...(names[0] ?? "")][0] ?? ""
}

/** PostgreSQL indexes at most 2,704 bytes. Nothing is cut within a character. */
const cut = (text: string) => text.slice(0, 300).replace(/[\ud800-\udbff]$/u, "")

type Named = Pick<Entry, "title" | "authors">

const named = (title: string, authors: ReadonlyArray<string>, series = "") =>
  `${cut(foldTitle(title))}${series === "" ? "" : ` ${cut(series)}`}/${cut(surnameOf(authors))}`

/** The title before `:` or ` (`, and the rest in lower case. */
const split = (title: string): readonly [string, string] => {
  const at = title.slice(1).search(/:| \(/) + 1
  return at === 0 ? [title, ""] : [title.slice(0, at), foldTitle(title.slice(at))]
}

/** What the editions of a book have in common: the title without subtitle, and the first author's surname. */
export const workOf = ({ authors, title }: Named): string => named(split(title)[0], authors)

/** What else names a book, where its work is not enough: the whole title, the series, the author's initial. */
type Detail = "title" | "series" | "initial"

const groupsOf = <A>(all: ReadonlyArray<A>, keyOf: (one: A) => string): ReadonlyArray<ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group === undefined) groups.set(keyOf(one), [one])
    else group.push(one)
  }
  return [...groups.values()]
}

/** Whether some have values that differ. An empty one says nothing. */
const areUnlike = (entries: ReadonlyArray<Entry>, valueOf: (entry: Entry) => string): boolean =>
  new Set(entries.map(valueOf).filter((value) => value !== "")).size > 1

const seriesOf = ({ series }: Entry) => foldTitle(series ?? "")

/** What distinguishes the entries that one service has of a work: they are books of their own, not editions. */
const detailsIn = (entries: ReadonlyArray<Entry>): ReadonlyArray<Detail> => {
  const hasUnlikeSeries = areUnlike(entries, seriesOf)
  const isWhole = hasUnlikeSeries || areUnlike(entries, ({ title }) => split(title)[1])
  const hasTwins = groupsOf(entries, ({ title }) => foldTitle(title)).some((same) => areUnlike(same, seriesOf))
  return [
    ...(isWhole ? (["title"] as const) : []),
    ...(hasTwins ? (["series"] as const) : []),
    ...(areUnlike(entries, ({ authors }) => initialOf(authors)) ? (["initial"] as const) : [])
  ]
}

/** The name of each entry's work among all entries. */
const worksIn = (entries: ReadonlyArray<Entry>): ((entry: Entry) => string) => {
  const details = new Map<string, Set<Detail>>()
  for (const group of groupsOf(entries, (entry) => JSON.stringify([entry.service, workOf(entry)]))) {
    const work = workOf(group[0]!)
    details.set(work, new Set([...(details.get(work) ?? []), ...detailsIn(group)]))
  }
  return (entry) => {
    const { authors, title } = entry
    const has = (detail: Detail) => details.get(workOf(entry))?.has(detail) === true
    const name = named(has("title") ? title : split(title)[0], authors, has("series") ? seriesOf(entry) : "")
    return has("initial") ? `${name} ${initialOf(authors)}`.trim() : name
  }
}

/** The entries of one book, by precedence, and its work. */
export interface BookEntries {
  readonly work: string
  readonly entries: ReadonlyArray<Entry>
}

/**
 * The books that entries are about. Entries are about one book if they have the same ISBN-13, ASIN or work, also
 * through others. A different ISBN says nothing: editions have their own. Where a service lists a work with several
 * subtitles, series or initials of its author, those count as well. Neither the order of the entries nor that of the
 * services matters.
 */
export const groupEntries = (sources: BookSources, entries: ReadonlyArray<Entry>): ReadonlyArray<BookEntries> => {
  const workIn = worksIn(entries)
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
  const groups = groupsOf(entries.toSorted(byPrecedence(sources)), (entry) => leaderOf(`work ${workIn(entry)}`))
  return groups.map((group) => ({
    work: group.map(workIn).reduce((one, other) => (other < one ? other : one)),
    entries: group
  }))
}

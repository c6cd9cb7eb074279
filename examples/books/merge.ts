import { type Book, type Reading, services } from "./books.js"
import type { Entry } from "./exportFiles.js"

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Names a book, whatever its edition: the title without subtitle, and the author's surname. */
export const workOf = ({ author, title }: Pick<Entry, "author" | "title">) =>
  `${wordsOf(title.split(/:| \(/)[0]!).join(" ") || fold(title)}/${wordsOf(author ?? "").at(-1) ?? ""}`.slice(0, 300)

/** Entries about the same book: of one work, or with the same ISBN. The most detailed service comes first. */
const groupsOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<ReadonlyArray<Entry>> => {
  const leaders = new Map<string, string>()
  const leaderOf = (name: string): string => (leaders.has(name) ? leaderOf(leaders.get(name)!) : name)
  for (const entry of entries) {
    const [work, isbn] = [leaderOf(workOf(entry)), leaderOf(`isbn ${entry.isbn13 ?? workOf(entry)}`)]
    if (work !== isbn) leaders.set(isbn, work)
  }
  const groups = new Map<string, Array<Entry>>()
  const rank = ({ entry, service }: Entry) => `${services.indexOf(service)} ${entry}`
  for (const entry of entries.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)))
    groups.set(leaderOf(workOf(entry)), [...(groups.get(leaderOf(workOf(entry))) ?? []), entry])
  return [...groups.values()]
}

/** Services may have the end of one reading on days next to each other. */
const isSame = (one: Reading, other: Reading) =>
  Math.abs(Date.parse(one.finished_on) - Date.parse(other.finished_on)) <= 2 * 86_400_000

/** The books and readings that all entries make. Each value is the first known one in the order of the services. */
export const merge = (entries: ReadonlyArray<Entry>) =>
  groupsOf(entries).flatMap((group) => {
    const [{ title }] = group as [Entry]
    const work = group.map(workOf).sort()[0]!
    const first = <Name extends keyof Entry>(name: Name) =>
      group.map((entry) => entry[name]).find((value) => value !== null && value !== undefined) ?? null
    const names = ["author", "series", "isbn13", "pages", "cover", "rating", "review"] as const
    const readings = group
      .flatMap((entry) => entry.readings)
      .reduce<ReadonlyArray<Reading>>((all, one) => (all.some((other) => isSame(one, other)) ? all : [...all, one]), [])
    const days = readings.map(({ finished_on }) => finished_on).sort()
    const book = {
      ...(Object.fromEntries(names.map((name) => [name, first(name)])) as Pick<Book, (typeof names)[number]>),
      ...{ work, title, status: first("status") ?? "to_read" },
      tags: [...new Set(group.flatMap(({ tags = [] }) => tags))].sort(),
      times_read: Math.max(readings.length, ...group.map(({ times_read = 0 }) => times_read)),
      added_on: group.flatMap(({ added_on }) => added_on ?? []).sort()[0] ?? null,
      finished_on: days.at(-1) ?? null
    } satisfies Book
    // What Open Library says about a book that no export file has any more makes no book.
    return group.every(({ service }) => service === "open_library")
      ? []
      : [{ book, readings: readings.map((reading) => ({ work, title, ...reading })) }]
  })

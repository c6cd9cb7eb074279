import type { Book, Entry, ReadingRecord } from "./domain.js"
import { isbn10Of } from "./isbn.js"
import { type BookEntries, groupEntries } from "./matching.js"
import type { BookSources } from "./sources.js"
import {
  type EntryReadings,
  type MergedReading,
  mergeReadings,
  periodOf,
  precisionOf,
  readingKey,
  type Reading
} from "./readings.js"

/** A record, and the services that report it, sorted. */
export interface Merged<A> {
  readonly values: A
  readonly services: ReadonlyArray<string>
}

/** What the entries of all services make. */
export interface Library {
  readonly books: ReadonlyArray<Merged<Book>>
  readonly readings: ReadonlyArray<Merged<ReadingRecord>>
}

/** Maximum length of a list in a record. */
const maxTags = 1_000

/** The last reading of a book that was put down is the one that was not finished. */
const readingsOf = ({ readings, service, status }: Entry): EntryReadings => {
  const all = readings.map(periodOf).filter((period): period is Reading => period !== null)
  const last = all.reduce<string | null>((latest, { ended }) => ((ended ?? "") > (latest ?? "") ? ended : latest), null)
  const isPutDown = (ended: string | null) => status === "did_not_finish" && ended === last
  return { service, readings: all.map((one) => ({ ...one, isFinished: one.ended !== null && !isPutDown(one.ended) })) }
}

/** To be read says the least: any other known status takes precedence. */
const statusOf = (entries: ReadonlyArray<Entry>): Book["status"] => {
  const statuses = entries.flatMap(({ status }) => status ?? [])
  return statuses.find((status) => status !== "to_read") ?? statuses[0] ?? null
}

const finishedOn = ({ ended, isFinished }: MergedReading): string | null =>
  isFinished && ended !== null && precisionOf(ended) === "day" ? ended : null

const firstKnown = <Name extends keyof Entry>(entries: ReadonlyArray<Entry>, name: Name): Entry[Name] | null =>
  entries.find((entry) => entry[name] !== null)?.[name] ?? null

const bookOf = ({ entries, work }: BookEntries, readings: ReadonlyArray<MergedReading>): Book => {
  const isbn13 = firstKnown(entries, "isbn13")
  return {
    work,
    title: entries[0]!.title,
    authors: entries.find(({ authors }) => authors.length > 0)?.authors ?? [],
    series: firstKnown(entries, "series"),
    isbn13,
    isbn10: isbn13 === null ? null : isbn10Of(isbn13),
    asin: firstKnown(entries, "asin"),
    pages: firstKnown(entries, "pages"),
    format: firstKnown(entries, "format"),
    status: statusOf(entries),
    rating: firstKnown(entries, "rating"),
    review: firstKnown(entries, "review"),
    tags: Array.from(new Set(entries.flatMap(({ tags }) => tags)))
      .sort()
      .slice(0, maxTags),
    times_read: Math.max(
      readings.filter(({ isFinished }) => isFinished).length,
      ...entries.map(({ status, times_read }) => Math.max(times_read, status === "read" ? 1 : 0))
    ),
    reading_time: firstKnown(entries, "reading_time"),
    added_on: entries.flatMap(({ added_on }) => added_on ?? []).sort()[0] ?? null,
    finished_on:
      readings
        .flatMap((reading) => finishedOn(reading) ?? [])
        .sort()
        .at(-1) ?? null
  }
}

const readingRecord = ({ authors, pages, title, work }: Book, reading: MergedReading): ReadingRecord => ({
  work,
  ended: readingKey(reading),
  started: reading.started,
  precision: reading.ended === null ? null : precisionOf(reading.ended),
  is_finished: reading.isFinished,
  finished_on: finishedOn(reading),
  title,
  authors,
  pages
})

/**
 * The books and readings that the entries of all services make. Each value of a book is the first known one in the
 * order of `sources`. Tags are those of all services, and the book was added on the earliest day. The order of the
 * entries does not matter.
 */
export const mergeEntries = (sources: BookSources, entries: ReadonlyArray<Entry>): Library => {
  const groups = groupEntries(sources, entries).map((group) => {
    const readings = mergeReadings(group.entries.map(readingsOf))
    return { group, readings, book: bookOf(group, readings) }
  })
  return {
    books: groups.map(({ book, group }) => ({
      values: book,
      services: Array.from(new Set(group.entries.map(({ service }) => service))).sort()
    })),
    readings: groups.flatMap(({ book, readings }) =>
      readings.map((reading) => ({ values: readingRecord(book, reading), services: reading.services }))
    )
  }
}

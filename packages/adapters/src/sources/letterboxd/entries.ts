import type { WatchingRecord } from "@daybook/core/watching"
import { noIdentifiers } from "@daybook/core/watching"
import type { Table, TableRow } from "./tables.js"
import { type Entry, filmRecord, toRecord } from "./toRecords.js"

/** The tables that say what was seen. */
export interface Tables {
  readonly diary: Table
  readonly reviews: Table
  readonly ratings: Table
  readonly watched: Table
}

/** What is one film here: a year is as much of it as its name. */
const filmOf = ({ title, year }: Pick<TableRow, "title" | "year">): string => JSON.stringify([title, year])

/** What the tables come to: entries by their address, ratings of films, and films without an entry. */
export const recordsOf = ({ diary, ratings, reviews, watched }: Tables): ReadonlyArray<WatchingRecord> => {
  const films = filmAddresses([...watched.rows, ...ratings.rows])
  const entries = entriesOf([...diary.rows, ...reviews.rows], new Set([...films.values()].flat()))
  const idsOf = (row: TableRow) => ({ ...noIdentifiers, letterboxd: films.get(filmOf(row))?.[0] ?? null })
  const seen = new Map([...watched.rows, ...ratings.rows].map((row) => [row.address ?? filmOf(row), row]))
  const told = new Set(entries.map(({ row }) => idsOf(row).letterboxd ?? filmOf(row)))
  return [
    ...entries.map(({ entry, row }) => toRecord({ ...entry, isPartial: !reviews.isWhole }, { ids: idsOf(row) })),
    ...Array.from(seen).flatMap(([key, row]) => told.has(key) ? [] : [filmRecord(row, { ids: { ...noIdentifiers, letterboxd: row.address } })]),
    ...ratings.rows.flatMap((row): ReadonlyArray<WatchingRecord> => row.rating === null
      ? []
      : [{ ...filmRecord(row, { ids: { ...noIdentifiers, letterboxd: row.address } }), report: null, rating: row.rating }])
  ]
}

/** The addresses of films by name and year; several films may have both in common, the oldest address comes first. */
const filmAddresses = (rows: ReadonlyArray<TableRow>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  for (const row of rows) {
    const known = found.get(filmOf(row)) ?? []
    if (row.address !== null && !known.includes(row.address)) found.set(filmOf(row), [...known, row.address])
  }
  for (const addresses of found.values()) addresses.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return found
}

interface Found {
  readonly entry: Entry
  readonly row: TableRow
}

/**
 * Diary entries and reviews, each once. An address that several entries share, or that a film has, is none of an entry:
 * exports of former years gave the film's.
 */
const entriesOf = (rows: ReadonlyArray<TableRow>, films: ReadonlySet<string>): ReadonlyArray<Found> => {
  const nameOf = (row: TableRow) => JSON.stringify([row.title, row.year, row.watchedDate, row.rewatch])
  const names = new Map<string, Set<string>>()
  for (const row of rows) if (row.address !== null) names.set(row.address, (names.get(row.address) ?? new Set()).add(nameOf(row)))
  const ownAddress = ({ address }: TableRow) =>
    address === null || films.has(address) || names.get(address)!.size > 1 || /^letterboxd\.com\/film\//i.test(address) ? null : address
  const found = new Map<string, Found>()
  for (const row of rows) {
    const address = ownAddress(row)
    const key = address ?? nameOf(row)
    const before = found.get(key)?.entry
    const { rating, review, rewatch, title, url, watchedDate, year } = row
    found.set(key, {
      row,
      entry: { title, year, watchedDate, rewatch, url, address, rating: rating ?? before?.rating ?? null, review: review ?? before?.review ?? null }
    })
  }
  return [...found.values()]
}

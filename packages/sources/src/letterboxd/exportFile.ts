import type { FullListing, ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { type WatchingRecord, noIdentifiers } from "@daybook/core/watching"
import { Clock, Effect, Stream } from "effect"
import { badFile, endedBy, makeTally, pageOf } from "../kit/exportFile/exportPages.js"
import { baseName } from "../kit/exportFile/members.js"
import { headerOf, isZipFile, sampleOf } from "../kit/exportFile/sample.js"
import * as Zip from "../kit/exportFile/Zip.js"
import { archiveTime } from "../kit/exportFile/zipEntries.js"
import { type TableRow, type Tables, absent, readTable, tableOf } from "./tables.js"
import { type Entry, filmRecord, toRecord } from "./wire.js"

/** Identifies a film by title and year. */
const filmOf = ({ title, year }: Pick<TableRow, "title" | "year">): string => JSON.stringify([title, year])

/** The records of the tables: diary entries, ratings of films, and films without an entry. */
export const recordsOf = ({ diary, ratings, reviews, watched }: Tables): ReadonlyArray<WatchingRecord> => {
  const films = filmAddresses([...watched.rows, ...ratings.rows])
  const entries = entriesOf([...diary.rows, ...reviews.rows], new Set([...films.values()].flat()))
  const idsOf = (row: TableRow) => ({ ...noIdentifiers, letterboxd: films.get(filmOf(row))?.[0] ?? null })
  const seen = new Map([...watched.rows, ...ratings.rows].map((row) => [row.address ?? filmOf(row), row]))
  const reportedFilms = new Set(entries.map(({ row }) => idsOf(row).letterboxd ?? filmOf(row)))
  return [
    ...entries.map(({ entry, row }) => toRecord({ ...entry, isPartial: !reviews.isWhole }, { ids: idsOf(row) })),
    ...Array.from(seen).flatMap(([key, row]) =>
      reportedFilms.has(key) ? [] : [filmRecord(row, { ids: { ...noIdentifiers, letterboxd: row.address } })]
    ),
    ...ratings.rows.flatMap((row): ReadonlyArray<WatchingRecord> =>
      row.rating === null
        ? []
        : [
            {
              ...filmRecord(row, { ids: { ...noIdentifiers, letterboxd: row.address } }),
              report: null,
              rating: row.rating
            }
          ]
    )
  ]
}

/** The addresses of films by title and year. Several films may share both: the oldest address comes first. */
const filmAddresses = (rows: ReadonlyArray<TableRow>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const byFilm = new Map<string, Array<string>>()
  for (const row of rows) {
    const addresses = byFilm.get(filmOf(row)) ?? []
    if (row.address !== null && !addresses.includes(row.address)) byFilm.set(filmOf(row), [...addresses, row.address])
  }
  for (const addresses of byFilm.values()) addresses.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return byFilm
}

interface EntryRow {
  readonly entry: Entry
  readonly row: TableRow
}

/**
 * Diary entries and reviews without duplicates. An address shared by several entries, or by a film, does not identify
 * an entry: exports of earlier years contained the film's.
 */
const entriesOf = (rows: ReadonlyArray<TableRow>, films: ReadonlySet<string>): ReadonlyArray<EntryRow> => {
  const nameOf = (row: TableRow) => JSON.stringify([row.title, row.year, row.watchedDate, row.rewatch])
  const names = new Map<string, Set<string>>()
  for (const row of rows)
    if (row.address !== null) names.set(row.address, (names.get(row.address) ?? new Set()).add(nameOf(row)))
  const ownAddress = ({ address }: TableRow) =>
    address === null || films.has(address) || names.get(address)!.size > 1 || /^letterboxd\.com\/film\//i.test(address)
      ? null
      : address
  const byKey = new Map<string, EntryRow>()
  for (const row of rows) {
    const address = ownAddress(row)
    const key = address ?? nameOf(row)
    const before = byKey.get(key)?.entry
    const { rating, review, rewatch, title, url, watchedDate, year } = row
    byKey.set(key, {
      row,
      entry: {
        title,
        year,
        watchedDate,
        rewatch,
        url,
        address,
        rating: rating ?? before?.rating ?? null,
        review: review ?? before?.review ?? null
      }
    })
  }
  return [...byKey.values()]
}

/** Maximum uncompressed size in bytes: far more than the longest diary. */
const maxTableSize = 128 * 1_048_576

/** Folders with files of the same names to ignore, such as deleted entries. */
const ignoredFolders = ["deleted", "orphaned", "likes", "lists"]

const noTables: Tables = { diary: absent, reviews: absent, ratings: absent, watched: absent }

/** One table, taken out of the archive. It may have been shortened since, so what it lacks is not removed. */
const tablePage = (file: ImportFile): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { rows } = yield* sampleOf(file)
      const table = tableOf(headerOf(rows[0] ?? []), baseName(file.name))
      if (table === null) return yield* notAnExport(file)
      const tally = makeTally()
      const read = yield* readTable(file, { name: file.name, bytes: file.stream }, tally)
      const records = recordsOf({ ...noTables, [table]: read })
      return Stream.make(pageOf(records)).pipe(endedBy(tally.tally, { source: "letterboxd", file }))
    })
  )

/** The account export, or one table of it. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(Effect.map(isZipFile(file), (isArchive) => (isArchive ? archivePage(file) : tablePage(file))))

/**
 * The account export: a zip with diary.csv, reviews.csv, ratings.csv and watched.csv at its root or in one folder. It
 * is a full listing of the diary at the time in its name, and therefore one page.
 */
const archivePage = (file: ImportFile): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { cut, files: entries } = yield* Zip.contents(file, "letterboxd")
      const tally = makeTally()
      if (cut !== null) tally.cutShort(cut)
      const tableFile = (entry: Zip.ZipEntry) => ({ name: entry.name, bytes: Zip.open(file, "letterboxd", entry) })
      const read = (name: string, folder: string | null = null) => {
        const entry = entryOf(entries, name, folder)
        if (entry === undefined) return Effect.succeed(absent)
        return entry.size > maxTableSize ? notAnExport(file) : readTable(file, tableFile(entry), tally)
      }
      if (ownTables.every((name) => entryOf(entries, name, null) === undefined))
        return yield* cut === null ? notAnExport(file) : Zip.cutShort(file, "letterboxd", cut)
      const tables = yield* Effect.all({
        diary: read("diary.csv"),
        reviews: read("reviews.csv"),
        ratings: read("ratings.csv"),
        watched: read("watched.csv")
      })
      const uncounted = makeTally()
      const deletedEntry = entryOf(entries, "diary.csv", "deleted")
      const deleted = deletedEntry === undefined ? absent : yield* readTable(file, tableFile(deletedEntry), uncounted)
      const asOf = archiveTime(file.name, entries, newestDay(tables)) ?? (yield* Clock.currentTimeMillis)
      const fullListing: FullListing = {
        asOf,
        completeLists: cut === null ? completeLists(tables) : [],
        deleted: deleted.rows.flatMap(({ address }) => address ?? [])
      }
      return Stream.make({ ...pageOf(recordsOf(tables)), fullListing }).pipe(
        endedBy(tally.tally, { source: "letterboxd", file })
      )
    })
  )

/** An archive without any of them is no export. */
const ownTables = ["diary.csv", "ratings.csv", "watched.csv"]

/** Recognises archives with a table of films, and such a table. */
export const recognise: Recognise = ({ entries, rows }) =>
  entries === null
    ? tableOf(headerOf(rows[0] ?? []), "") !== null
    : ownTables.some(
        (name) =>
          entryOf(
            entries.map((entry) => ({ name: entry })),
            name,
            null
          ) !== undefined
      )

const entryOf = <E extends Pick<Zip.ZipEntry, "name">>(
  entries: ReadonlyArray<E>,
  name: string,
  within: string | null
): E | undefined =>
  entries.find((entry) => {
    const [last, folder = "", ...above] = entry.name.split("/").reverse()
    if (last !== name) return false
    return within === null
      ? above.length === 0 && !ignoredFolders.includes(folder)
      : folder === within && above.length <= 1
  })

/** The complete lists of the archive. Films without an entry require all four tables. */
const completeLists = ({ diary, ratings, reviews, watched }: Tables): ReadonlyArray<string> => [
  ...(diary.isWhole ? ["viewings"] : []),
  ...(ratings.isWhole ? ["ratings"] : []),
  ...(diary.isWhole && ratings.isWhole && reviews.isWhole && watched.isWhole ? ["seen"] : [])
]

const newestDay = (tables: Tables): number | null =>
  Object.values(tables)
    .flatMap(({ rows }) => rows)
    .reduce<number | null>((newest, { loggedOn }) => {
      const day = loggedOn === null ? null : Date.parse(`${loggedOn}T00:00:00Z`)
      return day === null || (newest !== null && newest >= day) ? newest : day
    }, null)

const notAnExport = (file: ImportFile) =>
  badFile(
    "letterboxd",
    `${file.name} is not a Letterboxd export`,
    "give the zip file that Letterboxd makes under Settings, Data, Export your data, or diary.csv, reviews.csv, " +
      "ratings.csv or watched.csv of it"
  )

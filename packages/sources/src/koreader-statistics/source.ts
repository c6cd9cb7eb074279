import { bookRank, booksWriter, type Entry, periodText, readingOf } from "@daybook/core/books"
import { type RecordBatch, recordPage } from "@daybook/core/domain"
import { Calendar } from "@daybook/core/shared"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { emptyEntry, namesOf, positiveOf } from "../kit/books/values.js"
import { endedBy, makeTally } from "../kit/exportFile/exportPages.js"
import { type Member, membersOf } from "../kit/exportFile/members.js"
import { textOf } from "../kit/jsonValues.js"
import { cleanText, cleanTitle } from "../kit/saves/text.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { isDatabase, openDatabase, type Query, requireColumns, type Row } from "./database.js"
import { finishOf, type Visit } from "./readings.js"

const id = "koreader-statistics"

const tables = {
  book: ["id", "title", "authors", "series", "pages", "md5", "last_open"],
  page_stat_data: ["id_book", "page", "start_time", "duration", "total_pages"]
}

/** Devices write earlier times until they have set their clock, and later ones if it is wrong. Epoch seconds. */
const [earliest, latest] = [Date.UTC(2010, 0, 1) / 1_000, Date.UTC(2100, 0, 1) / 1_000]

/** A book that nobody opened for so long before the last time that the device was used is paused. Seconds. */
const pause = 60 * 86_400

/** KOReader writes this where a book does not say. */
const valueOf = (value: unknown): string => {
  const text = textOf(value) ?? ""
  return text.trim() === "N/A" ? "" : text
}

const wholeOf = (value: unknown): number => {
  const number = typeof value === "bigint" || typeof value === "number" ? Number(value) : NaN
  return Number.isSafeInteger(number) ? number : NaN
}

const visitOf = (row: Row): Visit | null => {
  const [page, of, at] = [wholeOf(row["page"]), wholeOf(row["total_pages"]), wholeOf(row["start_time"])]
  return page >= 1 && page <= of && !Number.isNaN(at)
    ? { at, page, of, seconds: Math.max(0, wholeOf(row["duration"]) || 0) }
    : null
}

/** The series as other services write it: `Harbour, #1` for `Harbour #1`. */
const seriesOf = (text: string): string | null => cleanTitle(text).replace(/(?<!,) (#[\d.]+)$/, ", $1") || null

/** Rows of one file in one or more spellings of its title. The last one is the current one. */
type Copies = readonly [Row, ...ReadonlyArray<Row>]

const entryOf = (
  copies: Copies,
  visits: ReadonlyArray<Visit>,
  lastUse: number,
  dateOf: (at: number) => string
): Entry => {
  const book = copies.at(-1)!
  const title = cleanTitle(valueOf(book["title"]))
  // Several authors are in lines of their own.
  const authors = namesOf(cleanText(valueOf(book["authors"])).split("\n"))
  const pages = positiveOf(wholeOf(book["pages"]))
  const finished = pages === null ? null : finishOf(pages, visits)
  const dayOf = (at: number) => dateOf(at * 1_000)
  const reading = readingOf(dayOf(visits[0]!.at), finished === null ? null : dayOf(finished))
  return {
    ...emptyEntry,
    service: id,
    entry: cleanText(valueOf(book["md5"]), 100) || [title, authors.join(", ")].join(" / "),
    title,
    authors,
    series: seriesOf(valueOf(book["series"])),
    pages,
    format: "ebook",
    status: finished !== null ? "read" : lastUse - visits.at(-1)!.at > pause ? "paused" : "reading",
    times_read: finished === null ? 0 : 1,
    reading_time: positiveOf(visits.reduce((sum, { seconds }) => sum + seconds, 0)),
    readings: reading === null ? [] : [periodText(reading)]
  }
}

/** The books of a database, those of one file together, from the one that was opened first. */
const copiesIn = (query: Query) =>
  Effect.map(query(`SELECT ${tables.book.join(", ")} FROM book ORDER BY last_open, id`), (rows) => {
    const groups = new Map<string, [Row, ...Array<Row>]>()
    for (const row of rows) {
      const key = valueOf(row["md5"]) || `row ${String(row["id"])}`
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [row])
      else group.push(row)
    }
    return Array.from(groups.values(), (group): Copies => group)
  })

const entriesIn = (member: Member, tally: ReturnType<typeof makeTally>) =>
  Effect.gen(function* () {
    const { dateOf } = yield* Calendar
    const query = yield* openDatabase(id, member)
    yield* requireColumns(id, member, query, tables)
    const isTimed = `start_time >= ${earliest} AND start_time < ${latest}`
    const [use] = yield* query(`SELECT max(start_time) AS at FROM page_stat_data WHERE ${isTimed}`)
    let untimed = 0
    const rowsOf = (book: Row) =>
      query(`SELECT ${tables.page_stat_data.join(", ")} FROM page_stat_data WHERE id_book = ?`, book["id"]!)
    const entries: Array<Entry> = []
    for (const copies of yield* copiesIn(query)) {
      const place = `${member.name}, book ${String(copies.at(-1)!["id"])}`
      const rows = (yield* Effect.forEach(copies, rowsOf)).flat()
      const readable = rows.flatMap((row) => visitOf(row) ?? [])
      const visits = readable.filter(({ at }) => at >= earliest && at < latest).toSorted((a, b) => a.at - b.at)
      untimed += readable.length - visits.length
      if (readable.length < rows.length)
        tally.remark(`${rows.length - readable.length} pages of ${place} cannot be read`)
      if (cleanTitle(valueOf(copies.at(-1)!["title"])) === "") tally.leaveOut(place, "it has no title")
      else if (visits.length === 0) tally.skip("never read", place)
      else {
        entries.push(entryOf(copies, visits, wholeOf(use?.["at"]), dateOf))
        tally.readAt(visits.at(-1)!.at * 1_000)
      }
      // A large database must not stop the host.
      yield* Effect.yieldNow()
    }
    if (untimed > 0) tally.remark(`${untimed} times of pages were left out: the clock of the device was wrong`)
    return entries
  })

/** The books in a database of KOReader's reading statistics. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<RecordBatch>, SourceFailure, Calendar> =>
  Stream.suspend(() => {
    const tally = makeTally()
    const isMember = (name: string) => /^statistics.*\.sqlite3?$/.test(name)
    return membersOf(file, { source: id, isMember, cutShort: tally.cutShort }).pipe(
      Stream.mapEffect((member) => Effect.scoped(entriesIn(member, tally))),
      Stream.map((rows) => recordPage({ record: "entry", rows })),
      endedBy(tally.tally, { source: id, file })
    )
  })

/** Books that KOReader's statistics have seen being read, from its database. */
export const koreaderStatistics = fileSource({
  id,
  about: { title: "KOReader statistics", brings: "Books with their reading times from statistics.sqlite3." },
  // It has measured times, and no opinion.
  rank: bookRank({ rank: 40 }),
  writer: booksWriter,
  syncType: "books",
  importFile: exportFile,
  recognise: ({ text }) => isDatabase(text, Object.keys(tables))
})

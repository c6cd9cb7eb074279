import { type Entry, type PartialDay, periodOf, periodText, readingOf } from "@daybook/core/books"
import { type RecordBatch, recordPage } from "@daybook/core/domain"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Clock, Effect, Stream } from "effect"
import { isInFuture } from "../clockSkew.js"
import { type CsvFormat, readTables } from "../exportFile/csvTables.js"

/** Entries per page. After each page the books of all entries are written again. */
const perPage = 5_000

/** Two days ahead is the future in every time zone. A month or a year is if its first day is. */
const isAhead = (day: PartialDay | null, now: number): boolean =>
  day !== null && isInFuture(Date.parse(day.padEnd(10, "-01-01".slice(day.length - 4))), now + 86_400_000)

/** An entry without days in the future: nobody has read a book then. */
const pastEntry = (entry: Entry, now: number): Entry => ({
  ...entry,
  added_on: isAhead(entry.added_on, now) ? null : entry.added_on,
  readings: entry.readings.flatMap((text) => {
    const period = periodOf(text)
    if (period === null) return [text]
    const [started, ended] = [period.started, period.ended].map((day) => (isAhead(day, now) ? null : day))
    const reading = readingOf(started ?? null, ended ?? null)
    return reading === null ? [] : [periodText(reading)]
  })
})

/** The entries of a CSV file, or of the CSV files in a zip archive. */
export const entryPages =
  (source: string, formats: ReadonlyArray<CsvFormat<Entry>>) =>
  (file: ImportFile): Stream.Stream<Page<RecordBatch>, SourceFailure> =>
    Stream.fromIterableEffect(
      Effect.zipWith(readTables(file, source, formats), Clock.currentTimeMillis, (entries, now) =>
        entries.map((entry) => pastEntry(entry, now))
      )
    ).pipe(
      Stream.rechunk(perPage),
      Stream.chunks,
      Stream.map((chunk) => recordPage({ record: "entry", rows: Chunk.toReadonlyArray(chunk) }))
    )

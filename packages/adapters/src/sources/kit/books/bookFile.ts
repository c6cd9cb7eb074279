import type { Entry } from "@daybook/core/books"
import { type RecordBatch, recordPage } from "@daybook/core/domain"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Stream } from "effect"
import { type CsvFormat, readTables } from "../exportFile/csvTables.js"

/** Entries per page. After each page the books of all entries are written again. */
const perPage = 5_000

/** The entries of a CSV file, or of the CSV files in a zip archive. */
export const entryPages =
  (source: string, formats: ReadonlyArray<CsvFormat<Entry>>) =>
  (file: ImportFile): Stream.Stream<Page<RecordBatch>, SourceFailure> =>
    Stream.fromIterableEffect(readTables(file, source, formats)).pipe(
      Stream.rechunk(perPage),
      Stream.chunks,
      Stream.map((chunk) => recordPage({ record: "entry", rows: Chunk.toReadonlyArray(chunk) }))
    )

import { books, booksWriter, type Entry } from "@daybook/core/books"
import { DeclaredRecords, recordNamed } from "@daybook/core/domain"
import { Chunk, Effect, Option, Stream } from "effect"
import type { EntryRow } from "../kit/books/values.js"

export const id = "open-library"

const record = recordNamed(books, "entry")!

/** Rows per query. */
const portion = 500

/** The stored entries of the service, by id. */
const storedEntries = Effect.flatMap(DeclaredRecords, (records) =>
  Stream.paginateChunkEffect(0, (last) =>
    Effect.map(records.after(record, last, portion), (rows) => [
      Chunk.unsafeFromArray(rows),
      rows.length < portion ? Option.none() : Option.some(rows.at(-1)!.id)
    ])
  ).pipe(
    Stream.map(({ values }) => values as unknown as Entry),
    Stream.filter(({ service }) => service === id),
    Stream.runFold(new Map<string, Entry>(), (all, entry) => all.set(entry.entry, entry))
  )
)

/** An entry with the values that its origin does not know. */
const withStored =
  (entries: ReadonlyMap<string, Entry>) =>
  (row: EntryRow): EntryRow => {
    const before = entries.get(row.entry ?? "")
    return { ...row, rating: row.rating ?? before?.rating, added_on: row.added_on ?? before?.added_on }
  }

/**
 * Writes entries, and keeps the stored rating and day of those without one. What a source says replaces what it said
 * before; here only the account knows the days of shelving, and only the file the ratings.
 */
export const writer: typeof booksWriter = {
  ...booksWriter,
  apply: (source, page) =>
    Effect.flatMap(storedEntries, (entries) =>
      booksWriter.apply(source, {
        ...page,
        records: page.records.map((batch) => ({
          ...batch,
          rows: Array.from(batch.rows as Iterable<EntryRow>, withStored(entries))
        }))
      })
    )
}

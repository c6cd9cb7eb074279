import { exportFilesIn, Provider, pulling, readTables, recogniseTables, Setting } from "@daybook/adapters/source"
import { declaredWriter, recordNamed, recordPage, storedRecords, writeRecords } from "@daybook/core/domain"
import type { ImportFile } from "@daybook/core/sync"
import { Duration, Effect, Schema, Stream } from "effect"
import { type Book, books } from "./books.js"
import { type Entry, formats, toIsbn13 } from "./exportFiles.js"
import { merge, workOf } from "./merge.js"

const id = "bookshelf"
const patience = Duration.seconds(10)
const settings = Setting.settings({
  folder: Setting.withDefault(Setting.text("DAYBOOK_BOOKSHELF_FOLDER", "folder of export files"), "exports", "exports"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_OPEN_LIBRARY_BASE_URL", "https://openlibrary.org", "Open Library"),
  covers: Setting.plainBaseUrl("DAYBOOK_OPEN_LIBRARY_COVERS_URL", "https://covers.openlibrary.org", "its covers"),
  gap: Setting.minInterval("DAYBOOK_OPEN_LIBRARY_MIN_INTERVAL_MS", "1 second", "Open Library")
})
const keyOf = ({ entry, service }: Entry) => ({ service, entry })
const rowOf = (entry: Entry) => ({ ...keyOf(entry), said: JSON.stringify(entry) })

/** What every service said. A database that fails ends the run. */
const storedEntries = storedRecords(recordNamed(books, "entry")!).pipe(
  Effect.map((rows) => rows.map(({ values }) => JSON.parse(String(values["said"])) as Entry)),
  Effect.orDie
)

/** The page of an export file: its entries, and all books and readings that the entries of every service make. */
const pageOf = (file: ImportFile) =>
  Effect.gen(function* () {
    const entries = yield* readTables(file, id, formats)
    const others = (yield* storedEntries).filter(({ service }) => service !== entries[0]?.service)
    const all = merge([...others, ...entries])
    return recordPage([
      { record: "entry", rows: entries.map(rowOf), complete: [...others, ...entries].map(keyOf) },
      { record: "book", rows: all.map(({ book }) => book), complete: true },
      { record: "reading", rows: all.flatMap(({ readings }) => readings), complete: true }
    ])
  })

const texts = Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] })
const count = Schema.optional(Schema.Number)
const fields = { title: Schema.String, author_name: texts, isbn: texts, cover_i: count, number_of_pages_median: count }
const Answer = Schema.Struct({ docs: Schema.Array(Schema.Struct(fields)) })

/** Asks Open Library for a book, by ISBN or by title and author. The answer is an entry too, also when it is empty. */
const lookUp = (provider: Provider.Provider, covers: string) => (book: Book) => {
  const sought = book.isbn13 === null ? { title: book.title, author: book.author ?? "" } : { q: `isbn:${book.isbn13}` }
  const query = () => ({ ...sought, fields: Object.keys(fields).join(), limit: 5 })
  return Effect.map(provider.json(Answer, { path: "/search.json", query }), ({ docs }): Entry => {
    const doc = docs.find(
      ({ author_name: [author = null], title }) => book.isbn13 !== null || workOf({ author, title }) === book.work
    )
    return {
      ...{ service: "open_library", entry: book.work, title: book.title, author: book.author, readings: [] },
      isbn13: book.isbn13 ?? doc?.isbn.flatMap((isbn) => toIsbn13(isbn) ?? []).sort()[0] ?? null,
      pages: doc?.number_of_pages_median ?? null,
      cover: doc?.cover_i === undefined ? null : `${covers}/b/id/${doc.cover_i}-L.jpg`
    }
  })
}

/** Stores an answer, and the book that it completes. */
const store = (answer: Entry) =>
  Effect.flatMap(storedEntries, (entries) => {
    const rows = merge([...entries, answer]).flatMap(({ book }) => (book.work === answer.entry ? [book] : []))
    const entry = { record: "entry", rows: [rowOf(answer)] }
    return writeRecords(books, id, [entry, { record: "book", rows }])
  })

/** The books without ISBN, pages or cover that Open Library was not asked for. */
const due = Effect.map(storedEntries, (entries) => {
  const answered = new Set(entries.flatMap(({ entry, service }) => (service === "open_library" ? [entry] : [])))
  const isComplete = ({ cover, isbn13, pages }: Book) => cover !== null && isbn13 !== null && pages !== null
  return merge(entries).flatMap(({ book }) => (answered.has(book.work) || isComplete(book) ? [] : [book]))
})

const completing = (ask: ReturnType<typeof lookUp>) =>
  Stream.unwrap(
    Effect.map(due, (books) =>
      Stream.mapEffect(Stream.fromIterable(books.entries()), ([index, book]) =>
        Effect.as(Effect.flatMap(ask(book), store), { done: 1, left: books.length - index - 1 })
      )
    )
  )

/** Books from the export files of Goodreads and StoryGraph, completed by Open Library. */
export const bookshelf = pulling({
  id,
  writer: declaredWriter(books),
  syncType: "books",
  schedule: { cron: "30 4 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  importFile: (file) => Stream.fromEffect(pageOf(file)),
  recognise: recogniseTables(formats),
  open: ({ covers, folder, ...network }) =>
    Effect.map(Provider.make({ ...network, source: id, name: "Open Library", patience }), (provider) => ({
      pull: () => Stream.mapEffect(exportFilesIn(id, folder), pageOf),
      enrichments: [{ id: "open-library", drain: completing(lookUp(provider, covers)) }]
    }))
})

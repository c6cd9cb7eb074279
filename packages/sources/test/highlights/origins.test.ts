import { ReadingRecords, type ReadingRecord } from "@daybook/core/reading"
import type { Calendar } from "@daybook/core/shared"
import {
  hypothesisExport,
  kindleClippings,
  koreaderExport,
  readwiseCsv,
  type SavedMark,
  type SavingAccount
} from "@daybook/simulators"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Logger, Stream } from "effect"
import * as PostgresRecords from "../../../adapters/src/postgres/reading/ReadingRecords.js"
import { hypothesis as hypothesisFile } from "../../src/hypothesis/source.js"
import { kindle as kindleFile } from "../../src/kindle/source.js"
import { koreader as koreaderFile } from "../../src/koreader/source.js"
import { readwise as readwiseFile } from "../../src/readwise/source.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { forEvery } from "../../../adapters/test/support/property.js"
import { home } from "../../../adapters/test/support/stores.js"
import { type FileSource, filesOf, importFile, readPages } from "../support/importFile.js"

const at = Date.parse("2025-03-10T20:00:00Z") / 1_000

const titles = ["The Quiet Harbour", "Ebb: A Diary"]
/** The same works as other services write them. */
const otherTitles = ["The quiet harbour (Harbour, #1)", "Ebb"]

const documents = (names: ReadonlyArray<string>) =>
  names.map((title, index) => ({
    ...{ id: String(index + 1), url: "", title, at, tags: [] },
    ...{ archived: false, starred: false, progress: 0 }
  }))

const texts = ["Slow water keeps.", "The ebb goes.", "Nobody came."]

/** A few texts of two books. Sources write them with other spaces and letters. */
const marks = fc
  .uniqueArray(
    fc.record({
      book: fc.integer({ min: 0, max: 1 }),
      text: fc.integer({ min: 0, max: 2 }),
      isLoud: fc.boolean(),
      hour: fc.integer({ min: 0, max: 3 }),
      note: fc.constantFrom("", "yes")
    }),
    { maxLength: 4, selector: ({ book, text }) => book * 3 + text }
  )
  .map((all) =>
    all.map(({ book, hour, isLoud, note, text }): SavedMark => ({
      id: String(1 + book * 3 + text),
      link: String(book + 1),
      text: isLoud ? texts[text]!.toUpperCase().replace(" ", "\u00a0 ") : texts[text]!,
      note,
      at: at + hour * 3_600 + text
    }))
  )

/** Files of each service, by rank: of two copies the first one is visible. */
const services = [
  { format: kindleFile, names: titles, write: (account: SavingAccount) => kindleClippings(account, { offset: 3_600 }) },
  { format: koreaderFile, names: otherTitles, write: (account: SavingAccount) => koreaderExport(account) },
  { format: readwiseFile, names: titles, write: readwiseCsv }
] as ReadonlyArray<{
  readonly format: FileSource<ReadingRecord, Calendar>
  readonly names: ReadonlyArray<string>
  readonly write: (account: SavingAccount) => string
}>

const histories = fc.record({
  lists: fc.tuple(...services.map(() => marks)),
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 })
})

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const articles = yield* sql<Record<string, unknown>>`
    SELECT source, source_id, url, address, title, author, saved_at, status,
      (SELECT array_agg(source ORDER BY source) FROM reading_saves WHERE article_id = article.id) AS saves
    FROM reading_articles AS article ORDER BY address`
  const highlights = yield* sql<Record<string, unknown>>`
    SELECT highlight.source, highlight.source_id, text, note, position, created_at, hidden, article.address
    FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = article_id
    ORDER BY highlight.source, highlight.source_id`
  return { articles, highlights }
})

const read = (format: FileSource<ReadingRecord, Calendar>, content: string) =>
  Effect.flatMap(Effect.context<Calendar>(), (context) =>
    readPages(Stream.provideContext(filesOf(format).exportFile(importFile("download", content, 997)), context))
  )

const fold = (text: string) => text.toLowerCase().replace(/\s+/g, " ")

/** Which source is to show each text of each book, counted plainly. */
const expected = (lists: ReadonlyArray<ReadonlyArray<SavedMark>>) => {
  const visibleSources = new Map<string, string>()
  services.forEach(({ format }, index) => {
    for (const { link, text } of lists[index]!) {
      const key = `${link === "1" ? "quiet" : "ebb"} ${fold(text)}`
      if (!visibleSources.has(key)) visibleSources.set(key, format.id)
    }
  })
  return [...visibleSources].map(([key, source]) => `${source} ${key}`).sort()
}

const stores = () =>
  PostgresRecords.layer.pipe(
    Layer.provideMerge(newDatabase()),
    Layer.provideMerge(home("Europe/Berlin", () => "2025-06-01"))
  )

const empty = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`TRUNCATE reading_articles, reading_saves, reading_texts, reading_highlights, enrichment_tasks`
)

layer(stores(), { excludeTestServices: true, timeout: "5 minutes" })("files of highlights", (it) => {
  it.effect("come to the same tables in any order, add nothing when imported again, and count a text once", () =>
    forEvery(
      histories,
      ({ lists, order }) =>
        Effect.gen(function* () {
          const records = yield* ReadingRecords
          const put = (index: number) =>
            Effect.gen(function* () {
              const { format, names, write } = services[index]!
              const { records: rows } = yield* read(format, write({ links: documents(names), marks: lists[index]! }))
              return yield* records.put(format.id, rows as ReadonlyArray<ReadingRecord>, [])
            })
          const results = yield* Effect.forEach([[0, 1, 2], order], (all) =>
            Effect.gen(function* () {
              yield* empty
              yield* Effect.forEach(all, put, { discard: true })
              return yield* tables
            })
          )
          expect(results[1]).toStrictEqual(results[0])
          const again = yield* Effect.forEach(order, put)
          expect(again.map(({ added, changed }) => added + changed)).toStrictEqual([0, 0, 0])
          const { articles, highlights } = yield* tables
          expect({ articles, highlights }).toStrictEqual(results[0])
          const visible = highlights.filter(({ hidden }) => hidden === false)
          expect(
            visible
              .map(({ address, source, text }) => {
                const name = String(address).includes("quiet") ? "quiet" : "ebb"
                return `${String(source)} ${name} ${fold(String(text))}`
              })
              .sort()
          ).toStrictEqual(expected(lists))
          expect(highlights).toHaveLength(lists.flat().length)
          expect(articles).toHaveLength(new Set(lists.flat().map((mark) => mark.link)).size)
          for (const { author } of articles) expect(author).toMatch(/^Ina Vale/)
        }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger))),
      { numRuns: 15 }
    )
  )

  it.effect("of a Kindle replace a highlight that grew, whichever file comes first", () =>
    Effect.gen(function* () {
      const records = yield* ReadingRecords
      const mark = { id: "1", link: "1", text: "Slow", note: "", at }
      const longer = { ...mark, text: "Slow water keeps.", note: "yes", at: at + 60 }
      const links = documents(titles)
      const files = [[mark], [mark, longer], [longer]].map((all) => kindleClippings({ links, marks: all }))
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 0, 2]
      ]) {
        yield* empty
        for (const index of order) {
          const { records: rows } = yield* read(kindleFile as FileSource<ReadingRecord, Calendar>, files[index]!)
          yield* records.put("kindle", rows as ReadonlyArray<ReadingRecord>, [])
        }
        const { highlights } = yield* tables
        expect(highlights.map(({ hidden, note, text }) => [text, note, hidden]).sort()).toStrictEqual([
          ["Slow water keeps.", "yes", false],
          ["Slow", "yes", true]
        ])
      }
    }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
  )

  it.effect("of a page join the article that another service saved there", () =>
    Effect.gen(function* () {
      yield* empty
      const records = yield* ReadingRecords
      const url = "https://example.org/tides"
      const links = [{ ...documents(["On tides"])[0]!, url: `${url}/?utm_source=x` }]
      const account = { links, marks: [{ id: "3", link: "1", text: texts[0]!, note: "", at: at + 60 }] }
      const { records: rows } = yield* read(
        hypothesisFile as FileSource<ReadingRecord, Calendar>,
        hypothesisExport(account)
      )
      yield* records.put("hypothesis", rows as ReadonlyArray<ReadingRecord>, [])
      const article = {
        ...{ sourceId: "7", url, title: "Tides", description: null, folder: null, archived: true, starred: false },
        ...{ progress: 0.9, progressAt: (at + 90) * 1_000, savedAt: at * 1_000, tags: [] }
      }
      yield* records.put("instapaper", [{ _tag: "Article", article }], [])
      const { articles, highlights } = yield* tables
      expect(articles).toMatchObject([{ title: "Tides", status: "finished", saves: ["hypothesis", "instapaper"] }])
      expect(highlights).toMatchObject([{ address: "example.org/tides", source: "hypothesis", hidden: false }])
    }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
  )
})

import { ReadingRecords, type ReadingRecord } from "@daybook/core/reading"
import {
  bookmarkFile,
  karakeepExport,
  linkwardenExport,
  omnivoreZip,
  pinboardExport,
  pocketCsv,
  raindropCsv,
  readerCsv,
  type SavedLink,
  wallabagExport
} from "@daybook/simulators"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Logger } from "effect"
import * as PostgresRecords from "../../../adapters/src/postgres/reading/ReadingRecords.js"
import { bookmarks as bookmarksFile } from "../../src/bookmarks/source.js"
import { karakeep as karakeepFile } from "../../src/karakeep/source.js"
import { recordsOf, saveOf } from "../../src/kit/saves/saveFile.js"
import { linkwarden as linkwardenFile } from "../../src/linkwarden/source.js"
import { omnivore as omnivoreFile } from "../../src/omnivore/source.js"
import { pinboard as pinboardFile } from "../../src/pinboard/source.js"
import { pocket as pocketFile } from "../../src/pocket/source.js"
import { raindrop as raindropFile } from "../../src/raindrop/source.js"
import { reader as readerFile } from "../../src/reader/source.js"
import { wallabag as wallabagFile } from "../../src/wallabag/source.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { forEvery } from "../../../adapters/test/support/property.js"
import { home } from "../../../adapters/test/support/stores.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"

const at = Date.parse("2025-03-10T20:00:00Z") / 1_000

const services = [
  [pocketFile, pocketCsv],
  [omnivoreFile, omnivoreZip],
  [karakeepFile, karakeepExport],
  [wallabagFile, wallabagExport],
  [raindropFile, raindropCsv],
  [pinboardFile, pinboardExport],
  [bookmarksFile, bookmarkFile],
  [readerFile, readerCsv],
  [linkwardenFile, linkwardenExport]
] as const

/** The same few pages, saved in some service each, also several times. Spellings of an address differ. */
const link = fc
  .record({
    page: fc.integer({ min: 1, max: 4 }),
    spelling: fc.constantFrom("https://example.org/", "http://www.example.org/"),
    title: fc.constantFrom("", "On tides", "Ebb"),
    at: fc.integer({ min: 0, max: 3 }).map((hour) => at + hour * 3_600),
    tags: fc.uniqueArray(fc.constantFrom("sea", "slow"), { maxLength: 2 }),
    archived: fc.boolean(),
    starred: fc.boolean(),
    progress: fc.constantFrom(0, 0.4, 0.93)
  })
  .map(({ page, spelling, ...rest }): SavedLink => ({ ...rest, id: String(page), url: `${spelling}${page}` }))

const histories = fc
  .tuple(...services.map(() => fc.array(link, { maxLength: 4 })))
  .chain((lists) =>
    fc.record({ lists: fc.constant(lists), orders: fc.tuple(order(lists.length), order(lists.length)) })
  )

function order(length: number) {
  const all = Array.from({ length }, (_, index) => index)
  return fc.shuffledSubarray(all, { minLength: length, maxLength: length })
}

const tables = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Record<string, unknown>>`
    SELECT source, source_id, url, address, domain, title, folder, archived, starred, progress, progress_at, status,
      status_inferred, tags, saved_at, saved_on, started_at, finished_at, finished_on, bulk,
      (SELECT array_agg(source ORDER BY source) FROM reading_saves WHERE article_id = article.id) AS saves
    FROM reading_articles AS article ORDER BY address`
)

layer(
  PostgresRecords.layer.pipe(
    Layer.provideMerge(newDatabase()),
    Layer.provide(home("Europe/Berlin", () => "2025-06-01"))
  ),
  { excludeTestServices: true, timeout: "5 minutes" }
)("files of saved articles", (it) => {
  it.effect("come to the same articles in any order, and add nothing when they are imported again", () =>
    forEvery(
      histories,
      ({ lists, orders }) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const records = yield* ReadingRecords
          const put = (index: number) =>
            Effect.gen(function* () {
              const [format, write] = services[index]!
              const file = importFile("download", write(lists[index]!), 997)
              const read = yield* readPages(filesOf(format).exportFile(file))
              return yield* records.put(format.id, read.records as ReadonlyArray<ReadingRecord>, [])
            })
          const results = yield* Effect.forEach(orders, (all) =>
            Effect.gen(function* () {
              yield* sql`TRUNCATE reading_articles, reading_saves, reading_texts, reading_highlights, enrichment_tasks`
              yield* Effect.forEach(all, put, { discard: true })
              return yield* tables
            })
          )
          expect(results[1]).toStrictEqual(results[0])
          const again = yield* Effect.forEach(orders[0], put)
          expect(again.map(({ added, changed }) => added + changed)).toStrictEqual(again.map(() => 0))
          expect(yield* tables).toStrictEqual(results[0])
          const addresses = new Set(lists.flat().map(({ id }) => id))
          expect(results[0]).toHaveLength(addresses.size)
        }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger))),
      { numRuns: 10 }
    )
  )

  it.effect("leave an article for each id of the service, whether its file or its list comes first", () =>
    forEvery(
      fc.array(link, { minLength: 1, maxLength: 5 }),
      (links) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const records = yield* ReadingRecords
          const listed = links.flatMap(({ at: time, tags, title, url }, index) => {
            const one = saveOf({ id: `r${index}`, url, title, tags, savedAt: time * 1_000, progress: null })
            return one === null || typeof one === "string" ? [] : recordsOf(one)
          })
          const { records: rows } = yield* readPages(
            filesOf(raindropFile).exportFile(importFile("a.csv", raindropCsv(links)))
          )
          const [file, list] = [rows, listed].map((all) => records.put("raindrop", all, []))
          const results = yield* Effect.forEach([[file!, list!] as const, [list!, file!] as const], (order) =>
            Effect.gen(function* () {
              yield* sql`TRUNCATE reading_articles, reading_saves, reading_texts, reading_highlights, enrichment_tasks`
              yield* Effect.forEach(order, (one) => one, { discard: true })
              expect(yield* Effect.map(file!, ({ added, changed }) => added + changed)).toBe(0)
              return yield* tables
            })
          )
          const ordered = results.map((all) => all.map((row) => JSON.stringify(row)).sort())
          expect(ordered[1]).toStrictEqual(ordered[0])
          expect(ordered[0]).toHaveLength(links.length)
        }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger))),
      { numRuns: 10 }
    )
  )
})

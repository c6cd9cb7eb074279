import { type ReadingRecord, ReadingRecords } from "@daybook/core/reading"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { koreaderIds } from "../../../adapters/src/postgres/migrations/0040_koreader_ids.js"
import * as PostgresRecords from "../../../adapters/src/postgres/reading/ReadingRecords.js"
import { koreader as koreaderFile } from "../../src/koreader/source.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { home } from "../../../adapters/test/support/stores.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"

const entry = { sort: "highlight", page: 12, time: 1_641_642_000, text: "Up.", drawer: "lighten" }
const book = { title: "Hill Walks", author: "Ina Vale", entries: [entry, { ...entry, text: "“Ébb”\n2" }] }

layer(
  PostgresRecords.layer.pipe(
    Layer.provideMerge(newDatabase()),
    Layer.provideMerge(home("Europe/Berlin", () => "2025-06-01"))
  ),
  { excludeTestServices: true, timeout: "5 minutes" }
)("stored highlights of KOReader", (it) => {
  it.effect("get the ids that an import gives them, so that it adds nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const records = yield* ReadingRecords
      const file = importFile("download", JSON.stringify(book), 997)
      const read = yield* readPages(filesOf(koreaderFile).exportFile(file))
      const put = records.put("koreader", read.records as ReadonlyArray<ReadingRecord>, [])
      yield* put
      yield* sql`UPDATE reading_highlights SET source_id = 'former ' || id`
      yield* koreaderIds
      expect(yield* put).toMatchObject({ added: 0, changed: 0 })
      expect(yield* sql`SELECT 1 FROM reading_highlights`).toHaveLength(2)
    }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
  )
})

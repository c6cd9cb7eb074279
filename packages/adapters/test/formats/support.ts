import { type ExportFormatName, exportFormats } from "@daybook/core/formats"
import { Sources, syncDefaults, SyncEngine } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import {
  Chunk,
  ConfigProvider,
  Effect,
  FastCheck as fc,
  Layer,
  Logger,
  LogLevel,
  Option,
  Redacted,
  Stream
} from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writingLayer } from "../../src/Daybook.js"
import { importFile } from "../../../sources/test/support/importFile.js"
import { postgres } from "../support/database.js"

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-formats-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** A Daybook with an empty database and the sources that need no settings. */
export const home = Layer.unwrapScoped(
  Effect.gen(function* () {
    const settings = {
      DAYBOOK_TIMEZONE: "Europe/Berlin",
      DAYBOOK_DATA_DIR: yield* newFolder,
      DAYBOOK_DATABASE_URL: Redacted.value(yield* postgres.address)
    }
    return Layer.provideMerge(
      writingLayer,
      Layer.merge(
        // Every import says how it went.
        Logger.minimumLogLevel(LogLevel.Warning),
        Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)), { pathDelim: "." }))
      )
    )
  })
).pipe(Layer.orDie)

const shared =
  /^(feed_items|search_documents|search_ranks|images|sync_(runs|cursors|removals|lists)|changes|enrichment_tasks)$/

/** Empties the tables of a domain, and what shared services store of it. */
export const wipe = (domain: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = yield* sql<{ readonly name: string }>`
      SELECT table_name::text AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
    const names = tables.map(({ name }) => name).filter((name) => name.startsWith(`${domain}_`) || shared.test(name))
    yield* sql.unsafe(`TRUNCATE ${names.join(", ")} CASCADE`)
  })

/** Text that files have to escape, and any other; never empty, and without blanks around it. */
export const awkwardText = fc
  .oneof(
    fc.constantFrom(
      'Say "Yes", No',
      "Line\nbreak",
      "=SUM(A1:A9)",
      ";,\t:x",
      "Brüder 👩‍👩‍👧",
      "back\\slash\\n",
      "日本, 語",
      "a < b & c > d &amp; &lt;p&gt;",
      "a",
      "A",
      "12.0"
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  )
  .map((text) => text.replaceAll("\0", "").trim())
  .filter((text) => text !== "")

/** The bytes of a file of a format, and how many records it holds. */
export const exported = (name: ExportFormatName) =>
  Effect.gen(function* () {
    let records = 0
    const parts = yield* Stream.runCollect(exportFormats[name].write(Effect.sync(() => void records++)))
    return { bytes: new Uint8Array(Buffer.concat(Chunk.toReadonlyArray(parts))), records }
  })

/** Imports a file as `daybook import SOURCE FILE` does. */
export const imported = (source: string, fileName: string, bytes: Uint8Array) =>
  Effect.gen(function* () {
    const engine = yield* SyncEngine
    const entry = (yield* Sources).find(({ id }) => id === source)
    const archive = Option.getOrThrow(Option.fromNullable(entry?.archive))
    return yield* engine.import(archive, importFile(fileName, bytes, 65_536), syncDefaults("import"))
  })

import { ImportFiles as Files, ImportStore as Store, sweepImports } from "@daybook/core/imports"
import { describe, expect, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option, Stream, TestClock, TestContext } from "effect"
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import * as ImportFiles from "../../src/imports/ImportFiles.js"
import * as ImportStore from "../../src/postgres/ImportStore.js"
import { newDatabase } from "../support/database.js"

const dataDir = mkdtempSync(join(tmpdir(), "daybook-imports-"))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const files = ImportFiles.layer.pipe(
  Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["DAYBOOK_DATA_DIR", dataDir]]))))
)

const inFolder = () => readdirSync(join(dataDir, "imports")).sort()

const at = Date.parse("2026-03-14T20:00:00Z")
const minute = 60_000
const day = 86_400_000

const result = {
  rows: 1,
  added: 0,
  changed: 0,
  removed: 0,
  present: 1,
  times: undefined,
  unreadable: 0,
  unreadableRows: [],
  remarks: []
} as never

/** An import whose file arrived, as an upload makes it. */
const receive = (name: string) =>
  Effect.gen(function* () {
    const [store, files] = [yield* Store, yield* Files]
    const file = yield* files.newName
    const id = yield* store.create({ file, name, isDryRun: true, announced: 3, now: at })
    const size = yield* files.receive(file, Stream.make(new Uint8Array(3)), () => undefined)
    yield* store.enqueue(id, { source: "lastfm", domain: "listening", size, now: at })
    // The clock of the test is not the clock of the disk.
    utimesSync(join(dataDir, "imports", file), at / 1000, at / 1000)
    return { id, file }
  })

const sweepAt = (now: number) =>
  Effect.flatMap(Effect.all([Store, Files]), ([store, files]) =>
    Effect.zipRight(TestClock.setTime(now), sweepImports(store, files)).pipe(Effect.provide(TestContext.TestContext))
  )

describe("files of imports", () => {
  layer(Layer.merge(files, ImportStore.layer).pipe(Layer.provideMerge(newDatabase())), {
    excludeTestServices: true,
    timeout: "5 minutes"
  })((it) => {
    it.effect("are deleted a week after the import came to rest; an import that waits keeps its file", () =>
      Effect.gen(function* () {
        const store = yield* Store
        const checked = yield* receive("checked.csv")
        const waiting = yield* receive("waiting.csv")
        yield* store.begin(checked.id, at)
        expect(yield* store.complete(checked.id, result, at + minute)).toBe(true)
        yield* sweepAt(at + minute + 7 * day - 1)
        expect(inFolder()).toEqual([checked.file, waiting.file].sort())
        yield* sweepAt(at + minute + 7 * day)
        expect(inFolder()).toEqual([waiting.file])
        expect(Option.isNone(yield* store.get(checked.id))).toBe(true)
        expect(Option.isSome(yield* store.get(waiting.id))).toBe(true)
        yield* store.remove(waiting.id)
        yield* sweepAt(at + 8 * day)
        expect(inFolder()).toEqual([])
      })
    )

    it.effect("without an import are deleted after an hour; other files in the folder stay", () =>
      Effect.gen(function* () {
        const files = yield* Files
        const orphan = yield* files.newName
        for (const name of [orphan, "notes.txt"]) {
          writeFileSync(join(dataDir, "imports", name), "abc")
          utimesSync(join(dataDir, "imports", name), at / 1000, at / 1000)
        }
        yield* sweepAt(at + 60 * minute)
        expect(inFolder()).toEqual([orphan, "notes.txt"].sort())
        yield* sweepAt(at + 60 * minute + 1)
        expect(inFolder()).toEqual(["notes.txt"])
        rmSync(join(dataDir, "imports", "notes.txt"))
      })
    )
  })
})

import { expect, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Option, Stream } from "effect"
import { attempt } from "../../src/imports/attempt.js"
import type { Import } from "../../src/imports/model.js"
import { ImportFiles, ImportStore } from "../../src/imports/ports.js"
import type { SourceEntry } from "../../src/sync/Sources.js"
import { SyncEngine } from "../../src/sync/SyncEngine.js"
import { fakeSource, items, keysOf, page } from "../sync/FakeSource.js"
import { emptyMemory, engineOver } from "../sync/Memory.js"

const started: Import = {
  ...{ id: 1, file: "1", name: "plays.csv", source: "fake", domain: "listening", state: "importing" },
  ...{ isDryRun: false, size: 9, announced: 9, bytesRead: 0, pages: 0, rows: 0, rowsBefore: 0 },
  ...{ added: 0, changed: 0, removed: 0, present: 0, firstAt: null, lastAt: null, run: null },
  ...{ check: null, result: null, failure: null, createdAt: 0, startedAt: 0, changedAt: 0, finishedAt: null }
}

/** An import in a store that takes its progress only while it goes on. */
const storeOf = (one: { value: Import; goesOn: boolean }) =>
  Layer.mock(ImportStore, {
    claimed: () => Effect.void,
    progress: (_, progress) =>
      Effect.sync(() => {
        if (one.goesOn) one.value = { ...one.value, ...progress }
        return one.goesOn
      })
  })

const files = Layer.mock(ImportFiles, {
  maxBytes: 9,
  open: (_, name) =>
    Effect.succeed({ name, size: 9, stream: Stream.empty, slice: () => Effect.succeed(new Uint8Array(0)) })
})

it.effect("stores no page of an import that was stopped, and counts each record once after it goes on", () =>
  Effect.gen(function* () {
    const memory = emptyMemory()
    const one = { value: started, goesOn: true }
    const pages = [page(items(0, 3)), page(items(3, 6)), page(items(6, 9))]
    const entry: SourceEntry = {
      ...{ id: "fake", domain: "listening", missing: [], enrichesOnly: false },
      ...{
        schedule: Option.none(),
        source: Option.none(),
        archive: fakeSource(
          memory,
          () => Stream.empty,
          () => Stream.fromIterable(pages)
        )
      }
    }
    const read = Effect.gen(function* () {
      const [store, opened, engine] = [yield* ImportStore, yield* ImportFiles, yield* SyncEngine]
      return yield* attempt({ engine, files: opened, store }, entry, one.value)
    }).pipe(Effect.provide(Layer.mergeAll(storeOf(one), files, engineOver(memory))))

    let applied = 0
    memory.fault = (call) =>
      Effect.sync(() => {
        if (call === "apply") one.goesOn = ++applied !== 2
      })
    const stopped = yield* Effect.exit(read)
    expect(Exit.isFailure(stopped) && Cause.isInterruptedOnly(stopped.cause)).toBe(true)
    expect([keysOf(memory).length, one.value.rows, one.value.added]).toEqual([3, 3, 3])

    const { failure, result } = yield* read
    expect(failure).toBeNull()
    expect(result).toMatchObject({ rows: 9, added: 9 })
    expect(keysOf(memory).length).toBe(9)
  })
)

import { type Import, ImportFiles, ImportStore, Imports } from "@daybook/core/imports"
import { Transaction } from "@daybook/core/shared"
import { type SourceEntry, Sources, SyncEngine, source } from "@daybook/core/sync"
import { Chunk, Effect, Layer, Option, Stream } from "effect"

const created = Date.UTC(2025, 2, 1)

const sample: Import = {
  ...{ id: 1, file: "1", name: "scrobbles.csv", source: "lastfm", domain: "listening", state: "checked" },
  ...{ isDryRun: true, size: 120, announced: 120, bytesRead: 120, pages: 1, rows: 3, rowsBefore: 0 },
  ...{ added: 2, changed: 0, removed: 0, present: 1, firstAt: created, lastAt: created, run: null },
  check: {
    ...{ rows: 3, added: 2, changed: 0, removed: 0, present: 1, unreadable: 1, remarks: [] },
    leftOut: [{ place: "line 4", reason: "it has no artist" }],
    firstAt: created,
    lastAt: created
  },
  ...{ result: null, failure: null, createdAt: created, startedAt: created, changedAt: created, finishedAt: created }
}

const writer = {
  domain: "listening",
  apply: () => Effect.succeed({ added: 0, changed: 0, present: [], missing: [] }),
  remove: () => Effect.succeed(0),
  count: () => Effect.succeed(0),
  recount: Effect.void
} as const

/** A source that takes every file with a text. */
const entry: SourceEntry = {
  ...{ id: "lastfm", domain: "listening", missing: [], enrichesOnly: false },
  schedule: Option.none(),
  source: Option.none(),
  archive: source({
    ...{ id: "lastfm", writer, syncType: "scrobbles", pull: () => Stream.empty },
    importFile: Option.some(() => Stream.empty),
    recognise: ({ text }) => text !== ""
  })
}

const files = () => {
  const all = new Map<string, Uint8Array>()
  return Layer.mock(ImportFiles, {
    maxBytes: 1_000_000,
    newName: Effect.sync(() => String(all.size)),
    receive: (name, body, onBytes) =>
      Effect.map(Stream.runCollect(body), (parts) => {
        const bytes = Buffer.concat(Chunk.toReadonlyArray(parts))
        all.set(name, bytes)
        onBytes(bytes.byteLength)
        return bytes.byteLength
      }),
    open: (name, title) => {
      const bytes = all.get(name) ?? new Uint8Array()
      return Effect.succeed({
        ...{ name: title, size: bytes.byteLength, stream: Stream.make(bytes) },
        slice: (from, to) => Effect.sync(() => bytes.slice(from, to))
      })
    },
    sample: (file) =>
      Effect.map(file.slice(0, file.size), (head) => ({
        ...{ head, text: Buffer.from(head).toString(), rows: [], objects: [], entries: null }
      })),
    remove: (name) => Effect.sync(() => void all.delete(name))
  })
}

/** One import that was checked; every change of it succeeds. */
const store = Layer.mock(ImportStore, {
  create: () => Effect.succeed(1),
  enqueue: () => Effect.succeed(true),
  received: () => Effect.void,
  get: (id) => Effect.succeed(id === 1 ? Option.some(sample) : Option.none()),
  all: Effect.succeed([sample]),
  start: () => Effect.succeed(true),
  stop: () => Effect.succeed(true),
  remove: () => Effect.succeed(true)
})

/** Imports over memory; nothing is read. Needs the services of syncs. */
export const imports = () =>
  Imports.Default.pipe(
    Layer.provide(SyncEngine.Default),
    Layer.provide([
      files(),
      store,
      Layer.succeed(Sources, [entry]),
      Layer.succeed(Transaction, { run: (work) => work, dryRun: (work) => work })
    ])
  )

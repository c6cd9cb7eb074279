import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Stream } from "effect"
import { RawPayloads, type RejectedFile } from "../../src/sync/RawPayloads.js"
import type { ImportFile, Step } from "../../src/sync/Source.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { SyncEngine, type SyncOptions, syncDefaults } from "../../src/sync/SyncEngine.js"
import { fixed } from "./FakeSource.js"
import { emptyMemory, engineOver } from "./Memory.js"

const file = { name: "export.csv", size: 4, stream: Stream.empty, slice: () => Effect.succeed(new Uint8Array()) }
const leftOut = [{ place: "line 2", reason: "no time" }]

const refusal = (state: "bad_file" | "bad_answer") =>
  new SourceFailure({ source: "fake", state, message: "export.csv is no export", next: "export it again" })

/** Reads a file with one complete row and one that is left out. */
const reading = (file: ImportFile) =>
  Stream.drain(
    Stream.fromEffect(
      file.onReport!({
        ...{ readable: 1, unreadable: 1, members: null, remarks: [], leftOut },
        reasons: [{ reason: "no time", count: 1, first: "line 2" }]
      })
    )
  )

/** Imports a file by a reader, and what was handed on of the file. Each is stored under the next number, from 7. */
const importing = (
  reader: (file: ImportFile) => Stream.Stream<Step<never>, SourceFailure>,
  options: Partial<SyncOptions> = {}
) => {
  const rejected: Array<RejectedFile> = []
  const memory = emptyMemory()
  const keeper = Layer.succeed(RawPayloads, {
    answer: () => Effect.succeedNone,
    file: (one) => Effect.sync(() => Option.some(rejected.push(one) + 6))
  })
  return Effect.flatMap(SyncEngine, (engine) =>
    engine.import({ ...fixed(memory), importFile: Option.some(reader) }, file, {
      ...syncDefaults("command"),
      ...options
    })
  ).pipe(
    Effect.provide(Layer.provide(engineOver(memory), keeper)),
    Effect.exit,
    Effect.map((exit) => ({ exit, memory, rejected }))
  )
}

describe("a file that an import cannot read", () => {
  it.effect("is handed on, and the failure says how to read what is known of it", () =>
    Effect.gen(function* () {
      const { exit, memory, rejected } = yield* importing((opened) => {
        opened.members?.list(["a.csv", "b.csv"])
        return Stream.fail(refusal("bad_file"))
      })
      expect(rejected).toMatchObject([
        { source: "fake", reason: "export.csv is no export", members: ["a.csv", "b.csv"], rows: [] }
      ])
      const next = "export it again; what is known of the file is kept: `daybook raw show 7`"
      expect(exit).toMatchObject(Exit.fail({ state: "bad_file", message: "export.csv is no export", next }))
      expect(memory.runs[0]).toMatchObject({ failure: Option.some({ next }) })
    })
  )

  it.effect("is handed on with the rows that were left out, also if the others were read", () =>
    Effect.gen(function* () {
      const { exit, rejected } = yield* importing(reading)
      expect(Exit.isSuccess(exit)).toBe(true)
      expect(rejected).toMatchObject([{ reason: "1 of its rows could not be read", rows: leftOut }])
    })
  )

  it.effect("is handed on once if it fails after some rows were left out", () =>
    Effect.gen(function* () {
      const { rejected } = yield* importing((opened) =>
        Stream.concat(reading(opened), Stream.fail(refusal("bad_file")))
      )
      expect(rejected).toMatchObject([{ reason: "export.csv is no export", rows: leftOut }])
    })
  )

  it.effect("is not handed on by a dry run, nor for another failure", () =>
    Effect.gen(function* () {
      expect((yield* importing(() => Stream.fail(refusal("bad_file")), { dryRun: true })).rejected).toEqual([])
      expect((yield* importing(reading, { dryRun: true })).rejected).toEqual([])
      const { exit, rejected } = yield* importing(() => Stream.fail(refusal("bad_answer")))
      expect(rejected).toEqual([])
      expect(exit).toMatchObject(Exit.fail({ next: "export it again" }))
    })
  )
})

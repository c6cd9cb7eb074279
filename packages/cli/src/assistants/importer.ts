import * as Daybook from "@daybook/adapters"
import { type SyncReport, Sources, SyncEngine, syncDefaults } from "@daybook/core/sync"
import type { FileImporter, ImportRefused } from "@daybook/mcp"
import { Duration, Effect, Exit, Fiber, Option, Ref } from "effect"
import { basename } from "node:path"
import { reason } from "../failures.js"
import { entryNamed } from "../sourceSelection.js"
import { fileIn } from "./importFolder.js"

/** An assistant waits 30 seconds. A longer import goes on without it. */
const patience = Duration.seconds(25)

interface Running {
  readonly fiber: Fiber.Fiber<SyncReport, ImportRefused>
  readonly seen: Ref.Ref<number>
}

const sourceNames = "overview lists the sources that are set up; the owner can run: daybook sources."

const refused = (code: ImportRefused["code"], message: string, next: string): ImportRefused => ({
  _tag: "ImportRefused",
  code,
  message,
  next
})

const outside = (path: string) =>
  refused(
    "bad_argument",
    `"${path}" is not in the folder for imports.`,
    "Give the name of a file that the owner has put there."
  )

const missing = (path: string) =>
  refused(
    "not_found",
    `There is no file "${path}" in the folder for imports.`,
    "Ask the owner for its name, or to put it there."
  )

/** What failed, without the paths of this machine. */
const failed = (file: string, error: unknown) =>
  refused(
    "unavailable",
    `The import failed: ${reason(error).replaceAll(file, basename(file))}.`,
    "Tell the owner; the same call can be tried again."
  )

/** Imports files from a folder, as `daybook import` does. What still runs when the scope closes is interrupted. */
export const importer = Effect.fn("importer")(function* (folder: string) {
  const sources = yield* Sources
  const engine = yield* SyncEngine
  const scope = yield* Effect.scope
  const running = new Map<string, Running>()

  const start = (source: string, file: string) =>
    Effect.gen(function* () {
      const entry = yield* Effect.mapError(entryNamed(sources, source), ({ message }) =>
        refused("not_set_up", `${message}.`, sourceNames)
      )
      const seen = yield* Ref.make(0)
      const onProgress = (progress: { readonly seen: number }) => Ref.set(seen, progress.seen)
      const whole = Effect.scoped(
        Effect.flatMap(Daybook.openImportFile(source, file), (opened) =>
          engine.import(entry.archive, opened, { ...syncDefaults("import"), onProgress })
        )
      )
      const fiber = yield* Effect.forkIn(
        Effect.mapError(whole, (error) => failed(file, error)),
        scope
      )
      return { fiber, seen }
    })

  const run: FileImporter["run"] = (source, path) =>
    Effect.gen(function* () {
      const place = yield* Effect.promise(() => fileIn(folder, path))
      if (place === "outside") return yield* Effect.fail(outside(path))
      if (place === "missing") return yield* Effect.fail(missing(path))
      const name = `${source} ${place.file}`
      const current = running.get(name) ?? (yield* start(source, place.file))
      running.set(name, current)
      const exit = yield* Effect.timeoutOption(Fiber.await(current.fiber), patience)
      const read = yield* Ref.get(current.seen)
      if (Option.isNone(exit)) return { read, added: 0, changed: 0, removed: 0, isFinished: false }
      running.delete(name)
      const { added, changed, removed } = yield* Exit.isSuccess(exit.value)
        ? Effect.succeed(exit.value.value)
        : Effect.failCause(exit.value.cause)
      return { read, added, changed, removed, isFinished: true }
    })

  return { run } satisfies FileImporter
})

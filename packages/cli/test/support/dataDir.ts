import { Effect, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { inject } from "vitest"
import { copyDataDir } from "../../../adapters/test/support/database.js"
import { run } from "./daybook.js"

/** What may still write for a moment after the process that a test killed: its database server and its workers. */
const patienceMs = 10_000

/** Removes a folder with what is written to it meanwhile. `rmSync` itself lists each folder once. */
const remove = (path: string) =>
  Effect.promise(async () => {
    const until = Date.now() + patienceMs
    for (;;) {
      try {
        return rmSync(path, { recursive: true, force: true })
      } catch (error) {
        if (Date.now() > until) throw error
        await setTimeout(50)
      }
    }
  })

/** An empty folder, removed with the scope. */
export const folder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-cli-"))),
  remove
)

/** A copy of a data folder that no process uses, removed with the scope. */
export const copyOf = (original: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.tap(folder, (path) => Effect.sync(() => copyDataDir(original, path)))

/** A data folder with an empty, migrated database. The database is created once per test run. */
export const newDataDir: Effect.Effect<string, never, Scope.Scope> = Effect.suspend(() => {
  const image = join(inject("runFolder"), "cli-image")
  return Effect.zipRight(existsSync(image) ? Effect.void : makeImage(image), copyOf(image))
})

const makeImage = (image: string) =>
  Effect.gen(function* () {
    const draft = `${image}-${randomBytes(4).toString("hex")}`
    const { code, stderr } = yield* run(["migrate"], { DAYBOOK_DATA_DIR: draft })
    if (code !== 0) return yield* Effect.dieMessage(stderr)
    yield* Effect.sync(() => {
      try {
        renameSync(draft, image)
      } catch {
        // Another test file created it first.
        rmSync(draft, { recursive: true })
      }
    })
  })

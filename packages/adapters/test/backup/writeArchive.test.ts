import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writeArchive } from "../../src/backup/archive/writeArchive.js"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-archive-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

it.scoped("refuses a folder before anything is read, and leaves no draft next to it", () =>
  Effect.gen(function* () {
    const parent = yield* folder
    const place = join(parent, "backups")
    mkdirSync(place)
    const { message } = yield* Effect.flip(writeArchive(place, 0))
    expect(message).toBe(`the backup ${place} cannot be written: it is a folder: give the name of a file`)
    expect(readdirSync(parent)).toEqual(["backups"])
  })
)

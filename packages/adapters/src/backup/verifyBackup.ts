import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Database from "../postgres/Database.js"
import { migrate } from "../postgres/migrate.js"
import { BackupFailure } from "./BackupFailure.js"
import { check, load } from "./load.js"
import { patientEngine } from "./patientEngine.js"
import { type Progress, silent } from "./Progress.js"
import { digestOf } from "./rows/digest.js"
import { atOneMoment, readRows, sequenceStates, shapes } from "./rows/readRows.js"

/** What was found to be good. */
export interface Verified {
  readonly file: string
  readonly madeAt: string
  readonly schema: number
  readonly tables: number
  readonly rows: number
  readonly pictures: number
}

const temporary = Effect.acquireRelease(
  Effect.try({
    try: () => mkdtempSync(join(tmpdir(), "daybook-verify-")),
    catch: (cause) => new BackupFailure({ message: `there is no temporary folder to restore into: set TMPDIR to one that can be written to`, cause })
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** What a database holds, in the terms of a backup. */
const held = atOneMoment(Effect.gen(function*() {
  const tables = yield* Effect.forEach(yield* shapes, (shape) =>
    Effect.gen(function*() {
      const digest = digestOf()
      yield* readRows(shape, (lines) => Effect.sync(() => digest.add(lines)))
      return { name: shape.name, ...digest.digest() }
    }))
  return { tables, sequences: yield* sequenceStates }
}))

const differs = (file: string, what: string) =>
  new BackupFailure({ message: `${file} was restored for trial and ${what} is not what was backed up: use another backup, and report this` })

/**
 * Restores a backup for trial into a database of its own in a temporary folder, compares every row and sequence with what
 * was backed up, and brings the trial to this version. Nothing of an instance is touched.
 */
export const verifyBackup = (file: string, progress: Progress = silent) =>
  Effect.scoped(Effect.gen(function*() {
    const checked = yield* check(file)
    const folder = yield* temporary
    const client = yield* Layer.build(Layer.unwrapScoped(Effect.map(patientEngine(folder), Database.layer)))
    yield* Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(load(file, checked, progress))
      const { sequences, tables } = yield* held
      for (const expected of checked.contents.tables) {
        const found = tables.find(({ name }) => name === expected.name)
        if (found?.rows !== expected.rows || found.sum !== expected.sum) return yield* differs(file, `table ${expected.name}`)
      }
      for (const { name, value } of checked.contents.sequences) {
        if (sequences.find((sequence) => sequence.name === name)?.value !== value) return yield* differs(file, `sequence ${name}`)
      }
      yield* migrate
    }).pipe(Effect.provide(client))
    const { contents, head } = checked
    const verified: Verified = {
      file,
      madeAt: head.made_at,
      schema: head.schema,
      tables: contents.tables.length,
      rows: contents.tables.reduce((sum, { rows }) => sum + rows, 0),
      pictures: contents.pictures
    }
    return verified
  }))

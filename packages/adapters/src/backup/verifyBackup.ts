import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { unannounced } from "../Opening.js"
import * as Database from "../postgres/Database.js"
import * as Embedded from "../postgres/embedded/Embedded.js"
import { inTransaction } from "../postgres/inTransaction.js"
import { migrate } from "../postgres/migrate.js"
import { BackupFailure, type Progress, silent } from "./contents.js"
import { check, load } from "./load.js"
import { atOneMoment, digestOf, readRows, sequenceStates, shapes } from "./rows.js"

/** Figures of a verified backup. */
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
    catch: (cause) =>
      new BackupFailure({
        message: `there is no temporary folder to restore into: set TMPDIR to one that can be written to`,
        cause
      })
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** The trial ends with the process that makes it, so its database need not survive a power failure. */
const trialDatabase = Layer.unwrapScoped(
  Effect.map(
    Effect.flatMap(temporary, (dataDir) => unannounced(Embedded.open({ dataDir, settings: { fsync: "off" } }))),
    Database.layer
  )
)

/** The digests and sequences of a database. */
const currentContents = atOneMoment(
  Effect.gen(function* () {
    const tables = yield* Effect.forEach(yield* shapes, (shape) =>
      Effect.gen(function* () {
        const digest = digestOf()
        yield* readRows(shape, digest.add)
        return { name: shape.name, ...digest.digest() }
      })
    )
    return { tables, sequences: yield* sequenceStates }
  })
)

const differs = (file: string, what: string) =>
  new BackupFailure({
    message: `${file} was restored for trial and ${what} is not what was backed up: use another backup, and report this`
  })

/**
 * Restores a backup into a temporary database, compares every row and sequence with what was backed up, and migrates it
 * to this version. Does not touch the instance.
 */
export const verifyBackup = (file: string, progress: Progress = silent) =>
  Effect.scoped(
    Effect.gen(function* () {
      const checked = yield* check(file)
      const client = yield* Layer.build(trialDatabase)
      yield* Effect.gen(function* () {
        yield* inTransaction(load(file, checked, progress))
        const { sequences, tables } = yield* currentContents
        for (const expected of checked.contents.tables) {
          const actual = tables.find(({ name }) => name === expected.name)
          if (actual?.rows !== expected.rows || actual.sum !== expected.sum)
            return yield* differs(file, `table ${expected.name}`)
        }
        for (const { name, value } of checked.contents.sequences) {
          if (sequences.find((sequence) => sequence.name === name)?.value !== value)
            return yield* differs(file, `sequence ${name}`)
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
    })
  )

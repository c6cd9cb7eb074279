import { SqlClient } from "@effect/sql"
import { Effect, Layer, Schedule } from "effect"
import * as fs from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import * as Database from "../postgres/Database.js"
import { cloneTo } from "../postgres/embedded/cloneTo.js"
import { folderOf } from "../postgres/embedded/createDatabase.js"
import * as Embedded from "../postgres/embedded/Embedded.js"
import { failureOf } from "../postgres/embedded/failureOf.js"
import { isDead } from "../postgres/holder.js"
import { BackupFailure } from "./BackupFailure.js"

/** Well within the time after which a silent transaction is ended. */
const wordEvery = "5 seconds"

/**
 * A copy of the embedded database as it is at one moment, in a folder that goes with the scope. Everybody else waits
 * while files are copied, a second or so, and not for as long as it takes to read all rows.
 */
export const copyAtRest = Effect.fn("backup.copyAtRest")(function*(dataDir: string) {
  if (!fs.existsSync(folderOf(dataDir))) {
    return yield* new BackupFailure({ message: `there is nothing to back up: ${dataDir} holds no database; check DAYBOOK_DATA_DIR and DAYBOOK_DATABASE_URL` })
  }
  const copy = yield* newFolder(dataDir)
  yield* Effect.scoped(Effect.gen(function*() {
    const engine = yield* Embedded.open({ dataDir })
    const client = yield* Layer.build(Database.layer({ _tag: "Host", ...engine }))
    yield* Effect.provide(whileAtRest(cloneTo(dataDir, copy)), client)
  }))
  return copy
})

/** Does work while nobody else has the engine: all that was committed is in the files, and nothing is written. */
const whileAtRest = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const word = Effect.uninterruptible(sql`SELECT 1`)
    const words = Effect.zipRight(Effect.repeat(word, Schedule.spaced(wordEvery)), Effect.never)
    // Where the session was lost meanwhile, the last word fails, and the copy is worth nothing.
    return sql.withTransaction(Effect.zipLeft(Effect.zipRight(word, Effect.raceFirst(work, words)), word))
  })

const prefix = "backup-copy-"

const newFolder = (dataDir: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        sweep(dataDir)
        return fs.mkdtempSync(join(dataDir, `${prefix}${process.pid}-`))
      },
      catch: (cause) => failureOf(dataDir, cause)
    }),
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
  )

/** Takes away the copies of processes that were killed. */
const sweep = (dataDir: string): void => {
  for (const name of fs.readdirSync(dataDir)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (pid === process.pid || !Number.isNaN(pid) && isDead(`${hostname()}:${pid}`)) fs.rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

import { Originals } from "@daybook/core/images"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect, Layer, Option, Schedule } from "effect"
import * as fs from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import * as FoundOriginals from "../images/Originals.js"
import { isDead } from "../postgres/claim.js"
import type { Address } from "../postgres/Database.js"
import * as Database from "../postgres/Database.js"
import { cloneTo, folderOf } from "../postgres/embedded/createDatabase.js"
import * as Embedded from "../postgres/embedded/Embedded.js"
import { failureOf } from "../postgres/embedded/EmbeddedFailure.js"
import { sql } from "../postgres/kit/sql.js"
import { inTransaction } from "../postgres/inTransaction.js"
import * as Secret from "../Secret.js"
import { type Settings, settings } from "../Settings.js"
import { BackupFailure, type Progress, silent } from "./contents.js"
import { dump, marks } from "./dump.js"

/** The client of a process that has the embedded database open. */
type HostClient = Context.Context<SqlClient.SqlClient>

/** Well within the timeout of an idle transaction. */
const keepAliveEvery = "5 seconds"

/**
 * A consistent copy of the embedded database, in a folder that is removed with the scope. Other clients wait only while
 * files are copied, about a second, and not until all rows are read.
 */
const copyAtRest = Effect.fn("backup.copyAtRest")(function* (dataDir: string, host: HostClient | undefined) {
  if (!fs.existsSync(folderOf(dataDir))) {
    return yield* new BackupFailure({
      message: `there is nothing to back up: ${dataDir} holds no database; check DAYBOOK_DATA_DIR and DAYBOOK_DATABASE_URL`
    })
  }
  const copy = yield* newFolder(dataDir)
  if (host !== undefined) {
    yield* Effect.provide(whileAtRest(cloneTo(dataDir, copy)), host)
    return copy
  }
  yield* Effect.scoped(
    Effect.gen(function* () {
      const engine = yield* Embedded.open({ dataDir })
      const client = yield* Layer.build(Database.layer({ _tag: "Host", ...engine }))
      yield* Effect.provide(whileAtRest(cloneTo(dataDir, copy)), client)
    })
  )
  return copy
})

const keepAlive = Effect.uninterruptible(sql`SELECT 1`)

/** Runs work with exclusive use of the engine: all commits are in the files, and nothing is written. */
const whileAtRest = <A, E, R>(work: Effect.Effect<A, E, R>) => {
  const repeated = Effect.zipRight(Effect.repeat(keepAlive, Schedule.spaced(keepAliveEvery)), Effect.never)
  // If the session was lost meanwhile, the last statement fails and the copy is discarded.
  return inTransaction(Effect.zipLeft(Effect.zipRight(keepAlive, Effect.raceFirst(work, repeated)), keepAlive))
}

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

/** Removes copies that killed processes left behind. */
const sweep = (dataDir: string): void => {
  for (const name of fs.readdirSync(dataDir)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (pid === process.pid || (!Number.isNaN(pid) && isDead(`${hostname()}:${pid}`)))
      fs.rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/** The embedded database of a private folder: no one else waits, so transactions may be long. */
export const patientEngine = (dataDir: string) =>
  Effect.map(Embedded.open({ dataDir, idleTransaction: "1 hour" }), (engine): Address => ({ _tag: "Host", ...engine }))

/** The database to read: a server directly, the embedded one as a copy, so that a running host is not blocked. */
const atRest = ({ dataDir, databaseUrl }: Settings, host: HostClient | undefined) =>
  Option.match(databaseUrl, {
    onSome: (url) => Effect.succeed<Address>({ _tag: "Url", url }),
    onNone: () => Effect.flatMap(copyAtRest(dataDir, host), (copy) => patientEngine(copy))
  })

/**
 * Writes everything into one file: a consistent snapshot of all rows, and the original pictures. API keys are included
 * as hashes and provider logins encrypted, as they are stored. The secret that decrypts them is not included. A process
 * that has the embedded database open gives its client.
 */
export const makeBackup = (file: string, progress: Progress = silent, host?: HostClient) =>
  Effect.scoped(
    Effect.gen(function* () {
      const instanceSettings = yield* settings
      const client = yield* Layer.build(Layer.unwrapScoped(Effect.map(atRest(instanceSettings, host), Database.layer)))
      return yield* Effect.gen(function* () {
        return yield* dump(file, marks, progress, yield* Originals)
      }).pipe(Effect.provide(Layer.merge(FoundOriginals.layer, Secret.layer)), Effect.provide(client))
    })
  )

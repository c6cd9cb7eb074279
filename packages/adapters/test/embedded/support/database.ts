import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import pg from "pg"
import { cloneTo } from "../../../src/postgres/embedded/createDatabase.js"
import { type EmbeddedDatabase, open } from "../../../src/postgres/embedded/Embedded.js"

/** An empty folder, removed with the scope. */
export const scratch = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(join(tmpdir(), "daybook-test-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

const cache = resolve(import.meta.dirname, "../../../.cache/embedded")

/** A data folder with a new, unopened database, created once per engine version. */
const template = Effect.gen(function* () {
  const engine = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"))
  const { version } = JSON.parse(fs.readFileSync(resolve(engine, "../package.json"), "utf8")) as { version: string }
  const folder = join(cache, `database-${version}`)
  if (fs.existsSync(folder)) return folder
  fs.mkdirSync(cache, { recursive: true })
  const draft = fs.mkdtempSync(join(cache, "new-"))
  yield* Effect.scoped(open({ dataDir: draft }))
  try {
    fs.renameSync(draft, folder)
  } catch {
    // Another test file was faster.
    fs.rmSync(draft, { recursive: true })
  }
  return folder
})

/** A data folder with a new database, removed with the scope. */
export const newDataDir = Effect.gen(function* () {
  const dataDir = yield* scratch
  yield* cloneTo(yield* template, dataDir)
  return dataDir
})

/** One database for all the tests of a file. */
export class Shared extends Context.Tag("@daybook/adapters/test/Shared")<Shared, EmbeddedDatabase>() {
  static readonly layer = Layer.scoped(
    Shared,
    Effect.flatMap(newDataDir, (dataDir) => open({ dataDir }))
  )
}

type Place = Omit<EmbeddedDatabase, "owner" | "stream"> & Partial<Pick<EmbeddedDatabase, "stream">>

const settingsOf = (database: Place): pg.ClientConfig => ({
  host: database.host,
  port: database.port,
  user: database.username,
  database: database.database,
  password: Option.match(database.password, { onNone: () => undefined, onSome: Redacted.value })
})

/** A client that is not connected yet. */
export const clientOf = (database: Place): pg.Client => {
  const client = new pg.Client(settingsOf(database))
  client.on("error", () => {})
  return client
}

/** A connection, closed with the scope. */
export const connect = (database: EmbeddedDatabase) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = clientOf(database)
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

export const poolOf = (database: EmbeddedDatabase, max: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new pg.Pool({ ...settingsOf(database), max })
      pool.on("error", () => {})
      return pool
    }),
    (pool) => Effect.promise(() => pool.end())
  )

/** The client that the stores use. */
export const sqlOf = (database: EmbeddedDatabase) =>
  Effect.map(
    Layer.build(
      PgClient.layer({
        host: database.host,
        port: database.port,
        username: database.username,
        database: database.database,
        ...Option.match(database.password, { onNone: () => ({}), onSome: (password) => ({ password }) })
      })
    ),
    Context.get(PgClient.PgClient)
  )

/** The first row's first value. */
export const valueOf = (result: pg.QueryResult): unknown => Object.values(result.rows[0] as Record<string, unknown>)[0]

import { Config, Effect, type Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { BenchFailure } from "./BenchFailure.js"

/** The server that the bench measures on. */
export const serverUrl = Config.withDefault(
  Config.nonEmptyString("DAYBOOK_TEST_DATABASE_URL"),
  "postgres://postgres@127.0.0.1:5432/postgres"
)

/** A folder until the scope closes. */
export const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-bench-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

export const engines = ["embedded", "server"] as const
export type Engine = (typeof engines)[number]

/** A client of the PostgreSQL driver, connected until the scope closes. */
export const connectClient = (address: string): Effect.Effect<pg.Client, BenchFailure, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const client = new pg.Client(address)
        await client.connect()
        return client
      },
      catch: (cause) =>
        new BenchFailure({
          message: `no PostgreSQL to measure on: ${String(cause)}; set DAYBOOK_TEST_DATABASE_URL or use --engine embedded`
        })
    }),
    (client) => Effect.promise(() => client.end())
  )

/** The settings for data below a folder, or in a database of a server. */
export const storageOf = (
  engine: Engine,
  folder: string,
  serverUrl: string,
  database: string
): Readonly<Record<string, string>> => ({
  DAYBOOK_DATA_DIR: join(folder, "data"),
  ...(engine === "embedded" ? {} : { DAYBOOK_DATABASE_URL: urlOf(serverUrl, database) })
})

const urlOf = (serverUrl: string, database: string) => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

const administer = (serverUrl: string, statements: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.flatMap(connectClient(serverUrl), (client) =>
      Effect.forEach(statements, (statement) => Effect.promise(() => client.query(statement)), { discard: true })
    )
  )

/** Drops a database of the bench. The name is constant and needs no quoting. */
export const dropDatabase = (serverUrl: string, database: string) =>
  administer(serverUrl, [`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`])

export const createDatabase = (serverUrl: string, database: string) =>
  administer(serverUrl, [`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, `CREATE DATABASE ${database}`])

/** The settings for a new place for data, below the folder or on the server. It is removed with the scope. */
export const emptyStorage = (engine: Engine, folder: string, serverUrl: string) => {
  const database = `daybook_bench_import_${process.pid}`
  const env = storageOf(engine, folder, serverUrl, database)
  return engine === "embedded"
    ? Effect.succeed(env)
    : Effect.as(
        Effect.acquireRelease(createDatabase(serverUrl, database), () =>
          Effect.ignore(dropDatabase(serverUrl, database))
        ),
        env
      )
}

/** Vacuums and analyses at once instead of waiting for autovacuum. */
export const vacuum = (serverUrl: string, database: string) =>
  administer(urlOf(serverUrl, database), ["VACUUM (ANALYZE)"])

import type { PgClient } from "@effect/sql-pg"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"
import * as Database from "../../src/postgres/Database.js"
import { migrate } from "../../src/postgres/migrate.js"
import { standing } from "./standing.js"

/** A PostgreSQL. Each use of `address` creates a migrated database, removed with the scope. */
export interface Server {
  readonly name: string
  readonly address: Effect.Effect<Database.Address, unknown, Scope.Scope>
}

const migrated = (address: Database.Address) => Effect.provide(migrate, Database.layer(address))

/** Copies a data folder that no process has open, with the owners of its files. */
export const copyDataDir = (from: string, to: string): void => {
  execFileSync("cp", ["-a", "--reflink=auto", `${from}/.`, to])
}

const urlOf = (serverUrl: string, database: string): Database.Address => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return Redacted.make(url.href)
}

/** Runs statements on the server, outside the test databases. */
const onServer = <A, E>(serverUrl: string, run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(SqlClient.SqlClient, run), Database.layer(Redacted.make(serverUrl)))

const newName = () => `daybook_test_${randomBytes(6).toString("hex")}`

/** Creates a database on a server, dropped with the scope. */
export const createDatabase = (serverUrl: string, template = "template1") =>
  Effect.gen(function* () {
    const name = newName()
    yield* Effect.acquireRelease(
      onServer(serverUrl, (sql) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)}`),
      () => Effect.orDie(onServer(serverUrl, (sql) => sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`))
    )
    return urlOf(serverUrl, name)
  })

const template = "daybook_template"

/** Migrates once per test run, in the first test file that needs a database. */
const ensureTemplate = (serverUrl: string) =>
  Effect.gen(function* () {
    const rows = yield* onServer(serverUrl, (sql) => sql`SELECT FROM pg_database WHERE datname = ${template}`)
    if (rows.length > 0) return
    const draft = newName()
    yield* onServer(serverUrl, (sql) => sql`CREATE DATABASE ${sql(draft)}`)
    yield* migrated(urlOf(serverUrl, draft))
    yield* onServer(serverUrl, (sql) =>
      Effect.catchAll(
        sql`ALTER DATABASE ${sql(draft)} RENAME TO ${sql(template)}`,
        () => sql`DROP DATABASE ${sql(draft)}`
      )
    )
  })

/** The private server of the test run. */
export const postgres: Server = {
  name: "postgres",
  address: standing(
    Effect.gen(function* () {
      const serverUrl = inject("databaseUrl")
      yield* ensureTemplate(serverUrl)
      return yield* createDatabase(serverUrl, template)
    })
  )
}

/** A client on a new database. */
export const newDatabase = (): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient> =>
  Layer.orDie(Layer.unwrapScoped(Effect.map(postgres.address, Database.layer)))

/** Another PostgreSQL server, for the tests that are about one; none if no server answers. */
export const foreignServers: ReadonlyArray<Server> = [inject("serverUrl")].flatMap((url) =>
  url === null ? [] : [{ name: "another server", address: Effect.tap(createDatabase(url), migrated) }]
)

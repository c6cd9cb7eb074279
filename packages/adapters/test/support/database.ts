import type { PgClient } from "@effect/sql-pg"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"
import * as Database from "../../src/postgres/Database.js"
import { cloneTo } from "../../src/postgres/embedded/createDatabase.js"
import { open } from "../../src/postgres/embedded/Embedded.js"
import { migrate } from "../../src/postgres/migrate.js"
import { newDataDir } from "../embedded/support/database.js"
import { standing } from "./standing.js"

/** An engine behind the stores. Each use of `address` creates a migrated database, removed with the scope. */
export interface Engine {
  readonly name: string
  readonly address: Effect.Effect<Database.Address, unknown, Scope.Scope>
}

/** A client on a new database of an engine. */
export const newDatabase = (engine: Engine): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient> =>
  Layer.orDie(Layer.unwrapScoped(Effect.map(engine.address, Database.layer)))

const migrated = (address: Database.Address) => Effect.provide(migrate, Database.layer(address))

/** Runs `make` once per test run, in the first test file that needs it. */
const onceARun = <E, R>(ready: Effect.Effect<boolean, E, R>, make: Effect.Effect<void, E, R>) =>
  Effect.flatMap(ready, (done) => (done ? Effect.void : make))

/** A data folder with an unopened embedded database of this version. */
export const migratedImage = Effect.gen(function* () {
  const image = join(inject("runFolder"), "image")
  yield* onceARun(
    Effect.sync(() => existsSync(image)),
    makeImage(image)
  )
  return image
})

const embedded: Engine = {
  name: "embedded",
  address: standing(
    "Host",
    Effect.gen(function* () {
      const dataDir = mkdtempSync(join(inject("runFolder"), "engine-"))
      yield* cloneTo(yield* migratedImage, dataDir)
      return { _tag: "Host", ...(yield* open({ dataDir })) }
    })
  )
}

const makeImage = (image: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const draft = yield* newDataDir
      yield* Effect.scoped(Effect.flatMap(open({ dataDir: draft }), (engine) => migrated({ _tag: "Host", ...engine })))
      const copy = `${image}-${randomBytes(4).toString("hex")}`
      yield* cloneTo(draft, copy)
      try {
        renameSync(copy, image)
      } catch {
        // Another test file was faster.
        rmSync(copy, { recursive: true })
      }
    })
  )

const urlOf = (serverUrl: string, database: string): Database.Address => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return { _tag: "Url", url: Redacted.make(url.href) }
}

/** Runs statements on the server, outside the test databases. */
const onServer = <A, E>(serverUrl: string, run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.provide(
    Effect.flatMap(SqlClient.SqlClient, run),
    Database.layer({ _tag: "Url", url: Redacted.make(serverUrl) })
  )

/** Starts with the template's name, so that the global teardown finds it. */
const newName = () => `${inject("templateDatabase")}_${randomBytes(6).toString("hex")}`

const server = (serverUrl: string): Engine => ({
  name: "server",
  address: standing(
    "Url",
    Effect.gen(function* () {
      const template = inject("templateDatabase")
      const exists = onServer(serverUrl, (sql) =>
        Effect.map(sql`SELECT FROM pg_database WHERE datname = ${template}`, (rows) => rows.length > 0)
      )
      yield* onceARun(exists, makeTemplate(serverUrl, template))
      const name = newName()
      yield* Effect.acquireRelease(
        onServer(serverUrl, (sql) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)}`),
        () => Effect.orDie(onServer(serverUrl, (sql) => sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`))
      )
      return urlOf(serverUrl, name)
    })
  )
})

const makeTemplate = (serverUrl: string, template: string) =>
  Effect.gen(function* () {
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

const all: ReadonlyArray<Engine> = [
  embedded,
  ...[inject("serverUrl")].flatMap((url) => (url === null ? [] : [server(url)]))
]
const engineNames = process.env["DAYBOOK_TEST_ENGINES"]?.split(",")

/** The embedded engine, and a server if there is one; `DAYBOOK_TEST_ENGINES` selects some. */
export const engines = all.filter(({ name }) => engineNames?.includes(name) ?? true)

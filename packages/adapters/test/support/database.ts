import type { PgClient } from "@effect/sql-pg"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"
import * as Database from "../../src/postgres/Database.js"
import { cloneTo } from "../../src/postgres/embedded/cloneTo.js"
import { open } from "../../src/postgres/embedded/Embedded.js"
import { migrate } from "../../src/postgres/migrate.js"
import { newDataDir } from "../embedded/support/database.js"
import { standing } from "./standing.js"

/** An engine behind the stores. Each use of `address` is a new migrated database, gone with the scope. */
export interface Engine {
  readonly name: string
  readonly address: Effect.Effect<Database.Address, unknown, Scope.Scope>
}

/** A client of its own on a new database of an engine. */
export const newDatabase = (engine: Engine): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient> =>
  Layer.orDie(Layer.unwrapScoped(Effect.map(engine.address, Database.layer)))

const migrated = (address: Database.Address) => Effect.provide(migrate, Database.layer(address))

/** Makes something once a run, whichever test file comes first: in a place of its own, then moved to where all look. */
const onceARun = <E, R>(ready: Effect.Effect<boolean, E, R>, make: Effect.Effect<void, E, R>) =>
  Effect.flatMap(ready, (done) => done ? Effect.void : make)

/** A data folder with an embedded database of this version that nobody opens. */
export const migratedImage = Effect.gen(function*() {
  const image = join(inject("runFolder"), "image")
  yield* onceARun(Effect.sync(() => existsSync(image)), makeImage(image))
  return image
})

const embedded: Engine = {
  name: "embedded",
  address: standing("Host", Effect.gen(function*() {
    const dataDir = mkdtempSync(join(inject("runFolder"), "engine-"))
    yield* cloneTo(yield* migratedImage, dataDir)
    return { _tag: "Host", ...yield* open({ dataDir }) }
  }))
}

const makeImage = (image: string) =>
  Effect.scoped(Effect.gen(function*() {
    const draft = yield* newDataDir
    yield* Effect.scoped(Effect.flatMap(open({ dataDir: draft }), (engine) => migrated({ _tag: "Host", ...engine })))
    const copy = `${image}-${randomBytes(4).toString("hex")}`
    yield* cloneTo(draft, copy)
    try {
      renameSync(copy, image)
    } catch {
      // Another test file was quicker.
      rmSync(copy, { recursive: true })
    }
  }))

const urlOf = (serverUrl: string, database: string): Database.Address => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return { _tag: "Url", url: Redacted.make(url.href) }
}

/** Statements on the server itself, outside of the databases made here. */
const onServer = <A, E>(serverUrl: string, run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(SqlClient.SqlClient, run), Database.layer({ _tag: "Url", url: Redacted.make(serverUrl) }))

/** After the template's, so that the end of the run finds it. */
const newName = () => `${inject("templateDatabase")}_${randomBytes(6).toString("hex")}`

const server = (serverUrl: string): Engine => ({
  name: "server",
  address: standing("Url", Effect.gen(function*() {
    const template = inject("templateDatabase")
    const known = onServer(serverUrl, (sql) => Effect.map(sql`SELECT FROM pg_database WHERE datname = ${template}`, (rows) => rows.length > 0))
    yield* onceARun(known, makeTemplate(serverUrl, template))
    const name = newName()
    yield* Effect.acquireRelease(
      onServer(serverUrl, (sql) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)}`),
      () => Effect.orDie(onServer(serverUrl, (sql) => sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`))
    )
    return urlOf(serverUrl, name)
  }))
})

const makeTemplate = (serverUrl: string, template: string) =>
  Effect.gen(function*() {
    const draft = newName()
    yield* onServer(serverUrl, (sql) => sql`CREATE DATABASE ${sql(draft)}`)
    yield* migrated(urlOf(serverUrl, draft))
    yield* onServer(serverUrl, (sql) =>
      Effect.catchAll(sql`ALTER DATABASE ${sql(draft)} RENAME TO ${sql(template)}`, () => sql`DROP DATABASE ${sql(draft)}`))
  })

const all: ReadonlyArray<Engine> = [
  embedded,
  ...[inject("serverUrl")].flatMap((url) => url === null ? [] : [server(url)])
]
const wanted = process.env["DAYBOOK_TEST_ENGINES"]?.split(",")

/** The embedded database, and a server where there is one; or only those that `DAYBOOK_TEST_ENGINES` names. */
export const engines = all.filter(({ name }) => wanted?.includes(name) ?? true)

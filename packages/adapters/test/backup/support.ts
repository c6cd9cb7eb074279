import { SqlClient } from "@effect/sql"
import { ConfigProvider, Effect, Redacted, type Scope } from "effect"
import { join } from "node:path"
import { inject } from "vitest"
import { plainTexts, shapes } from "../../src/backup/rows.js"
import * as Database from "../../src/postgres/Database.js"
import { open } from "../../src/postgres/embedded/Embedded.js"
import { createDatabase, postgres } from "../support/database.js"
import { scratch } from "../support/scratch.js"

/** An instance of Daybook to back up or to restore into. */
export interface Instance {
  readonly dataDir: string
  /** The environment of its processes. */
  readonly settings: Readonly<Record<string, string>>
  /** Runs an effect with the instance's settings. */
  readonly as: <A, E, R>(
    work: Effect.Effect<A, E, R>,
    more?: Readonly<Record<string, string>>
  ) => Effect.Effect<A, E, R>
  /** Runs an effect on its database. */
  readonly on: <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.Effect<A, unknown>
}

const secret = "a secret of sixteen or more"

export const instanceOn = (database: Effect.Effect<Database.Address, unknown, Scope.Scope>) =>
  Effect.gen(function* () {
    const dataDir = yield* scratch
    const address = yield* database
    return instanceIn(dataDir, address, { DAYBOOK_DATABASE_URL: Redacted.value(address) })
  })

const instanceIn = (dataDir: string, address: Database.Address, more: Readonly<Record<string, string>>): Instance => {
  const settings = { DAYBOOK_DATA_DIR: dataDir, DAYBOOK_TIMEZONE: "Europe/Berlin", DAYBOOK_SECRET: secret, ...more }
  return {
    dataDir,
    settings,
    as: (work, more = {}) =>
      Effect.withConfigProvider(work, ConfigProvider.fromMap(new Map(Object.entries({ ...settings, ...more })))),
    on: (work) => Effect.scoped(Effect.provide(work, Database.layer(address)))
  }
}

export const emptyDatabase = Effect.suspend(() => createDatabase(inject("databaseUrl")))

/** An instance whose database has no tables of Daybook. */
export const instance = instanceOn(emptyDatabase)

/** An instance with a database in its data folder, without tables. */
export const embeddedInstance = Effect.gen(function* () {
  const dataDir = yield* scratch
  const address = yield* open({ dataDir, settings: { fsync: "off" } })
  return instanceIn(dataDir, address, {})
})

/** An instance with the tables of this version and no rows. */
export const migratedInstance = instanceOn(postgres.address)

/** Every row as text, by table. */
export const everything = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* plainTexts
      const result: Record<string, ReadonlyArray<string>> = {}
      for (const { name } of yield* shapes) {
        const rows = yield* sql<{ row: string }>`SELECT item::text AS row FROM ${sql(name)} AS item`
        result[name] = rows.map(({ row }) => row).sort()
      }
      return result
    })
  )
})

export const fileIn = (dataDir: string, name = "one.daybook") => join(dataDir, name)

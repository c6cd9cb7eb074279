import { SqlClient } from "@effect/sql"
import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import { join } from "node:path"
import { plainTexts, shapes } from "../../src/backup/rows.js"
import * as Database from "../../src/postgres/Database.js"
import { cloneTo } from "../../src/postgres/embedded/createDatabase.js"
import { open } from "../../src/postgres/embedded/Embedded.js"
import { newDataDir, scratch } from "../embedded/support/database.js"
import { type Engine, migratedImage } from "../support/database.js"

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

const migratedDataDir = Effect.gen(function* () {
  const dataDir = yield* scratch
  yield* cloneTo(yield* migratedImage, dataDir)
  return dataDir
})

/** An instance whose database has no tables of Daybook. */
export const instance = (engine: Engine, embedded: typeof migratedDataDir = newDataDir) =>
  Effect.gen(function* () {
    const isServer = engine.name === "server"
    const dataDir = yield* isServer ? scratch : embedded
    const address = isServer ? yield* engine.address : undefined
    const settings = {
      DAYBOOK_DATA_DIR: dataDir,
      DAYBOOK_TIMEZONE: "Europe/Berlin",
      DAYBOOK_SECRET: secret,
      ...(address?._tag === "Url" ? { DAYBOOK_DATABASE_URL: Redacted.value(address.url) } : {})
    }
    const here =
      address === undefined
        ? Layer.unwrapScoped(Effect.map(open({ dataDir }), (result) => Database.layer({ _tag: "Host", ...result })))
        : Database.layer(address)
    const one: Instance = {
      dataDir,
      settings,
      as: (work, more = {}) =>
        Effect.withConfigProvider(work, ConfigProvider.fromMap(new Map(Object.entries({ ...settings, ...more })))),
      on: (work) => Effect.scoped(Effect.provide(work, here))
    }
    return one
  })

/** An instance with the tables of this version and no rows. */
export const migratedInstance = (engine: Engine) => instance(engine, migratedDataDir)

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

import type { StorageFailure } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { Context, Duration, Effect, Layer, Schedule } from "effect"
import { hear } from "./hear.js"
import { storage } from "./storage.js"

const channel = "daybook_versions"
/** A listener whose connection died stays silent, so the table is also read now and then. */
const recheck = Duration.millis(700)

/** Numbers that grow with every change of a topic, told to every process as soon as the change is committed. */
export class Versions extends Context.Tag("@daybook/adapters/Versions")<Versions, {
  readonly known: (topic: string) => number
  readonly bump: (topic: string) => Effect.Effect<void, StorageFailure>
}>() {}

interface Row {
  readonly topic: string
  readonly version: number
}

export const layer = Layer.scoped(Versions, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const versions = new Map<string, number>()
  const learn = ({ topic, version }: Row) => {
    if (version > (versions.get(topic) ?? 0)) versions.set(topic, version)
  }
  const readAll = Effect.map(sql<Row>`SELECT topic, version FROM versions`, (rows) => rows.forEach(learn))
  const heard = hear(channel, (message) => {
    const at = message.lastIndexOf(":")
    learn({ topic: message.slice(0, at), version: Number(message.slice(at + 1)) })
  })
  yield* readAll
  yield* Effect.forkScoped(Effect.retry(heard, Schedule.spaced(recheck)))
  yield* Effect.forkScoped(Effect.repeat(Effect.ignore(readAll), Schedule.spaced(recheck)))
  return {
    known: (topic: string) => versions.get(topic) ?? 0,
    bump: (topic: string) =>
      storage("Versions.bump")(Effect.map(
        sql<Row>`
          WITH bumped AS (
            INSERT INTO versions (topic, version) VALUES (${topic}, 1)
            ON CONFLICT (topic) DO UPDATE SET version = versions.version + 1
            RETURNING topic, version
          )
          SELECT topic, version, pg_notify(${channel}, topic || ':' || version) FROM bumped`,
        () => undefined
      ))
  }
}))

export const dataVersions = Layer.effect(DataVersions, Effect.map(Versions, ({ bump, known }) => ({ bump, known })))

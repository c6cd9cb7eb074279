import { dedicated } from "./Database.js"
import { implement } from "./kit/store.js"
import type { StorageFailure } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { Context, Duration, Effect, Layer, Schedule, Deferred, Exit } from "effect"
import type { PgClient } from "@effect/sql-pg"
import { SqlError } from "@effect/sql/SqlError"
import { sql } from "./kit/sql.js"
import { text, number, type RowOf } from "./kit/columns.js"

const channel = "daybook_versions"
/** If a listener's connection dies, no notification arrives. Polling the table covers that case. */
const recheck = Duration.millis(700)

/** A version number per topic, increased with every change. Every process is notified when the change commits. */
export class Versions extends Context.Tag("@daybook/adapters/Versions")<
  Versions,
  { readonly latest: (topic: string) => number; readonly bump: (topic: string) => Effect.Effect<void, StorageFailure> }
>() {}

type Row = RowOf<typeof rowColumns>

const rowColumns = { topic: text, version: number }

export const layer = Layer.scoped(
  Versions,
  Effect.gen(function* () {
    const versions = new Map<string, number>()
    const learn = ({ topic, version }: Row) => {
      if (version > (versions.get(topic) ?? 0)) versions.set(topic, version)
    }
    const readAll = Effect.map(sql(rowColumns)`SELECT topic, version FROM versions`, (rows) => rows.forEach(learn))
    const notifications = listen(channel, (message) => {
      const at = message.lastIndexOf(":")
      learn({ topic: message.slice(0, at), version: Number(message.slice(at + 1)) })
    })
    yield* readAll
    yield* Effect.forkScoped(Effect.retry(notifications, Schedule.spaced(recheck)))
    yield* Effect.forkScoped(Effect.repeat(Effect.ignore(readAll), Schedule.spaced(recheck)))
    return yield* implement(Versions, {
      latest: (topic: string) => versions.get(topic) ?? 0,
      bump: (topic: string) =>
        Effect.map(
          sql(rowColumns)`
          WITH bumped AS (
            INSERT INTO versions (topic, version) VALUES (${topic}, 1)
            ON CONFLICT (topic) DO UPDATE SET version = versions.version + 1
            RETURNING topic, version
          )
          SELECT topic, version, pg_notify(${channel}, topic || ':' || version) FROM bumped`,
          () => undefined
        )
    })
  })
)

export const dataVersions = Layer.effect(
  DataVersions,
  Effect.map(Versions, ({ bump, latest }) => ({ bump, latest }))
)

const message = "Failed to listen"

/** Passes on the messages of a channel on a connection of its own, until that connection ends. */
export const listen = (
  channel: string,
  onMessage: (message: string) => void
): Effect.Effect<never, SqlError, PgClient.PgClient> =>
  Effect.scoped(
    Effect.gen(function* () {
      const ended = yield* Deferred.make<never, SqlError>()
      const failed = (cause: unknown) => new SqlError({ cause, message })
      const client = yield* dedicated(message)
      client.once("end", () => Deferred.unsafeDone(ended, Exit.fail(failed(new Error("the connection ended")))))
      client.on("notification", ({ payload }) => void (payload !== undefined && onMessage(payload)))
      yield* Effect.tryPromise({ try: () => client.query(`LISTEN ${client.escapeIdentifier(channel)}`), catch: failed })
      return yield* Deferred.await(ended)
    })
  )

import { afterCommit } from "./afterCommit.js"
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

/**
 * A version number per topic, increased with every change. Every process is notified when the change commits. The one
 * that changed something knows it at once, so that its next answer contains what it has acknowledged.
 */
export class Versions extends Context.Tag("@daybook/adapters/Versions")<
  Versions,
  {
    readonly latest: (topic: string) => number
    readonly bump: (topic: string) => Effect.Effect<void, StorageFailure>
    /** Reads all versions, so that this process knows what any other one has committed. */
    readonly catchUp: Effect.Effect<void, StorageFailure>
    /** Waits until this process knows a higher version of a topic. */
    readonly passed: (topic: string, version: number) => Effect.Effect<void>
  }
>() {}

type Row = RowOf<typeof rowColumns>

const rowColumns = { topic: text, version: number }

const increase = (topic: string) => sql(rowColumns)`
  WITH bumped AS (
    INSERT INTO versions (topic, version) VALUES (${topic}, 1)
    ON CONFLICT (topic) DO UPDATE SET version = versions.version + 1
    RETURNING topic, version
  )
  SELECT topic, version, pg_notify(${channel}, topic || ':' || version) FROM bumped`

/** Increases a version in the caller's transaction, or its own. */
export const bump = (topic: string) => Effect.asVoid(increase(topic))

const readAll = sql(rowColumns)`SELECT topic, version FROM versions`

/** The versions that this process knows, and who waits for a higher one. */
const knownVersions = (initial: ReadonlyArray<Row>) => {
  const versions = new Map(initial.map(({ topic, version }) => [topic, version]))
  const waiting = new Set<() => void>()
  const latest = (topic: string) => versions.get(topic) ?? 0
  return {
    latest,
    learn: ({ topic, version }: Row) => {
      if (version <= latest(topic)) return
      versions.set(topic, version)
      for (const check of waiting) check()
    },
    passed: (topic: string, version: number) =>
      Effect.async<void>((resume) => {
        const check = () => {
          if (latest(topic) <= version) return
          waiting.delete(check)
          resume(Effect.void)
        }
        waiting.add(check)
        check()
        return Effect.sync(() => void waiting.delete(check))
      })
  }
}

export const layer = Layer.scoped(
  Versions,
  Effect.gen(function* () {
    const { latest, learn, passed } = knownVersions([])
    const learnAll = Effect.map(readAll, (rows) => rows.forEach(learn))
    const notifications = listen(channel, (message) => {
      const at = message.lastIndexOf(":")
      learn({ topic: message.slice(0, at), version: Number(message.slice(at + 1)) })
    })
    yield* learnAll
    yield* Effect.forkScoped(Effect.retry(notifications, Schedule.spaced(recheck)))
    yield* Effect.forkScoped(Effect.repeat(Effect.ignore(learnAll), Schedule.spaced(recheck)))
    const bumpAndLearn = (topic: string) =>
      Effect.flatMap(increase(topic), (rows) => afterCommit(() => rows.forEach(learn)))
    return yield* implement(Versions, { latest, bump: bumpAndLearn, catchUp: learnAll, passed })
  })
)

/** The versions at the start, for a command that ends soon: it needs no connection that listens for changes. */
export const snapshotLayer = Layer.effect(
  Versions,
  Effect.gen(function* () {
    const { latest, learn, passed } = knownVersions(yield* readAll)
    const catchUp = Effect.map(readAll, (rows) => rows.forEach(learn))
    return yield* implement(Versions, { latest, bump, catchUp, passed })
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

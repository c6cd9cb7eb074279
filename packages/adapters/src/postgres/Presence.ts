import type { SqlClient, Statement } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Deferred, Effect, Exit, Layer, Schedule } from "effect"
import type { Client } from "pg"
import { dedicated } from "./dedicated.js"

/** What a lock stands for: the first half of its key, in a range that nothing else of Daybook uses. */
export const kinds = { host: 228_700_161, run: 228_700_162, lease: 228_700_163 } as const
export type Kind = keyof typeof kinds

/**
 * Shows others that work is alive for as long as its process is: by a session-level advisory lock on a connection of
 * the process. The database sees that connection close, so a process whose event loop is busy stays alive, and one
 * that was killed does not. Whoever decides on death also looks at the time of the last beat, which covers the time
 * between a lost connection and the next.
 */
export class Presence extends Context.Tag("@daybook/adapters/Presence")<Presence, {
  /**
   * Holds the lock of `kind` and `id`, a 32-bit integer, until it is released or the layer's scope closes. Never
   * fails: where the lock cannot be taken, beats remain.
   */
  readonly hold: (kind: Kind, id: number) => Effect.Effect<void>
  readonly release: (kind: Kind, id: number) => Effect.Effect<void>
}>() {}

/** SQL condition: a living process holds the lock of `kind` and `id`, an integer expression. */
export const isHeld = (sql: SqlClient.SqlClient, kind: Kind, id: Statement.Fragment): Statement.Fragment => sql`EXISTS (
  SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${kinds[kind]}::int::oid AND objid = (${id})::int::oid
)`

const reconnect = Schedule.spaced("250 millis")
/** A database that takes longer is left to the beats. */
const patience = "5 seconds"

/**
 * The server notices within half a minute that a machine is gone without a word, and does not close the connection
 * because it is quiet. The embedded engine shares one session and a machine with its clients.
 */
const serverSettings = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; " +
  "SET idle_session_timeout = 0"

/** The key of a lock, as SQL writes it. */
const keyOf = (kind: Kind, id: number) => `${kinds[kind]}, ${id}`

// The embedded engine's multiplexer reads these statements in just this form (`embedded/SessionLocks.ts`).
const lockAll = (keys: Iterable<string>) =>
  `SELECT ${Array.from(keys, (key) => `pg_advisory_lock_shared(${key})`).join(", ")}`
const unlock = (key: string) => `SELECT pg_advisory_unlock_shared(${key})`

const failed = (cause: unknown) => new SqlError({ cause, message: "Failed to show presence" })

/** A statement that is not answered in time closes the connection: the next one takes all locks again. */
const say = (client: Client, statement: string) =>
  Effect.tryPromise({ try: () => client.query(statement), catch: failed }).pipe(
    // Locks are taken and released where nothing else may be interrupted: the time limit must be.
    Effect.interruptible,
    Effect.timeoutFail({ duration: patience, onTimeout: () => failed(new Error("no answer")) }),
    Effect.tapError(() => Effect.sync(() => void client.end()))
  )

const make = Effect.gen(function*() {
  const isServer = (yield* PgClient.PgClient).config.url !== undefined
  const keys = new Set<string>()
  const oneAtATime = yield* Effect.makeSemaphore(1)
  const wanted = yield* Deferred.make<void>()
  let client: Client | undefined
  let connected = yield* Deferred.make<void>()

  /** One connection from its start to its end. */
  const stay = Effect.scoped(Effect.gen(function*() {
    const ended = yield* Deferred.make<never, SqlError>()
    const opened = yield* dedicated("Failed to show presence")
    opened.once("end", () => Deferred.unsafeDone(ended, Exit.fail(failed(new Error("the connection ended")))))
    yield* oneAtATime.withPermits(1)(Effect.gen(function*() {
      if (isServer) yield* say(opened, serverSettings)
      if (keys.size > 0) yield* say(opened, lockAll(keys))
      client = opened
      yield* Deferred.succeed(connected, undefined)
    }))
    return yield* Deferred.await(ended)
  })).pipe(Effect.ensuring(Effect.map(Deferred.make<void>(), (next) => {
    if (client === undefined) return
    client = undefined
    connected = next
  })))
  yield* Effect.forkScoped(Effect.zipRight(Deferred.await(wanted), Effect.retry(stay, reconnect)))

  const take = (key: string) =>
    oneAtATime.withPermits(1)(Effect.suspend(() => {
      if (keys.has(key)) return Effect.void
      keys.add(key)
      return client === undefined ? Deferred.succeed(wanted, undefined) : say(client, lockAll([key]))
    })).pipe(
      Effect.zipRight(Effect.suspend(() => Deferred.await(connected))),
      Effect.interruptible,
      Effect.timeoutOption(patience),
      Effect.ignoreLogged
    )
  const give = (key: string) =>
    oneAtATime.withPermits(1)(Effect.suspend(() =>
      keys.delete(key) && client !== undefined ? Effect.ignore(say(client, unlock(key))) : Effect.void
    ))
  return {
    hold: (kind: Kind, id: number) => take(keyOf(kind, id)),
    release: (kind: Kind, id: number) => give(keyOf(kind, id))
  }
})

export const layer: Layer.Layer<Presence, never, PgClient.PgClient> = Layer.scoped(Presence, make)

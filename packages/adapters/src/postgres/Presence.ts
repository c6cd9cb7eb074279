import type { Statement } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Deferred, Effect, Exit, Layer, Schedule } from "effect"
import type { Client } from "pg"
import { dedicated } from "./Database.js"
import { sql } from "./kit/sql.js"

/** Kinds of presence locks: the first half of the lock key, in a range that nothing else in Daybook uses. */
export const kinds = { host: 228_700_161, run: 228_700_162, lease: 228_700_163, sender: 228_700_164 } as const
export type Kind = keyof typeof kinds

/**
 * Shows other processes that this one is alive, with session-level advisory locks on a dedicated connection. The
 * database sees that connection close. A process with a busy event loop stays alive, and a killed process does not.
 * Code that declares a process dead also checks its last heartbeat, which covers the time of a reconnection.
 */
export class Presence extends Context.Tag("@daybook/adapters/Presence")<
  Presence,
  {
    /**
     * Holds the lock of `kind` and `id`, a 32-bit integer, until it is released or the layer's scope closes. Never
     * fails: without the lock, heartbeats still show that the process is alive.
     */
    readonly hold: (kind: Kind, id: number) => Effect.Effect<void>
    readonly release: (kind: Kind, id: number) => Effect.Effect<void>
  }
>() {}

/** SQL condition: a living process holds the lock of `kind` and `id`, an integer expression. */
export const isHeld = (kind: Kind, id: Statement.Fragment): Statement.Fragment => sql`EXISTS (
  SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${kinds[kind]}::int::oid AND objid = (${id})::int::oid
)`

const reconnect = Schedule.spaced("250 millis")
/** Time limit for locking. If the database is slower, heartbeats alone show that the process is alive. */
const patience = "5 seconds"

/** TCP keep-alive shows the server a dead machine within 30 seconds, and no idle timeout closes the connection. */
const sessionSettings =
  "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; " +
  "SET idle_session_timeout = 0"

/** The lock key in SQL. */
const keyOf = (kind: Kind, id: number) => `${kinds[kind]}, ${id}`

const lockAll = (keys: Iterable<string>) =>
  `SELECT ${Array.from(keys, (key) => `pg_advisory_lock_shared(${key})`).join(", ")}`
const unlock = (key: string) => `SELECT pg_advisory_unlock_shared(${key})`

const failed = (cause: unknown) => new SqlError({ cause, message: "Failed to show presence" })

/** Runs a statement. A timeout closes the connection, and the next connection takes all locks again. */
const runStatement = (client: Client, statement: string) =>
  Effect.tryPromise({ try: () => client.query(statement), catch: failed }).pipe(
    // Locking runs in uninterruptible regions, but the time limit must be able to interrupt it.
    Effect.interruptible,
    Effect.timeoutFail({ duration: patience, onTimeout: () => failed(new Error("no answer")) }),
    Effect.tapError(() => Effect.sync(() => void client.end()))
  )

const make = Effect.gen(function* () {
  const keys = new Set<string>()
  const oneAtATime = yield* Effect.makeSemaphore(1)
  const request = yield* Deferred.make<void>()
  let client: Client | undefined
  let connected = yield* Deferred.make<void>()

  /** Opens a connection, takes the locks and waits until the connection ends. */
  const stay = Effect.scoped(
    Effect.gen(function* () {
      const ended = yield* Deferred.make<never, SqlError>()
      const opened = yield* dedicated("Failed to show presence")
      opened.once("end", () => Deferred.unsafeDone(ended, Exit.fail(failed(new Error("the connection ended")))))
      yield* oneAtATime.withPermits(1)(
        Effect.gen(function* () {
          yield* runStatement(opened, sessionSettings)
          if (keys.size > 0) yield* runStatement(opened, lockAll(keys))
          client = opened
          yield* Deferred.succeed(connected, undefined)
        })
      )
      return yield* Deferred.await(ended)
    })
  ).pipe(
    Effect.ensuring(
      Effect.map(Deferred.make<void>(), (next) => {
        if (client === undefined) return
        client = undefined
        connected = next
      })
    )
  )
  yield* Effect.forkScoped(Effect.zipRight(Deferred.await(request), Effect.retry(stay, reconnect)))

  const take = (key: string) =>
    oneAtATime
      .withPermits(1)(
        Effect.suspend(() => {
          if (keys.has(key)) return Effect.void
          keys.add(key)
          return client === undefined ? Deferred.succeed(request, undefined) : runStatement(client, lockAll([key]))
        })
      )
      .pipe(
        Effect.zipRight(Effect.suspend(() => Deferred.await(connected))),
        Effect.interruptible,
        Effect.timeoutOption(patience),
        Effect.ignoreLogged
      )
  const give = (key: string) =>
    oneAtATime.withPermits(1)(
      Effect.suspend(() =>
        keys.delete(key) && client !== undefined ? Effect.ignore(runStatement(client, unlock(key))) : Effect.void
      )
    )
  return {
    hold: (kind: Kind, id: number) => take(keyOf(kind, id)),
    release: (kind: Kind, id: number) => give(keyOf(kind, id))
  }
})

export const layer: Layer.Layer<Presence, never, PgClient.PgClient> = Layer.scoped(Presence, make)

/** How long a host's last heartbeat counts after its connection is lost. Heartbeats are five seconds apart. */
const hostSilence = "20 seconds"

/** SQL condition on a row of `hosts`: the host's lock is held. Its id is the hash of the host's name. */
export const isHostHeld: Statement.Fragment = isHeld("host", sql`hashtext(name)`)

/** SQL condition on a row of `hosts`: the process is alive, or was until a moment ago. */
export const isHostAlive: Statement.Fragment = sql`(beat_at > now() - ${hostSilence}::interval OR ${isHostHeld})`

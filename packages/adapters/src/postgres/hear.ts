import type { PgClient } from "@effect/sql-pg"
import { SqlError } from "@effect/sql/SqlError"
import { Deferred, Effect, Exit } from "effect"
import { dedicated } from "./dedicated.js"

const message = "Failed to listen"

/** Hands on what is said on a channel, for as long as the connection that it makes for that stands. */
export const hear = (channel: string, tell: (message: string) => void): Effect.Effect<never, SqlError, PgClient.PgClient> =>
  Effect.scoped(Effect.gen(function*() {
    const ended = yield* Deferred.make<never, SqlError>()
    const failed = (cause: unknown) => new SqlError({ cause, message })
    const client = yield* dedicated(message)
    client.once("end", () => Deferred.unsafeDone(ended, Exit.fail(failed(new Error("the connection ended")))))
    client.on("notification", ({ payload }) => void (payload !== undefined && tell(payload)))
    yield* Effect.tryPromise({ try: () => client.query(`LISTEN ${client.escapeIdentifier(channel)}`), catch: failed })
    return yield* Deferred.await(ended)
  }))

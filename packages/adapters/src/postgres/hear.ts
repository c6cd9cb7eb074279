import { PgClient } from "@effect/sql-pg"
import { SqlError } from "@effect/sql/SqlError"
import { Deferred, Effect, Exit, Redacted } from "effect"
import { Client, type ClientConfig } from "pg"
import { onHandover } from "./embedded/handover.js"

const connectMillis = 5_000
const endWithin = "1 second"

const failed = (cause: unknown) => new SqlError({ cause, message: "Failed to listen" })

/**
 * Hands on what is said on a channel, for as long as the connection that it makes for that stands. `PgClient.listen`
 * forgets a connection that it is just making when it is interrupted, and a process that has such a one never ends.
 */
export const hear = (channel: string, tell: (message: string) => void): Effect.Effect<never, SqlError, PgClient.PgClient> =>
  Effect.scoped(Effect.gen(function*() {
    const ended = yield* Deferred.make<never, SqlError>()
    const client = yield* Effect.acquireRelease(
      connect(yield* PgClient.PgClient),
      (client) => Effect.timeoutOption(Effect.interruptible(Effect.promise(() => client.end())), endWithin)
    )
    client.once("end", () => Deferred.unsafeDone(ended, Exit.fail(failed(new Error("the connection ended")))))
    onHandover(client, () => void client.end())
    client.on("notification", ({ payload }) => void (payload !== undefined && tell(payload)))
    yield* Effect.tryPromise({ try: () => client.query(`LISTEN ${client.escapeIdentifier(channel)}`), catch: failed })
    return yield* Deferred.await(ended)
  }))

const connect = ({ config }: PgClient.PgClient) =>
  Effect.tryPromise({
    try: async () => {
      const client = new Client({ ...placeOf(config), application_name: "daybook", connectionTimeoutMillis: connectMillis })
      // Its end is heard of, whatever the reason.
      client.on("error", () => {})
      await client.connect()
      return client
    },
    catch: failed
  })

const placeOf = ({ database, host, password, port, url, username }: PgClient.PgClientConfig): ClientConfig =>
  url === undefined
    ? { host, port, database, user: username, password: password === undefined ? undefined : Redacted.value(password) }
    : { connectionString: Redacted.value(url) }

import { PgClient } from "@effect/sql-pg"
import { SqlError } from "@effect/sql/SqlError"
import { Effect, Redacted, type Scope } from "effect"
import { Client, type ClientConfig } from "pg"
import { onHandover } from "./embedded/handover.js"

const connectMillis = 5_000
const endWithin = "1 second"

/**
 * A connection outside of the pool, for what belongs to a session: channels and session locks. It closes with the
 * scope, and before the process that runs the embedded engine ends. `PgClient.listen` would lose a connection that is
 * interrupted while it opens, and the process would never end.
 */
export const dedicated = (message: string): Effect.Effect<Client, SqlError, PgClient.PgClient | Scope.Scope> =>
  Effect.flatMap(PgClient.PgClient, ({ config }) =>
    Effect.acquireRelease(
      connect(config, message),
      (client) => Effect.timeoutOption(Effect.interruptible(Effect.promise(() => client.end())), endWithin)
    ))

const connect = (config: PgClient.PgClientConfig, message: string) =>
  Effect.tryPromise({
    try: async () => {
      const client = new Client({
        ...placeOf(config),
        application_name: "daybook",
        connectionTimeoutMillis: connectMillis
      })
      // The "end" event follows every error.
      client.on("error", () => {})
      onHandover(client, () => void client.end())
      await client.connect()
      return client
    },
    catch: (cause) => new SqlError({ cause, message })
  })

const placeOf = ({ database, host, password, port, url, username }: PgClient.PgClientConfig): ClientConfig =>
  url === undefined
    ? { host, port, database, user: username, password: password === undefined ? undefined : Redacted.value(password) }
    : { connectionString: Redacted.value(url) }

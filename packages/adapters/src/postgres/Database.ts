import { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer, Redacted, type Scope } from "effect"
import { Client, type ClientBase, type ClientConfig, Pool } from "pg"
import { getTypeParser } from "pg-types"
import { waiting } from "../Opening.js"
import { followPriority } from "./followPriority.js"
import { columnName } from "./kit/columns.js"
import { usePool } from "./kit/execute.js"
import { serializeQueries } from "./serializeQueries.js"

/** The URL of a PostgreSQL server. */
export type Address = Redacted.Redacted

const timestamptz = 1184
const date = 1082
const int8 = 20
const numeric = 1700

/** Signs before the hours of a UTC offset without minutes. */
const signs = new Set(["+", "-"])

/** Result types: instants are epoch milliseconds, days are text, all numbers are numbers. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [timestamptz]: (text) =>
    Date.parse(`${text.slice(0, 10)}T${text.slice(11)}${signs.has(text.at(-3) ?? "") ? ":00" : ""}`),
  [date]: (text) => text,
  [int8]: Number,
  [numeric]: Number
}

const connections = 8
/** Time limit for the first answer: a server that does not answer soon is down. */
const connectWithin = Duration.seconds(5)
const endWithin = Duration.seconds(1)

/** The connection pool, for metrics. */
export class ConnectionPool extends Context.Tag("@daybook/adapters/ConnectionPool")<ConnectionPool, Pool>() {}

const types = { getTypeParser: (oid: number) => parsers[oid] ?? getTypeParser(oid) }

/** Disables parallel workers and JIT: starting them takes longer than our short statements. */
const disableParallelism = (client: ClientBase) =>
  client.query("SET max_parallel_workers_per_gather = 0; SET jit = off")

/** What else is known about a database. */
interface DatabaseOptions {
  /** Whether Daybook started the server on this machine for its data folder. */
  readonly isEmbedded: boolean
}

/** Prepares a new connection. */
const prepare = async (client: ClientBase, { isEmbedded }: DatabaseOptions) => {
  if (isEmbedded) followPriority((client as { readonly processID?: number | null }).processID ?? undefined)
  await disableParallelism(client)
}

/** Opens a pool and waits until its database answers. Closing the scope ends the pool. */
const open = (address: Address, options: DatabaseOptions) =>
  Effect.gen(function* () {
    const pool = yield* Effect.acquireRelease(
      Effect.sync(
        () =>
          new Pool({
            connectionString: Redacted.value(address),
            onConnect: (client) => prepare(client, options),
            application_name: "daybook",
            max: connections,
            types
          })
      ),
      (pool) => Effect.timeoutOption(Effect.interruptible(Effect.promise(() => pool.end())), endWithin)
    )
    // The user of a failed connection gets the error. Errors of idle connections need no handling: the pool drops them.
    pool.on("error", () => {})
    serializeQueries(pool)
    yield* waiting("connecting to the database")(
      Effect.tryPromise({
        try: () => pool.query("SELECT 1"),
        catch: (cause) => new SqlError({ cause, message: "Failed to connect" })
      }).pipe(
        Effect.timeoutFail({
          duration: connectWithin,
          onTimeout: () => new SqlError({ cause: new Error("Connection timed out"), message: "Connection timed out" })
        })
      )
    )
    return pool
  })

/** The SQL client that all stores share, and its connection pool. Column names become camelCase. */
export const layer = (address: Address, options: DatabaseOptions = { isEmbedded: false }) =>
  Layer.provideMerge(
    Layer.unwrapEffect(
      Effect.map(ConnectionPool, (pool) =>
        Layer.tap(
          PgClient.layerFromPool({
            acquire: Effect.succeed(pool),
            transformResultNames: columnName,
            transformJson: false,
            types
          }),
          (context) => Effect.sync(() => usePool(Context.get(context, SqlClient.SqlClient), pool))
        )
      )
    ),
    Layer.scoped(ConnectionPool, open(address, options))
  )

const connectMillis = 5_000
const closeWithin = "1 second"

/**
 * A connection outside the pool, for features bound to a session: channels and session-level locks. It closes with the
 * scope. `PgClient.listen` leaks a connection if it is interrupted while it connects, and the process would then never
 * exit.
 */
export const dedicated = (message: string): Effect.Effect<Client, SqlError, PgClient.PgClient | Scope.Scope> =>
  Effect.flatMap(PgClient.PgClient, ({ config }) =>
    Effect.acquireRelease(connect(config, message), (client) =>
      Effect.timeoutOption(Effect.interruptible(Effect.promise(() => client.end())), closeWithin)
    )
  )

const connect = (config: PgClient.PgClientConfig, message: string) =>
  Effect.tryPromise({
    try: async () => {
      const client = new Client({
        ...clientConfigOf(config),
        application_name: "daybook",
        connectionTimeoutMillis: connectMillis
      })
      // An "end" event follows every error.
      client.on("error", () => {})
      await client.connect()
      return client
    },
    catch: (cause) => new SqlError({ cause, message })
  })

const clientConfigOf = ({ database, host, password, port, url, username }: PgClient.PgClientConfig): ClientConfig =>
  url === undefined
    ? { host, port, database, user: username, password: password === undefined ? undefined : Redacted.value(password) }
    : { connectionString: Redacted.value(url) }

import { PgClient } from "@effect/sql-pg"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer, type Option, Redacted } from "effect"
import { type ClientBase, Pool, type PoolConfig } from "pg"
import { getTypeParser } from "pg-types"
import { waiting } from "../Waiting.js"
import { columnName } from "./columnName.js"
import { follow } from "./embedded/handover.js"
import { inTurn } from "./inTurn.js"

/** Where a PostgreSQL answers: a server's URL, or the address of the embedded engine. */
export type Address =
  | { readonly _tag: "Url"; readonly url: Redacted.Redacted }
  | {
    readonly _tag: "Host"
    readonly host: string
    readonly port: number
    readonly username: string
    readonly database: string
    readonly password: Option.Option<Redacted.Redacted>
  }

const timestamptz = 1184
const date = 1082
const int8 = 20
const numeric = 1700

/** Before the hours that a time zone is off, where no minutes follow. */
const signs = new Set(["+", "-"])

/** How values leave the driver: instants as epoch milliseconds, days as text, all numbers as numbers. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [timestamptz]: (text) => Date.parse(`${text.slice(0, 10)}T${text.slice(11)}${signs.has(text.at(-3) ?? "") ? ":00" : ""}`),
  [date]: (text) => text,
  [int8]: Number,
  [numeric]: Number
}

const connections = 8
/**
 * For a database to answer at first. The embedded engine does one thing at a time: what another process has it do, such as
 * a move of the home or a backup, is waited for. A server that does not answer soon is not there.
 */
const connectWithin = { Url: Duration.seconds(5), Host: Duration.minutes(1) }
const endWithin = Duration.seconds(1)

/** Where the connections come from, for whoever counts them. */
export class ConnectionPool extends Context.Tag("@daybook/adapters/ConnectionPool")<ConnectionPool, Pool>() {}

const types = { getTypeParser: (oid: number) => parsers[oid] ?? getTypeParser(oid) }

/**
 * Every statement of ours is short: starting workers or a compiler for one takes longer than it does. The embedded engine
 * has neither.
 */
const plainly = (client: ClientBase) => client.query("SET max_parallel_workers_per_gather = 0; SET jit = off")

const placeOf = (address: Address): PoolConfig =>
  address._tag === "Url"
    ? { connectionString: Redacted.value(address.url), onConnect: plainly }
    : {
      host: address.host,
      port: address.port,
      user: address.username,
      database: address.database,
      ...(address.password._tag === "Some" ? { password: Redacted.value(address.password.value) } : {})
    }

/** A pool whose database has answered once. It ends with the scope. */
const open = (address: Address) =>
  Effect.gen(function*() {
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => new Pool({ ...placeOf(address), application_name: "daybook", max: connections, types })),
      (pool) => Effect.timeoutOption(Effect.interruptible(Effect.promise(() => pool.end())), endWithin)
    )
    // Whoever uses a connection that dies hears of it; an idle one is simply gone.
    pool.on("error", () => {})
    inTurn(pool)
    if (address._tag === "Host") follow(pool)
    yield* waiting("connecting to the database")(Effect.tryPromise({ try: () => pool.query("SELECT 1"), catch: (cause) => new SqlError({ cause, message: "Failed to connect" }) }).pipe(
      Effect.timeoutFail({ duration: connectWithin[address._tag], onTimeout: () => new SqlError({ cause: new Error("Connection timed out"), message: "Connection timed out" }) })
    ))
    return pool
  })

/** The one client that all stores share, and its pool. Rows come with camelCase names. */
export const layer = (address: Address) =>
  Layer.provideMerge(
    Layer.unwrapEffect(Effect.map(ConnectionPool, (pool) =>
      PgClient.layerFromPool({ acquire: Effect.succeed(pool), transformResultNames: columnName, transformJson: false, types }))),
    Layer.scoped(ConnectionPool, open(address))
  )

import { SqlClient, Statement } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { SqlError } from "@effect/sql/SqlError"
import { Context, DefaultServices, Effect, type Fiber, FiberRef, Tracer } from "effect"
import type { Pool, PoolClient, QueryArrayResult } from "pg"
import { columnName } from "./columns.js"

type Row = Readonly<Record<string, unknown>>

const compiler = PgClient.makeCompiler(undefined, false)

/** The rows that a connection of the client answers, by the names of their columns in camelCase. */
const renamed = Statement.defaultTransforms(columnName, false).array

const pools = new WeakMap<SqlClient.SqlClient, Pool>()

/** Lets the statements of a client use its pool without the client. */
export const usePool = (client: SqlClient.SqlClient, pool: Pool): void => void pools.set(client, pool)

const isTraced = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  fiber.getFiberRef(FiberRef.currentTracerEnabled) &&
  fiber.currentTracer !== Context.get(DefaultServices.liveServices, Tracer.Tracer)

/**
 * Runs a statement with the client of the context, in its transaction if there is one. Outside of a transaction, and
 * without a tracer, the driver runs it: the client's span, scope and copies of the context take three times as long as
 * the driver itself.
 */
export const execute = (
  statement: Statement.Fragment
): Effect.Effect<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient> =>
  Effect.withFiberRuntime((fiber) => {
    const client = Context.unsafeGet(fiber.currentContext, SqlClient.SqlClient)
    const pool = pools.get(client)
    if (pool === undefined || isTraced(fiber)) return client<Row>`${statement}`
    const [text, values] = compiler.compile(statement, false)
    const transaction = fiber.currentContext.unsafeMap.get(SqlClient.TransactionConnection.key) as
      Context.Tag.Service<typeof SqlClient.TransactionConnection> | undefined
    return transaction === undefined
      ? onPool(pool, text, values)
      : (transaction[0].execute(text, values, renamed) as Effect.Effect<ReadonlyArray<Row>, SqlError>)
  })

const failure = (message: string, cause: unknown) => Effect.fail(new SqlError({ cause, message }))

/** Interruption releases the connection, and the pool ends a query that still runs on it. */
const onPool = (pool: Pool, text: string, values: ReadonlyArray<unknown>) =>
  Effect.async<ReadonlyArray<Row>, SqlError>((resume) => {
    let connection: PoolClient | undefined
    let isDone = false
    const release = () => {
      // A fiber may be interrupted between the answer and its next step.
      if (isDone) return
      isDone = true
      connection?.release()
    }
    pool.connect((error, client) => {
      if (client === undefined) return resume(failure("Failed to acquire connection", error))
      if (isDone) return client.release()
      connection = client
      client.query({ text, values: values as Array<unknown>, rowMode: "array" }, (cause: Error | null, result) => {
        if (isDone) return
        release()
        resume(cause ? failure("Failed to execute statement", cause) : Effect.succeed(rowsOf(result)))
      })
    })
    return Effect.sync(release)
  })

/** The rows of a statement by the names of their columns in camelCase; of several statements, the last one's. */
const rowsOf = (result: QueryArrayResult | ReadonlyArray<QueryArrayResult>): ReadonlyArray<Row> => {
  const { fields, rows } = "rows" in result ? result : result.at(-1)!
  const names = fields.map(({ name }) => columnName(name))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index += 1) row[names[index]!] = values[index]
    return row
  })
}

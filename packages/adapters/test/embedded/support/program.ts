import { Cause, Effect, Exit, Option, Redacted, Scope } from "effect"
import pg from "pg"
import { type EmbeddedDatabase, open } from "../../../src/postgres/embedded/Embedded.js"
import type { Answer, Request } from "./programs.js"

/** A separate process that opens a folder's database and executes requests. */
const [dataDir = "", idleMillis = "30000"] = process.argv.slice(2)

const scope = Effect.runSync(Scope.make())

const send = (message: unknown) => void process.send?.(message)

const start = async (): Promise<EmbeddedDatabase> => {
  const exit = await Effect.runPromiseExit(Scope.extend(open({ dataDir, idleTransaction: Number(idleMillis) }), scope))
  if (Exit.isSuccess(exit)) return exit.value
  send({ failed: Option.getOrElse(Cause.failureOption(exit.cause), () => Cause.pretty(exit.cause)) })
  process.exit(1)
}

const poolOf = (database: EmbeddedDatabase) => {
  const pool = new pg.Pool({
    host: database.host,
    port: database.port,
    user: database.username,
    database: database.database,
    password: Option.match(database.password, { onNone: () => undefined, onSome: Redacted.value }),
    max: 4
  })
  pool.on("error", () => {})
  return pool
}

const main = async () => {
  const database = await start()
  const pool = poolOf(database)
  const act = async (request: Request): Promise<unknown> => {
    if (request._tag === "Query") return (await pool.query(request.sql, [...request.values])).rows
    if (request._tag === "Owner") return Effect.runPromise(database.owner)
    if (request._tag === "Listen") {
      const client = await pool.connect()
      client.on("notification", (notification) => send({ payload: notification.payload }))
      await client.query(`LISTEN ${request.channel}`)
      return undefined
    }
    await pool.end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    setImmediate(() => process.exit(0))
    return undefined
  }
  process.on("message", (request: Request) => {
    act(request)
      .then(
        (value): Answer => ({ id: request.id, value }),
        (error): Answer => ({ id: request.id, error: String(error) })
      )
      .then(send)
  })
  send({ opened: true })
}

process.on("disconnect", () => process.exit(1))
void main()

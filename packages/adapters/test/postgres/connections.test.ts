import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import type { ClientBase } from "pg"
import { ConnectionPool, layer as databaseLayer } from "../../src/postgres/Database.js"
import { postgres } from "../support/database.js"

/** The driver's state of a connection. */
interface Driver {
  readonly _activeQuery: unknown
  readonly _queryQueue: ReadonlyArray<unknown>
}

const isBusy = (client: ClientBase) => {
  const { _activeQuery, _queryQueue } = client as unknown as Driver
  return (_activeQuery !== null && _activeQuery !== undefined) || _queryQueue.length > 0
}

/** Counts connections that the pool hands out while they are busy. */
const handedOutBusy = Effect.map(ConnectionPool, (pool) => {
  const seen = { busy: 0, all: 0 }
  pool.on("acquire", (client) => {
    seen.all++
    if (isBusy(client)) seen.busy++
  })
  return seen
})

it.live("the pool hands out a connection only after its interrupted work has ended", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const seen = yield* handedOutBusy
    const slow = sql`SELECT count(*) FROM generate_series(1, 50000)`
    for (let round = 0; round < 6; round++) {
      const fibers = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, index) => index),
        (index) => Effect.fork(index % 3 === 0 ? sql.withTransaction(Effect.zipRight(sql`SELECT 1`, slow)) : slow)
      )
      yield* Effect.sleep(round * 3)
      yield* Fiber.interruptAll(fibers)
      expect(yield* sql`SELECT ${round}::int AS round`).toStrictEqual([{ round }])
    }
    expect(seen.all).toBeGreaterThan(20)
    expect(seen.busy).toBe(0)
  }).pipe(Effect.provide(Layer.unwrapScoped(Effect.map(postgres.address, databaseLayer))), Effect.scoped)
)

it.live("concurrent statements of one transaction run one after the other", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const numbers = Array.from({ length: 20 }, (_, index) => index)
    const rows = yield* sql.withTransaction(
      Effect.forEach(numbers, (number) => sql`SELECT ${number}::int AS number`, { concurrency: "unbounded" })
    )
    expect(rows.flat()).toStrictEqual(numbers.map((number) => ({ number })))
    const failures = yield* Effect.forEach(numbers, (number) => Effect.either(sql`SELECT ${number} / 0`), {
      concurrency: 8
    })
    expect(failures.every(({ _tag }) => _tag === "Left")).toBe(true)
  }).pipe(Effect.provide(Layer.unwrapScoped(Effect.map(postgres.address, databaseLayer))), Effect.scoped)
)

import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import type { ClientBase } from "pg"
import { ConnectionPool, layer as databaseLayer } from "../../src/postgres/Database.js"
import { engines } from "../support/database.js"

/** What the driver knows of a connection's work. */
interface Driver {
  readonly _activeQuery: unknown
  readonly _queryQueue: ReadonlyArray<unknown>
}

const isBusy = (client: ClientBase) => {
  const { _activeQuery, _queryQueue } = client as unknown as Driver
  return _activeQuery !== null && _activeQuery !== undefined || _queryQueue.length > 0
}

/** Counts connections that are handed out while they are at work. */
const handedOutBusy = Effect.map(ConnectionPool, (pool) => {
  const seen = { busy: 0, all: 0 }
  pool.on("acquire", (client) => {
    seen.all++
    if (isBusy(client)) seen.busy++
  })
  return seen
})

const suite = (engine: (typeof engines)[number]) =>
  describe(engine.name, () => {
    it.live("a connection whose work was interrupted is handed out when that has ended", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const seen = yield* handedOutBusy
        const slow = sql`SELECT count(*) FROM generate_series(1, 50000)`
        for (let round = 0; round < 6; round++) {
          const fibers = yield* Effect.forEach(Array.from({ length: 12 }, (_, index) => index), (index) =>
            Effect.fork(index % 3 === 0 ? sql.withTransaction(Effect.zipRight(sql`SELECT 1`, slow)) : slow))
          yield* Effect.sleep(round * 3)
          yield* Fiber.interruptAll(fibers)
          assert.deepStrictEqual(yield* sql`SELECT ${round}::int AS round`, [{ round }])
        }
        assert.isAbove(seen.all, 20)
        assert.strictEqual(seen.busy, 0)
      }).pipe(Effect.provide(Layer.unwrapScoped(Effect.map(engine.address, databaseLayer))), Effect.scoped))

    it.live("statements of one transaction follow each other, also where they are asked for at once", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const numbers = Array.from({ length: 20 }, (_, index) => index)
        const rows = yield* sql.withTransaction(
          Effect.forEach(numbers, (number) => sql`SELECT ${number}::int AS number`, { concurrency: "unbounded" })
        )
        assert.deepStrictEqual(rows.flat(), numbers.map((number) => ({ number })))
        const failures = yield* Effect.forEach(numbers, (number) => Effect.either(sql`SELECT ${number} / 0`), { concurrency: 8 })
        assert.isTrue(failures.every(({ _tag }) => _tag === "Left"))
      }).pipe(Effect.provide(Layer.unwrapScoped(Effect.map(engine.address, databaseLayer))), Effect.scoped))
  })

for (const engine of engines) suite(engine)

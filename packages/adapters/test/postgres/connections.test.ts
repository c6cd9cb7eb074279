import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
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

const onPool = Layer.unwrapScoped(Effect.map(postgres.address, databaseLayer))

it.live("an interrupted statement ends, in a transaction or not, also while every connection is taken", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const pool = yield* ConnectionPool
    const endless = sql`SELECT pg_sleep(${600})`
    const running = Effect.map(
      sql`SELECT count(*)::int AS count FROM pg_stat_activity WHERE query = 'SELECT pg_sleep($1)' AND state = 'active'`,
      ([row]) => row?.["count"]
    )
    const until = (count: number) => Effect.repeat(running, { until: (now) => now === count })
    const fibers = yield* Effect.forEach([endless, sql.withTransaction(endless)], (one) => Effect.fork(one))
    yield* until(2)
    const rest = Array.from({ length: pool.options.max! - pool.totalCount + pool.idleCount })
    yield* Effect.scoped(
      Effect.gen(function* () {
        const connections = yield* Effect.forEach(rest, () => sql.reserve)
        yield* Fiber.interruptAll(fibers)
        yield* connections[0]!.executeUnprepared("SELECT 1", [], undefined)
      })
    )
    yield* until(0)
  }).pipe(Effect.provide(onPool), Effect.scoped)
)

it.live("the interruption of one statement of a transaction leaves the others alone", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const blocked = yield* Deferred.make<void>()
    const other = yield* Effect.fork(
      sql.withTransaction(Effect.zipRight(sql`SELECT pg_advisory_xact_lock(7)`, Deferred.await(blocked)))
    )
    const locks = sql`SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND objid = 7`
    const untilLocks = (count: number) => Effect.repeat(locks, { until: ([row]) => row?.["count"] === count })
    yield* untilLocks(1)
    const rows = yield* Effect.fork(
      sql.withTransaction(
        Effect.gen(function* () {
          const first = yield* Effect.fork(sql`SELECT pg_advisory_xact_lock(7), 1 AS number`)
          yield* Effect.yieldNow()
          const second = yield* Effect.fork(sql`SELECT 2 AS number`)
          yield* Effect.yieldNow()
          yield* Fiber.interrupt(second)
          yield* Deferred.succeed(blocked, undefined)
          return [...(yield* Fiber.join(first)), ...(yield* sql`SELECT 3 AS number`)]
        })
      )
    )
    expect((yield* Fiber.join(rows)).map(({ number }) => number)).toStrictEqual([1, 3])
    yield* Fiber.join(other)
  }).pipe(Effect.provide(onPool), Effect.scoped)
)

it.live("statements that end by themselves are not cancelled", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const began = Effect.map(
      sql`SELECT sessions::int AS count FROM pg_stat_database WHERE datname = current_database()`,
      ([row]) => Number(row?.["count"])
    )
    const before = yield* began
    for (let round = 0; round < 30; round++) {
      yield* sql`SELECT 1`
      yield* Effect.either(sql.withTransaction(sql`SELECT 1 / 0`))
    }
    yield* sql`SELECT pg_stat_clear_snapshot()`
    expect((yield* began) - before).toBeLessThan(10)
  }).pipe(Effect.provide(onPool), Effect.scoped)
)

import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Tracer } from "effect"
import type { ClientBase } from "pg"
import { ConnectionPool, layer as databaseLayer } from "../../src/postgres/Database.js"
import { number } from "../../src/postgres/kit/columns.js"
import { sql } from "../../src/postgres/kit/sql.js"
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
    const client = yield* SqlClient.SqlClient
    const seen = yield* handedOutBusy
    const slow = sql`SELECT count(*) FROM generate_series(1, 50000)`
    for (let round = 0; round < 6; round++) {
      const fibers = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, index) => index),
        (index) => Effect.fork(index % 3 === 0 ? client.withTransaction(Effect.zipRight(sql`SELECT 1`, slow)) : slow)
      )
      yield* Effect.sleep(round * 3)
      yield* Fiber.interruptAll(fibers)
      expect(yield* sql({ round: number })`SELECT ${round}::int AS round`).toStrictEqual([{ round }])
    }
    expect(seen.all).toBeGreaterThan(20)
    expect(seen.busy).toBe(0)
  }).pipe(Effect.provide(Layer.unwrapScoped(Effect.map(postgres.address, databaseLayer))), Effect.scoped)
)

it.live("concurrent statements of one transaction run one after the other", () =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    const numbers = Array.from({ length: 20 }, (_, index) => index)
    const rows = yield* client.withTransaction(
      Effect.forEach(numbers, (one) => sql({ one: number })`SELECT ${one}::int AS one`, { concurrency: "unbounded" })
    )
    expect(rows.flat()).toStrictEqual(numbers.map((one) => ({ one })))
    const failures = yield* Effect.forEach(numbers, (one) => Effect.either(sql`SELECT ${one} / 0`), { concurrency: 8 })
    expect(failures.every(({ _tag }) => _tag === "Left")).toBe(true)
  }).pipe(Effect.provide(Layer.unwrapScoped(Effect.map(postgres.address, databaseLayer))), Effect.scoped)
)

const onPool = Layer.unwrapScoped(Effect.map(postgres.address, databaseLayer))

it.live("an interrupted statement ends, in a transaction or not, also while every connection is taken", () =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    const pool = yield* ConnectionPool
    const endless = sql`SELECT pg_sleep(${600})`
    const running = Effect.map(
      sql({
        count: number
      })`SELECT count(*)::int AS count FROM pg_stat_activity WHERE query = 'SELECT pg_sleep($1)' AND state = 'active'`,
      ([row]) => row?.count
    )
    const until = (count: number) => Effect.repeat(running, { until: (now) => now === count })
    const fibers = yield* Effect.forEach([endless, client.withTransaction(endless)], (one) => Effect.fork(one))
    yield* until(2)
    const rest = Array.from({ length: pool.options.max! - pool.totalCount + pool.idleCount })
    yield* Effect.scoped(
      Effect.gen(function* () {
        const connections = yield* Effect.forEach(rest, () => client.reserve)
        yield* Fiber.interruptAll(fibers)
        yield* connections[0]!.executeUnprepared("SELECT 1", [], undefined)
      })
    )
    yield* until(0)
  }).pipe(Effect.provide(onPool), Effect.scoped)
)

it.live("the interruption of one statement of a transaction leaves the others alone", () =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    const blocked = yield* Deferred.make<void>()
    const other = yield* Effect.fork(
      client.withTransaction(Effect.zipRight(sql`SELECT pg_advisory_xact_lock(7)`, Deferred.await(blocked)))
    )
    const locks = sql({
      count: number
    })`SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND objid = 7`
    const untilLocks = (count: number) => Effect.repeat(locks, { until: ([row]) => row?.count === count })
    yield* untilLocks(1)
    const rows = yield* Effect.fork(
      client.withTransaction(
        Effect.gen(function* () {
          const first = yield* Effect.fork(sql({ one: number })`SELECT pg_advisory_xact_lock(7), 1 AS one`)
          yield* Effect.yieldNow()
          const second = yield* Effect.fork(sql({ one: number })`SELECT 2 AS one`)
          yield* Effect.yieldNow()
          yield* Fiber.interrupt(second)
          yield* Deferred.succeed(blocked, undefined)
          return [...(yield* Fiber.join(first)), ...(yield* sql({ one: number })`SELECT 3 AS one`)]
        })
      )
    )
    expect((yield* Fiber.join(rows)).map(({ one }) => one)).toStrictEqual([1, 3])
    yield* Fiber.join(other)
  }).pipe(Effect.provide(onPool), Effect.scoped)
)

it.live("statements that end by themselves are not cancelled", () =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    const began = Effect.map(
      sql({ count: number })`SELECT sessions::int AS count FROM pg_stat_database WHERE datname = current_database()`,
      ([row]) => row!.count
    )
    const before = yield* began
    for (let round = 0; round < 30; round++) {
      yield* sql`SELECT 1`
      yield* Effect.either(client.withTransaction(sql`SELECT 1 / 0`))
    }
    yield* sql`SELECT pg_stat_clear_snapshot()`
    expect((yield* began) - before).toBeLessThan(10)
  }).pipe(Effect.provide(onPool), Effect.scoped)
)

/** A tracer whose spans are those of the program's own one. */
const tracer = Effect.map(Effect.tracer, (own) => Tracer.make({ span: own.span, context: (run) => run() }))

it.live("a statement answers the same in a transaction, outside of one, and with a tracer", () =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    const statement = sql`
      SELECT 7::int8 AS big_number, '{"the_name": 1}'::jsonb AS the_detail, '2024-02-29'::date AS the_day,
        '2024-02-29 12:00+00'::timestamptz AS seen_at, NULL AS nothing_here, ${"text"}::text AS sub_title`
    const rows = [
      {
        bigNumber: 7,
        theDetail: { the_name: 1 },
        theDay: "2024-02-29",
        seenAt: Date.UTC(2024, 1, 29, 12),
        nothingHere: null,
        subTitle: "text"
      }
    ]
    expect(yield* statement).toStrictEqual(rows)
    expect(yield* client.withTransaction(statement)).toStrictEqual(rows)
    expect(yield* Effect.withTracer(statement, yield* tracer)).toStrictEqual(rows)
    expect(yield* sql`SELECT 1 AS one WHERE false`).toStrictEqual([])
    const failures = [
      yield* Effect.flip(sql`SELECT 1 / ${0}::int`),
      yield* Effect.flip(client.withTransaction(sql`SELECT 1 / ${0}::int`))
    ]
    expect(failures.map(({ cause }) => (cause as { code?: string }).code)).toStrictEqual(["22012", "22012"])
  }).pipe(Effect.provide(onPool), Effect.scoped)
)

import { describe, expect, it } from "@effect/vitest"
import { SqlClient } from "@effect/sql"
import { Effect, Fiber, Layer, Ref } from "effect"
import { readdirSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import { afterAll, beforeAll } from "vitest"
import * as Database from "../../src/postgres/Database.js"
import { open } from "../../src/postgres/embedded/Embedded.js"
import { connect, newDataDir, poolOf, valueOf } from "./support/database.js"
import { buildProgram, type Program, removeProgram, startProgram } from "./support/programs.js"

beforeAll(buildProgram)
afterAll(removeProgram)

const program = (dataDir: string) =>
  Effect.acquireRelease(
    Effect.promise(() => startProgram(dataDir)),
    (one) => Effect.promise(one.kill)
  )

describe("a data folder opened by several processes", () => {
  it.scopedLive("has one owner that all processes use", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const [first, second] = [yield* program(dataDir), yield* program(dataDir)]
      yield* Effect.promise(async () => {
        expect([await first.owner(), await second.owner()]).toEqual([true, false])
        await second.query("CREATE TABLE t (n int)")
        await Promise.all([insertMany(first, 1, 200), insertMany(second, 1_001, 1_200)])
        expect(await first.query("SELECT count(*)::int FROM t")).toEqual([{ count: 400 }])
      })
    })
  )

  it.scopedLive("delivers notifications between processes", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const [first, second] = [yield* program(dataDir), yield* program(dataDir)]
      yield* Effect.promise(async () => {
        await first.listen("news")
        await second.listen("news")
        await first.query("SELECT pg_notify('news', 'from the owner')")
        await second.query("SELECT pg_notify('news', 'from the other')")
        const both = ["from the owner", "from the other"]
        await until(() => first.notifications().length === 2 && second.notifications().length === 2)
        expect([first.notifications(), second.notifications()]).toEqual([both, both])
      })
    })
  )

  it.scopedLive("passes to the next process when the owner exits, and is cleaned up by the last", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const [first, second] = [yield* program(dataDir), yield* program(dataDir)]
      yield* Effect.promise(async () => {
        await first.query("CREATE TABLE t AS SELECT 1 AS n")
        await first.close()
        await until(() => second.owner())
        expect(await second.query("SELECT n FROM t")).toEqual([{ n: 1 }])
        await second.close()
      })
      expect(readdirSync(dataDir)).toEqual(["pg"])
    })
  )

  it.scopedLive("keeps every acknowledged write when each owner is killed with SIGKILL", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const database = yield* Effect.promise(() => startProgram(dataDir))
      yield* Effect.promise(() => database.query("CREATE TABLE t (n int PRIMARY KEY)"))
      let owner = database
      let last = 0
      for (let round = 0; round < 4; round++) {
        const next = yield* program(dataDir)
        last = yield* Effect.promise(() => writeUntilKilled(owner, next, last))
        owner = next
      }
      const result = yield* Effect.promise(() => owner.query("SELECT count(*)::int, max(n)::int FROM t"))
      expect(result).toEqual([{ count: last, max: last }])
    })
  )

  it.scopedLive("reconnects a pool that lost the owner, in the process that takes over", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const owner = yield* program(dataDir)
      const here = yield* open({ dataDir })
      const pool = yield* poolOf(here, 3)
      yield* Effect.promise(async () => {
        await pool.query("CREATE TABLE t AS SELECT 7 AS n")
        await owner.kill()
        expect(valueOf(await eventually(() => pool.query("SELECT n FROM t")))).toBe(7)
      })
      expect(yield* here.owner).toBe(true)
    })
  )

  it.scopedLive("hands over without loss: a busy process continues as the new owner", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const owner = yield* program(dataDir)
      yield* Effect.promise(() => owner.query("CREATE TABLE t (n int PRIMARY KEY)"))
      const here = yield* open({ dataDir })
      const store = yield* Layer.build(Database.layer({ _tag: "Host", ...here }))
      const writeCount = yield* Ref.make(0)
      const write = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const insert = Effect.flatMap(
          Ref.getAndUpdate(writeCount, (n) => n + 1),
          (n) => sql`INSERT INTO t VALUES (${n})`
        )
        yield* insert
        yield* sql.withTransaction(Effect.zipRight(Effect.zipRight(insert, Effect.sleep("5 millis")), insert))
      }).pipe(Effect.provide(store))
      const writers = yield* Effect.fork(
        Effect.all(
          Array.from({ length: 4 }, () => Effect.repeat(write, { until: () => here.owner })),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.sleep("300 millis")
      yield* Effect.promise(owner.close)
      yield* Fiber.join(writers)
      const [row] = yield* Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT count(*)::int AS count FROM t`),
        store
      )
      expect(row).toEqual({ count: yield* Ref.get(writeCount) })
    })
  )

  it.scopedLive("can be opened twice in one process", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const [a, b] = [yield* open({ dataDir }), yield* open({ dataDir })]
      expect([yield* a.owner, yield* b.owner]).toEqual([true, false])
      const client = yield* connect(b)
      expect(valueOf(yield* Effect.promise(() => client.query("SELECT 1")))).toBe(1)
    })
  )
})

describe("background maintenance", () => {
  it.scopedLive("truncates the log and updates planner statistics", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const client = yield* Effect.flatMap(open({ dataDir }), connect)
      yield* Effect.promise(async () => {
        await client.query("CREATE TABLE t (n int, text text)")
        for (let i = 0; i < 10; i++) {
          await client.query("INSERT INTO t SELECT n, repeat(md5(n::text), 10) FROM generate_series(1, 30000) n")
        }
        const state = `
          SELECT (SELECT reltuples FROM pg_class WHERE relname = 't')::int AS rows,
            pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) < 64 * 1024 * 1024 AS short FROM pg_control_checkpoint()`
        // A hundred megabytes of log remain without a checkpoint. Its time depends on the load.
        await until(async () => isDeepStrictEqual((await client.query(state)).rows, [{ rows: 300_000, short: true }]))
      })
    })
  )
})

describe("an engine that dies", () => {
  it.scopedLive("is restarted with all committed data", () =>
    Effect.gen(function* () {
      const database = yield* Effect.flatMap(newDataDir, (dataDir) => open({ dataDir }))
      const [one, other] = yield* Effect.all([connect(database), connect(database)])
      yield* Effect.promise(async () => {
        await one.query("CREATE TABLE t AS SELECT 1 AS n")
        await one.query("BEGIN; INSERT INTO t VALUES (2)")
        const waiting = expect(other.query("SELECT 1")).rejects.toThrow()
        await expect(one.query(deadly)).rejects.toThrow()
        await waiting
      })
      const pool = yield* poolOf(database, 1)
      const result = yield* Effect.promise(() => eventually(() => pool.query("SELECT n FROM t")))
      expect(result.rows).toEqual([{ n: 1 }])
      expect(yield* database.owner).toBe(true)
    })
  )
})

/** A statement that crashes the engine, disguised so that the filter does not detect it. */
const deadly = "COPY t FROM /* /* */ */ STDIN"

describe("a transaction that waits for its client", () => {
  it.scopedLive("is rolled back after a timeout, and the client gets an error", () =>
    Effect.gen(function* () {
      const database = yield* Effect.flatMap(newDataDir, (dataDir) => open({ dataDir, idleTransaction: "300 millis" }))
      const [slow, other] = yield* Effect.all([connect(database), connect(database)])
      yield* Effect.promise(async () => {
        await other.query("CREATE TABLE t (n int)")
        const disconnected = new Promise((resolve) => slow.once("error", resolve))
        await slow.query("BEGIN")
        await slow.query("INSERT INTO t VALUES (1)")
        expect(valueOf(await other.query("SELECT count(*)::int FROM t"))).toBe(0)
        expect(await disconnected).toMatchObject({ code: "25P03", severity: "FATAL" })
        await expect(slow.query("SELECT 1")).rejects.toThrow()
      })
    })
  )
})

const insertMany = async (one: Program, from: number, to: number) => {
  for (let n = from; n <= to; n++) await one.query("INSERT INTO t VALUES ($1)", [n])
}

/** Inserts numbers until the owner is killed. Returns the last one that is certainly committed. */
const writeUntilKilled = async (owner: Program, other: Program, last: number): Promise<number> => {
  let acknowledged = last
  const writing = (async () => {
    for (;;) {
      await other.query("INSERT INTO t VALUES ($1)", [acknowledged + 1])
      acknowledged++
    }
  })().catch(() => {})
  await setTimeout(100 + Math.random() * 400)
  await owner.kill()
  await writing
  // One more may be committed although its answer was lost.
  const [row] = await eventually(() => other.query("SELECT count(*)::int, max(n)::int FROM t"))
  expect([acknowledged, acknowledged + 1]).toContain(row?.["max"])
  expect(row?.["count"]).toBe(row?.["max"])
  return Number(row?.["max"])
}

const patienceMillis = 120_000

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = Date.now() + patienceMillis
  while (!(await holds())) {
    if (Date.now() > end) throw new Error("it did not come about")
    await setTimeout(50)
  }
}

const eventually = async <A>(get: () => Promise<A>): Promise<A> => {
  const end = Date.now() + patienceMillis
  for (;;) {
    try {
      return await get()
    } catch (error) {
      if (Date.now() > end) throw error
      await setTimeout(10)
    }
  }
}

import { ChangeFeed, ChangeLog, type ChangePage, decodeCursor, logChanges } from "@daybook/core/changes"
import { FeedStore } from "@daybook/core/feed"
import { Transaction } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Fiber, Layer, Option } from "effect"
import * as PostgresChangeLog from "../../src/postgres/changes/ChangeLog.js"
import { forgetLog, refreshLog } from "../../src/postgres/changes/listing.js"
import { domainLock } from "../../src/postgres/kit/domainLock.js"
import * as PostgresFeedStore from "../../src/postgres/FeedStore.js"
import * as PostgresTransaction from "../../src/postgres/Transaction.js"
import * as Versions from "../../src/postgres/Versions.js"
import { expectLogOfTables } from "../support/logOfTables.js"

const clean = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`TRUNCATE changes, feed_items, settings, versions`)

const services = ChangeFeed.Default.pipe(
  Layer.provideMerge(PostgresChangeLog.layer),
  Layer.merge(PostgresTransaction.layer),
  Layer.merge(PostgresFeedStore.layer)
)

const all = { since: "0", domains: null, types: null, limit: 1_000, wait: 0 }

/** Applies a page to a copy. */
const fold = (copy: Set<string>, { data }: ChangePage) => {
  for (const { id, op } of data) void (op === "upsert" ? copy.add(id) : copy.delete(id))
}

const entryOf = (id: number) => ({
  eventType: "activity",
  sourceId: `strava:${id}`,
  occurredAt: Date.UTC(2026, 10, 1) + id,
  date: "2026-11-01",
  title: `Run ${id}`,
  subtitle: null,
  metadata: null,
  entity: { type: "activity", id } as const
})

/** One write of a transaction: entries that appear, and entities that disappear. */
const writes = fc.record({
  put: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
  gone: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
  fails: fc.boolean(),
  pause: fc.integer({ min: 0, max: 3 })
})

/** Contract for the log of changes. */
export const changeLogContract = (database: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient>) =>
  layer(database, { excludeTestServices: true, timeout: "2 minutes" })("ChangeLog", (it) => {
    const run = <A, E>(
      effect: Effect.Effect<
        A,
        E,
        ChangeFeed | ChangeLog | FeedStore | Transaction | PgClient.PgClient | SqlClient.SqlClient
      >
    ) =>
      Effect.zipRight(clean, Effect.zipRight(refreshLog, effect)).pipe(
        Effect.provide(services),
        Effect.provide(Versions.layer),
        Effect.scoped
      )

    it.effect("numbers what a transaction changed at its end, each record once", () =>
      run(
        Effect.gen(function* () {
          const log = yield* ChangeLog
          const transaction = yield* Transaction
          yield* transaction.run(
            Effect.gen(function* () {
              yield* logChanges("running", "upsert", "activity", [1, 2])
              // Rolled back to the savepoint: it changed nothing.
              yield* Effect.ignore(
                transaction.run(Effect.zipRight(logChanges("running", "delete", "activity", [2]), Effect.fail("no")))
              )
              yield* domainLock("running")(logChanges("running", "upsert", "activity", [1, 3]))
            })
          )
          yield* Effect.ignore(
            transaction.run(Effect.zipRight(logChanges("running", "upsert", "activity", [9]), Effect.fail("no")))
          )
          yield* transaction.dryRun(logChanges("running", "upsert", "activity", [8]))
          const page = yield* log.read({ after: 0, domains: null, types: null, limit: 10 })
          expect(page.changes.map(({ id, op, seq }) => [seq, op, id])).toStrictEqual([
            [1, "upsert", "2"],
            [2, "upsert", "1"],
            [3, "upsert", "3"]
          ])
          expect([page.state.head, page.isCut]).toStrictEqual([3, false])
          yield* transaction.run(logChanges("running", "delete", "activity", [1]))
          const later = yield* log.read({ after: 2, domains: ["running"], types: ["activity"], limit: 1 })
          expect([later.changes.map(({ id }) => id), later.isCut]).toStrictEqual([["3"], true])
          expect((yield* log.read({ after: 0, domains: ["watching"], types: null, limit: 1 })).changes).toHaveLength(0)
        })
      )
    )

    it.effect("never adds a number behind a reader, whatever the order in which transactions begin and end", () =>
      run(
        Effect.gen(function* () {
          const feed = yield* ChangeFeed
          const store = yield* FeedStore
          const transaction = yield* Transaction
          const plans = fc.sample(fc.array(writes, { minLength: 4, maxLength: 10 }), { numRuns: 4, seed: 3 })
          const copy = new Set<string>()
          let cursor = "0"
          let last = 0
          let isDone = false
          const reader = Effect.gen(function* () {
            for (;;) {
              const wasDone = isDone
              const page = yield* feed.page({ ...all, since: cursor, limit: 3 })
              for (const { seq } of page.data) {
                expect(Number(seq)).toBeGreaterThan(last)
                last = Number(seq)
              }
              fold(copy, page)
              cursor = page.cursor
              if (!page.has_more) last = Option.getOrThrow(decodeCursor(cursor)).seq
              if (wasDone && !page.has_more) return
              yield* Effect.sleep(1)
            }
          })
          const write = (plan: (typeof plans)[number]) =>
            Effect.forEach(plan, ({ fails, gone, pause, put }) =>
              Effect.ignore(
                transaction.run(
                  Effect.gen(function* () {
                    if (put.length > 0) yield* store.put("running", put.map(entryOf))
                    yield* Effect.sleep(pause)
                    if (gone.length > 0)
                      yield* store.withdraw(
                        "running",
                        gone.map((id) => ({ type: "activity", id }))
                      )
                    if (fails) yield* Effect.fail("rolled back")
                  })
                )
              )
            )
          const reading = yield* Effect.fork(reader)
          yield* Effect.forEach(plans, write, { concurrency: "unbounded" })
          isDone = true
          yield* Fiber.join(reading)
          const sql = yield* SqlClient.SqlClient
          const rows = yield* sql<{ id: number }>`SELECT id FROM feed_items`
          expect([...copy].sort()).toStrictEqual(rows.map(({ id }) => `running/feed_item/${id}`).sort())
          yield* expectLogOfTables
        })
      )
    )

    it.effect("lists a database that has no log, and begins another history", () =>
      run(
        Effect.gen(function* () {
          const feed = yield* ChangeFeed
          const store = yield* FeedStore
          const transaction = yield* Transaction
          yield* transaction.run(store.put("running", [1, 2, 3].map(entryOf)))
          const { cursor } = yield* feed.page(all)
          yield* forgetLog
          yield* refreshLog
          yield* expectLogOfTables
          expect((yield* Effect.flip(feed.page({ ...all, since: cursor })))._tag).toBe("Resync")
          const again = yield* feed.page(all)
          expect(again.data).toHaveLength(3)
          // Opening the data again changes nothing.
          yield* refreshLog
          expect((yield* feed.page({ ...all, since: again.cursor })).data).toHaveLength(0)
        })
      )
    )

    it.effect("purges old deletions, and remembers up to where", () =>
      run(
        Effect.gen(function* () {
          const feed = yield* ChangeFeed
          const log = yield* ChangeLog
          const transaction = yield* Transaction
          yield* transaction.run(logChanges("running", "upsert", "activity", [1, 2]))
          const { cursor } = yield* feed.page(all)
          yield* transaction.run(logChanges("running", "delete", "activity", [1]))
          const end = (yield* feed.page(all)).cursor
          expect(yield* log.purge(Date.now() - 60_000)).toBe(0)
          expect((yield* feed.page({ ...all, since: cursor })).data.map(({ op }) => op)).toStrictEqual(["delete"])
          expect(yield* log.purge(Date.now() + 60_000)).toBe(1)
          expect((yield* Effect.flip(feed.page({ ...all, since: cursor })))._tag).toBe("Resync")
          expect((yield* feed.page({ ...all, since: end })).data).toHaveLength(0)
          expect((yield* feed.page(all)).data.map(({ id }) => id)).toStrictEqual(["running/activity/2"])
        })
      )
    )

    it.effect("wakes a reader that waits for the next change", () =>
      run(
        Effect.gen(function* () {
          const feed = yield* ChangeFeed
          const transaction = yield* Transaction
          const { cursor } = yield* feed.page(all)
          const waiting = yield* Effect.fork(feed.page({ ...all, since: cursor, wait: 20 }))
          yield* Effect.sleep(200)
          const begun = performance.now()
          yield* transaction.run(logChanges("reading", "upsert", "article", [5]))
          expect((yield* Fiber.join(waiting)).data.map(({ id }) => id)).toStrictEqual(["reading/article/5"])
          expect(performance.now() - begun).toBeLessThan(2_000)
        })
      )
    )
  })

import { SharedLimits, slidingWindow } from "@daybook/core/keys"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { layer } from "@effect/vitest"
import { type Context, Effect, Layer } from "effect"
import assert from "node:assert/strict"
import * as PostgresSharedLimits from "../../src/postgres/SharedLimits.js"
import * as Versions from "../../src/postgres/Versions.js"
import { wipe } from "./model/database.js"

type Limits = Context.Tag.Service<SharedLimits>

const build = Effect.map(Layer.build(Layer.fresh(Layer.provide(PostgresSharedLimits.layer, Versions.layer))), (context) => context.unsafeMap.get(SharedLimits.key) as Limits)

const shares = (host: Limits) => Effect.repeat(Effect.delay(Effect.sync(host.isShared), "10 millis"), { until: (shared) => shared }).pipe(Effect.timeout("60 seconds"))

/** What several hosts on one database must hold to. */
export const sharedLimitsContract = (name: string, database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })(`SharedLimits: ${name}`, (it) => {
    it.effect("a host that is alone counts by itself, and gives what it counted to the first that joins", () =>
      Effect.gen(function*() {
        yield* wipe
        const first = yield* build
        const own = slidingWindow({ windowMs: 60_000, callers: 10 })
        let given = 0
        yield* first.join(() => {
          given++
          return own.counted()
        })
        assert.equal(first.isShared(), false)
        for (let count = 0; count < 7; count++) own.take("key 1", 10, Date.now())
        const second = yield* build
        yield* second.join(() => [])
        assert.equal(second.isShared(), true)
        assert.equal(first.isShared(), true)
        assert.equal(given, 1)
        const taken = yield* Effect.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? first : second).take("key 1", 10)), { concurrency: 6 })
        assert.equal(taken.filter(({ allowed }) => allowed).length, 3)
        const refused = taken.find(({ allowed }) => !allowed)!
        assert.deepEqual([refused.remaining, refused.limit], [0, 10])
        assert.ok(refused.resetAt > Date.now() && refused.resetAt <= Date.now() + 60_000)
        assert.equal((yield* second.take("key 2", 10)).remaining, 9)
      }).pipe(Effect.scoped))

    it.effect("as many as may are let through, however many come in one moment", () =>
      Effect.gen(function*() {
        yield* wipe
        const host = yield* build
        for (let round = 0; round < 5; round++) {
          const taken = yield* Effect.all(Array.from({ length: 100 }, () => host.take(`key ${round}`, 10)), { concurrency: 10 })
          assert.equal(taken.filter(({ allowed }) => allowed).length, 10)
        }
      }).pipe(Effect.scoped))

    it.effect("a request stops counting after a minute, and one that was refused never counts", () =>
      Effect.gen(function*() {
        yield* wipe
        const sql = yield* SqlClient.SqlClient
        const host = yield* build
        yield* host.join(() => [{ caller: "key 1", times: [Date.now() - 60_500, Date.now() - 30_000, Date.now() - 10] }])
        const other = yield* build
        yield* other.join(() => [])
        yield* shares(host)
        const third = yield* host.take("key 1", 3)
        assert.deepEqual([third.allowed, third.remaining], [true, 0])
        assert.equal((yield* host.take("key 1", 3)).allowed, false)
        // Half a minute later, as far as the count can tell.
        yield* sql`UPDATE rate_windows SET times = ARRAY(SELECT at - 31000 FROM unnest(times) AS at ORDER BY at)`
        const again = yield* host.take("key 1", 3)
        assert.deepEqual([again.allowed, again.remaining], [true, 0])
      }).pipe(Effect.scoped))
  })

import { SharedLimits, slidingWindow } from "@daybook/core/keys"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { type Context, Effect, Layer } from "effect"
import * as PostgresSharedLimits from "../../src/postgres/SharedLimits.js"
import * as Versions from "../../src/postgres/Versions.js"
import { wipe } from "./model/database.js"

type Limits = Context.Tag.Service<SharedLimits>

const build = Effect.map(
  Layer.build(Layer.fresh(Layer.provide(PostgresSharedLimits.layer, Versions.layer))),
  (context) => context.unsafeMap.get(SharedLimits.key) as Limits
)

const shares = (host: Limits) =>
  Effect.repeat(Effect.delay(Effect.sync(host.isShared), "10 millis"), { until: (shared) => shared }).pipe(
    Effect.timeout("60 seconds")
  )

/** Contract for several hosts on one database. */
export const sharedLimitsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("SharedLimits", (it) => {
    it.effect("counts in memory on a single host, and shares the counts when another host joins", () =>
      Effect.gen(function* () {
        yield* wipe
        const first = yield* build
        const own = slidingWindow({ windowMs: 60_000, callers: 10 })
        let handovers = 0
        yield* first.join(() => {
          handovers++
          return own.requests()
        })
        expect(first.isShared()).toBe(false)
        for (let count = 0; count < 7; count++) own.take("key 1", 10, Date.now())
        const second = yield* build
        yield* second.join(() => [])
        expect(second.isShared()).toBe(true)
        expect(first.isShared()).toBe(true)
        expect(handovers).toBe(1)
        const decisions = yield* Effect.all(
          Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? first : second).take("key 1", 10)),
          { concurrency: 6 }
        )
        expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(3)
        const refused = decisions.find(({ allowed }) => !allowed)!
        expect([refused.remaining, refused.limit]).toStrictEqual([0, 10])
        expect(refused.resetAt > Date.now() && refused.resetAt <= Date.now() + 60_000).toBe(true)
        expect((yield* second.take("key 2", 10)).remaining).toBe(9)
      }).pipe(Effect.scoped)
    )

    it.effect("lets exactly the limit through, however many requests arrive concurrently", () =>
      Effect.gen(function* () {
        yield* wipe
        const host = yield* build
        for (let round = 0; round < 5; round++) {
          const decisions = yield* Effect.all(
            Array.from({ length: 100 }, () => host.take(`key ${round}`, 10)),
            { concurrency: 10 }
          )
          expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(10)
        }
      }).pipe(Effect.scoped)
    )

    it.effect("stops counting a request after a minute, and never counts a refused one", () =>
      Effect.gen(function* () {
        yield* wipe
        const sql = yield* SqlClient.SqlClient
        const host = yield* build
        yield* host.join(() => [
          { caller: "key 1", times: [Date.now() - 60_500, Date.now() - 30_000, Date.now() - 10] }
        ])
        const other = yield* build
        yield* other.join(() => [])
        yield* shares(host)
        const third = yield* host.take("key 1", 3)
        expect([third.allowed, third.remaining]).toStrictEqual([true, 0])
        expect((yield* host.take("key 1", 3)).allowed).toBe(false)
        // Moves the recorded requests back by half a minute.
        yield* sql`UPDATE rate_windows SET times = ARRAY(SELECT at - 31000 FROM unnest(times) AS at ORDER BY at)`
        const again = yield* host.take("key 1", 3)
        expect([again.allowed, again.remaining]).toStrictEqual([true, 0])
      }).pipe(Effect.scoped)
    )
  })

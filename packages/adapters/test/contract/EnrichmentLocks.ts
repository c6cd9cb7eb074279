import { EnrichmentLocks } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, type Layer, Option } from "effect"
import { hostname } from "node:os"
import * as PostgresEnrichmentLocks from "../../src/postgres/EnrichmentLocks.js"
import { hasty } from "../support/hasty.js"
import { wipe } from "./model/database.js"

/** Another process works on the queue, and sent its last heartbeat some time ago. */
const insertTurn = (queue: string, holder: string, until: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
    INSERT INTO enrichment_turns (queue, holder, until) VALUES (${queue}, ${holder}, now() + ${until}::interval)`
  )

const begin = (queue: string) => Effect.flatMap(EnrichmentLocks, (turns) => turns.acquire(queue))
const holders = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ queue: string; holder: string }>`SELECT queue, holder FROM enrichment_turns ORDER BY queue`
)

/** A process id that no process has. */
const deadPid = 4_194_399

/** Contract for exclusive work on queues. */
export const enrichmentLocksContract = (database: Layer.Layer<SqlClient.SqlClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("EnrichmentLocks", (it) => {
    const clean = <A, E>(effect: Effect.Effect<A, E, EnrichmentLocks | SqlClient.SqlClient>) =>
      Effect.provide(Effect.zipRight(wipe, effect), PostgresEnrichmentLocks.layer)

    it.effect("grants a free queue immediately, and frees it with the scope", () =>
      clean(
        Effect.gen(function* () {
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* begin("listening/links")
              yield* begin("listening/tags")
              expect((yield* holders).map(({ queue }) => queue)).toStrictEqual(["listening/links", "listening/tags"])
            })
          )
          expect(yield* holders).toStrictEqual([])
        })
      )
    )

    it.effect("waits for a process on the same queue only", () =>
      clean(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* insertTurn("links", "elsewhere:1", "1 hour")
          yield* Effect.scoped(begin("tags"))
          const waiting = yield* Effect.fork(hasty(10)(Effect.scoped(begin("links"))))
          yield* Effect.sleep("100 millis")
          expect(Option.isNone(yield* Fiber.poll(waiting))).toBe(true)
          yield* sql`DELETE FROM enrichment_turns WHERE queue = 'links'`
          yield* Fiber.join(waiting)
        })
      )
    )

    it.effect("takes over from a dead or silent process, and leaves nothing behind when it is interrupted", () =>
      clean(
        Effect.gen(function* () {
          yield* insertTurn("links", `${hostname()}:${deadPid}`, "1 hour")
          yield* insertTurn("tags", "elsewhere:1", "-1 second")
          yield* Effect.scoped(Effect.zipRight(begin("links"), begin("tags")))
          expect(yield* holders).toStrictEqual([])
          const fiber = yield* Effect.fork(Effect.scoped(Effect.zipRight(begin("links"), Effect.never)))
          yield* Effect.repeat(Effect.delay(holders, "20 millis"), { until: (rows) => rows.length === 1 })
          yield* Fiber.interrupt(fiber)
          expect(yield* holders).toStrictEqual([])
        })
      )
    )
  })

import { EnrichmentTurns } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { Effect, Fiber, type Layer, Option } from "effect"
import assert from "node:assert/strict"
import { hostname } from "node:os"
import * as PostgresEnrichmentTurns from "../../src/postgres/EnrichmentTurns.js"
import { wipe } from "./model/database.js"

/** Another process works at the queue, and was last heard of some time ago. */
const taken = (queue: string, holder: string, until: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`
    INSERT INTO enrichment_turns (queue, holder, until) VALUES (${queue}, ${holder}, now() + ${until}::interval)`)

const begin = (queue: string) => Effect.flatMap(EnrichmentTurns, (turns) => turns.begin(queue))
const holders = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ queue: string; holder: string }>`SELECT queue, holder FROM enrichment_turns ORDER BY queue`)

/** A process id that no process has. */
const deadPid = 4_194_399

/** What every engine must hold to about who works at which queue. */
export const enrichmentTurnsContract = (name: string, database: Layer.Layer<SqlClient.SqlClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })(`EnrichmentTurns: ${name}`, (it) => {
    const clean = <A, E>(effect: Effect.Effect<A, E, EnrichmentTurns | SqlClient.SqlClient>) => Effect.provide(Effect.zipRight(wipe, effect), PostgresEnrichmentTurns.layer)

    it.effect("gives a free queue at once, and frees it with the scope", () => clean(Effect.gen(function*() {
      yield* Effect.scoped(Effect.gen(function*() {
        yield* begin("listening/links")
        yield* begin("listening/tags")
        assert.deepEqual((yield* holders).map(({ queue }) => queue), ["listening/links", "listening/tags"])
      }))
      assert.deepEqual(yield* holders, [])
    })))

    it.effect("waits for another process, and for no other queue's", () => clean(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* taken("links", "elsewhere:1", "1 hour")
      yield* Effect.scoped(begin("tags"))
      const waiting = yield* Effect.fork(Effect.scoped(begin("links")))
      yield* Effect.sleep("700 millis")
      assert.ok(Option.isNone(yield* Fiber.poll(waiting)))
      yield* sql`DELETE FROM enrichment_turns WHERE queue = 'links'`
      yield* Fiber.join(waiting)
    })))

    it.effect("takes over from a process that is dead or silent, and leaves nothing behind when it is interrupted", () => clean(Effect.gen(function*() {
      yield* taken("links", `${hostname()}:${deadPid}`, "1 hour")
      yield* taken("tags", "elsewhere:1", "-1 second")
      yield* Effect.scoped(Effect.zipRight(begin("links"), begin("tags")))
      assert.deepEqual(yield* holders, [])
      const fiber = yield* Effect.fork(Effect.scoped(Effect.zipRight(begin("links"), Effect.never)))
      yield* Effect.repeat(Effect.delay(holders, "20 millis"), { until: (rows) => rows.length === 1 })
      yield* Fiber.interrupt(fiber)
      assert.deepEqual(yield* holders, [])
    })))
  })

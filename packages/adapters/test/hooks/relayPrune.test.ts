import { HookQueue, HookStore, Hooks, ListenRelay } from "@daybook/core/hooks"
import { SqlClient } from "@effect/sql"
import { describe, expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer } from "effect"
import { inTransaction } from "../../src/postgres/inTransaction.js"
import { newDatabase } from "../support/database.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { hooksOver } from "./support/layers.js"
import { account, listenAt } from "./support/targets.js"

const day = 86_400
const maxDays = 90
const start = Date.UTC(2026, 0, 1) / 1_000

const days = fc.oneof(fc.nat(400), fc.constantFrom(0, maxDays - 1, maxDays, maxDays + 1))

/** Days go by, listens of some days ago are submitted and sent or not, and old ones are deleted. */
const step = fc.record({
  passes: fc.constantFrom(0, 1, 45, 89, 90, 91, 200),
  submitted: fc.array(fc.record({ ago: days, track: fc.constantFrom("Low Tide", "LOW TIDE", "Ferry Song") }), {
    maxLength: 12
  }),
  isSent: fc.boolean(),
  isPruned: fc.boolean()
})

describe("listens that were passed on", () => {
  layer(Layer.provideMerge(hooksOver(), newDatabase()), { timeout: "5 minutes", excludeTestServices: true })((it) => {
    it.effect("are forgotten after 90 days, and never sent twice", () =>
      forEvery(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        (steps) =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const [hooks, queue, relay, store] = yield* Effect.all([Hooks, HookQueue, ListenRelay, HookStore])
            const { hook } = yield* hooks.create({
              kind: "listenbrainz",
              url: "http://127.0.0.1:8080",
              token: account.token
            })
            const sent: Array<string> = []
            const young = new Set<string>()
            const all = new Set<string>()
            let now = start
            for (const { isPruned, isSent, passes, submitted } of steps) {
              now += passes * day
              const listens = submitted.map(({ ago, track }) => {
                const at = now - ago * day
                const key = `${at} ${track.toLowerCase()}`
                all.add(key)
                if (ago < maxDays) young.add(key)
                return listenAt(at, { track })
              })
              yield* inTransaction(relay.pass(listens, now * 1_000))
              if (isSent) {
                const rows = yield* sql<{ readonly body: string }>`
                  UPDATE hook_listens SET state = 'sent', finished_at = ${new Date(now * 1_000)}
                  WHERE state = 'waiting' RETURNING body`
                for (const { body } of rows) {
                  const { playedAt, track } = JSON.parse(body) as { readonly playedAt: number; readonly track: string }
                  sent.push(`${playedAt / 1_000} ${track.toLowerCase()}`)
                }
              }
              if (!isPruned) continue
              yield* queue.prune(now * 1_000)
              const [old] = yield* sql`
                SELECT FROM hook_listens WHERE state <> 'waiting'
                  AND greatest(played_at, finished_at) < ${new Date((now - maxDays * day) * 1_000)}`
              expect(old).toBeUndefined()
            }
            expect(new Set(sent).size).toBe(sent.length)
            const waiting = (yield* store.listens(hook.id, "waiting", { page: 1, limit: 1_000 })).rows
            const delivered = new Set([
              ...sent,
              ...waiting.map(({ playedAt, track }) => `${playedAt / 1_000} ${track.toLowerCase()}`)
            ])
            // What is submitted in time is never refused, and nothing else is sent.
            for (const key of young) expect(delivered).toContain(key)
            for (const key of delivered) expect(all).toContain(key)
            const { listens: counts } = yield* hooks.get(hook.id)
            expect(counts).toMatchObject({ sent: sent.length, waiting: waiting.length })
            yield* hooks.remove(hook.id)
          }).pipe(Effect.orDie),
        { numRuns: depth(40) }
      )
    )
  })
})

import { logChanges } from "@daybook/core/changes"
import { HookSender, Hooks, event } from "@daybook/core/hooks"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeBackup, restoreBackup } from "../../src/backup/index.js"
import { inTransaction } from "../../src/postgres/inTransaction.js"
import { announce, eventually, hooksOver } from "../hooks/support/layers.js"
import { receiver } from "../hooks/support/receiver.js"
import { hasty } from "../support/hasty.js"
import { fileIn, migratedInstance } from "./support.js"

const runEvent = (run: number) => {
  const data = { run, source: "strava", domain: "running", added: 1, changed: 0, removed: 0 }
  return event("sync.run.completed", "running", Date.now(), data)
}

interface Row {
  readonly id: string
  readonly state: string
  readonly attempts: number
}

const messages = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Row>`SELECT id, state, attempts FROM hook_messages ORDER BY id`
)

const isDone = Effect.map(messages, (rows) => rows.every(({ state }) => state === "done"))

describe("hooks in a backup", () => {
  it.scopedLive(
    "send no message again that the host which was backed up has sent, and any on request",
    () =>
      Effect.gen(function* () {
        const { deliveries, url } = yield* receiver(() => ({ status: 200 }))
        const before = yield* migratedInstance
        const file = fileIn(before.dataDir)
        const start = Effect.flatMap(HookSender, (sender) => sender.start)
        yield* before.on(
          Effect.scoped(
            Effect.gen(function* () {
              const hooks = yield* Hooks
              yield* hooks.create({ kind: "webhook", url, events: ["sync.run.completed", "changes.available"] })
              yield* Effect.scoped(
                Effect.zipRight(
                  Effect.zipRight(start, announce([runEvent(1)])),
                  eventually(Effect.map(messages, (rows) => rows.length === 1 && rows[0]!.state === "done"))
                )
              )
              // The backup is made before these are sent, by a hook whose receiver failed before.
              yield* announce([runEvent(2), runEvent(3)])
              yield* inTransaction(logChanges("running", "upsert", "activity", [1]))
              const sql = yield* SqlClient.SqlClient
              yield* sql`
                UPDATE hooks SET failing_since = now() - interval '6 days', failures = 12,
                  paused_until = now() + interval '1 hour'`
              yield* sql`
                UPDATE hook_messages SET attempts = 3, holder = 'elsewhere:1', held_until = now() + interval '1 hour'
                WHERE id = (SELECT max(id) FROM hook_messages)`
            })
          ).pipe(Effect.provide(hooksOver()))
        )
        yield* before.as(makeBackup(file))
        yield* before.on(
          Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql`UPDATE hooks SET failing_since = NULL, failures = 0, paused_until = NULL`
          )
        )
        yield* before.on(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE hook_messages SET holder = NULL, held_until = NULL`)
        )
        yield* before.on(Effect.scoped(Effect.zipRight(start, eventually(isDone))).pipe(Effect.provide(hooksOver())))
        const sent = deliveries.length
        expect(sent).toBeGreaterThanOrEqual(3)

        const after = yield* migratedInstance
        const { withheldMessages } = yield* after.as(restoreBackup(file, { replace: true }))
        expect(withheldMessages).toBe(2)
        yield* after.on(
          Effect.scoped(
            Effect.gen(function* () {
              const hooks = yield* Hooks
              const [hook] = yield* hooks.list
              expect(hook).toMatchObject({ state: "active", failingSince: null, failures: 0, pausedUntil: null })
              expect((yield* messages).map(({ state }) => state)).toStrictEqual(["done", "dead", "dead"])
              yield* hasty(20)(start)
              // Twenty seconds of the sender: longer than changes wait for their message.
              yield* Effect.sleep("1 second")
              expect(deliveries).toHaveLength(sent)

              // The restored host sends what happens from now on, and what the owner wants again.
              yield* announce([runEvent(4)])
              yield* eventually(Effect.sync(() => deliveries.length === sent + 1))
              expect(yield* hooks.replayMany(hook!.id, { since: 0, failedOnly: true })).toBe(2)
              yield* eventually(isDone)
              expect(deliveries).toHaveLength(sent + 3)
              const bodies = new Map<unknown, Set<string>>()
              for (const { body, headers } of deliveries) {
                const id = headers["webhook-id"]
                bodies.set(id, (bodies.get(id) ?? new Set<string>()).add(body))
              }
              for (const all of bodies.values()) expect(all.size).toBe(1)
            })
          ).pipe(Effect.provide(hooksOver()))
        )
      }),
    300_000
  )
})

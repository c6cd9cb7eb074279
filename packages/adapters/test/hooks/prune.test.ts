import { HookQueue, HookSender, Hooks } from "@daybook/core/hooks"
import { SqlClient } from "@effect/sql"
import { describe, expect, layer } from "@effect/vitest"
import { ConfigProvider, Effect, FastCheck as fc, Layer } from "effect"
import { newDatabase } from "../support/database.js"
import { eventually, hooksOver } from "./support/layers.js"

const day = 86_400_000
const days = 7
const now = Date.UTC(2026, 2, 14, 12)
const request = { kind: "webhook", url: "https://receiver.example/in", events: ["hook.test"] } as const

interface Message {
  readonly id: string
  readonly hook: number
  readonly state: "due" | "done" | "dead"
  readonly createdAt: number
  /** Null while it is due. */
  readonly finishedAt: number | null
}

const ages = fc.oneof(
  fc.integer({ min: 0, max: 20 * day }),
  fc.constantFrom(days * day - 1, days * day, days * day + 1)
)

const samples = fc.sample(
  fc.array(
    fc.record({ state: fc.constantFrom("due", "done", "dead"), age: ages, took: fc.integer({ max: 3 * day, min: 0 }) }),
    { maxLength: 40 }
  ),
  { numRuns: 8, seed: 4 }
)

const insert = (messages: ReadonlyArray<Message>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(messages, ({ createdAt, finishedAt, hook, id, state }) =>
      Effect.zipRight(
        sql`
          INSERT INTO hook_messages (id, hook, type, body, state, created_at, due_at, finished_at)
          VALUES (${id}, ${hook}, 'hook.test', '{}', ${state}, ${new Date(createdAt)}, ${new Date(createdAt)},
            ${finishedAt === null ? null : new Date(finishedAt)})`,
        sql`INSERT INTO hook_attempts (message, at, status, duration, reply)
          VALUES (${id}, ${new Date(createdAt)}, 500, 1, '')`
      )
    )
  )

/** The messages and their attempts. */
const rows = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    Effect.all([
      sql<{ id: string }>`SELECT id FROM hook_messages ORDER BY id`,
      sql<{ id: string }>`SELECT message AS id FROM hook_attempts ORDER BY message`
    ]),
    ([messages, attempts]) => ({ messages: messages.map(({ id }) => id), attempts: attempts.map(({ id }) => id) })
  )
)

describe("the log of deliveries", () => {
  const over = hooksOver().pipe(
    Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["DAYBOOK_HOOKS_LOG_DAYS", String(days)]])))),
    Layer.provideMerge(newDatabase())
  )

  layer(over, { timeout: "5 minutes", excludeTestServices: true })((it) => {
    it.effect("loses what ended before its days, and never what is due", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const queue = yield* HookQueue
        for (const sample of samples) {
          const { hook } = yield* hooks.create(request)
          const messages = sample.map(({ age, state, took }, place): Message => ({
            id: `msg_${String(place).padStart(3, "0")}`,
            hook: hook.id,
            state: state as Message["state"],
            createdAt: now - age - took,
            finishedAt: state === "due" ? null : now - age
          }))
          yield* insert(messages)
          yield* queue.prune(now)
          const expected = messages
            .filter(({ finishedAt }) => finishedAt === null || finishedAt >= now - days * day)
            .map(({ id }) => id)
          expect(yield* rows).toStrictEqual({ messages: expected, attempts: expected })
          yield* hooks.remove(hook.id)
        }
      })
    )

    it.effect("has the newest 10,000 ended messages of each hook", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const queue = yield* HookQueue
        const sql = yield* SqlClient.SqlClient
        const busy = yield* hooks.create(request)
        const calm = yield* hooks.create(request)
        yield* sql`
          INSERT INTO hook_messages (id, hook, type, body, state, created_at, due_at, finished_at)
          SELECT 'msg_' || lpad(place::text, 6, '0'), ${busy.hook.id}::int, 'hook.test', '{}',
            CASE WHEN place % 2 = 0 THEN 'done' ELSE 'dead' END, at, at, at
          FROM (
            SELECT place, ${new Date(now)}::timestamptz - make_interval(secs => (20000 - place)::float8) AS at
            FROM generate_series(1, 10007) AS place
          ) AS series`
        const messageOf = (id: string, hook: number, state: Message["state"]): Message => ({
          id,
          hook,
          state,
          createdAt: now - 3 * day,
          finishedAt: state === "due" ? null : now - 3 * day
        })
        yield* insert([messageOf("msg_waiting", busy.hook.id, "due"), messageOf("msg_z_calm", calm.hook.id, "dead")])
        yield* queue.prune(now)
        const { messages } = yield* rows
        expect(messages).toHaveLength(10_002)
        expect(messages[0]).toBe("msg_000008")
        expect(messages.slice(-2)).toStrictEqual(["msg_waiting", "msg_z_calm"])
        yield* Effect.forEach([busy, calm], ({ hook }) => hooks.remove(hook.id))
      })
    )

    it.scoped("is pruned by the sender", () =>
      Effect.gen(function* () {
        const { hook } = yield* Effect.flatMap(Hooks, (hooks) => hooks.create(request))
        const old = Date.now() - 8 * day
        yield* insert([
          { id: "msg_old", hook: hook.id, state: "done", createdAt: old, finishedAt: old },
          { id: "msg_young", hook: hook.id, state: "done", createdAt: old, finishedAt: old + 2 * day }
        ])
        yield* Effect.flatMap(HookSender, (sender) => sender.start)
        yield* eventually(Effect.map(rows, ({ messages }) => messages.length < 2))
        expect(yield* rows).toStrictEqual({ messages: ["msg_young"], attempts: ["msg_young"] })
      })
    )
  })
})

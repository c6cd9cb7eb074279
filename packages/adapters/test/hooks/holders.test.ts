import { HookQueue, HookStore, Hooks, event } from "@daybook/core/hooks"
import { SqlClient } from "@effect/sql"
import { describe, expect, layer } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Option, Scope } from "effect"
import { hostname } from "node:os"
import { newDatabase } from "../support/database.js"
import { announce, eventually, hooksOver } from "./support/layers.js"

const data = { run: 1, source: "strava", domain: "running", added: 1, changed: 0, removed: 0 }

/** A sender's queue. All of them have the host name and the process id of this process. */
const newQueue = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const context = yield* Scope.extend(Layer.build(Layer.fresh(hooksOver())), scope)
  return { queue: Context.get(context, HookQueue), end: Scope.close(scope, Exit.void) }
})

const claimed = (queue: HookQueue["Type"], hook: number) =>
  Effect.zipRight(queue.plans, queue.claim(hook, Date.now() + 1_000))

describe("leases of messages", () => {
  const over = Layer.provideMerge(hooksOver(), newDatabase())

  layer(over, { timeout: "5 minutes", excludeTestServices: true })((it) => {
    it.effect("pass to a process that has taken the place of an ended one, and not while that one lives", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const { hook } = yield* hooks.create({
          kind: "webhook",
          url: "https://receiver.example/in",
          events: ["sync.run.completed"]
        })
        yield* announce([event("sync.run.completed", "running", Date.now(), data)])
        const former = yield* newQueue
        const next = yield* newQueue
        const first = yield* claimed(former.queue, hook.id)
        expect(Option.isSome(first)).toBe(true)
        expect(yield* claimed(next.queue, hook.id)).toStrictEqual(Option.none())
        // Its own lease is not one of an ended process.
        expect(yield* claimed(former.queue, hook.id)).toStrictEqual(Option.none())
        yield* former.end
        yield* eventually(Effect.map(claimed(next.queue, hook.id), Option.isSome))
        const { rows } = yield* Effect.flatMap(HookStore, (store) =>
          store.deliveries(hook.id, "due", { page: 1, limit: 10 })
        )
        expect(rows.map(({ id }) => id)).toStrictEqual([Option.getOrThrow(first).id])
        yield* next.end
        yield* hooks.remove(hook.id)
      })
    )

    it.effect("are not taken by a sender that is stopped before it shows its presence", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const sql = yield* SqlClient.SqlClient
        const { hook } = yield* hooks.create({
          kind: "webhook",
          url: "https://receiver.example/in",
          events: ["sync.run.completed"]
        })
        yield* announce([event("sync.run.completed", "running", Date.now(), data)])
        const { end, queue } = yield* newQueue
        // Its connection cannot be open yet, and what it claims is sent to the end.
        const claiming = yield* Effect.fork(Effect.uninterruptible(queue.claim(hook.id, Date.now() + 1_000)))
        yield* Effect.yieldNow()
        expect(Exit.isInterrupted(yield* Fiber.interrupt(claiming))).toBe(true)
        expect(yield* sql`SELECT holder FROM hook_messages WHERE hook = ${hook.id}`).toStrictEqual([{ holder: null }])
        yield* end
        yield* hooks.remove(hook.id)
      })
    )

    it.effect("of another machine stay, and those of an ended process of this one do not", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const sql = yield* SqlClient.SqlClient
        const queue = yield* HookQueue
        const { hook } = yield* hooks.create({
          kind: "webhook",
          url: "https://receiver.example/in",
          events: ["sync.run.completed"]
        })
        yield* announce([event("sync.run.completed", "running", Date.now(), data)])
        const holdBy = (holder: string) => sql`
          UPDATE hook_messages SET holder = ${holder}, held_until = now() + interval '1 minute'
          WHERE hook = ${hook.id}`
        // The highest process id of Linux is lower.
        const ended = 99_999_999
        for (const [holder, isReleased] of [
          [`7/elsewhere:${process.pid}`, false],
          [`elsewhere:${process.pid}`, false],
          [`${hostname()}:${process.ppid}`, false],
          [`7/${hostname()}:${ended}`, true],
          // As earlier versions named themselves.
          [`${hostname()}:${ended}`, true],
          [`${hostname()}:${process.pid}`, true]
        ] as const) {
          yield* holdBy(holder)
          expect(Option.isSome(yield* claimed(queue, hook.id)), holder).toBe(isReleased)
        }
        yield* hooks.remove(hook.id)
      })
    )
  })
})

import { HookSender, HookStore, HookTransport, Hooks, event } from "@daybook/core/hooks"
import { describe, expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Webhook } from "standardwebhooks"
import { make } from "../../src/hooks/HookTransport.js"
import { newDatabase } from "../support/database.js"
import { hasty } from "../support/hasty.js"
import { announce, eventually, hooksOver } from "./support/layers.js"
import { receiver } from "./support/receiver.js"

const limit = 250
const transport = Layer.succeed(HookTransport, make(["127.0.0.1"], "", undefined, limit))
const second = 1_000

describe("deliveries that fail", () => {
  layer(Layer.provideMerge(hooksOver({ transport }), newDatabase()), {
    timeout: "5 minutes",
    excludeTestServices: true
  })((it) => {
    it.scoped("end at the time limit, are logged with it, and are made again five seconds later", () =>
      Effect.gen(function* () {
        const { deliveries, url } = yield* receiver((_, place) =>
          place === 0 ? new Promise<never>(() => undefined) : { status: 200 }
        )
        const hooks = yield* Hooks
        const { hook } = yield* hooks.create({ kind: "webhook", url, events: ["sync.run.completed"] })
        yield* hasty(10)(Effect.flatMap(HookSender, (sender) => sender.start))
        const data = { run: 1, source: "strava", domain: "running", added: 1, changed: 0, removed: 0 }
        yield* announce([event("sync.run.completed", "running", Date.now(), data)])
        const log = Effect.map(
          Effect.flatMap(HookStore, (store) => store.deliveries(hook.id, null, { page: 1, limit: 1 })),
          ({ rows }) => rows[0]!
        )
        yield* eventually(Effect.map(log, ({ state }) => state === "done"))
        const { attempts } = yield* log
        expect(attempts).toMatchObject([{ status: null, reply: "no answer within 0.25 seconds" }, { status: 200 }])
        const wait = attempts[1]!.at - attempts[0]!.at - attempts[0]!.duration
        expect(attempts[0]!.duration).toBeGreaterThanOrEqual(limit - 5)
        expect(wait).toBeGreaterThanOrEqual(4.5 * second - 5)
        expect(deliveries[1]!.body).toBe(deliveries[0]!.body)
        yield* hooks.remove(hook.id)
      })
    )

    it.scoped("are made again at once by a replay, also while they wait for their next attempt", () =>
      Effect.gen(function* () {
        const { deliveries, url } = yield* receiver((_, place) => ({ status: place === 0 ? 500 : 200 }))
        const hooks = yield* Hooks
        const { hook } = yield* hooks.create({ kind: "webhook", url, events: ["sync.run.completed"] })
        yield* Effect.flatMap(HookSender, (sender) => sender.start)
        const data = { run: 1, source: "strava", domain: "running", added: 1, changed: 0, removed: 0 }
        yield* announce([event("sync.run.completed", "running", Date.now(), data)])
        yield* eventually(Effect.map(hooks.get(hook.id), ({ failures }) => failures === 1))
        expect(yield* hooks.replayMany(hook.id, { since: 0, failedOnly: true })).toBe(1)
        yield* eventually(Effect.map(hooks.get(hook.id), ({ failures }) => failures === 0))
        const [message] = (yield* hooks.deliveries(hook.id, null, { page: 1, limit: 1 })).rows
        const [first, second] = message!.attempts
        expect(second!.at - first!.at).toBeLessThan(4_000)
        expect(deliveries.map(({ headers }) => headers["webhook-id"])).toStrictEqual([message!.id, message!.id])
        yield* hooks.remove(hook.id)
      })
    )

    it.scoped("say that the secret of the instance is another one, and a rotation mends them", () =>
      Effect.gen(function* () {
        const { deliveries, url } = yield* receiver(() => ({ status: 200 }))
        const before = yield* Hooks
        const webhook = yield* before.create({ kind: "webhook", url, events: ["hook.test"] })
        const site = yield* before.create({ kind: "post", url })
        yield* Effect.gen(function* () {
          const hooks = yield* Hooks
          for (const { id } of [webhook.hook, site.hook])
            expect(yield* hooks.test(id)).toMatchObject({
              status: null,
              reply: expect.stringContaining("DAYBOOK_SECRET") as string
            })
          expect(deliveries).toHaveLength(0)
          const failure = yield* Effect.flip(hooks.change(site.hook.id, { header: { name: "x-key", value: "k" } }))
          expect(failure).toMatchObject({
            _tag: "Conflict",
            message: expect.stringContaining("DAYBOOK_SECRET") as string
          })
          const { secret } = yield* hooks.rotate(webhook.hook.id)
          expect(yield* hooks.test(webhook.hook.id)).toMatchObject({ status: 200 })
          const { body, headers } = deliveries[0]!
          new Webhook(secret).verify(body, headers as Record<string, string>)
        }).pipe(Effect.provide(Layer.fresh(hooksOver({ transport, secret: 2 }))))
        yield* Effect.forEach([webhook, site], ({ hook }) => before.remove(hook.id))
      })
    )
  })
})

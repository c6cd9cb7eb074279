import { HookSender, HookStore, Hooks, event } from "@daybook/core/hooks"
import { SqlClient } from "@effect/sql"
import { describe, expect, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { createPublicKey, verify } from "node:crypto"
import { Webhook } from "standardwebhooks"
import { newDatabase } from "../support/database.js"
import { announce, eventually, hooksOver } from "./support/layers.js"
import { type Delivery, receiver } from "./support/receiver.js"

const ok = () => ({ status: 200, body: "fine\u0007\r\nthanks" })

const finished = (run: number) =>
  Effect.map(Clock.currentTimeMillis, (at) =>
    event("sync.run.completed", "running", at, {
      run,
      source: "strava",
      domain: "running",
      added: run,
      changed: 0,
      removed: 0
    })
  )

const announceRuns = (count: number) =>
  Effect.flatMap(
    Effect.forEach(
      Array.from({ length: count }, (_, run) => run + 1),
      finished
    ),
    announce
  )

const verified = (secret: string, { body, headers }: Delivery) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    readonly type: string
    readonly data: object
  }

const states = (hook: number) =>
  Effect.map(
    Effect.flatMap(HookStore, (store) => store.deliveries(hook, null, { page: 1, limit: 200 })),
    ({ rows }) => rows.map(({ state }) => state)
  )

describe("Hooks", () => {
  const over = Layer.provideMerge(hooksOver(), newDatabase())

  layer(over, { timeout: "5 minutes", excludeTestServices: true })((it) => {
    it.scoped("sends what a Standard Webhooks receiver verifies, once", () =>
      Effect.gen(function* () {
        const { deliveries, url } = yield* receiver(ok)
        const hooks = yield* Hooks
        const { hook, secret } = yield* hooks.create({ kind: "webhook", url, events: ["sync.run.completed"] })
        expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
        yield* Effect.flatMap(HookSender, (sender) => sender.start)
        yield* announceRuns(12)
        yield* eventually(Effect.map(states(hook.id), (all) => all.length === 12 && all.every((one) => one === "done")))
        expect(deliveries).toHaveLength(12)
        const runs = deliveries.map((delivery) => verified(secret!, delivery))
        expect(runs.map(({ type }) => type)).toStrictEqual(Array.from({ length: 12 }, () => "sync.run.completed"))
        expect(new Set(runs.map(({ data }) => (data as { run: number }).run)).size).toBe(12)
        const ids = deliveries.map(({ headers }) => String(headers["webhook-id"]))
        expect(new Set(ids).size).toBe(12)
        for (const id of ids) expect(id).toMatch(/^msg_[0-9A-HJKMNP-TV-Z]{26}$/)
        expect(deliveries[0]!.headers).toMatchObject({
          "content-type": "application/json",
          "user-agent": "daybook/0.1"
        })
        expect(() => verified("whsec_b3RoZXI=", deliveries[0]!)).toThrow()
        const log = yield* hooks.deliveries(hook.id, "done", { page: 1, limit: 1 })
        expect(log.rows[0]!.attempts[0]).toMatchObject({ status: 200, reply: "fine thanks" })
        expect((yield* hooks.get(hook.id)).lastSuccessAt).not.toBeNull()
        yield* hooks.remove(hook.id)
      })
    )

    it.scoped("sends a message again under its id, and signs with both secrets after a rotation", () =>
      Effect.gen(function* () {
        const { deliveries, url } = yield* receiver(ok)
        const hooks = yield* Hooks
        const { hook, secret: first } = yield* hooks.create({ kind: "webhook", url, events: ["sync.run.completed"] })
        yield* Effect.flatMap(HookSender, (sender) => sender.start)
        yield* announceRuns(1)
        yield* eventually(Effect.sync(() => deliveries.length === 1))
        yield* eventually(Effect.map(states(hook.id), ([state]) => state === "done"))
        const { secret: second } = yield* hooks.rotate(hook.id)
        const [message] = (yield* hooks.deliveries(hook.id, null, { page: 1, limit: 1 })).rows
        expect(yield* hooks.replay(hook.id, message!.id)).toBe(true)
        yield* eventually(Effect.sync(() => deliveries.length === 2))
        expect(yield* hooks.replayMany(hook.id, { since: 0, failedOnly: true })).toBe(0)
        expect(deliveries[1]!.body).toBe(deliveries[0]!.body)
        expect(deliveries[1]!.headers["webhook-id"]).toBe(deliveries[0]!.headers["webhook-id"])
        verified(first!, deliveries[1]!)
        verified(second!, deliveries[1]!)
        expect(() => verified(second!, deliveries[0]!)).toThrow()
        yield* hooks.remove(hook.id)
      })
    )

    it.scoped("signs with ed25519, which the public key verifies", () =>
      Effect.gen(function* () {
        const { deliveries, url } = yield* receiver(ok)
        const hooks = yield* Hooks
        const request = { kind: "webhook", url, events: ["hook.test"], signature: "v1a" } as const
        const { hook, secret } = yield* hooks.create(request)
        expect(secret).toMatch(/^whpk_/)
        expect(hook.publicKey).toBe(secret)
        expect(yield* hooks.test(hook.id)).toMatchObject({ status: 200 })
        const { body, headers } = deliveries[0]!
        const x = Buffer.from(secret!.slice(5), "base64").toString("base64url")
        const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" })
        const text = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`
        const [version, signature] = String(headers["webhook-signature"]).split(",")
        expect(version).toBe("v1a")
        expect(verify(null, Buffer.from(text), key, Buffer.from(signature!, "base64"))).toBe(true)
        yield* hooks.remove(hook.id)
      })
    )

    it.effect("says that a message which is being sent is not sent again", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const sql = yield* SqlClient.SqlClient
        const url = "http://127.0.0.1:9009/in"
        const { hook } = yield* hooks.create({ kind: "webhook", url, events: ["sync.run.completed"] })
        yield* announceRuns(1)
        const [message] = (yield* hooks.deliveries(hook.id, null, { page: 1, limit: 1 })).rows
        const heldBy = (time: string) =>
          sql`UPDATE hook_messages SET held_until = now() + ${time}::interval, attempts = 3 WHERE hook = ${hook.id}`
        const attempts = Effect.map(
          sql<{ attempts: number }>`SELECT attempts FROM hook_messages WHERE hook = ${hook.id}`,
          ([row]) => row?.attempts
        )
        yield* heldBy("1 minute")
        expect([yield* hooks.replay(hook.id, message!.id), yield* attempts]).toStrictEqual([false, 3])
        yield* heldBy("-1 second")
        expect([yield* hooks.replay(hook.id, message!.id), yield* attempts]).toStrictEqual([true, 0])
        expect((yield* Effect.flip(hooks.replay(hook.id, "msg_none")))._tag).toBe("NoData")
        yield* hooks.remove(hook.id)
      })
    )

    it.scoped("disables a hook after 410, tells the others, logs its messages and replays them", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        let isGone = true
        const going = yield* receiver(() => ({ status: isGone ? 410 : 200 }))
        const other = yield* receiver(ok)
        const { hook } = yield* hooks.create({ kind: "webhook", url: going.url, events: ["sync.run.completed"] })
        const watcher = yield* hooks.create({
          kind: "webhook",
          url: other.url,
          events: ["hook.disabled"],
          domains: ["listening"]
        })
        yield* Effect.flatMap(HookSender, (sender) => sender.start)
        yield* announceRuns(1)
        yield* eventually(Effect.map(hooks.get(hook.id), ({ state }) => state === "disabled"))
        yield* eventually(Effect.sync(() => other.deliveries.length === 1))
        expect(verified(watcher.secret!, other.deliveries[0]!)).toMatchObject({
          type: "hook.disabled",
          data: { hook: hook.id, kind: "webhook" }
        })
        yield* announceRuns(2)
        expect(yield* states(hook.id)).toStrictEqual(["dead", "dead", "dead"])
        expect(going.deliveries).toHaveLength(1)
        expect((yield* Effect.flip(hooks.replayMany(hook.id, { since: 0, failedOnly: true })))._tag).toBe("Conflict")
        isGone = false
        const enabled = yield* hooks.enable(hook.id)
        expect(enabled.missed).toBe(3)
        expect(yield* hooks.replayMany(hook.id, { since: enabled.since!, failedOnly: true })).toBe(3)
        yield* eventually(Effect.map(states(hook.id), (all) => all.every((one) => one === "done")))
        expect(going.deliveries).toHaveLength(4)
        yield* hooks.remove(hook.id)
        yield* hooks.remove(watcher.hook.id)
      })
    )

    it.scoped("pauses a hook for Retry-After", () =>
      Effect.gen(function* () {
        const { deliveries, url } = yield* receiver(() => ({ status: 503, headers: { "retry-after": "900" } }))
        const hooks = yield* Hooks
        const { hook } = yield* hooks.create({ kind: "webhook", url, events: ["sync.run.completed"] })
        yield* Effect.flatMap(HookSender, (sender) => sender.start)
        yield* announceRuns(3)
        yield* eventually(Effect.map(hooks.get(hook.id), ({ pausedUntil }) => pausedUntil !== null))
        yield* Effect.sleep("300 millis")
        expect(deliveries).toHaveLength(1)
        const now = yield* Clock.currentTimeMillis
        const { failures, pausedUntil } = yield* hooks.get(hook.id)
        expect(failures).toBe(1)
        expect(pausedUntil! - now).toBeGreaterThan(890_000)
        yield* hooks.remove(hook.id)
      })
    )

    it.scoped("seals every secret at rest", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const sql = yield* SqlClient.SqlClient
        const { hook, secret } = yield* hooks.create({
          kind: "webhook",
          url: "http://127.0.0.1:9009/in",
          events: ["hook.test"]
        })
        const site = yield* hooks.create({ kind: "netlify", url: "https://api.netlify.example/build_hooks/5f00d00ddf" })
        const repository = yield* hooks.create({ kind: "github", repository: "someone/site", token: "ghp_secretToken" })
        expect(site.hook).toMatchObject({ url: null, hint: "0ddf" })
        const rows = JSON.stringify(yield* sql`SELECT * FROM hooks`)
        for (const word of [secret!.slice(6, 30), "5f00d00ddf", "ghp_secretToken", "dispatches"])
          expect(rows).not.toContain(word)
        for (const { id } of [hook, site.hook, repository.hook]) yield* hooks.remove(id)
      })
    )

    it.scoped("refuses wrong hooks with the reason", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const url = "https://receiver.example/in"
        const wrong = [
          [{ kind: "webhook", url, events: ["feed.item.deleted"] }, "feed.item.deleted"],
          [{ kind: "webhook", url, events: [] }, "at least one"],
          [{ kind: "webhook", url, events: ["hook.test"], domains: ["sleeping"] }, "sleeping"],
          [{ kind: "webhook", url, events: ["hook.test"], lens: "public" }, "lens"],
          [{ kind: "webhook", url, events: ["hook.test"], token: "t" }, "token"],
          [{ kind: "webhook", events: ["hook.test"] }, "url"],
          [{ kind: "netlify", url, events: ["hook.test"] }, "events"],
          [{ kind: "netlify", url, timing: { quiet: 90, maxWait: 60 } }, "max_wait_s"],
          [{ kind: "netlify", url, timing: { maxPerDay: 0 } }, "max_per_day"],
          [{ kind: "github", repository: "nobody", token: "t" }, "repository"],
          [{ kind: "github", repository: "some/site" }, "token"],
          [{ kind: "post", url, header: { name: "host", value: "x" } }, "header"],
          [{ kind: "post", url, header: { name: "x-a", value: "b\r\nc: d" } }, "header"]
        ] as const
        for (const [request, word] of wrong) {
          const failure = yield* Effect.flip(hooks.create(request))
          expect(failure._tag).toBe("BadInput")
          expect(failure.message).toContain(word)
        }
        expect((yield* Effect.flip(hooks.get(9_999)))._tag).toBe("NoData")
        const request = { kind: "webhook", url: "http://127.0.0.1:9009/in", events: ["hook.test"] } as const
        const created = yield* Effect.forEach(Array.from({ length: 20 }), () => hooks.create(request))
        expect((yield* Effect.flip(hooks.create(request)))._tag).toBe("Conflict")
        yield* Effect.forEach(created, ({ hook }) => hooks.remove(hook.id))
      })
    )
  })
})

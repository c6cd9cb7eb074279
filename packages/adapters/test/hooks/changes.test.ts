import { logChanges } from "@daybook/core/changes"
import { HookSender, HookStore, Hooks } from "@daybook/core/hooks"
import { SyncStore } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { describe, expect, layer } from "@effect/vitest"
import { Clock, Effect, Layer, Option, TestClock, TestContext } from "effect"
import * as FeedStore from "../../src/postgres/FeedStore.js"
import { inTransaction } from "../../src/postgres/inTransaction.js"
import * as SyncStoreLayer from "../../src/postgres/SyncStore.js"
import { FeedStore as Feed } from "@daybook/core/feed"
import { newDatabase } from "../support/database.js"
import { hooksOver } from "./support/layers.js"
import { inRealTime, pause, until } from "./support/realTime.js"
import { receiver } from "./support/receiver.js"

const hour = 3_600_000

const item = (name: string, occurredAt: number) => ({
  eventType: "activity_completed",
  sourceId: `strava:${name}`,
  occurredAt,
  date: "2026-03-14",
  title: `run ${name}`,
  subtitle: null,
  metadata: null,
  entity: { type: "activity", id: 812 }
})

const put = (...items: ReadonlyArray<ReturnType<typeof item>>) =>
  inTransaction(Effect.flatMap(Feed, (feed) => feed.put("running", items)))

const messagesOf = (hook: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ type: string; body: string }>`SELECT type, body FROM hook_messages WHERE hook = ${hook} ORDER BY id`,
      (rows) => rows.map(({ body, type }) => ({ type, data: (JSON.parse(body) as { data: object }).data }))
    )
  )

const pendingOf = (hook: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ pending: unknown }>`SELECT pending FROM hooks WHERE id = ${hook}`, ([row]) => row?.pending ?? null)
  )

const runOf = (source: string, state: "unauthorized" | "unavailable" | null) =>
  Effect.gen(function* () {
    const store = yield* SyncStore
    const claim = yield* store.claim({ source, domain: "running", syncType: "runs", trigger: "schedule" })
    const failure = state === null ? Option.none() : Option.some({ state, message: "no login", next: "connect again" })
    yield* store.finish(claim.run, { added: 1, changed: 0, removed: 0 }, failure)
    return claim.run
  })

const url = "http://127.0.0.1:9009/in"

describe("what hooks are sent", () => {
  const over = Layer.mergeAll(FeedStore.layer, SyncStoreLayer.layer).pipe(
    Layer.provideMerge(hooksOver()),
    Layer.provideMerge(newDatabase())
  )

  layer(over, { timeout: "5 minutes", excludeTestServices: true })((it) => {
    it.effect("announces recent feed items in the transaction that creates them, and only once", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const { hook } = yield* hooks.create({ kind: "webhook", url, events: ["feed.item.created"] })
        const other = yield* hooks.create({ kind: "webhook", url, events: ["feed.item.created"], domains: ["reading"] })
        const now = yield* Clock.currentTimeMillis
        yield* put(item("a", now - hour), item("old", now - 49 * hour))
        yield* put({ ...item("a", now - hour), title: "another title" })
        const failed = put(item("b", now)).pipe(Effect.zipRight(Effect.fail("undone")))
        yield* Effect.ignore(inTransaction(failed))
        const messages = yield* messagesOf(hook.id)
        expect(messages).toMatchObject([
          {
            type: "feed.item.created",
            data: {
              domain: "running",
              title: "run a",
              event_type: "activity_completed",
              href: "/v1/running/activities/812"
            }
          }
        ])
        expect((messages[0]!.data as { id: string }).id).toMatch(/^running\/feed_item\/\d+$/)
        expect(yield* messagesOf(other.hook.id)).toStrictEqual([])
        yield* Effect.forEach([hook, other.hook], ({ id }) => hooks.remove(id))
      })
    )

    it.scoped("sends one changes.available for the changes of five seconds, with their number", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.now())
        const { deliveries, url } = yield* receiver(() => ({ status: 204 }))
        const hooks = yield* Hooks
        const request = { kind: "webhook", url, events: ["changes.available"], domains: ["running"] } as const
        const { hook } = yield* hooks.create(request)
        yield* Effect.flatMap(HookSender, (sender) => sender.start)
        for (const id of [1, 2, 2, 3]) yield* inTransaction(logChanges("running", "upsert", "activity", [id]))
        yield* inTransaction(logChanges("listening", "upsert", "day", ["2026-03-14"]))
        yield* TestClock.adjust("4900 millis")
        yield* pause
        expect(deliveries).toHaveLength(0)
        yield* TestClock.adjust("100 millis")
        yield* inRealTime(() => deliveries.length > 0)
        const [{ data }] = yield* messagesOf(hook.id) as unknown as Effect.Effect<[{ data: { cursor: string } }]>
        expect(data).toMatchObject({ counts: { running: 4 } })
        expect(Buffer.from(data.cursor, "base64url").toString()).toMatch(/^ch:1:[\da-f]+:\d+$/)
        expect(yield* pendingOf(hook.id)).toBeNull()
        yield* hooks.remove(hook.id)
      }).pipe(Effect.provide(TestContext.TestContext))
    )

    it.effect("announces the end of runs, and once that a source is paused", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const events = ["sync.run.completed", "sync.run.failed", "source.paused"]
        const { hook } = yield* hooks.create({ kind: "webhook", url, events })
        const first = yield* runOf("strava", null)
        for (const _ of [1, 2, 3, 4]) yield* runOf("strava", "unauthorized")
        yield* runOf("discogs", "unavailable")
        const messages = yield* messagesOf(hook.id)
        const types = messages.map(({ type }) => type)
        expect(types.filter((type) => type === "sync.run.failed")).toHaveLength(5)
        expect(types.filter((type) => type === "source.paused")).toHaveLength(1)
        expect(messages.find(({ type }) => type === "source.paused")!.data).toStrictEqual({
          source: "strava",
          domain: "running",
          state: "unauthorized",
          error: "no login; connect again"
        })
        expect(messages.find(({ type }) => type === "sync.run.completed")!.data).toStrictEqual({
          run: first,
          source: "strava",
          domain: "running",
          added: 1,
          changed: 0,
          removed: 0
        })
        yield* hooks.remove(hook.id)
      })
    )

    it.effect("announces a confirmed difference to a provider in the transaction that stores it", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const store = yield* SyncStore
        const { hook } = yield* hooks.create({ kind: "webhook", url, events: ["source.drifted"] })
        const at = Date.parse("2026-03-14T20:00:00Z")
        const drift = { unit: "plays", provider: 1_000, stored: 900, explained: { duplicates: 20 }, checkedAt: at }
        yield* store.recordDrift("lastfm", "listening", { ...drift, suspectedAt: at, since: null }, false)
        yield* store.recordDrift("lastfm", "listening", { ...drift, suspectedAt: at, since: at }, true)
        expect(yield* messagesOf(hook.id)).toStrictEqual([
          {
            type: "source.drifted",
            data: {
              source: "lastfm",
              domain: "listening",
              unit: "plays",
              provider: 1_000,
              stored: 900,
              unexplained: 80
            }
          }
        ])
        yield* hooks.remove(hook.id)
      })
    )

    it.scoped("starts one build for a burst of changes, and one more for changes during it", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.now())
        const { deliveries, url } = yield* receiver(() => ({ status: 200 }))
        const hooks = yield* Hooks
        const timing = { quiet: 1, maxWait: 3, minInterval: 2, maxPerDay: 24 }
        const { hook } = yield* hooks.create({ kind: "netlify", url, domains: ["running"], timing })
        yield* Effect.flatMap(HookSender, (sender) => sender.start)
        const change = (id: number) => inTransaction(logChanges("running", "upsert", "activity", [id]))
        for (const id of [11, 12, 13, 14, 15]) yield* Effect.zipRight(change(id), TestClock.adjust("100 millis"))
        yield* TestClock.adjust("1 second")
        yield* inRealTime(() => deliveries.length === 1)
        yield* until(Effect.map(pendingOf(hook.id), (pending) => pending === null))
        yield* change(16)
        yield* TestClock.adjust("1500 millis")
        yield* pause
        expect(deliveries).toHaveLength(1)
        yield* TestClock.adjust("500 millis")
        yield* inRealTime(() => deliveries.length === 2)
        yield* TestClock.adjust("10 seconds")
        yield* pause
        expect(deliveries.map(({ body, url }) => [url, body])).toStrictEqual([
          ["/in?trigger_title=Daybook%3A+running", "{}"],
          ["/in?trigger_title=Daybook%3A+running", "{}"]
        ])
        yield* hooks.remove(hook.id)
      }).pipe(Effect.provide(TestContext.TestContext))
    )

    it.effect("keeps changes of a disabled hook until it is enabled", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const sql = yield* SqlClient.SqlClient
        const { hook } = yield* hooks.create({ kind: "netlify", url })
        yield* sql`UPDATE hooks SET state = 'disabled', disabled_at = now() WHERE id = ${hook.id}`
        yield* inTransaction(logChanges("running", "upsert", "activity", [21]))
        expect(yield* pendingOf(hook.id)).toMatchObject({ counts: { running: 1 } })
        expect((yield* hooks.enable(hook.id)).missed).toBe(0)
        expect(yield* pendingOf(hook.id)).toMatchObject({ counts: { running: 1 } })
        yield* hooks.remove(hook.id)
      })
    )

    it.effect("writes to no table of hooks while there are none", () =>
      Effect.gen(function* () {
        expect(yield* Effect.flatMap(HookStore, (store) => store.all)).toStrictEqual([])
        const sql = yield* SqlClient.SqlClient
        yield* put(item("c", yield* Clock.currentTimeMillis))
        yield* runOf("strava", null)
        expect(yield* sql`SELECT id FROM hook_messages`).toStrictEqual([])
      })
    )
  })
})

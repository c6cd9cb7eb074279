import { describe, expect, it } from "@effect/vitest"
import { provideReceiver, Refused, type WebhookRequest } from "@daybook/core/webhooks"
import { BadInput } from "@daybook/core/shared"
import { SourceFailure, SyncStore } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { ConfigProvider, Effect, Layer, Option, TestClock } from "effect"
import { Fault, inProcessClient } from "@daybook/simulators"
import type { StravaServices } from "../../src/strava/enrichment.js"
import { settings as stravaSettings } from "../../src/strava/login.js"
import { receiver } from "../../src/strava/receiver.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { stores, today, world } from "./world.js"

const database = stores.pipe(Layer.provideMerge(newDatabase()))
const subscription = 120_475

const request = (more: Partial<WebhookRequest>): WebhookRequest => ({
  method: "POST",
  secret: Option.none(),
  query: {},
  text: "",
  fields: {},
  ...more
})

const test = <E>(name: string, check: Effect.Effect<void, E, Layer.Layer.Success<typeof database>>) =>
  it.effect(name, () => Effect.zipRight(TestClock.setTime(today), check).pipe(Effect.provide(Layer.fresh(database))))

describe("Strava's webhooks", () => {
  const setOf = (more: Readonly<Record<string, string>>) =>
    Effect.gen(function* () {
      const instance = yield* world()
      const context = yield* Effect.context<StravaServices>()
      const sql = yield* SqlClient.SqlClient
      const receives = yield* Effect.flatMap(stravaSettings.config, receiver).pipe(
        Effect.map((one) => provideReceiver(one, context)),
        Effect.withConfigProvider(
          ConfigProvider.fromMap(
            new Map(
              Object.entries({ ...instance.settings, DAYBOOK_STRAVA_WEBHOOK_VERIFY_TOKEN: "told-to-strava", ...more })
            )
          )
        ),
        Effect.provideService(HttpClient.HttpClient, inProcessClient({ strava: instance.strava })),
        Effect.orDie
      )
      const ids = Effect.map(sql<{ id: number }>`SELECT id FROM running_activities ORDER BY id`, (rows) =>
        rows.map(({ id }) => id)
      )
      const event = (id: number, aspect: "create" | "update" | "delete", more: object = {}) =>
        JSON.stringify({
          object_type: "activity",
          object_id: id,
          aspect_type: aspect,
          updates: {},
          owner_id: instance.control.athlete,
          subscription_id: subscription,
          event_time: Math.floor(today / 1000),
          ...more
        })
      /** Takes an event and looks into it, as the inbox does. */
      const send = (text: string) =>
        Effect.gen(function* () {
          const { events, reply } = yield* receives.verify(request({ text }))
          expect(reply).toStrictEqual({ status: "ok" })
          for (const one of events)
            yield* Effect.whenEffect(
              instance.engine.reread(instance.source, receives.handle(one)),
              receives.concerns!(one)
            )
          return events
        })
      return { ...instance, sql, ids, event, send, receives }
    })

  const set = setOf({ DAYBOOK_STRAVA_SUBSCRIPTION_ID: String(subscription) })

  test(
    "answer the handshake of a subscription, and no other",
    Effect.gen(function* () {
      const { receives } = yield* set
      const ask = (token: string, mode = "subscribe") =>
        receives.verify(
          request({
            method: "GET",
            query: { "hub.mode": mode, "hub.verify_token": token, "hub.challenge": "15f7d1a9" }
          })
        )
      expect((yield* ask("told-to-strava")).reply).toStrictEqual({ "hub.challenge": "15f7d1a9" })
      for (const wrong of [ask("guessed"), ask(""), ask("told-to-strava", "unsubscribe")])
        expect(yield* Effect.flip(wrong)).toBeInstanceOf(BadInput)
      expect(
        yield* Effect.flip(receives.verify(request({ secret: Option.some("guessed"), text: "{}" })))
      ).toBeInstanceOf(Refused)
      for (const text of ["", "{}", "null", "[]", '{"object_type":1}'])
        expect(yield* Effect.flip(receives.verify(request({ text })))).toBeInstanceOf(BadInput)
    })
  )

  test(
    "bring creations and updates, and deletions that Strava confirms",
    Effect.gen(function* () {
      const { control, event, ids, send, sql, sync } = yield* set
      yield* sync()
      const run = (yield* control.activities).at(-1)!
      yield* control.upload(run, { id: 17_000_000_000, at: run.at + 10_000, uploadedAt: today / 1000 - 60 })
      yield* send(event(17_000_000_000, "create"))
      expect(yield* ids).toContain(17_000_000_000)
      yield* control.edit(run.id, { name: "Renamed" })
      yield* send(event(run.id, "update", { updates: { title: "Another name" } }))
      expect((yield* sql`SELECT name FROM running_activities WHERE id = ${run.id}`)[0]).toStrictEqual({
        name: "Renamed"
      })
      yield* send(event(run.id, "delete"))
      expect(yield* ids).toContain(run.id)
      yield* control.remove(run.id)
      yield* send(event(run.id, "delete"))
      expect(yield* ids).not.toContain(run.id)
    })
  )

  test(
    "are none where they name what Strava never had",
    Effect.gen(function* () {
      const { event, ids, receives, sync } = yield* set
      yield* sync()
      const before = yield* ids
      // A recording by itself has an id of ours, below 0: Strava would confirm that it knows no such activity.
      for (const id of [-1_700_000_000, 0])
        expect(yield* Effect.flip(receives.verify(request({ text: event(id, "delete") })))).toBeInstanceOf(BadInput)
      expect(yield* ids).toStrictEqual(before)
    })
  )

  test(
    "change nothing when they are forged",
    Effect.gen(function* () {
      const { control, event, ids, send, sync } = yield* set
      yield* sync()
      const before = yield* ids
      yield* control.remove(before[0]!)
      yield* send(event(before[0]!, "delete", { subscription_id: 1 }))
      yield* send(event(before[0]!, "delete", { owner_id: 1 }))
      expect(yield* ids).toStrictEqual(before)
      yield* control.requests.clear
      expect(yield* send(event(before[0]!, "delete", { owner_id: 1 }))).toStrictEqual([])
      expect(yield* control.requests.count).toBe(0)
    })
  )

  test(
    "begin no run when they are forged before the athlete is known, and are no success of the source when they are true",
    Effect.gen(function* () {
      const { control, event, send, sql, sync } = yield* setOf({})
      yield* control.faults.when(({ path }) => path.endsWith("/push_subscriptions"), Fault.Status({ status: 404 }))
      const store = yield* SyncStore
      const runs = Effect.map(sql`SELECT trigger FROM sync_runs ORDER BY id`, (rows) =>
        rows.map(({ trigger }) => trigger)
      )
      const run = (yield* control.activities).at(-1)!
      for (const forged of [{ owner_id: 1 }, { object_type: "athlete", owner_id: 1, updates: { authorized: "false" } }])
        yield* send(event(run.id, "update", forged))
      expect(yield* runs).toStrictEqual([])
      yield* sync()
      const latest = Effect.map(store.latest(0), (all) =>
        all.map(({ id, lastSuccess, trigger }) => ({ id, lastSuccess, trigger }))
      )
      const before = yield* latest
      yield* send(event(run.id, "update"))
      expect(yield* runs).toStrictEqual(["command", "webhook"])
      expect(yield* latest).toStrictEqual(before)
    })
  )

  test(
    "are distinguished by their athlete if the subscription is unknown",
    Effect.gen(function* () {
      const { control, event, ids, send, sync } = yield* setOf({})
      yield* control.faults.when(({ path }) => path.endsWith("/push_subscriptions"), Fault.Status({ status: 404 }))
      yield* sync()
      const before = yield* ids
      yield* control.remove(before[0]!)
      yield* send(event(before[0]!, "delete", { owner_id: 1 }))
      expect(yield* ids).toStrictEqual(before)
      yield* send(event(before[0]!, "delete"))
      expect(yield* ids).toStrictEqual(before.slice(1))
    })
  )

  test(
    "wait for an activity that is announced before it can be read",
    Effect.gen(function* () {
      const { clock, event, send } = yield* set
      expect(yield* Effect.flip(send(event(17_000_000_001, "create")))).toBeInstanceOf(SourceFailure)
      yield* clock.advance("1 hour")
      yield* TestClock.adjust("1 hour")
      yield* send(event(17_000_000_001, "create"))
    })
  )

  test(
    "leave a new activity alone that is no run",
    Effect.gen(function* () {
      const { control, event, ids, send, sync } = yield* set
      yield* sync()
      const before = yield* ids
      yield* control.edit(before[0]!, { sportType: "Ride" })
      yield* send(event(before[0]!, "create"))
      expect(yield* ids).toStrictEqual(before.slice(1))
    })
  )

  test(
    "believe that the athlete left when Strava says so",
    Effect.gen(function* () {
      const { control, ids, send, sync } = yield* set
      yield* sync()
      const before = yield* ids
      const left = JSON.stringify({
        object_type: "athlete",
        object_id: control.athlete,
        aspect_type: "update",
        updates: { authorized: "false" },
        owner_id: control.athlete,
        subscription_id: subscription,
        event_time: 1
      })
      yield* send(left)
      yield* sync()
      yield* control.revokeLogin
      yield* send(left)
      expect(yield* ids).toStrictEqual(before)
      expect(yield* Effect.flip(sync())).toBeInstanceOf(SourceFailure)
    })
  )
})

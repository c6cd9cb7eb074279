import { HookSender, HookStore, HookTransport, Hooks, event } from "@daybook/core/hooks"
import { describe, expect, layer } from "@effect/vitest"
import { Clock, Effect, Layer, TestClock } from "effect"
import { newDatabase } from "../support/database.js"
import { announce, hooksOver } from "./support/layers.js"
import { inRealTime, inRealTimeVersions, pause, until } from "./support/realTime.js"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/** A receiver without a network: it notes the time of the fake clock, and answers what the test says. */
const fakeReceiver = () => {
  const times: Array<number> = []
  let status = 500
  const transport = Layer.succeed(HookTransport, {
    agent: "daybook/test",
    check: () => Effect.void,
    send: () =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        times.push(now)
        return { status, duration: 1, reply: "", retryAfter: null }
      })
  })
  return { times, transport, answer: (next: number) => void (status = next) }
}

describe("the schedule of attempts", () => {
  const { answer, times, transport } = fakeReceiver()
  const over = Layer.provideMerge(hooksOver({ transport, versions: inRealTimeVersions }), newDatabase())

  layer(over, { timeout: "5 minutes" })((it) => {
    it.scoped("makes ten attempts at the specified times, then gives the message up", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2026, 2, 14))
        const hooks = yield* Hooks
        const store = yield* HookStore
        const { hook } = yield* hooks.create({
          kind: "webhook",
          url: "https://receiver.example/in",
          events: ["source.paused"]
        })
        const now = yield* Clock.currentTimeMillis
        const data = { source: "strava", domain: "running", state: "unauthorized", error: "no login" }
        yield* announce([event("source.paused", "running", now, data)])
        yield* Effect.flatMap(HookSender, (sender) => sender.start)
        yield* inRealTime(() => times.length === 1)
        const attempts = Effect.map(
          store.deliveries(hook.id, null, { page: 1, limit: 1 }),
          ({ rows }) => rows[0]!.attempts
        )
        for (const [place, wait] of waits.entries()) {
          yield* until(Effect.map(attempts, ({ length }) => length === place + 1))
          // The step of the last wait went on after the attempt.
          const recordedBy = yield* Clock.currentTimeMillis
          yield* TestClock.setTime(Math.max(recordedBy, times[place]! + wait * 0.9 - second))
          yield* pause
          expect(times).toHaveLength(place + 1)
          yield* TestClock.setTime(recordedBy + wait * 1.1 + second)
          yield* inRealTime(() => times.length === place + 2)
          expect(times).toHaveLength(place + 2)
        }
        times.slice(1).forEach((at, place) => {
          const wait = at - times[place]!
          expect(wait).toBeGreaterThanOrEqual(waits[place]! * 0.9)
          // The clock moves in steps: an attempt may be recorded when the step ends, up to a fifth of its wait later.
          // The next step begins there, so that the delays of earlier attempts add up.
          const earlier = waits.slice(0, place).reduce((sum, one) => sum + one, 0)
          expect(wait).toBeLessThanOrEqual(waits[place]! * 1.1 + earlier * 0.2 + (place + 5) * second)
        })
        yield* until(Effect.map(attempts, ({ length }) => length === 10))
        yield* TestClock.adjust("48 hours")
        yield* pause
        expect(times).toHaveLength(10)
        const { rows } = yield* store.deliveries(hook.id, null, { page: 1, limit: 10 })
        expect(rows).toHaveLength(1)
        expect(rows[0]).toMatchObject({ state: "dead", dueAt: null })
        expect(rows[0]!.attempts.map(({ at }) => at)).toStrictEqual(times)
        expect((yield* hooks.get(hook.id)).failures).toBe(10)
        answer(200)
        yield* hooks.replay(hook.id, rows[0]!.id)
        yield* inRealTime(() => times.length === 11)
        yield* until(Effect.map(hooks.get(hook.id), ({ failures }) => failures === 0))
        expect((yield* hooks.get(hook.id)).failures).toBe(0)
      })
    )
  })
})

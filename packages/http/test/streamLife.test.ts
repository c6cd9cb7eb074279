import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { vi } from "vitest"
import { defaultStreams, openStreams } from "../src/stream/streams.js"
import { host } from "./support/host.js"
import { read, until } from "./support/sse.js"

const change = (id: number) => ({ domain: "running", type: "activity", id: String(id), op: "upsert" }) as const
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

const idsIn = (events: ReadonlyArray<{ readonly event: string; readonly data: unknown }>) =>
  events.flatMap(({ data, event }) => (event === "changes" ? [(data as { readonly id: string }).id] : []))

describe("a stream while the database is unreachable", () => {
  it.scopedLive("stays open with heartbeats, and then has no gap", () =>
    Effect.gen(function* () {
      const { clock, log, read: key, url } = yield* host({ haste: 10, streamHeartbeat: 0.2 })
      const stream = yield* read(`${url}/v1/stream?topics=changes`, bearer(key))
      const beats = () => stream.text().match(/^: heartbeat$/gm)?.length ?? 0
      /** A minute less a second passes in which the log cannot be read. A stream that ends has no further heartbeat. */
      const stayAway = Effect.gen(function* () {
        const before = log.failures()
        yield* until("a failure", () => log.failures() > before)
        clock.now += 59_000
        const [failures, heartbeats] = [log.failures(), beats()]
        yield* until("more failures", () => log.failures() > failures + 1 && beats() > heartbeats + 1)
      })
      yield* until("hello", () => stream.events.length === 1)
      log.append([change(1)])
      yield* until("a change", () => stream.events.length === 2)
      log.cut(true)
      // A notification arrives, and the log cannot be read.
      log.append([change(2)])
      yield* stayAway
      expect(stream.hasEnded()).toBe(false)
      log.append([change(3)])
      log.cut(false)
      yield* until("what happened meanwhile", () => stream.events.length === 4)
      expect(idsIn(stream.events)).toStrictEqual([1, 2, 3].map((id) => `running/activity/${id}`))
      // An earlier outage does not shorten the next one.
      log.cut(true)
      log.append([change(4)])
      yield* stayAway
      expect(stream.hasEnded()).toBe(false)
      log.cut(false)
      yield* until("the next change", () => idsIn(stream.events).length === 4)
    })
  )

  it.scopedLive("says goodbye after a minute, and resumes at another connection", () =>
    Effect.gen(function* () {
      const { clock, log, read: key, url } = yield* host({ haste: 10 })
      const stream = yield* read(`${url}/v1/stream?topics=changes`, bearer(key))
      yield* until("hello", () => stream.events.length === 1)
      log.append([change(1)])
      yield* until("a change", () => stream.events.length === 2)
      const last = stream.events[1]!.id!
      log.cut(true)
      log.append([change(2)])
      yield* until("a failure", () => log.failures() > 0)
      clock.now += 60_001
      yield* until("the end", stream.hasEnded)
      expect(stream.events.map(({ event }) => event)).toStrictEqual(["hello", "changes", "bye"])
      const refused = yield* read(`${url}/v1/stream?topics=changes`, { ...bearer(key), "last-event-id": last })
      expect(refused.status).toBe(503)
      log.cut(false)
      const resumed = yield* read(`${url}/v1/stream?topics=changes`, { ...bearer(key), "last-event-id": last })
      yield* until("what it missed", () => resumed.events.length === 2)
      expect(idsIn(resumed.events)).toStrictEqual(["running/activity/2"])
    })
  )
})

describe("a stream and its host", () => {
  it.scopedLive("resume where the stream ended when the host starts again", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const first = yield* Scope.extend(host(), scope)
      const stream = yield* read(`${first.url}/v1/stream?topics=changes`, bearer(first.read))
      yield* until("hello", () => stream.events.length === 1)
      first.log.append([change(1), change(2)])
      yield* until("changes", () => stream.events.length === 3)
      yield* Scope.close(scope, Exit.void)
      yield* until("the end", stream.hasEnded)
      expect(stream.events.at(-1)?.event).toBe("bye")
      first.log.append([change(3), change(1)])
      const second = yield* host({ log: first.log })
      const resumed = yield* read(`${second.url}/v1/stream?topics=changes`, {
        ...bearer(second.read),
        "last-event-id": stream.events[2]!.id!
      })
      yield* until("what it missed", () => resumed.events.length === 3)
      expect(resumed.events.map(({ event }) => event)).toStrictEqual(["hello", "changes", "changes"])
      expect(idsIn(resumed.events)).toStrictEqual(["running/activity/3", "running/activity/1"])
    })
  )

  it.scopedLive("begin again in the open stream when another history begins, once", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host()
      const open = () => read(`${url}/v1/stream?topics=changes`, bearer(key))
      const stream = yield* open()
      yield* until("hello", () => stream.events.length === 1)
      log.append([change(1)])
      yield* until("a change", () => stream.events.length === 2)
      log.renew()
      log.append([change(2)])
      yield* until("reset", () => stream.events.length === 3)
      const { cursor } = stream.events[2]!.data as { readonly cursor: string }
      expect(stream.events[2]).toStrictEqual({ event: "reset", id: cursor, data: { cursor } })
      // It is a cursor of the new history, and a stream that opens now needs no reset.
      const later = yield* open()
      yield* until("hello", () => later.events.length === 1)
      log.append([change(3)])
      yield* until("the next change in both", () => stream.events.length === 4 && later.events.length === 2)
      expect(idsIn([stream.events[3]!, later.events[1]!])).toStrictEqual(["running/activity/3", "running/activity/3"])
      const resumed = yield* read(`${url}/v1/stream?topics=changes`, { ...bearer(key), "last-event-id": cursor })
      yield* until("what came after the reset", () => resumed.events.length === 2)
      expect(resumed.events.map(({ event }) => event)).toStrictEqual(["hello", "changes"])
    })
  )

  it.scopedLive("part after the time that a stream may last, and nothing is lost in between", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host({ streamLifetime: 0.4 })
      const stream = yield* read(`${url}/v1/stream?topics=changes`, bearer(key))
      yield* until("hello", () => stream.events.length === 1)
      log.append([change(1)])
      const begun = performance.now()
      yield* until("the end", stream.hasEnded)
      expect(performance.now() - begun).toBeGreaterThan(300)
      expect(stream.events.map(({ event }) => event)).toStrictEqual(["hello", "changes", "bye"])
      expect(stream.text()).toMatch(/event: bye\ndata: \{\}\n\n$/)
      log.append([change(2)])
      const next = yield* read(`${url}/v1/stream?topics=changes`, {
        ...bearer(key),
        "last-event-id": stream.events[1]!.id!
      })
      yield* until("what came in between", () => idsIn(next.events).length === 1)
      expect(idsIn(next.events)).toStrictEqual(["running/activity/2"])
    })
  )

  it("part after one hour unless it is set otherwise", () => {
    vi.useFakeTimers()
    try {
      let [at, beats] = [0, 0]
      const ended: Array<string> = []
      const key = { id: 1 } as Parameters<ReturnType<typeof openStreams>["add"]>[0]
      const streams = openStreams(
        defaultStreams,
        { byId: () => key },
        () => 0,
        () => at
      )
      const leave = streams.add(key, {
        push: () => undefined,
        beat: () => void beats++,
        whenReady: () => () => undefined,
        end: (event) => void ended.push(event)
      })
      for (at = 1_000; at < 3_600_000; at += 1_000) vi.advanceTimersByTime(250)
      expect([beats, ended]).toStrictEqual([239, []])
      at = 3_600_000
      vi.advanceTimersByTime(250)
      expect(ended).toStrictEqual(["bye"])
      leave()
      expect([streams.count(), vi.getTimerCount()]).toStrictEqual([0, 0])
    } finally {
      vi.useRealTimers()
    }
  })
})

import type { UnnumberedChange } from "@daybook/core/changes"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Scope, Exit } from "effect"
import { EventSource } from "eventsource"
import { connect } from "node:net"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"
import { read, until } from "./support/sse.js"

const upsert = (id: number, type = "feed_item", domain = "running"): UnnumberedChange => ({
  domain,
  type,
  id: String(id),
  op: "upsert"
})
const many = (from: number, count: number, type = "activity") =>
  Array.from({ length: count }, (_, index) => upsert(from + index, type))
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const idsIn = (events: ReadonlyArray<{ readonly event: string; readonly data: unknown }>, event: string) =>
  events.filter((one) => one.event === event).map(({ data }) => (data as { readonly id: string }).id)

describe("a stream", () => {
  it.scopedLive("sends hello and then what happens, and is neither cached nor compressed", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host()
      const stream = yield* read(`${url}/v1/stream?topics=feed,changes`, {
        ...bearer(key),
        "accept-encoding": "gzip, br"
      })
      expect(stream.status).toBe(200)
      expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/)
      expect(stream.headers.get("cache-control")).toMatch(/^no-store/)
      expect(stream.headers.get("x-accel-buffering")).toBe("no")
      expect(stream.headers.get("content-length")).toBeNull()
      expect(stream.headers.get("content-encoding")).toBeNull()
      yield* until("hello", () => stream.events.length === 1)
      expect(stream.text()).toMatch(/^retry: [3-7]\d{3}\n\n/)
      const hello = stream.events[0]!
      expect(hello.data).toStrictEqual({ cursor: hello.id, topics: ["feed", "changes"], heartbeat_s: 15 })
      log.append([upsert(30211), upsert(812, "activity"), { ...upsert(5), op: "delete" }])
      yield* until("changes", () => stream.events.length === 5)
      expect(stream.events.slice(1).map(({ event }) => event)).toStrictEqual(["changes", "feed", "changes", "changes"])
      expect(stream.events[2]!.data).toStrictEqual({
        id: "running/feed_item/30211",
        domain: "running",
        event_type: "activity",
        title: "Run 30211",
        occurred_at: "2026-11-22T07:10:00.000Z"
      })
      // The id of an event is a cursor of the log.
      const page = yield* ask(`${url}/v1/changes?since=${stream.events[2]!.id}`, { key })
      expect(page.json.data.map(({ id }: { readonly id: string }) => id)).toStrictEqual([
        "running/activity/812",
        "running/feed_item/5"
      ])
    })
  )

  it.scopedLive("filters by domain, and refuses names that there are not", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host()
      const stream = yield* read(`${url}/v1/stream?topics=changes&domain=watching`, bearer(key))
      yield* until("hello", () => stream.events.length === 1)
      log.append([upsert(1, "activity"), upsert(2, "movie", "watching")])
      yield* until("one change", () => stream.events.length === 2)
      expect(idsIn(stream.events, "changes")).toStrictEqual(["watching/movie/2"])
      for (const query of ["topics=weather", "domain=nobody", "since=abc"])
        expect((yield* ask(`${url}/v1/stream?${query}`, { key })).status, query).toBe(400)
      expect((yield* ask(`${url}/v1/stream`)).status).toBe(401)
    })
  )

  it.scopedLive("resumes after the last event, and starts again where it cannot", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host()
      log.append(many(1, 400))
      const { cursor } = (yield* ask(`${url}/v1/changes?limit=100`, { key })).json
      const resumed = yield* read(`${url}/v1/stream?topics=changes&since=now`, {
        ...bearer(key),
        "last-event-id": cursor
      })
      yield* until("all that was missed", () => resumed.events.length === 301)
      expect(idsIn(resumed.events, "changes")).toStrictEqual(
        Array.from({ length: 300 }, (_, index) => `running/activity/${index + 101}`)
      )
      log.append(many(1_000, 1_001))
      const far = yield* read(`${url}/v1/stream?topics=changes&since=${cursor}`, bearer(key))
      yield* until("reset", () => far.events.some(({ event }) => event === "reset"))
      const before = far.events.length
      expect(far.events.map(({ event }) => event)).toStrictEqual(["hello", "reset"])
      log.append([upsert(9_999, "activity")])
      yield* until("the next change", () => far.events.length === before + 1)
      expect(idsIn(far.events.slice(-1), "changes")).toStrictEqual(["running/activity/9999"])
      log.renew()
      const other = yield* read(`${url}/v1/stream?topics=changes&since=${cursor}`, bearer(key))
      yield* until("reset of another history", () => other.events.length === 2)
      expect(other.events.map(({ event }) => event)).toStrictEqual(["hello", "reset"])
    })
  )

  it.scopedLive("gives every change at least once to a reader that disconnects at any moment", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host()
      const steps = fc.array(
        fc.record({
          id: fc.integer({ min: 1, max: 12 }),
          gone: fc.boolean(),
          reconnect: fc.integer({ min: 0, max: 3 })
        }),
        { minLength: 5, maxLength: 40 }
      )
      const [some] = fc.sample(steps, { numRuns: 1, seed: 11 })
      const truth = new Set<string>()
      const copy = new Set<string>()
      let last = (yield* ask(`${url}/v1/changes?since=now`, { key })).json.cursor as string
      for (const { gone, id, reconnect } of some!) {
        const full = `running/activity/${id}`
        log.append([{ ...upsert(id, "activity"), op: gone ? "delete" : "upsert" }])
        if (gone) truth.delete(full)
        else truth.add(full)
        if (reconnect !== 0) continue
        const scope = yield* Scope.make()
        const stream = yield* Scope.extend(
          read(`${url}/v1/stream?topics=changes`, { ...bearer(key), "last-event-id": last }),
          scope
        )
        yield* Effect.sleep(`${id % 4} millis`)
        yield* Scope.close(scope, Exit.void)
        for (const event of stream.events) {
          last = event.id ?? last
          if (event.event !== "changes") continue
          const { id: of, op } = event.data as { readonly id: string; readonly op: string }
          void (op === "upsert" ? copy.add(of) : copy.delete(of))
        }
      }
      const stream = yield* read(`${url}/v1/stream?topics=changes`, { ...bearer(key), "last-event-id": last })
      const end = upsert(4_711, "activity")
      log.append([end])
      yield* until("the end", () => idsIn(stream.events, "changes").includes("running/activity/4711"))
      for (const { data, event } of stream.events) {
        if (event !== "changes") continue
        const { id: of, op } = data as { readonly id: string; readonly op: string }
        void (op === "upsert" ? copy.add(of) : copy.delete(of))
      }
      copy.delete("running/activity/4711")
      expect([...copy].sort()).toStrictEqual([...truth].sort())
    })
  )

  it.scopedLive("resets a client whose last event is not one of this host", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host()
      for (const last of ["4711", "0", "now", "Y2g6MTo", "Ã©"]) {
        const stream = yield* read(`${url}/v1/stream?topics=changes`, { ...bearer(key), "last-event-id": last })
        yield* until("the reset", () => stream.events.some(({ event }) => event === "reset"))
        log.append([upsert(4_711, "activity")])
        yield* until("a change", () => idsIn(stream.events, "changes").includes("running/activity/4711"))
      }
    })
  )

  it.scopedLive("sends what is playing when it changed, and asks only while somebody listens", () =>
    Effect.gen(function* () {
      const { player, read: key, url } = yield* host()
      player.answer = { is_playing: true, track: { name: "Low Tide" } }
      yield* read(`${url}/v1/stream?topics=changes`, bearer(key))
      yield* Effect.sleep("300 millis")
      expect(player.asked).toBe(0)
      const stream = yield* read(`${url}/v1/stream?topics=now_playing`, bearer(key))
      yield* until("now playing", () => stream.events.length === 2)
      expect(stream.events[1]).toStrictEqual({ event: "now_playing", id: null, data: player.answer })
      const second = yield* read(`${url}/v1/stream`, bearer(key))
      yield* until("now playing in the second stream", () => second.events.length === 2)
      expect(player.asked).toBe(1)
    })
  )
})

describe("the limits of streams", () => {
  it.scopedLive("are so many for a host and for a key", () =>
    Effect.gen(function* () {
      const { admin, log, read: key, url } = yield* host({ streamMax: 8 })
      const open = (of: string) => read(`${url}/v1/stream?topics=changes`, bearer(of))
      for (let index = 0; index < 6; index++) expect((yield* open(key)).status).toBe(200)
      const refused = yield* open(key)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
      const others = [yield* open(admin), yield* open(admin)]
      expect(others.map(({ status }) => status)).toStrictEqual([200, 200])
      expect((yield* open(admin)).status).toBe(429)
      others[0]!.stop()
      yield* Effect.sleep("100 millis")
      const again = yield* open(admin)
      expect(again.status).toBe(200)
      log.append([upsert(1, "activity")])
      yield* until("a change", () => again.events.length === 2)
    })
  )

  it.scopedLive("can be zero", () =>
    Effect.gen(function* () {
      const { read: key, url } = yield* host({ streamMax: 0 })
      expect((yield* ask(`${url}/v1/stream`, { key })).status).toBe(404)
    })
  )

  it.scopedLive(
    "close a reader that falls behind, and hold little for it",
    () =>
      Effect.gen(function* () {
        const { log, read: key, url } = yield* host()
        const socket = yield* Effect.acquireRelease(
          Effect.sync(() => connect(Number(new URL(url).port), "127.0.0.1")),
          (socket) => Effect.sync(() => socket.destroy())
        )
        socket.write(`GET /v1/stream?topics=changes HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`)
        socket.pause()
        const fast = yield* read(`${url}/v1/stream?topics=changes`, bearer(key))
        yield* until("hello", () => fast.events.length === 1)
        // The buffers of the operating system take some megabytes first.
        const portion = 5_000
        for (let round = 0; round < 4; round++) {
          log.append(
            many(round * portion, portion).map((change) => ({ ...change, id: `${change.id}${"x".repeat(200)}` }))
          )
          yield* until("the fast reader has it", () => fast.events.length > (round + 1) * portion, 20)
        }
        let text = ""
        let closed = false
        socket.on("data", (chunk: Buffer) => (text = (text + chunk.toString("latin1")).slice(-2_000)))
        socket.on("close", () => (closed = true))
        socket.resume()
        yield* until("the slow reader is closed", () => closed, 10)
        expect(text).toMatch(/event: lagged\ndata: \{\}\n\n/)
        expect(fast.hasEnded()).toBe(false)
      }),
    60_000
  )

  it.scopedLive("end with the key within a second", () =>
    Effect.gen(function* () {
      const { keys, read: key, url } = yield* host()
      const stream = yield* read(`${url}/v1/stream?topics=changes`, bearer(key))
      yield* until("hello", () => stream.events.length === 1)
      const begun = performance.now()
      yield* Effect.orDie(keys.revoke(keys.find(key, Date.now())?.id ?? 1))
      yield* until("the end", stream.hasEnded, 2)
      expect(performance.now() - begun).toBeLessThan(1_000)
      expect(stream.events.at(-1)?.event).toBe("bye")
    })
  )

  it.scopedLive("end with the host, which says goodbye within two seconds", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { read: key, url } = yield* Scope.extend(host(), scope)
      const streams = yield* Effect.forEach([1, 2, 3], () => read(`${url}/v1/stream?topics=feed`, bearer(key)))
      yield* until("hello", () => streams.every(({ events }) => events.length === 1))
      const begun = performance.now()
      yield* Scope.close(scope, Exit.void)
      yield* until("the end", () => streams.every(({ hasEnded }) => hasEnded()), 2)
      expect(performance.now() - begun).toBeLessThan(2_000)
      expect(streams.map(({ events }) => events.at(-1)?.event)).toStrictEqual(["bye", "bye", "bye"])
    })
  )
})

describe("a ticket", () => {
  it.scopedLive("opens a stream with the client that browsers have, which resumes by itself", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host()
      const issued = yield* ask(`${url}/v1/stream/tickets`, { method: "POST", key })
      expect(issued.status).toBe(201)
      const { ticket } = issued.json
      expect(ticket).toMatch(/^tkt_/)
      const source = yield* Effect.acquireRelease(
        Effect.sync(() => new EventSource(`${url}/v1/stream?topics=feed&ticket=${ticket}`)),
        (source) => Effect.sync(() => source.close())
      )
      const titles: Array<string> = []
      let opened = 0
      source.addEventListener("hello", () => void opened++)
      source.addEventListener("feed", ({ data }) => void titles.push((JSON.parse(data) as { title: string }).title))
      yield* until("hello", () => opened === 1)
      log.append([upsert(1)])
      yield* until("an event", () => titles.length === 1)
      expect(titles).toStrictEqual(["Run 1"])
    })
  )

  it.scopedLive("is for streams alone, and ends with its key", () =>
    Effect.gen(function* () {
      const { clock, keys, read: key, url } = yield* host()
      const { ticket } = (yield* ask(`${url}/v1/stream/tickets`, { method: "POST", key })).json
      expect((yield* ask(`${url}/v1/changes?ticket=${ticket}`)).status).toBe(401)
      expect((yield* ask(`${url}/v1/stream?ticket=${ticket.slice(0, -2)}aa`)).status).toBe(401)
      expect((yield* read(`${url}/v1/stream?ticket=${ticket}`, {})).status).toBe(200)
      const later = clock.now
      clock.now = later + 12 * 3_600_000
      expect((yield* ask(`${url}/v1/stream?ticket=${ticket}`)).status).toBe(401)
      clock.now = later
      yield* Effect.orDie(keys.revoke(keys.find(key, later)!.id))
      expect((yield* ask(`${url}/v1/stream?ticket=${ticket}`)).status).toBe(401)
    })
  )

  it.scopedLive("stands where a private key must not: that is refused, and not logged", () =>
    Effect.gen(function* () {
      const { logs, read: key, url } = yield* host()
      const answer = yield* ask(`${url}/v1/stream?key=${key}`)
      expect(answer.status).toBe(400)
      expect((yield* ask(`${url}/v1/stream?key=${key}`, { key })).status).toBe(400)
      expect(answer.text + logs.join("\n")).not.toContain(key)
      expect((yield* ask(`${url}/v1/stream?key=svc_pub_unknown`)).status).toBe(401)
    })
  )
})

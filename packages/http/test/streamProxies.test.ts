import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { EventSource } from "eventsource"
import { execFileSync, spawn } from "node:child_process"
import { vi } from "vitest"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"
import { proxy } from "./support/proxy.js"
import { read, until } from "./support/sse.js"

const run = (id: number) => ({ domain: "running", type: "feed_item", id: String(id), op: "upsert" }) as const
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** What nginx collects of a response by default. */
const page = 4_096

describe("a stream behind a proxy that collects 4 KB", () => {
  it.scopedLive("arrives event by event, because it asks the proxy not to collect", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host()
      const between = yield* proxy(url, { buffer: page })
      const stream = yield* read(`${between.url}/v1/stream?topics=feed`, bearer(key))
      yield* until("hello", () => stream.events.length === 1)
      for (const id of [1, 2, 3]) {
        log.append([run(id)])
        yield* until(`item ${id}`, () => stream.events.length === id + 1, 1)
      }
    })
  )

  it.scopedLive("arrives late where the proxy ignores that: buffering must be switched off there", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host()
      const between = yield* proxy(url, { buffer: page, isDeaf: true })
      const stream = yield* read(`${between.url}/v1/stream?topics=feed`, bearer(key))
      log.append([run(1)])
      yield* Effect.sleep("300 millis")
      expect(stream.text()).toBe("")
      log.append(Array.from({ length: 40 }, (_, index) => run(index + 2)))
      yield* until("what was collected", () => stream.events.length > 20)
    })
  )
})

describe("a stream behind a proxy that cuts idle connections", () => {
  it.scopedLive("stays open by its heartbeats", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host({ streamHeartbeat: 0.2 })
      const between = yield* proxy(url, { idleMs: 900 })
      const stream = yield* read(`${between.url}/v1/stream?topics=feed`, bearer(key))
      // Five of them take longer than the proxy waits.
      yield* until("heartbeats", () => (stream.text().match(/^: heartbeat$/gm)?.length ?? 0) >= 5)
      expect(between.cuts()).toBe(0)
      expect(stream.hasEnded()).toBe(false)
      log.append([run(1)])
      yield* until("an item", () => stream.events.length === 2)
    })
  )

  it.scopedLive("resumes without a gap where they come too seldom", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host({ streamHeartbeat: 60 })
      const between = yield* proxy(url, { idleMs: 300 })
      const { cursor } = (yield* ask(`${url}/v1/changes?since=now`, { key })).json
      const ids: Array<string> = []
      let last = cursor as string
      for (let connection = 0; connection < 4; connection++) {
        const stream = yield* read(`${between.url}/v1/stream?topics=feed`, { ...bearer(key), "last-event-id": last })
        log.append([run(connection * 2 + 1)])
        yield* until("the cut", stream.hasEnded)
        log.append([run(connection * 2 + 2)])
        for (const { data, event, id } of stream.events) {
          last = id ?? last
          if (event === "feed") ids.push((data as { readonly id: string }).id)
        }
      }
      expect(between.cuts()).toBe(4)
      expect(ids).toStrictEqual([1, 2, 3, 4, 5, 6, 7].map((id) => `running/feed_item/${id}`))
    })
  )

  it.scopedLive(
    "is opened again by the client that browsers have",
    () =>
      Effect.gen(function* () {
        // The shortest time that a host asks its clients to wait.
        const random = vi.spyOn(Math, "random").mockReturnValue(0)
        yield* Effect.addFinalizer(() => Effect.sync(() => random.mockRestore()))
        const { log, read: key, url } = yield* host({ streamHeartbeat: 60 })
        const between = yield* proxy(url, { idleMs: 400 })
        const { ticket } = (yield* ask(`${url}/v1/stream/tickets`, { method: "POST", key })).json
        const source = yield* Effect.acquireRelease(
          Effect.sync(() => new EventSource(`${between.url}/v1/stream?topics=feed&ticket=${ticket}`)),
          (source) => Effect.sync(() => source.close())
        )
        const titles: Array<string> = []
        let opened = 0
        source.addEventListener("hello", () => void opened++)
        source.addEventListener("feed", ({ data }) => void titles.push((JSON.parse(data) as { title: string }).title))
        yield* until("hello", () => opened === 1)
        log.append([run(1)])
        yield* until("the first cut", () => between.cuts() === 1)
        log.append([run(2)])
        yield* until("it is open again", () => opened === 2, 10)
        yield* until("what it missed", () => titles.length === 2)
        expect(titles).toStrictEqual(["Run 1", "Run 2"])
      }),
    20_000
  )
})

const hasCurl = (() => {
  try {
    execFileSync("curl", ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

/** Runs `curl -N` until the scope closes; the answer is what it has printed so far. */
const curl = (...args: ReadonlyArray<string>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const child = spawn("curl", ["-sN", ...args], { stdio: ["ignore", "pipe", "ignore"] })
        const printed = { text: "" }
        child.stdout.setEncoding("utf8").on("data", (part: string) => (printed.text += part))
        return { child, printed }
      }),
      ({ child }) => Effect.sync(() => child.kill())
    ),
    ({ printed }) => printed
  )

describe.skipIf(!hasCurl)("curl", () => {
  it.scopedLive("follows a stream, and resumes with Last-Event-ID", () =>
    Effect.gen(function* () {
      const { log, read: key, url } = yield* host()
      const address = `${url}/v1/stream?topics=feed`
      const authorization = `Authorization: Bearer ${key}`
      const first = yield* curl("-H", authorization, address)
      yield* until("hello", () => first.text.includes("event: hello\n"))
      expect(first.text).toMatch(/^retry: \d{4}\n\nevent: hello\nid: \S+\ndata: \{"cursor":"\S+"/)
      log.append([run(1)])
      yield* until("an item", () => first.text.includes("running/feed_item/1"))
      const id = /event: feed\nid: (\S+)\n/.exec(first.text)![1]!
      log.append([run(2), run(3)])
      const resumed = yield* curl("-H", authorization, "-H", `Last-Event-ID: ${id}`, address)
      yield* until("what it missed", () => resumed.text.includes("running/feed_item/3"))
      expect(resumed.text.match(/running\/feed_item\/\d+/g)).toStrictEqual([
        "running/feed_item/2",
        "running/feed_item/3"
      ])
    })
  )
})

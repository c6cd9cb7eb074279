import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "../../http/test/support/host.js"
import { ask } from "../../http/test/support/http.js"
import { proxy } from "../../http/test/support/proxy.js"
import { until } from "../../http/test/support/sse.js"
import { sampleNow } from "../../http/test/support/library.js"
import { type LiveEvent, follow } from "../src/api/live.js"
import { browserPath, loaded, visit } from "./support/browser.js"

const patience = 60_000

const upsert = (id: number) => ({ domain: "running", type: "feed_item", id: String(id), op: "upsert" }) as const

describe("the page's stream", () => {
  it.scopedLive("reads events with fetch, and resumes when the connection is lost", () =>
    Effect.gen(function* () {
      const { log, read, url } = yield* host()
      const events: Array<LiveEvent> = []
      const states: Array<boolean> = []
      const requestHeaders: Array<Readonly<Record<string, string>>> = []
      let cut = new AbortController()
      const close = follow(
        {
          key: read,
          fetch: (address, init) => {
            requestHeaders.push(init.headers)
            cut = new AbortController()
            return fetch(`${url}/${address}`, { ...init, signal: AbortSignal.any([init.signal, cut.signal]) })
          },
          sleep: () => new Promise((resolve) => setTimeout(resolve, 20))
        },
        { topics: ["feed"], onEvent: (event) => events.push(event), onState: (isOpen) => states.push(isOpen) }
      )
      yield* Effect.addFinalizer(() => Effect.sync(close))
      yield* until("hello", () => events.length === 1)
      log.append([upsert(1)])
      yield* until("the first item", () => events.length === 2)
      cut.abort()
      log.append([upsert(2)])
      yield* until("the second item", () => events.some(({ event }, index) => event === "feed" && index > 1))
      expect(requestHeaders.at(-1)?.["Last-Event-ID"]).toBe(events[1]!.id)
      expect(
        events.filter(({ event }) => event === "feed").map(({ data }) => (data as { id: string }).id)
      ).toStrictEqual(["running/feed_item/1", "running/feed_item/2"])
      expect(states).toStrictEqual([true, false, true])
      close()
      const before = requestHeaders.length
      yield* Effect.sleep("100 millis")
      expect(requestHeaders).toHaveLength(before)
    })
  )
})

describe.skipIf(browserPath === undefined)("a browser", () => {
  it.scopedLive(
    "follows a stream with its own EventSource and a ticket, through a proxy that collects bytes",
    () =>
      Effect.gen(function* () {
        const { log, read, url } = yield* host({ streamMax: 3 })
        const { ticket } = (yield* ask(`${url}/v1/stream/tickets`, { method: "POST", key: read })).json
        const { page } = yield* visit()
        // A proxy that collects 4 KB, as nginx does, unless a response says otherwise.
        const between = yield* proxy(url, { buffer: 4_096 })
        yield* Effect.promise(() => page.goto(between.url))
        yield* Effect.promise(() =>
          page.evaluate(`
            window.titles = []
            window.opened = 0
            window.source = new EventSource("/v1/stream?topics=feed&ticket=${ticket}")
            source.addEventListener("hello", () => { opened++ })
            source.addEventListener("feed", ({ data }) => titles.push(JSON.parse(data).title))
          `)
        )
        const value = (name: string) => Effect.promise(() => page.evaluate(name))
        const eventually = (name: string, expected: unknown) =>
          Effect.gen(function* () {
            for (let turn = 0; turn < 100; turn++) {
              if (JSON.stringify(yield* value(name)) === JSON.stringify(expected)) return
              yield* Effect.sleep("100 millis")
            }
            expect(yield* value(name)).toStrictEqual(expected)
          })
        yield* eventually("opened", 1)
        log.append([upsert(1), upsert(2)])
        yield* eventually("titles", ["Run 1", "Run 2"])
        expect(yield* value("source.readyState")).toBe(1)
      }),
    patience
  )

  it.scopedLive(
    "shows on the page what is playing as soon as the host knows, without polling",
    () =>
      Effect.gen(function* () {
        const { player, read, url } = yield* host()
        player.answer = { is_playing: true }
        const { page, requested } = yield* visit({ now: sampleNow })
        yield* Effect.promise(() => page.goto(`${url}/#key=${read}`))
        yield* loaded(page)
        const count = (path: string) => requested.filter((address) => address.includes(path)).length
        // The first answer, and again when the stream says what is playing.
        yield* until("the page asks again", () => count("/v1/listening/now-playing") === 2, 20)
        expect(count("/v1/stream?topics=now_playing")).toBe(1)
        expect(player.asked).toBe(1)
      }),
    patience
  )
})

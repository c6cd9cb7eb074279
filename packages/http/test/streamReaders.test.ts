import type { UnnumberedChange } from "@daybook/core/changes"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { type Socket, connect } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { vi } from "vitest"
import { connection } from "../src/stream/connection.js"
import { host } from "./support/host.js"
import { read, until } from "./support/sse.js"

/** Streams that a key may have. */
const perKey = 6
const stalledCount = 20
const slowCount = 180
const rounds = 20
const bulk = 400
const padding = "x".repeat(600)

const change = (domain: string, type: string, id: string): UnnumberedChange => ({ domain, type, id, op: "upsert" })

interface Reader {
  readonly socket: Socket
  /** What has arrived, shortened to its end. */
  text: string
  bytes: number
  closed: boolean
}

/** A stream on a socket of its own, which reads nothing yet. */
const reader = (url: string, key: string, domain: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1")
      const one: Reader = { socket, text: "", bytes: 0, closed: false }
      const path = `/v1/stream?topics=changes&domain=${domain}`
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`)
      socket.pause()
      socket.on("data", (part: Buffer) => {
        one.bytes += part.byteLength
        one.text = (one.text + part.toString("latin1")).slice(-16_000)
      })
      socket.on("error", () => undefined)
      socket.on("close", () => void (one.closed = true))
      return one
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

/** Bytes that are in use after a collection: the tests of this process leave garbage. */
const heap = () => {
  collect()
  const { arrayBuffers, external, heapUsed } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}

describe("200 readers that are slow or do not read at all", () => {
  it.scopedLive(
    "delay no other, cost bounded memory, and are closed if they fall behind",
    () =>
      Effect.gen(function* () {
        const { keys, log, read: key, url } = yield* host({ streamMax: stalledCount + slowCount + 1 })
        const issued = yield* Effect.forEach(
          Array.from({ length: Math.ceil((stalledCount + slowCount) / perKey) }),
          (_, place) => Effect.map(keys.create({ name: `reader ${place}`, scope: "read" }), ({ token }) => token)
        )
        const keyOf = (place: number) => issued[Math.floor(place / perKey)]!
        const stalled = yield* Effect.forEach(Array.from({ length: stalledCount }), (_, place) =>
          reader(url, keyOf(place), "listening")
        )
        const slow = yield* Effect.forEach(Array.from({ length: slowCount }), (_, place) =>
          reader(url, keyOf(stalledCount + place), "running")
        )
        const fast = yield* read(`${url}/v1/stream?topics=changes&domain=running`, { authorization: `Bearer ${key}` })
        yield* until("hello", () => fast.events.length === 1)
        // The host is full.
        const refused = yield* read(`${url}/v1/stream?topics=changes`, { authorization: `Bearer ${key}` })
        expect(refused.status).toBe(429)

        const before = heap()
        const latencies: Array<number> = []
        for (let round = 0; round < rounds; round++) {
          log.append(
            Array.from({ length: bulk }, (_, place) => change("listening", "track", `${round}-${place}-${padding}`))
          )
          const begun = performance.now()
          log.append([change("running", "activity", String(round))])
          yield* until("the fast reader has it", () => fast.events.length === round + 2, 10)
          latencies.push(performance.now() - begun)
          // One part of what waits: the slow readers are always behind.
          for (const { socket } of slow) socket.once("data", () => socket.pause()).resume()
        }
        const sorted = latencies.toSorted((a, b) => a - b)
        expect(sorted[rounds / 2]).toBeLessThan(2_000)
        expect(heap() - before).toBeLessThan(96 * 1_048_576)

        // The stalled readers were closed: at once, or ten seconds later if they never read.
        for (const { socket } of stalled) socket.resume()
        yield* until("they are closed", () => stalled.every(({ closed }) => closed), 15)
        const sent = rounds * bulk * padding.length
        for (const { bytes } of stalled) expect(bytes).toBeLessThan(sent)
        expect(stalled.filter(({ text }) => text.includes("event: lagged\ndata: {}\n\n")).length).toBeGreaterThan(0)
        for (const { socket } of slow) socket.resume()
        const last = `running/activity/${rounds - 1}"`
        yield* until("the slow readers have everything", () => slow.every(({ text }) => text.includes(last)), 10)
        for (const { closed, text } of slow) {
          expect(closed).toBe(false)
          expect(Array.from(text.matchAll(/"id":"running\/activity\/(\d+)"/g), ([, id]) => Number(id))).toStrictEqual(
            Array.from({ length: rounds }, (_, round) => round)
          )
        }
        const admitted = yield* read(`${url}/v1/stream?topics=changes`, { authorization: `Bearer ${key}` })
        expect(admitted.status).toBe(200)
      }),
    90_000
  )
})

/** A response whose socket is full after the first write. */
const fullResponse = () => {
  const texts: Array<string> = []
  const ended: Array<string> = []
  let destroyed = 0
  const response = Object.assign(new EventEmitter(), {
    write: (text: string) => {
      texts.push(text)
      return false
    },
    end: (text: string) => void ended.push(text),
    destroy: () => void destroyed++
  })
  return { response: response as unknown as ServerResponse, texts, ended, destroyed: () => destroyed }
}

const eventOf = (data: unknown) => ({ event: "changes", id: "a", data }) as const

describe("the connection of a reader that takes nothing", () => {
  it("holds 256 events, then says so and is cut after ten seconds", () => {
    vi.useFakeTimers()
    try {
      const { destroyed, ended, response, texts } = fullResponse()
      const to = connection(response)
      to.push(Array.from({ length: 257 }, (_, place) => eventOf(place)))
      expect([texts.length, ended]).toStrictEqual([1, []])
      to.beat()
      expect(texts).toHaveLength(1)
      to.push([eventOf("one too many")])
      expect(ended).toStrictEqual(["event: lagged\ndata: {}\n\n"])
      to.push([eventOf("later")])
      response.emit("drain")
      expect(texts).toHaveLength(1)
      vi.advanceTimersByTime(9_999)
      expect(destroyed()).toBe(0)
      vi.advanceTimersByTime(1)
      expect(destroyed()).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it("is cut after its goodbye, however often the end is asked for", () => {
    vi.useFakeTimers()
    try {
      const { destroyed, ended, response } = fullResponse()
      const to = connection(response)
      to.push([eventOf("first"), eventOf("second")])
      for (let time = 0; time < 1_500; time += 250) {
        expect(destroyed()).toBe(0)
        to.end("bye")
        vi.advanceTimersByTime(250)
      }
      expect([ended, destroyed()]).toStrictEqual([["event: bye\ndata: {}\n\n"], 1])
    } finally {
      vi.useRealTimers()
    }
  })

  it("has room for a batch of 200 events as long as it says that it is ready", () => {
    const { ended, response } = fullResponse()
    const to = connection(response)
    const isReady = () => {
      let answer = false
      to.whenReady(() => (answer = true))()
      return answer
    }
    to.push([eventOf("written")])
    let waiting = 0
    for (; isReady(); waiting++) to.push([eventOf(waiting)])
    const { ended: after, response: other } = fullResponse()
    const again = connection(other)
    again.push(Array.from({ length: waiting }, (_, place) => eventOf(place)))
    again.push(Array.from({ length: 200 }, (_, place) => eventOf(place)))
    expect([waiting > 10, ended, after]).toStrictEqual([true, [], []])
    for (const each of [response, other]) each.emit("close")
  })

  it("holds one megabyte", () => {
    const { ended, response } = fullResponse()
    const to = connection(response)
    const half = "x".repeat(524_200)
    to.push([eventOf("first"), eventOf(half), eventOf(half)])
    expect(ended).toHaveLength(0)
    to.push([eventOf(half)])
    expect(ended).toHaveLength(1)
    response.emit("close")
  })
})

import { describe, expect, it } from "vitest"
import { type HostOptions, type Notice, host } from "../src/api/host.js"

interface HttpReply {
  readonly status: number
  readonly body?: unknown
  readonly retryAfter?: string
  /** The header `Date`. */
  readonly date?: string
}

type Reply = HttpReply | "unreachable"

/** A host with a sequence of replies, and a clock that advances with each sleep. */
const fakeHost = (...replies: ReadonlyArray<Reply>) => {
  const notices: Array<Notice> = []
  const freshness: Array<string> = []
  const requests: Array<{ readonly address: string; readonly at: number; readonly authorization: string | undefined }> =
    []
  let clock = 0
  let next = 0
  const options: HostOptions = {
    key: "svc_live_abc",
    onNotice: (notice) => notices.push(notice),
    now: () => clock,
    sleep: (milliseconds) => {
      clock += milliseconds
      return Promise.resolve()
    },
    changedAt: () => Date.parse("2026-03-14T20:15:00Z"),
    fetch: (address, { cache, headers }) => {
      requests.push({ address, at: clock, authorization: headers["authorization"] })
      freshness.push(cache)
      const reply = replies[Math.min(next++, replies.length - 1)]!
      if (reply === "unreachable") return Promise.reject(new TypeError("Failed to fetch"))
      return Promise.resolve({
        status: reply.status,
        headers: {
          get: (name) => (name === "retry-after" ? reply.retryAfter : name === "date" ? reply.date : null) ?? null
        },
        json: () => Promise.resolve(reply.body),
        blob: () => Promise.resolve(new Blob([JSON.stringify(reply.body)]))
      })
    }
  }
  return { notices, requests, freshness, host: host(options) }
}

const signal = new AbortController().signal

describe("a request", () => {
  it("sends the key in a header, never in the address", async () => {
    const { host, requests } = fakeHost({ status: 200, body: { data: [1] } })
    await host.get("search", { q: "a b&c", page: 2 }, signal)
    expect(requests).toEqual([{ address: "v1/search?q=a+b%26c&page=2", at: 0, authorization: "Bearer svc_live_abc" }])
  })

  it("distinguishes data, no data, a rejected key, a failure and an unreachable host", async () => {
    const outcomes = async (reply: Reply) => (await fakeHost(reply).host.get("feed", {}, signal))._tag
    expect(await outcomes({ status: 200, body: { data: [1] } })).toBe("Success")
    expect(await outcomes({ status: 200, body: { data: [] } })).toBe("Empty")
    expect(await outcomes({ status: 200, body: { days: [], total: 0 } })).toBe("Empty")
    expect(await outcomes({ status: 404 })).toBe("Empty")
    expect(await outcomes({ status: 401 })).toBe("Unauthorized")
    expect(await outcomes({ status: 503 })).toBe("Failed")
    expect(await outcomes("unreachable")).toBe("Unreachable")
  })

  it("delays every request after a 429 as long as the host asks", async () => {
    const { host, notices, requests } = fakeHost({ status: 429, retryAfter: "7" }, { status: 200, body: { data: [1] } })
    expect((await host.get("feed", {}, signal))._tag).toBe("Success")
    await host.get("search", { q: "x" }, signal)
    expect(requests.map(({ at }) => at)).toEqual([0, 7000, 7000])
    expect(notices).toEqual([{ _tag: "RateLimited", seconds: 7 }, "Success", "Success"])
  })

  it("asks again for an answer of the cache that is older than the last change of the data", async () => {
    const askedFor = async (...dates: ReadonlyArray<string>) => {
      const replies = dates.map((date, index) => ({ status: 200, body: { data: [index] }, date }))
      const { freshness, host } = fakeHost(...replies)
      return { answer: await host.get("feed", {}, signal), freshness }
    }
    expect(await askedFor("Sat, 14 Mar 2026 20:14:59 GMT", "Sat, 14 Mar 2026 20:16:00 GMT")).toEqual({
      answer: { _tag: "Success", value: { data: [1] } },
      freshness: ["default", "no-cache"]
    })
    expect(await askedFor("Sat, 14 Mar 2026 20:15:01 GMT")).toEqual({
      answer: { _tag: "Success", value: { data: [0] } },
      freshness: ["default"]
    })
  })

  it("gives up after three retries, and waits a second without Retry-After", async () => {
    const { host, requests } = fakeHost({ status: 429 })
    expect(await host.get("feed", {}, signal)).toEqual({ _tag: "Failed", status: 429 })
    expect(requests.map(({ at }) => at)).toEqual([0, 1000, 2000, 3000])
  })
})

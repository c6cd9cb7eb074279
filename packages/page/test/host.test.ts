import { describe, expect, it } from "vitest"
import { type HostOptions, host } from "../src/api/host.js"
import type { Notice } from "../src/api/Outcome.js"

type Reply = { readonly status: number; readonly body?: unknown; readonly retryAfter?: string } | "away"

/** A host that answers what it is told to, in turn, on a clock that sleeping moves on. */
const stage = (...replies: ReadonlyArray<Reply>) => {
  const heard: Array<Notice> = []
  const asked: Array<{ readonly address: string; readonly at: number; readonly authorization: string | undefined }> = []
  let clock = 0
  let turn = 0
  const options: HostOptions = {
    key: "svc_live_abc",
    heard: (notice) => heard.push(notice),
    now: () => clock,
    sleep: (milliseconds) => {
      clock += milliseconds
      return Promise.resolve()
    },
    fetch: (address, { headers }) => {
      asked.push({ address, at: clock, authorization: headers["authorization"] })
      const reply = replies[Math.min(turn++, replies.length - 1)]!
      if (reply === "away") return Promise.reject(new TypeError("Failed to fetch"))
      return Promise.resolve({ status: reply.status, headers: { get: (name) => name === "retry-after" ? reply.retryAfter ?? null : null }, json: () => Promise.resolve(reply.body) })
    }
  }
  return { heard, asked, host: host(options) }
}

const signal = new AbortController().signal

describe("asking the host", () => {
  it("sends the key in a header, never in the address", async () => {
    const { asked, host } = stage({ status: 200, body: { data: [1] } })
    await host.ask("search", { q: "a b&c", page: 2 }, signal)
    expect(asked).toEqual([{ address: "v1/search?q=a+b%26c&page=2", at: 0, authorization: "Bearer svc_live_abc" }])
  })

  it("tells apart what is there, nothing, a key that is refused, a failure, and nobody", async () => {
    const outcomes = async (reply: Reply) => (await stage(reply).host.ask("feed", {}, signal))._tag
    expect(await outcomes({ status: 200, body: { data: [1] } })).toBe("There")
    expect(await outcomes({ status: 200, body: { data: [] } })).toBe("Nothing")
    expect(await outcomes({ status: 200, body: { days: [], total: 0 } })).toBe("Nothing")
    expect(await outcomes({ status: 404 })).toBe("Nothing")
    expect(await outcomes({ status: 401 })).toBe("Refused")
    expect(await outcomes({ status: 503 })).toBe("Failed")
    expect(await outcomes("away")).toBe("Away")
  })

  it("holds every question back once the limit is met, until the host takes them again", async () => {
    const { asked, heard, host } = stage({ status: 429, retryAfter: "7" }, { status: 200, body: { data: [1] } })
    expect((await host.ask("feed", {}, signal))._tag).toBe("There")
    await host.ask("search", { q: "x" }, signal)
    expect(asked.map(({ at }) => at)).toEqual([0, 7000, 7000])
    expect(heard).toEqual([{ _tag: "Busy", seconds: 7 }, "There", "There"])
  })

  it("does not ask for ever, and waits a second at least where the host does not say how long", async () => {
    const { asked, host } = stage({ status: 429 })
    expect(await host.ask("feed", {}, signal)).toEqual({ _tag: "Failed", status: 429 })
    expect(asked.map(({ at }) => at)).toEqual([0, 1000, 2000, 3000])
  })
})

import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { type Failure, poll } from "../src/poll.js"

/** What the host answers: a status, or nothing at all. */
type Outcome = number | "offline" | "refused origin"

let outcome: Outcome = 200
let requests: Array<number> = []
let hidden = false
let listeners: Array<() => void> = []
let now = 0

beforeEach(() => {
  ;[outcome, requests, hidden, listeners, now] = [200, [], false, [], 0]
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  vi.spyOn(Math, "random").mockReturnValue(0.5)
  vi.stubGlobal("location", { origin: "https://me.example" })
  vi.stubGlobal("document", {
    get hidden() {
      return hidden
    },
    addEventListener: (_: string, listener: () => void) => listeners.push(listener)
  })
  vi.stubGlobal("fetch", (address: string) => {
    if (address.endsWith("/p/embed.js"))
      return outcome === "refused origin" ? Promise.resolve(new Response()) : Promise.reject(new TypeError())
    requests.push(now)
    if (typeof outcome === "string") return Promise.reject(new TypeError("Failed to fetch"))
    return Promise.resolve(new Response(JSON.stringify({ error: "why" }), { status: outcome }))
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const second = 1_000
const minute = 60 * second

/** Lets time pass second by second, so that `requests` has the second of each request. */
const pass = async (milliseconds: number) => {
  for (const end = now + milliseconds; now < end;) {
    now += second
    await vi.advanceTimersByTimeAsync(second)
  }
}

const started = () => {
  const failures: Array<Failure> = []
  const end = poll({
    ...{ host: "https://life.example", path: "/v1/feed", key: "svc_pub_x", every: minute },
    ...{ onAnswer: () => {}, onFailure: (failure: Failure) => void failures.push(failure) }
  })
  return { failures, end }
}

it("asks again after each answer, until it is ended", async () => {
  const { end } = started()
  await pass(3 * minute)
  expect(requests).toEqual([0, minute, 2 * minute, 3 * minute])
  end()
  await pass(10 * minute)
  expect(requests).toHaveLength(4)
})

it("waits twice as long after each failure, up to a quarter of an hour, and no longer than before once it is back", async () => {
  outcome = "offline"
  const { failures } = started()
  await pass(45 * minute)
  const waits = requests.slice(1).map((at, index) => (at - requests[index]!) / second)
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900])
  expect(failures[0]).toEqual({ status: 0, message: "https://life.example does not answer", isRefusal: false })
  outcome = 200
  await pass(15 * minute)
  const back = requests.length
  outcome = 503
  await pass(minute + 5 * second)
  expect(requests.slice(back - 1).length).toBeGreaterThan(1)
  expect(requests.at(-1)! - requests.at(-2)!).toBeLessThanOrEqual(minute)
})

it("tells a refused origin from a host that is offline, and asks it seldom", async () => {
  outcome = "refused origin"
  const { failures } = started()
  await pass(14 * minute)
  expect(requests).toEqual([0])
  expect(failures).toEqual([
    {
      status: 0,
      message:
        "https://life.example does not let pages of https://me.example use this key: give it the origin https://me.example",
      isRefusal: true
    }
  ])
})

it("passes on why the host refuses", async () => {
  outcome = 401
  const { failures } = started()
  await pass(minute)
  expect(failures).toEqual([{ status: 401, message: "why", isRefusal: true }])
})

it("takes it as no fault that there is nothing yet", async () => {
  outcome = 404
  const { failures } = started()
  await pass(2 * minute)
  expect(requests).toEqual([0, minute, 2 * minute])
  expect(failures.every(({ isRefusal }) => !isRefusal)).toBe(true)
})

it("asks nothing while the page is hidden, and at once when it is in front again", async () => {
  started()
  await pass(second)
  hidden = true
  await pass(10 * minute)
  expect(requests).toEqual([0])
  hidden = false
  for (const listener of listeners) listener()
  await pass(minute)
  expect(requests).toEqual([0, 10 * minute + second, 11 * minute + second])
})

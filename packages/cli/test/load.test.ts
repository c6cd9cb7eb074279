import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { describe } from "vitest"
import { patience, run } from "./support/daybook.js"
import { newKey, serve } from "./support/host.js"
import { world } from "./support/world.js"

/** A few seconds by default; `npm run torture` runs ten minutes. */
const seconds = Number(process.env["DAYBOOK_LOAD_SECONDS"] ?? 4)
const readers = 16

const paths = [
  "listening/recent?page=",
  "listening/history?page=",
  "listening/top/artists?period=overall&page=",
  "reading/articles?page=",
  "watching/movies?page=",
  "feed?limit=20&x=",
  "search?q=the&page="
]

type Tally = Map<number, number>

/** Sends requests until the time is over: sequentially in each reader, at most `perSecond` in total. */
const load = async (
  url: string,
  key: string,
  millis: number,
  perSecond: number
): Promise<{ readonly tally: Tally; readonly rate: number }> => {
  const tally: Tally = new Map()
  const began = performance.now()
  let requestCount = 0
  const reader = async () => {
    while (performance.now() - began < millis) {
      const index = requestCount++
      const wait = (index / perSecond) * 1_000 - (performance.now() - began)
      if (wait > 0) await setTimeout(wait)
      const status = await ask(`${url}/v1/${paths[index % paths.length]}${1 + (index % 40)}`, key)
      tally.set(status, (tally.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: readers }, reader))
  return { tally, rate: (requestCount / (performance.now() - began)) * 1_000 }
}

/** The status, after the whole body was read. */
const ask = async (url: string, key: string): Promise<number> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  await response.text()
  return response.status
}

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

/** No Node flags, because the speed of the host is measured. */
const noFlags: ReadonlyArray<string> = []

// The memory of another process is read from /proc, so only on Linux.
describe.skipIf(process.platform !== "linux")("a host under load", { timeout: patience + 2_000_000 }, () => {
  it.scopedLive(
    `answers every request with constant memory, and rejects only those over the limit (${seconds} s)`,
    () =>
      Effect.gen(function* () {
        const { env: settings } = yield* world
        expect(yield* run(["sync", "--no-followers"], settings)).toMatchObject({ code: 0 })
        const env = { ...settings, DAYBOOK_RATE_LIMIT: "100000000" }
        const { key } = yield* newKey(env)
        const { host, url } = yield* serve(env, noFlags)
        const most = yield* Effect.promise(() => load(url, key, Math.max(2_000, seconds * 20), Infinity))
        const half = most.rate / 2
        const quarter = seconds * 250
        const start = yield* Effect.promise(() => load(url, key, quarter, half))
        const before = residentMegabytes(host.pid)
        const rest = yield* Effect.promise(() => load(url, key, seconds * 1_000 - quarter, half))
        const after = residentMegabytes(host.pid)
        yield* Effect.logInfo(
          `${Math.round(most.rate)} requests/s at most, ${Math.round(rest.rate)} for ${seconds} s, ${Math.round(before)} MB after a quarter, ${Math.round(after)} MB at the end`
        )
        for (const { tally } of [most, start, rest]) expect([...tally.keys()]).toEqual([200])
        expect(after).toBeLessThan(before * 1.25 + 20)

        yield* host.kill("SIGTERM")
        expect((yield* host.ended).code).toBe(0)

        const limited = yield* serve({ ...settings, DAYBOOK_RATE_LIMIT: "10" }, noFlags)
        const { tally: statuses } = yield* Effect.promise(() => load(limited.url, key, 2_000, Infinity))
        expect([...statuses.keys()].sort()).toEqual([200, 429])
        expect(statuses.get(200)).toBe(10)
      })
  )
})

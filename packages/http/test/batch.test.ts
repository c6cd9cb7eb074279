import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask, post } from "./support/http.js"
import { pageRequests } from "../src/front/pageRequests.js"
import { sampleNow } from "./support/library.js"

interface Part {
  readonly path: string
  readonly status: number
  readonly etag: string | null
  readonly body: unknown
}

const partsOf = ({ json }: { readonly json: { readonly data: ReadonlyArray<Part> } }) => json.data

const batchOf = (paths: ReadonlyArray<string>) => ({ reads: paths.map((path) => ({ path })) })

describe("a batch", () => {
  it.scoped("answers what a page shows as single requests do, in their order, and counts once", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const today = new Date(sampleNow).toISOString().slice(0, 10)
      const paths = [...pageRequests(today, "imperial"), "/v1/health/sync", "/v1/listening/now-playing"]
      const single = yield* Effect.forEach(paths, (path) => ask(url + path, { key: read }))
      const batch = yield* post(`${url}/v1/batch`, read, batchOf(paths))
      const comparable = (parts: ReadonlyArray<Part>) =>
        parts.map(({ body, path, status }) => ({ path, status, body: path.includes("health") ? "" : body }))
      expect(comparable(partsOf(batch))).toEqual(
        comparable(single.map(({ json, status }, index) => ({ path: paths[index]!, status, etag: null, body: json })))
      )
      const left = (answer: { readonly headers: Headers }) => Number(answer.headers.get("x-ratelimit-remaining"))
      expect(left(single.at(-1)!) - left(batch)).toBe(1)
      expect(batch.headers.get("cache-control")).toBe("no-store")
    })
  )

  it.scoped("answers 304 without a body where the ETag is current", () =>
    Effect.gen(function* () {
      const { read, setPlays, url, versions } = yield* host()
      const path = "/v1/listening/streaks"
      const [first] = partsOf(yield* post(`${url}/v1/batch`, read, batchOf([path])))
      const again = post(`${url}/v1/batch`, read, { reads: [{ path, etag: first!.etag }] })
      expect(partsOf(yield* again)).toEqual([{ path, status: 304, etag: first!.etag, body: null }])
      setPlays([])
      versions.set("listening", 99)
      expect(partsOf(yield* again)[0]!.status).not.toBe(304)
    })
  )

  it.scoped("refuses what is no read of records, each for itself, and never with more rights than the key", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const no = [
        "/v1/admin/keys",
        "/v1/admin/sources",
        "/v1/changes?wait=30",
        "/v1/stream",
        "/v1/batch",
        "/v1/setup/callback?state=x&code=y",
        "/v1/year/2025/cards/overview.png",
        "/v1/export/listening",
        "/metrics",
        "/",
        "http://example.org/v1/listening/streaks"
      ]
      for (const key of [read, admin]) {
        const parts = partsOf(yield* post(`${url}/v1/batch`, key, batchOf([...no, "/v1/listening/streaks"])))
        expect(parts.map(({ status }) => status)).toEqual([...no.map(() => 400), 200])
        expect(parts[0]!.body).toEqual({ error: expect.stringContaining("/v1/admin/keys is no read"), status: 400 })
      }
      const wrong = partsOf(
        yield* post(`${url}/v1/batch`, read, batchOf(["/v1/listening/year/2025?month=13", "/v1/listening/artists/0"]))
      )
      expect(wrong.map(({ status }) => status)).toEqual([400, 404])
    })
  )

  it.scoped("has 1 to 40 reads", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const status = (reads: ReadonlyArray<unknown>) =>
        Effect.map(post(`${url}/v1/batch`, read, { reads }), (answer) => answer.status)
      const one = { path: "/v1/listening/streaks" }
      expect(yield* status([])).toBe(400)
      expect(yield* status(Array.from({ length: 40 }, () => one))).toBe(200)
      expect(yield* status(Array.from({ length: 41 }, () => one))).toBe(400)
      expect(yield* status([{ path: 1 }])).toBe(400)
    })
  )

  it.scoped("still has a limit, also for a tab with a one-time address, which has its own", () =>
    Effect.gen(function* () {
      const { oneTimeCode, read, url } = yield* host({ rateLimit: 3 })
      const opened = yield* ask(`${url}/v1/setup/open`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ code: yield* oneTimeCode })
      })
      const tab = (opened.json as { readonly key: string }).key
      const batch = (key: string) => post(`${url}/v1/batch`, key, batchOf(["/v1/listening/streaks"]))
      const statuses = (key: string, times: number) =>
        Effect.map(
          Effect.forEach(Array.from({ length: times }), () => batch(key)),
          (answers) => answers.map(({ status }) => status)
        )
      expect(yield* statuses(tab, 31)).toEqual([...Array.from({ length: 30 }, () => 200), 429])
      expect(yield* statuses(read, 4)).toEqual([200, 200, 200, 429])
    })
  )
})

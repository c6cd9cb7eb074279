import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { type Host, host } from "./support/host.js"
import { type Answer, ask, post } from "./support/http.js"

const results = { total: 12, succeeded: 9, skipped: 1, failed: 2 }

/** Waits until a run has ended. */
const ended = ({ admin, url }: Host, run: number) =>
  Effect.delay(ask(`${url}/v1/admin/sync/runs/${run}`, { key: admin }), "10 millis").pipe(
    Effect.repeat({ until: ({ json }) => json.status !== "running", times: 1_000 }),
    Effect.map(({ json }) => json)
  )

const expectQueued = ({ json, status }: Answer, name: string): number => {
  expect([status, json]).toEqual([
    202,
    { run_id: expect.any(Number), status: "queued", runs: [{ source: name, run_id: json.run_id }] }
  ])
  return json.run_id
}

describe("jobs on demand", () => {
  it.scopedLive("are runs with progress and result", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const { admin, trouble, url } = stage
      const mayEnd = yield* Deferred.make<void>()
      trouble.wait = Deferred.await(mayEnd)
      const start = () => post(`${url}/v1/listening/admin/enrich-artists`, admin, {})
      const run = expectQueued(yield* start(), "enrich-artists")
      expect(expectQueued(yield* start(), "enrich-artists")).toBe(run)
      const path = `${url}/v1/admin/sync/runs/${run}`
      const under = yield* Effect.delay(ask(path, { key: admin }), "50 millis").pipe(
        Effect.repeat({ until: ({ json }) => json.progress !== null, times: 400 })
      )
      expect(under.json).toMatchObject({
        source: "enrich-artists",
        domain: "listening",
        sync_type: "job",
        status: "running",
        progress: { done: 3, total: 12 },
        result: null
      })
      yield* Deferred.succeed(mayEnd, undefined)
      expect(yield* ended(stage, run)).toMatchObject({
        status: "completed",
        changed: 9,
        error: null,
        result: { success: true, results }
      })
      expect((yield* ask(`${url}/v1/admin/sync/runs`, { key: admin })).json.data[0]).toMatchObject({
        id: run,
        status: "completed"
      })
      trouble.wait = Effect.void
      expect(expectQueued(yield* start(), "enrich-artists")).toBeGreaterThan(run)
    })
  )

  it.scopedLive("answer 202 immediately and have their result in the run", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const { admin, url } = stage
      const verbs: ReadonlyArray<readonly [path: string, body: unknown, name: string, result: unknown]> = [
        ["/v1/listening/admin/enrich-apple-music", {}, "enrich-apple-music", { success: true, results }],
        ["/v1/listening/admin/refresh-artist-images", undefined, "refresh-artist-images", { success: true, results }],
        [
          "/v1/listening/admin/refresh-artist-images",
          { limit: 10, offset: 0 },
          "refresh-artist-images",
          { success: true, results }
        ],
        [
          "/v1/listening/admin/backfill-images",
          { type: "albums", limit: 200, retry: true, artist: "Velmora Tide" },
          "backfill-listening-images",
          { success: true, results }
        ],
        [
          "/v1/admin/reenrich-reading",
          { mode: "missing-images", limit: 7 },
          "reenrich-reading",
          { retried: 7, succeeded: 0, still_failed: 7, took_ms: 1 }
        ],
        [
          "/v1/reading/admin/backfill-images",
          {},
          "backfill-reading-images",
          { retried: 50, succeeded: 0, still_failed: 50, took_ms: 1 }
        ],
        [
          "/v1/admin/reembed-reading",
          { onlyMissing: false, limit: 3 },
          "reembed-reading",
          { scanned: 3, embedded: 3, skipped: 0, tokens: 1, took_ms: 1 }
        ],
        ["/v1/admin/running/recompute", undefined, "recompute-running", { status: "completed" }],
        [
          "/v1/admin/sync/attending/reprocess",
          undefined,
          "reprocess-attending",
          { status: "completed", mentions: 12, changed: 0 }
        ]
      ]
      for (const [path, body, name, result] of verbs) {
        const run = yield* ended(stage, expectQueued(yield* post(url + path, admin, body), name))
        expect([run.source, run.status, run.result], path).toEqual([name, "completed", result])
      }
    })
  )

  it.scoped("are rejected immediately for invalid requests", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const send = (verb: string, body?: unknown) =>
        Effect.map(post(`${url}/v1/listening/admin/${verb}`, admin, body), ({ status }) => status)
      for (const body of [{ limit: 0 }, { limit: 201 }, { type: "tracks" }, { artist: "" }, { retry: 1 }])
        expect(yield* send("backfill-images", body)).toBe(400)
      for (const body of [{ offset: -1 }, { limit: 201 }, { limit: 0.5 }])
        expect(yield* send("refresh-artist-images", body)).toBe(400)
      expect((yield* post(`${url}/v1/listening/admin/enrich-artists`, read, {})).status).toBe(403)
    })
  )
})

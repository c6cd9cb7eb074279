import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { post } from "./support/http.js"

describe("POST /v1/admin/sync/{target}", () => {
  it.scoped("starts a sync, or reports what one would change", () =>
    Effect.gen(function* () {
      const { admin, clock, url } = yield* host()
      const send = (target: string, body: unknown) => post(`${url}/v1/admin/sync/${target}`, admin, body)
      const begun = yield* send("attending", { source: "gcal" })
      expect([begun.status, begun.json]).toEqual([
        202,
        { run_id: 1, status: "queued", runs: [{ source: "calendar", run_id: 1 }] }
      ])
      const dry = yield* send("attending", { source: "gmail", dry_run: true })
      expect([dry.status, dry.json]).toEqual([
        200,
        {
          status: "dry_run",
          items_synced: 3,
          timestamp: new Date(clock.now).toISOString(),
          sources: [{ source: "tickets", added: 2, changed: 1, removed: 0, error: null }]
        }
      ])
      expect(dry.headers.get("cache-control")).toBe("no-store")
      expect(
        (yield* send("attending", { source: "all", dry_run: true, from: "2026-01-01", to: "2026-03-31" })).json.sources
      ).toMatchObject([{ changed: 0 }])
      expect((yield* send("listening", { type: "full", dry_run: true })).json.sources).toMatchObject([{ added: 20 }])
      expect((yield* send("attending", { dry_run: false })).status).toBe(202)
      expect((yield* send("listening", { type: "top_lists" })).status).toBe(202)
      // apple-music-albums is an alias.
      expect((yield* send("apple-music-albums", {})).json.runs).toEqual([{ source: "apple-music", run_id: 1 }])
    })
  )

  it.scoped("tests the Google connection without a sync", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      expect((yield* post(`${url}/v1/admin/google/test`, admin, {})).json).toEqual({
        status: "ok",
        account: "me@example.com",
        scopes: ["https://www.googleapis.com/auth/calendar.readonly"],
        error: null,
        sources: [
          { source: "calendar", error: null },
          { source: "tickets", error: null }
        ]
      })
      expect((yield* post(`${url}/v1/admin/google/test`, read, {})).status).toBe(403)
    })
  )

  it.scoped("rejects unknown and invalid fields", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const errorOf = (target: string, body: unknown) =>
        Effect.map(post(`${url}/v1/admin/sync/${target}`, admin, body), ({ json, status }) => `${status} ${json.error}`)
      expect(yield* errorOf("attending", { dryrun: true })).toMatch(/^400 dryrun is unexpected/)
      expect(yield* errorOf("attending", { dry_run: "yes" })).toBe("400 dry_run must be boolean")
      expect(yield* errorOf("attending", { from: "yesterday" })).toMatch(/^400 from must be/)
      expect(yield* errorOf("attending", { from: "2026-03-02", to: "2026-03-01" })).toBe(
        "400 from must not be after to"
      )
      expect(yield* errorOf("attending", { type: "top_lists" })).toBe(
        "400 type must be one of full, backfill for the target attending"
      )
    })
  )
})

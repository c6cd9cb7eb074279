import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Option, Schema, Stream, TestClock } from "effect"
import { type Source } from "../../src/sync/Source.js"
import { type LatestDelivery, PushedSources } from "../../src/sync/PushedSources.js"
import { type SourceEntry, SourceSetups } from "../../src/sync/Sources.js"
import { driftView } from "../../src/sync/views.js"
import { SyncHealth } from "../../src/sync/SyncHealth.js"
import { SyncStatus } from "../../src/sync/views.js"
import type { LatestRun } from "../../src/sync/SyncStore.js"
import { fakeSource } from "./FakeSource.js"
import { type Memory, emptyMemory, storeOver } from "./Memory.js"

const now = Date.parse("2024-03-09T12:34:56Z")

const entry = (source: Source<never>, id: string, of: Partial<SourceEntry> = {}): SourceEntry => ({
  id,
  domain: "listening",
  missing: [],
  enrichesOnly: false,
  schedule: Option.none(),
  source: Option.some({ ...source, id }),
  archive: source,
  ...of
})

const run = (of: Partial<LatestRun>): LatestRun => ({
  ...{ id: 1, source: "lastfm", domain: "listening", syncType: "scrobbles", trigger: "schedule", status: "completed" },
  ...{
    startedAt: now - 10_000,
    finishedAt: Option.some(now - 8_500),
    added: 4,
    changed: 2,
    removed: 1,
    failure: Option.none()
  },
  ...{ recent: 1, recentFailed: 0, lastSuccess: Option.some(now - 8_500), failures: 0 },
  ...of
})

const failed = {
  status: "failed" as const,
  failure: Option.some({ state: "unauthorized" as const, message: "the key was refused", next: "check the key" }),
  recent: 3,
  recentFailed: 1,
  failures: 1,
  lastSuccess: Option.none()
}

/** The encoded status. */
const statusOf = (
  memory: Memory,
  entries: (source: Source<never>) => ReadonlyArray<SourceEntry>,
  delivered: ReadonlyArray<readonly [string, LatestDelivery]> = []
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    const health = yield* SyncHealth
    return yield* Schema.encode(SyncStatus)(yield* health.status())
  }).pipe(
    Effect.provide(
      Layer.provide(
        SyncHealth.Default,
        Layer.mergeAll(
          storeOver(memory),
          Layer.succeed(SourceSetups, entries(fakeSource(memory, () => Stream.empty))),
          Layer.succeed(PushedSources, { latest: Effect.succeed(new Map(delivered)) })
        )
      )
    )
  )

const never = {
  last_sync: null,
  status: "never",
  sync_type: "unknown",
  items_synced: null,
  duration_ms: null,
  error: null,
  error_rate: 0
}

describe("SyncHealth.status", () => {
  it.effect("lists all six domains before the first sync", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      expect(yield* statusOf(memory, () => [])).toStrictEqual({
        status: "ok",
        domains: {
          listening: never,
          running: never,
          watching: never,
          collecting: never,
          reading: never,
          attending: never
        },
        sources: {},
        failing: [],
        announced: []
      })
      expect(memory.log).toContain(`latest since ${now - 86_400_000}`)
    })
  )

  it.effect("shows the last delivery of a source that sends its records", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      memory.latest = () => [run({ ...failed, finishedAt: Option.some(now - 8_500) })]
      const delivery = { at: now - 1_000, added: 3, syncType: "scrobbles" }
      const { domains, sources, status } = yield* statusOf(
        memory,
        (source) => [entry(source, "lastfm"), entry(source, "scrobbling")],
        [["scrobbling", delivery]]
      )
      const delivered = { status: "completed", items_synced: 3, last_sync: "2024-03-09T12:34:55.000Z", error: null }
      expect(sources["scrobbling"]).toMatchObject({ ...delivered, last_success: "2024-03-09T12:34:55.000Z" })
      expect(domains.listening).toMatchObject({ ...delivered, error_rate: 0.33 })
      expect(status).toBe("degraded")
    })
  )

  it.effect("distinguishes a completed, a running and a failed run", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      memory.latest = () => [
        run({}),
        run({
          source: "instapaper",
          domain: "reading",
          status: "running",
          syncType: "bookmarks",
          finishedAt: Option.none()
        }),
        run({ source: "strava", domain: "running", syncType: "incremental", ...failed })
      ]
      const { domains, status } = yield* statusOf(memory, () => [])
      expect(status).toBe("degraded")
      expect(domains.listening).toStrictEqual({
        ...never,
        last_sync: "2024-03-09T12:34:47.500Z",
        status: "completed",
        sync_type: "scrobbles",
        items_synced: 6,
        duration_ms: 1500
      })
      expect(domains.reading).toStrictEqual({
        ...never,
        last_sync: "2024-03-09T12:34:46.000Z",
        status: "running",
        sync_type: "bookmarks"
      })
      expect(domains.running).toMatchObject({
        status: "failed",
        sync_type: "incremental",
        error: "the key was refused; check the key",
        error_rate: 0.33
      })
      expect(domains.watching).toStrictEqual(never)
    })
  )

  it.effect("does not let a fresh run of one source hide that another fails", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      memory.latest = () => [
        run({ source: "letterboxd", domain: "watching", startedAt: now - 90_000, ...failed }),
        run({ source: "plex", domain: "watching" })
      ]
      const { domains, sources, status } = yield* statusOf(memory, (source) =>
        ["plex", "letterboxd", "tmdb"].map((id) => entry(source, id, { domain: "watching" }))
      )
      expect([status, domains.watching.status]).toEqual(["degraded", "completed"])
      expect(Object.keys(sources)).toEqual(["plex", "letterboxd", "tmdb"])
      expect(sources.letterboxd).toMatchObject({
        status: "failed",
        error: "the key was refused; check the key",
        last_success: null
      })
      expect(sources.plex).toMatchObject({ status: "completed", error: null, last_success: "2024-03-09T12:34:47.500Z" })
      expect(sources.tmdb).toStrictEqual({
        ...never,
        domain: "watching",
        configured: true,
        last_success: null,
        next_run: null,
        paused: false,
        drift: driftView(undefined),
        stale: false
      })
    })
  )

  it.effect("shows a source whose enrichment is refused as failed, and names every queue that fails", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      memory.latest = () => [run({ source: "lastfm" }), run({ source: "plex" })]
      const failing = (id: string, source: string | null, message: string) =>
        memory.failing.set(id, {
          ...{ id, domain: "listening" as const, source, message, next: "wait" },
          ...{ since: now - 3_600_000, failedAt: now }
        })
      failing("lastfm-tags", "lastfm", "Last.fm refuses access")
      failing("images", null, "Deezer refuses access")
      failing("tmdb-films", "tmdb", "TMDB refuses access")
      const {
        failing: queues,
        sources,
        status
      } = yield* statusOf(memory, (source) => ["lastfm", "plex", "tmdb"].map((id) => entry(source, id)))
      expect(status).toBe("degraded")
      expect(sources.lastfm).toMatchObject({ status: "failed", error: "Last.fm refuses access; wait" })
      expect(sources.plex).toMatchObject({ status: "completed", error: null })
      // It has no run of its own: it only enriches.
      expect(sources.tmdb).toMatchObject({
        status: "failed",
        error: "TMDB refuses access; wait",
        last_sync: "2024-03-09T12:34:56.000Z"
      })
      expect(queues[1]).toStrictEqual({
        queue: "images",
        domain: "listening",
        source: null,
        error: "Deezer refuses access; wait",
        since: "2024-03-09T11:34:56.000Z",
        failed_at: "2024-03-09T12:34:56.000Z"
      })
    })
  )

  it.effect("gives the next run in the schedule's time zone, and none for an unconfigured source", () =>
    Effect.gen(function* () {
      const schedule = (cron: string, zone: string) => Option.some({ cron, zone })
      const { sources } = yield* statusOf(emptyMemory(), (source) => [
        entry(source, "lastfm", { schedule: schedule("*/15 * * * *", "UTC") }),
        // DST begins that night: 04:00 Pacific becomes 11:00 UTC, not 12:00.
        entry(source, "calendar", { schedule: schedule("0 4 * * *", "America/Los_Angeles") }),
        entry(source, "strava", { schedule: schedule("0 4 * * *", "UTC"), missing: ["DAYBOOK_STRAVA_CLIENT_ID"] }),
        entry(source, "broken", { schedule: schedule("whenever", "UTC") })
      ])
      expect(Object.entries(sources).map(([id, { configured, next_run }]) => [id, configured, next_run])).toEqual([
        ["lastfm", true, "2024-03-09T12:45:00.000Z"],
        ["calendar", true, "2024-03-10T11:00:00.000Z"],
        ["strava", false, null],
        ["broken", true, null]
      ])
    })
  )
})

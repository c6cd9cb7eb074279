import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { SyncProgressSignal } from "../../src/live/ports.js"
import { Freshness, freshnessOf } from "../../src/sync/Freshness.js"
import { type LatestDelivery, PushedSources } from "../../src/sync/PushedSources.js"
import { type SourceSetup, SourceSetups } from "../../src/sync/Sources.js"
import { type LatestRun, SyncStore } from "../../src/sync/SyncStore.js"

const at = (time: string) => Date.parse(`2026-11-22T${time}:00Z`)

const setup = (id: string, domain: string, cron: string | null, more: Partial<SourceSetup> = {}): SourceSetup => ({
  id,
  domain,
  missing: [],
  enrichesOnly: false,
  schedule: Option.map(Option.fromNullable(cron), (text) => ({ cron: text, zone: "UTC" })),
  ...more
})

describe("freshnessOf", () => {
  it("takes the oldest of the newest ends, and the third due time after the first to miss it", () => {
    const setups = [setup("lastfm", "listening", "*/15 * * * *"), setup("listenbrainz", "listening", "0 * * * *")]
    const ends = new Map([
      ["lastfm", at("10:07")],
      ["listenbrainz", at("09:58")]
    ])
    // lastfm is due at 10:15, 10:30 and 10:45; listenbrainz at 10:00, 11:00 and 12:00.
    expect(freshnessOf(setups, ends).get("listening")).toEqual({ at: at("09:58"), staleFrom: at("10:45") })
  })

  it("calls a domain stale from the beginning if one of its sources was never read", () => {
    const setups = [setup("strava", "running", "0 * * * *"), setup("garmin", "running", "0 * * * *")]
    expect(freshnessOf(setups, new Map([["strava", at("10:00")]])).get("running")).toEqual({
      at: at("10:00"),
      staleFrom: -Infinity
    })
    expect(freshnessOf(setups, new Map()).get("running")).toEqual({ at: null, staleFrom: -Infinity })
  })

  it("counts files only where nothing has a schedule, and leaves out what is not set up", () => {
    const file = setup("runkeeper", "running", null)
    const ends = new Map([
      ["runkeeper", at("01:00")],
      ["strava", at("10:00")]
    ])
    expect(freshnessOf([file], ends).get("running")).toEqual({ at: at("01:00"), staleFrom: null })
    const both = freshnessOf([file, setup("strava", "running", "0 0 * * *")], ends)
    expect(both.get("running")?.at).toBe(at("10:00"))
    const absent = [
      setup("strava", "running", "0 * * * *", { missing: ["STRAVA_CLIENT_ID"] }),
      setup("tmdb", "watching", "0 * * * *", { enrichesOnly: true }),
      setup("kindle", "reading", null)
    ]
    expect(freshnessOf(absent, ends).size).toBe(0)
  })
})

describe("Freshness", () => {
  it.scoped("follows the runs that end, also of other hosts", () =>
    Effect.gen(function* () {
      let end = at("10:00")
      let version = 1
      let resume = () => {}
      const run = (): LatestRun => ({
        ...{ id: 1, source: "strava", domain: "running", syncType: "runs", trigger: "schedule", status: "completed" },
        ...{ startedAt: end, finishedAt: Option.some(end), added: 0, changed: 0, removed: 0, failure: Option.none() },
        ...{ recent: 1, recentFailed: 0, lastSuccess: Option.some(end), failures: 0 }
      })
      const delivery: LatestDelivery = { at: at("09:30"), added: 1, syncType: "scrobbles" }
      const layer = Freshness.Default.pipe(
        Layer.provide([
          Layer.succeed(SourceSetups, [
            setup("strava", "running", "0 0 * * *"),
            setup("scrobbling", "listening", null)
          ]),
          Layer.mock(SyncStore, { latest: () => Effect.sync(() => [run()]) }),
          Layer.succeed(PushedSources, { latest: Effect.succeed(new Map([["scrobbling", delivery]])) }),
          Layer.succeed(SyncProgressSignal, {
            version: () => version,
            passed: () => Effect.async<void>((done) => void (resume = () => done(Effect.void)))
          })
        ])
      )
      const freshness = yield* Effect.provide(Freshness, layer)
      yield* freshness.watch
      expect(freshness.latest().get("running")?.at).toBe(at("10:00"))
      expect(freshness.latest().get("listening")?.at).toBe(at("09:30"))
      yield* TestClock.adjust("2 seconds")
      end = at("11:00")
      version++
      resume()
      yield* TestClock.adjust("2 seconds")
      expect(freshness.latest().get("running")?.at).toBe(at("11:00"))
    })
  )
})

import { FastCheck as fc, Option } from "effect"
import { describe, expect, it } from "vitest"
import { dueAt, isPaused, isStale } from "../../src/sync/Scheduler.js"
import type { SourceState } from "../../src/sync/SourceFailure.js"
import type { LatestRun } from "../../src/sync/SyncStore.js"

const minute = 60_000
const hour = 60 * minute
const quarterly = { cron: "*/15 * * * *", zone: "UTC" }
const daily = { cron: "0 4 * * *", zone: "America/Los_Angeles" }
const at = (text: string) => Date.parse(text)

const run = (of: Partial<LatestRun>): LatestRun => ({
  ...{
    id: 7,
    source: "lastfm",
    domain: "listening",
    syncType: "scrobbles",
    trigger: "schedule",
    status: "completed",
    added: 0,
    changed: 0,
    removed: 0
  },
  ...{
    startedAt: at("2026-03-07T12:00:00Z"),
    finishedAt: Option.some(at("2026-03-07T12:00:10Z")),
    failure: Option.none()
  },
  ...{ recent: 1, recentFailed: 0, lastSuccess: Option.some(at("2026-03-07T12:00:10Z")), failures: 0 },
  ...of
})
const failed = (state: SourceState, failures: number, of: Partial<LatestRun> = {}) =>
  run({ status: "failed", failures, failure: Option.some({ state, message: "no", next: "mend it" }), ...of })

describe("dueAt", () => {
  it("is the first scheduled time after the last run started, even if that has passed", () => {
    expect(dueAt(quarterly, run({}), at("2026-03-07T12:01:00Z"))).toEqual(Option.some(at("2026-03-07T12:15:00Z")))
    expect(dueAt(quarterly, run({}), at("2026-03-09T00:00:00Z"))).toEqual(Option.some(at("2026-03-07T12:15:00Z")))
  })

  it("follows the time zone across a DST change", () => {
    expect(dueAt(daily, run({}), at("2026-03-07T13:00:00Z"))).toEqual(Option.some(at("2026-03-08T11:00:00Z")))
    expect(dueAt(daily, run({ startedAt: at("2026-03-06T13:00:00Z") }), at("2026-03-07T13:00:00Z"))).toEqual(
      Option.some(at("2026-03-07T12:00:00Z"))
    )
  })

  it("is now for a source that was never synced, and never for a date that does not exist", () => {
    expect(dueAt(quarterly, undefined, 5)).toEqual(Option.some(5))
    expect(dueAt({ cron: "0 0 30 2 *", zone: "UTC" }, undefined, 5)).toEqual(Option.none())
  })

  it("backs off exponentially after transient failures, never beyond the schedule", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom<SourceState>("unavailable", "bad_answer", "interrupted"),
        (failures, id, state) => {
          const of = failed(state, failures, { id })
          const due = Option.getOrThrow(dueAt(daily, of, of.startedAt))
          const wait = due - Option.getOrThrow(of.finishedAt)
          const planned = Option.getOrThrow(dueAt(daily, run({}), of.startedAt))
          const expected = Math.min(hour, minute * 2 ** (failures - 1))
          expect(due).toBeLessThanOrEqual(planned)
          expect(wait).toBeGreaterThanOrEqual(0.8 * expected)
          expect(wait).toBeLessThanOrEqual(1.2 * expected)
        }
      )
    )
  })

  it("waits for the schedule when the provider limits requests", () => {
    expect(dueAt(daily, failed("rate_limited", 9), 0)).toEqual(dueAt(daily, run({}), 0))
  })

  it("is a day later after three failures that only the owner can fix", () => {
    for (const state of ["unauthorized", "forbidden", "not_found", "mass_removal"] as const) {
      expect([1, 2].map((failures) => isPaused(failed(state, failures)))).toEqual([false, false])
      expect(isPaused(failed(state, 3))).toBe(true)
      const of = failed(state, 3)
      expect(dueAt(quarterly, of, 0)).toEqual(Option.some(of.startedAt + 24 * hour))
    }
    expect(isPaused(failed("unavailable", 300))).toBe(false)
    expect(isPaused(run({}))).toBe(false)
    expect(isPaused(undefined)).toBe(false)
  })
})

describe("isStale", () => {
  it("is true once two scheduled runs have passed since the last success", () => {
    const success = Option.some(at("2026-03-07T12:00:10Z"))
    expect(isStale(quarterly, success, at("2026-03-07T12:29:59Z"))).toBe(false)
    expect(isStale(quarterly, success, at("2026-03-07T12:30:01Z"))).toBe(true)
    expect(isStale(quarterly, Option.none(), at("2026-03-07T12:30:01Z"))).toBe(false)
  })
})

import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Stream, TestClock } from "effect"
import { Followers } from "../../src/sync/Followers.js"
import { Scheduler } from "../../src/sync/Scheduler.js"
import { SourceFailure, type SourceState } from "../../src/sync/SourceFailure.js"
import { type SourceEntry, Sources } from "../../src/sync/Sources.js"
import type { LatestRun } from "../../src/sync/SyncStore.js"
import { fakeSource } from "./FakeSource.js"
import { type Memory, emptyMemory, engineOver, storeOver } from "./Memory.js"

const start = Date.parse("2026-03-07T12:01:00Z")
const minute = 60_000

/** The memory's runs as the store tells them. */
const latestOf = (memory: Memory): ReadonlyArray<LatestRun> => {
  const run = memory.runs.at(-1)
  if (run === undefined) return []
  const good = memory.runs.findLastIndex(({ status }) => status === "completed")
  return [{ ...run, recent: 0, recentFailed: 0, failures: run.status === "failed" ? memory.runs.length - 1 - good : 0, lastSuccess: Option.none() }]
}

/** Hosts over one memory, and when each of their syncs began, in minutes after the start. */
const watch = (memory: Memory, hosts: number, minutes: number, answers: ReadonlyArray<SourceState | "fine">) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(start)
    const begun: Array<number> = []
    const source = fakeSource(memory, () => Stream.unwrap(Effect.map(TestClock.currentTimeMillis, (now) => {
      begun.push(Math.round((now - start) / minute))
      const answer = answers[begun.length - 1] ?? "fine"
      return answer === "fine" ? Stream.empty : Stream.fail(new SourceFailure({ source: "fake", state: answer, message: "no", next: "mend it" }))
    })))
    const entry: SourceEntry = {
      ...{ id: "fake", domain: "listening", missing: [], follows: false, source: Option.some(source), archive: source },
      schedule: Option.some({ cron: "*/15 * * * *", zone: "UTC" })
    }
    memory.latest = () => latestOf(memory)
    const followed = () => Effect.succeed({ done: 0, seconds: 0, isCut: false, failures: [] })
    const followers = Layer.succeed(Followers, new Followers({ drain: followed, drainHall: followed, drainSource: followed, drainSources: followed, attend: Effect.void }))
    const scheduler = Scheduler.Default.pipe(
      Layer.provide([engineOver(memory), followers, storeOver(memory), Layer.succeed(Sources, [entry])])
    )
    const host = Effect.scoped(Effect.provide(Effect.flatMap(Scheduler, (one) => Effect.zipRight(one.start, Effect.never)), Layer.fresh(scheduler)))
    const fibers = yield* Effect.replicateEffect(Effect.fork(host), hosts)
    for (let passed = 0; passed < minutes * 4; passed++) yield* TestClock.adjust("15 seconds")
    yield* Effect.forEach(fibers, Fiber.interrupt)
    return begun
  })

describe("Scheduler", () => {
  it.effect("reads a new source at once and then whenever it is due, on one of all hosts", () =>
    Effect.gen(function*() {
      expect(yield* watch(emptyMemory(), 3, 40, [])).toEqual([0, 14, 29])
    }))

  it.effect("tries again sooner after a failure that passes, and goes on as planned once it has", () =>
    Effect.gen(function*() {
      const begun = yield* watch(emptyMemory(), 2, 31, ["unavailable", "unavailable", "fine"])
      expect(begun).toHaveLength(5)
      expect([begun[0], ...begun.slice(3)]).toEqual([0, 14, 29])
      expect(begun[1]).toBeLessThanOrEqual(2)
      expect(begun[2]).toBeLessThanOrEqual(5)
    }))

  it.effect("leaves a source alone that was refused three times", () =>
    Effect.gen(function*() {
      expect(yield* watch(emptyMemory(), 1, 120, Array<SourceState>(9).fill("unauthorized"))).toEqual([0, 14, 29])
    }))
})

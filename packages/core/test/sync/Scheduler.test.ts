import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Stream, TestClock } from "effect"
import { Scheduler } from "../../src/sync/Scheduler.js"
import { type SourceEntry, Sources } from "../../src/sync/Sources.js"
import { SourceFailure, type SourceState } from "../../src/sync/SourceFailure.js"
import type { LatestRun } from "../../src/sync/SyncStore.js"
import { fakeSource } from "./FakeSource.js"
import { type Memory, emptyMemory, engineOver, storeOver } from "./Memory.js"

const start = Date.parse("2026-03-07T12:01:00Z")
const minute = 60_000

/** The latest run, as the store returns it. */
const latestOf = (memory: Memory): ReadonlyArray<LatestRun> => {
  const run = memory.runs.at(-1)
  if (run === undefined) return []
  const good = memory.runs.findLastIndex(({ status }) => status === "completed")
  return [
    {
      ...run,
      recent: 0,
      recentFailed: 0,
      failures: run.status === "failed" ? memory.runs.length - 1 - good : 0,
      lastSuccess: Option.none()
    }
  ]
}

/** Runs hosts over one memory. Answers when each sync started, in minutes after the start. */
const watch = (memory: Memory, hosts: number, minutes: number, answers: ReadonlyArray<SourceState | "fine">) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const startedAt: Array<number> = []
    const source = fakeSource(memory, () =>
      Stream.unwrap(
        Effect.map(TestClock.currentTimeMillis, (now) => {
          startedAt.push(Math.round((now - start) / minute))
          const answer = answers[startedAt.length - 1] ?? "fine"
          return answer === "fine"
            ? Stream.empty
            : Stream.fail(new SourceFailure({ source: "fake", state: answer, message: "no", next: "mend it" }))
        })
      )
    )
    const entry: SourceEntry = {
      ...{
        id: "fake",
        domain: "listening",
        missing: [],
        enrichesOnly: false,
        source: Option.some(source),
        archive: source
      },
      schedule: Option.some({ cron: "*/15 * * * *", zone: "UTC" })
    }
    memory.latest = () => latestOf(memory)
    const scheduler = Scheduler.Default.pipe(
      Layer.provide([engineOver(memory), storeOver(memory), Layer.succeed(Sources, [entry])])
    )
    const host = Effect.scoped(
      Effect.provide(
        Effect.flatMap(Scheduler, (one) => Effect.zipRight(one.start, Effect.never)),
        Layer.fresh(scheduler)
      )
    )
    const fibers = yield* Effect.replicateEffect(Effect.fork(host), hosts)
    for (let passed = 0; passed < minutes * 4; passed++) yield* TestClock.adjust("15 seconds")
    yield* Effect.forEach(fibers, Fiber.interrupt)
    return startedAt
  })

describe("Scheduler", () => {
  it.effect("syncs a new source at once and then whenever it is due, on one of the hosts", () =>
    Effect.gen(function* () {
      expect(yield* watch(emptyMemory(), 3, 40, [])).toEqual([0, 14, 29])
    })
  )

  it.effect("retries a transient failure sooner, and returns to the schedule after a success", () =>
    Effect.gen(function* () {
      const startedAt = yield* watch(emptyMemory(), 2, 31, ["unavailable", "unavailable", "fine"])
      expect(startedAt).toHaveLength(5)
      expect([startedAt[0], ...startedAt.slice(3)]).toEqual([0, 14, 29])
      expect(startedAt[1]).toBeLessThanOrEqual(2)
      expect(startedAt[2]).toBeLessThanOrEqual(5)
    })
  )

  it.effect("pauses a source after the provider rejected it three times", () =>
    Effect.gen(function* () {
      expect(yield* watch(emptyMemory(), 1, 120, Array<SourceState>(9).fill("unauthorized"))).toEqual([0, 14, 29])
    })
  )
})

import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc, TestClock } from "effect"
import { afterCheck, isCheckDue, unexplainedOf } from "../../src/sync/drift.js"
import type { Drift } from "../../src/sync/driftModel.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { SyncEngine, syncDefaults } from "../../src/sync/SyncEngine.js"
import type { Source } from "../../src/sync/Source.js"
import { fixed, items, page } from "./FakeSource.js"
import { emptyMemory, engineOver, type Memory } from "./Memory.js"

const hour = 3_600_000

/** Checks in order: hours since the one before, and the provider's number. 1,000 records are stored. */
const checks = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 990, max: 1_010 })), {
  maxLength: 12
})

const differs = (provider: number) => Math.abs(provider - 1_000) > 3

describe("the drift of a source", () => {
  it("alarms when and only when a later check, at least an hour after, finds the difference again", () => {
    fc.assert(
      fc.property(checks, (all) => {
        let now = 0
        let state: Drift | null = null
        let first: number | null = null
        for (const [wait, provider] of all) {
          now += wait * hour
          state = afterCheck(state, { unit: "plays", provider, stored: 1_000, explained: {} }, now)
          first = differs(provider) ? (first ?? now) : null
          expect(state.suspectedAt).toBe(first)
          // Without a break since the first check, an hour later it is confirmed and stays so.
          expect(state.since !== null).toBe(first !== null && now - first >= hour)
        }
      })
    )
  })

  it("is asked daily, after an hour if suspected, and always after everything was read", () => {
    const count = { unit: "plays", provider: 10, stored: 10, explained: {} }
    const calm = afterCheck(null, count, 0)
    const suspected = afterCheck(null, { ...count, provider: 100 }, 0)
    expect([isCheckDue(null, 0, false), isCheckDue(calm, 1, true)]).toEqual([true, true])
    expect([isCheckDue(calm, 24 * hour - 1, false), isCheckDue(calm, 24 * hour, false)]).toEqual([false, true])
    expect([isCheckDue(suspected, hour - 1, false), isCheckDue(suspected, hour, false)]).toEqual([false, true])
  })
})

const sourceWith = (memory: Memory, total: number, seen = 10): Source<never> => ({
  ...fixed(memory, page(items(0, seen), { cursor: "end" })),
  providerCount: Effect.succeed({ unit: "records", total })
})

const sync = (memory: Memory, source: Source<never>, full = false) =>
  Effect.provide(
    Effect.flatMap(SyncEngine, (engine) => engine.sync(source, { ...syncDefaults("schedule"), full })),
    engineOver(memory)
  )

const driftsOf = (memory: Memory) =>
  (memory.drifts.get("fake") ?? []).map(([drift, isAlarm]) => [unexplainedOf(drift), isAlarm] as const)

describe("a sync", () => {
  it.effect("compares at its end, and announces a confirmed difference once", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      yield* sync(memory, sourceWith(memory, 20))
      yield* sync(memory, sourceWith(memory, 20))
      yield* TestClock.adjust("1 hours")
      yield* sync(memory, sourceWith(memory, 20))
      yield* TestClock.adjust("24 hours")
      yield* sync(memory, sourceWith(memory, 20))
      yield* TestClock.adjust("24 hours")
      yield* sync(memory, sourceWith(memory, 10))
      expect(driftsOf(memory)).toEqual([
        [10, false],
        [10, true],
        [10, false],
        [0, false]
      ])
    })
  )

  it.effect("knows what it read and did not store", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const source: Source<never> = {
        ...fixed(memory, page([...items(0, 10), ...items(0, 8)], { cursor: "end" })),
        providerCount: Effect.succeed({ unit: "records", total: 18 })
      }
      yield* sync(memory, source)
      expect(memory.drifts.get("fake")?.[0]?.[0].explained).toEqual({ duplicates: 8 })
      yield* TestClock.adjust("24 hours")
      yield* sync(memory, sourceWith(memory, 18))
      expect(driftsOf(memory)).toEqual([
        [0, false],
        [0, false]
      ])
    })
  )

  it.effect("does not fail if the provider does not answer, and a dry run asks nothing", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const away = new SourceFailure({ source: "fake", state: "unavailable", message: "away", next: "wait" })
      const report = yield* sync(memory, { ...sourceWith(memory, 1), providerCount: Effect.fail(away) })
      expect(report.added).toBe(10)
      const dry = { ...syncDefaults("command"), dryRun: true }
      yield* Effect.provide(
        Effect.flatMap(SyncEngine, (engine) => engine.sync(sourceWith(memory, 1), dry)),
        engineOver(memory)
      )
      expect(memory.drifts.size).toBe(0)
    })
  )
})

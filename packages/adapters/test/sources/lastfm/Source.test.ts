import { SourceFailure } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, TestClock } from "effect"
import { Fault, lastfmFault } from "../../../src/simulators/index.js"
import { inTime } from "../support/inTime.js"
import { makeLedger } from "../support/ledger.js"
import { keysOf, today, world } from "../support/world.js"

const set = (settings: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(today)
    const made = yield* world("lastfm", settings)
    return { ...made, ...made.simulators.lastfm.control, ledger: makeLedger() }
  })

const failed = (exit: Exit.Exit<unknown, unknown>): SourceFailure => {
  if (Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error instanceof SourceFailure) return exit.cause.error
  throw new Error(`expected a SourceFailure, not ${String(exit)}`)
}

const succeeded = (exit: Exit.Exit<unknown, unknown>) => assert.isTrue(Exit.isSuccess(exit), String(exit))

describe("the Last.fm source", () => {
  it.effect("brings the whole history, then what is new, then what was mended and deleted", () =>
    Effect.gen(function*() {
      const { addPlay, clock, editPlays, ledger, plays, removePlays, requests, source } = yield* set()
      yield* ledger.sync(source)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
      assert.isAbove(ledger.plays.size, 3000)

      yield* requests.clear
      yield* ledger.sync(source)
      assert.strictEqual(yield* requests.count, 1)

      yield* clock.advance("2 days")
      yield* TestClock.adjust("2 days")
      const newest = (yield* plays()).slice(-20)
      yield* editPlays({ at: newest[3]!.at }, { track: "Corrected" })
      yield* removePlays({ at: newest[5]!.at })
      yield* addPlay({ artist: "Late Phone", track: "Offline", at: newest[7]!.at + 1 })
      yield* ledger.sync(source)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))

      yield* removePlays({ at: (yield* plays())[100]!.at })
      yield* ledger.sync(source)
      assert.notDeepEqual(ledger.keys(), keysOf(yield* plays()))
      yield* ledger.sync(source, { full: true })
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
    }))

  it.effect("stores no play that is still running, and reads every form of a list", () =>
    Effect.gen(function*() {
      const { ledger, plays, setNowPlaying, setQuirks, source } = yield* set()
      yield* setNowPlaying({ artist: "Somebody", track: "Running" })
      yield* setQuirks({ bareSingles: true, emptyTracks: "absent", includesFrom: false, includesTo: true })
      yield* ledger.sync(source)
      yield* ledger.sync(source)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
      assert.isFalse(ledger.keys().some((key) => key.includes("Running")))
    }))

  it.effect("goes on where it was when it dies at any page", () =>
    Effect.gen(function*() {
      const { ledger, plays, requests, source } = yield* set()
      for (let round = 0; round < 8; round++) yield* ledger.sync(source, { pages: 3 })
      yield* ledger.sync(source)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
      const stored = ledger.plays.size
      assert.isBelow(yield* requests.count, stored / 200 + 8 * 6 + 10)
    }))

  const recovers = (name: string, ...faults: ReadonlyArray<Fault>) =>
    it.effect(`recovers from ${name}`, () =>
      Effect.gen(function*() {
        const world = yield* set()
        yield* world.faults.next(Fault.Slow({ for: "1 millis" }), ...faults)
        succeeded((yield* inTime(world.ledger.sync(world.source))).exit)
        assert.deepStrictEqual(world.ledger.keys(), keysOf(yield* world.plays()))
      }))
  recovers("errors told with status 200", lastfmFault(8, 200), lastfmFault(16, 200), lastfmFault(11))
  recovers("429 with Retry-After", Fault.Status({ status: 429, retryAfter: 20 }))
  recovers("error 29", lastfmFault(29))
  recovers("error pages", Fault.Status({ status: 500 }), Fault.Status({ status: 503 }), Fault.Html({}))
  recovers("an answer cut short", Fault.Truncated(), Fault.Truncated())
  recovers("slow answers and one that never comes", Fault.Slow({ for: "20 seconds" }), Fault.Hanging())
  recovers("wrong numbers of pages", Fault.WrongPages({ pages: 1 }), Fault.WrongPages({ pages: 0 }), Fault.WrongPages({ pages: 9999 }))
  recovers("answers that are suddenly empty", Fault.Empty(), Fault.Empty())

  it.effect("deletes nothing because one answer was empty, and reports an account that stays empty as such", () =>
    Effect.gen(function*() {
      const { faults, ledger, plays, source } = yield* set()
      yield* ledger.sync(source)
      yield* faults.next(Fault.Empty())
      yield* ledger.sync(source)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
      yield* faults.when(() => true, Fault.Empty())
      const before = ledger.plays.size
      yield* ledger.sync(source)
      // The sync engine counts these as missing, and refuses to remove so many.
      assert.strictEqual(before - ledger.plays.size, before)
    }))

  it.effect("asks for less of a history that fails on large answers", () =>
    Effect.gen(function*() {
      const { faults, ledger, plays, requests, source } = yield* set()
      yield* faults.when(({ params }) => Number(params["limit"]) > 60, lastfmFault(8))
      succeeded((yield* inTime(ledger.sync(source))).exit)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
      const limits = new Set((yield* requests.all).map(({ params }) => params["limit"]))
      assert.deepStrictEqual([...limits].sort(), ["100", "200", "50"])
    }))

  const stops = (name: string, fault: Fault, state: string, at: number) =>
    it.effect(`stops at ${name}, saying so`, () =>
      Effect.gen(function*() {
        const { faults, ledger, requests, settings, source } = yield* set()
        yield* faults.when(() => true, fault)
        const { exit, seconds } = yield* inTime(ledger.sync(source))
        const failure = failed(exit)
        assert.strictEqual(failure.state, state)
        assert.isAtMost(seconds, at)
        assert.isNotEmpty(failure.next)
        assert.notInclude(JSON.stringify(failure) + String(failure), settings["DAYBOOK_LASTFM_API_KEY"]!)
        if (at === 0) assert.strictEqual(yield* requests.count, 1)
        assert.strictEqual(ledger.plays.size, 0)
      }))
  stops("an invalid key", lastfmFault(10), "unauthorized", 0)
  stops("a suspended key told with status 200", lastfmFault(26, 200), "unauthorized", 0)
  stops("a hidden profile", lastfmFault(17), "forbidden", 0)
  stops("an unknown user", lastfmFault(6, 404), "not_found", 0)
  stops("an unknown method", lastfmFault(3), "bad_answer", 0)
  stops("lasting errors", lastfmFault(8), "unavailable", 150)
  stops("lasting limits", lastfmFault(29), "rate_limited", 150)
  stops("a provider that hangs", Fault.Hanging(), "unavailable", 150)
  stops("lasting web pages", Fault.Html({}), "bad_answer", 150)

  it.effect("waits a minute after error 29", () =>
    Effect.gen(function*() {
      const { faults, ledger, source } = yield* set()
      yield* faults.next(lastfmFault(29))
      assert.isAtLeast((yield* inTime(ledger.sync(source))).seconds, 60)
    }))

  it.effect("leaves its gap between calls", () =>
    Effect.gen(function*() {
      const { ledger, requests, source } = yield* set({ DAYBOOK_LASTFM_MIN_INTERVAL_MS: "2000" })
      yield* inTime(ledger.sync(source))
      const times = (yield* requests.all).map(({ at }) => at)
      assert.isAbove(times.length, 3)
      times.slice(1).forEach((at, index) => assert.isAtLeast(at - times[index]!, Duration.toMillis("2 seconds")))
    }))
})

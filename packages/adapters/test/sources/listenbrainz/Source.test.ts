import { SourceFailure } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, TestClock } from "effect"
import { Fault, listenbrainzArchive } from "../../../src/simulators/index.js"
import { importFile } from "../support/importFile.js"
import { inTime } from "../support/inTime.js"
import { makeLedger } from "../support/ledger.js"
import { keysOf, world } from "../support/world.js"

/** The second scrobbler begins a year into the life. */
const later = Date.parse("2025-11-21T08:00:00Z")

const set = (settings: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(later)
    const made = yield* world("listenbrainz", settings, later)
    return { ...made, ...made.simulators.listenbrainz.control, ledger: makeLedger() }
  })

const failed = (exit: Exit.Exit<unknown, unknown>): SourceFailure => {
  if (Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error instanceof SourceFailure) return exit.cause.error
  throw new Error(`expected a SourceFailure, not ${String(exit)}`)
}

describe("the ListenBrainz source", () => {
  it.effect("brings the whole history, then what is new, mended and deleted", () =>
    Effect.gen(function*() {
      const { addPlay, clock, ledger, plays, removePlays, requests, source } = yield* set()
      yield* ledger.sync(source)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
      assert.isAbove(ledger.plays.size, 2000)

      yield* requests.clear
      yield* ledger.sync(source)
      assert.strictEqual(yield* requests.count, 1)

      yield* clock.advance("30 hours")
      yield* TestClock.adjust("30 hours")
      const newest = (yield* plays()).slice(-20)
      yield* removePlays({ at: newest[5]!.at })
      yield* addPlay({ artist: "Late Phone", track: "Offline", at: newest[7]!.at + 1 })
      yield* ledger.sync(source)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))

      yield* removePlays({ at: (yield* plays())[100]!.at })
      yield* ledger.sync(source, { full: true })
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
    }))

  it.effect("catches up with more than one answer holds, whichever end the server leaves out", () =>
    Effect.gen(function*() {
      const { clock, ledger, plays, source } = yield* set()
      yield* ledger.sync(source)
      yield* clock.advance("200 days")
      yield* TestClock.adjust("200 days")
      const before = ledger.plays.size
      yield* ledger.sync(source)
      assert.isAbove(ledger.plays.size - before, 1000)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
    }))

  it.effect("brings all plays of a second that an import filled", () =>
    Effect.gen(function*() {
      const { addPlay, ledger, plays, source } = yield* set()
      const { at } = (yield* plays())[500]!
      for (let track = 0; track < 700; track++) yield* addPlay({ artist: "Imported", track: `Track ${track}`, at: at + 1 })
      yield* ledger.sync(source)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
    }))

  it.effect("goes on where it was when it dies at any page", () =>
    Effect.gen(function*() {
      const { ledger, plays, source } = yield* set()
      for (let round = 0; round < 5; round++) yield* ledger.sync(source, { pages: 3 })
      yield* ledger.sync(source)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
    }))

  it.effect("follows the rate that every answer tells", () =>
    Effect.gen(function*() {
      const { ledger, plays, requests, setRate, source } = yield* set()
      yield* setRate({ calls: 3, seconds: 10 })
      const { exit, seconds } = yield* inTime(ledger.sync(source))
      assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
      const count = yield* requests.count
      // None was refused: each window was used up and no more.
      assert.isAtLeast(seconds, 10 * (Math.ceil(count / 3) - 1))
      assert.isAtMost(seconds, 10 * Math.ceil(count / 3))
    }))

  it.effect("recovers from what can be recovered from", () =>
    Effect.gen(function*() {
      const { faults, ledger, plays, source } = yield* set()
      yield* faults.next(
        Fault.Status({ status: 429, retryAfter: 3 }), Fault.Status({ status: 500 }), Fault.Slow({ for: 1 }),
        Fault.Truncated(), Fault.Html({}), Fault.Slow({ for: 1 }), Fault.Empty(), Fault.Empty(), Fault.Hanging()
      )
      const { exit } = yield* inTime(ledger.sync(source))
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
      yield* faults.next(Fault.Empty())
      yield* ledger.sync(source)
      assert.deepStrictEqual(ledger.keys(), keysOf(yield* plays()))
    }))

  it.effect("stops at a wrong token or user at once", () =>
    Effect.gen(function*() {
      for (const [settings, state] of [
        [{ DAYBOOK_LISTENBRAINZ_TOKEN: "very-secret-token" }, "unauthorized"],
        [{ DAYBOOK_LISTENBRAINZ_USERNAME: "nobody / else" }, "not_found"]
      ] as const) {
        const { ledger, requests, source } = yield* set(settings)
        const failure = failed((yield* inTime(ledger.sync(source))).exit)
        assert.strictEqual(failure.state, state)
        assert.strictEqual(yield* requests.count, 1)
        assert.notInclude(JSON.stringify(failure) + String(failure), "very-secret-token")
      }
    }))

  it.effect("ends a lasting failure within two minutes and a half", () =>
    Effect.gen(function*() {
      for (const fault of [Fault.Status({ status: 503 }), Fault.Hanging(), Fault.Html({}), Fault.Status({ status: 429 })]) {
        const { faults, ledger, source } = yield* set()
        yield* faults.when(() => true, fault)
        const { exit, seconds } = yield* inTime(ledger.sync(source))
        failed(exit)
        assert.isAtMost(seconds, 150)
      }
    }))

  it.effect("reads its own export into the same plays", () =>
    Effect.gen(function*() {
      const { ledger, plays, source } = yield* set()
      yield* ledger.sync(source)
      const byFile = makeLedger()
      const zip = listenbrainzArchive("daybook_demo", yield* plays())
      if (source.importFile._tag === "Some") yield* byFile.drive(source.importFile.value(importFile("listenbrainz.zip", zip)))
      assert.deepStrictEqual([...byFile.plays].sort(), [...ledger.plays].sort())
    }))
})

import { SourceFailure } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, TestClock } from "effect"
import { Fault, listenbrainzArchive } from "@daybook/simulators"
import { importFile } from "../support/importFile.js"
import { inTime } from "../support/inTime.js"
import { makeLedger } from "../support/ledger.js"
import { keysOf, world } from "../support/world.js"

/** The second scrobbler begins a year after the start of the dataset. */
const later = Date.parse("2025-11-21T08:00:00Z")

const set = (settings: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(later)
    const fixture = yield* world("listenbrainz", settings, later)
    return { ...fixture, ...fixture.simulators.listenbrainz.control, ledger: makeLedger() }
  })

const failed = (exit: Exit.Exit<unknown, unknown>): SourceFailure => {
  if (Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error instanceof SourceFailure)
    return exit.cause.error
  throw new Error(`expected a SourceFailure, not ${String(exit)}`)
}

describe("the ListenBrainz source", () => {
  it.effect("reads the whole history, then new, edited and deleted listens", () =>
    Effect.gen(function* () {
      const { addPlay, clock, ledger, plays, removePlays, requests, source } = yield* set()
      yield* ledger.sync(source)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
      expect(ledger.plays.size).toBeGreaterThan(2000)

      yield* requests.clear
      yield* ledger.sync(source)
      expect(yield* requests.count).toBe(1)

      yield* clock.advance("30 hours")
      yield* TestClock.adjust("30 hours")
      const newest = (yield* plays()).slice(-20)
      yield* removePlays({ at: newest[5]!.at })
      yield* addPlay({ artist: "Late Phone", track: "Offline", at: newest[7]!.at + 1 })
      yield* ledger.sync(source)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))

      yield* removePlays({ at: (yield* plays())[100]!.at })
      yield* ledger.sync(source, { full: true })
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
    })
  )

  it.effect("catches up with more than one response, whichever end the server omits", () =>
    Effect.gen(function* () {
      const { clock, ledger, plays, source } = yield* set()
      yield* ledger.sync(source)
      yield* clock.advance("200 days")
      yield* TestClock.adjust("200 days")
      const before = ledger.plays.size
      yield* ledger.sync(source)
      expect(ledger.plays.size - before).toBeGreaterThan(1000)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
    })
  )

  it.effect("reads all listens of a second that an import filled", () =>
    Effect.gen(function* () {
      const { addPlay, ledger, plays, source } = yield* set()
      const { at } = (yield* plays())[500]!
      for (let track = 0; track < 700; track++)
        yield* addPlay({ artist: "Imported", track: `Track ${track}`, at: at + 1 })
      yield* ledger.sync(source)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
    })
  )

  it.effect("continues where it stopped after dying at any page", () =>
    Effect.gen(function* () {
      const { ledger, plays, source } = yield* set()
      for (let round = 0; round < 5; round++) yield* ledger.sync(source, { pages: 3 })
      yield* ledger.sync(source)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
    })
  )

  it.effect("respects the rate limit in the response headers", () =>
    Effect.gen(function* () {
      const { ledger, plays, requests, setRate, source } = yield* set()
      yield* setRate({ calls: 3, seconds: 10 })
      const { exit, seconds } = yield* inTime(ledger.sync(source))
      expect(Exit.isSuccess(exit)).toBe(true)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
      const count = yield* requests.count
      // No call was refused: each window was used up exactly.
      expect(seconds).toBeGreaterThanOrEqual(10 * (Math.ceil(count / 3) - 1))
      expect(seconds).toBeLessThanOrEqual(10 * Math.ceil(count / 3))
    })
  )

  it.effect("recovers from temporary failures", () =>
    Effect.gen(function* () {
      const { faults, ledger, plays, source } = yield* set()
      yield* faults.next(
        Fault.Status({ status: 429, retryAfter: 3 }),
        Fault.Status({ status: 500 }),
        Fault.Slow({ for: 1 }),
        Fault.Truncated(),
        Fault.Html({}),
        Fault.Slow({ for: 1 }),
        Fault.Empty(),
        Fault.Empty(),
        Fault.Hanging()
      )
      const { exit } = yield* inTime(ledger.sync(source))
      expect(Exit.isSuccess(exit), String(exit)).toBe(true)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
      yield* faults.next(Fault.Empty())
      yield* ledger.sync(source)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
    })
  )

  it.effect("fails immediately on a wrong token or user", () =>
    Effect.gen(function* () {
      for (const [settings, state] of [
        [{ DAYBOOK_LISTENBRAINZ_TOKEN: "very-secret-token" }, "unauthorized"],
        [{ DAYBOOK_LISTENBRAINZ_USERNAME: "nobody / else" }, "not_found"]
      ] as const) {
        const { ledger, requests, source } = yield* set(settings)
        const failure = failed((yield* inTime(ledger.sync(source))).exit)
        expect(failure.state).toBe(state)
        expect(yield* requests.count).toBe(1)
        expect(JSON.stringify(failure) + String(failure)).not.toContain("very-secret-token")
      }
    })
  )

  it.effect("gives up on a permanent failure within two and a half minutes", () =>
    Effect.gen(function* () {
      for (const fault of [
        Fault.Status({ status: 503 }),
        Fault.Hanging(),
        Fault.Html({}),
        Fault.Status({ status: 429 })
      ]) {
        const { faults, ledger, source } = yield* set()
        yield* faults.when(() => true, fault)
        const { exit, seconds } = yield* inTime(ledger.sync(source))
        failed(exit)
        expect(seconds).toBeLessThanOrEqual(150)
      }
    })
  )

  it.effect("gives the same plays as its export", () =>
    Effect.gen(function* () {
      const { ledger, plays, source } = yield* set()
      yield* ledger.sync(source)
      const byFile = makeLedger()
      const zip = listenbrainzArchive("daybook_demo", yield* plays())
      if (source.importFile._tag === "Some")
        yield* byFile.drive(source.importFile.value(importFile("listenbrainz.zip", zip)))
      expect([...byFile.plays].sort()).toStrictEqual([...ledger.plays].sort())
    })
  )
})

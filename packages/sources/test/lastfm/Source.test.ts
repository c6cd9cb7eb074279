import { SourceFailure } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, Exit, TestClock } from "effect"
import { Fault, lastfmFault } from "@daybook/simulators"
import { inTime } from "../support/inTime.js"
import { makeLedger } from "../support/ledger.js"
import { keysOf, today, world } from "../support/world.js"

const set = (settings: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(today)
    const fixture = yield* world("lastfm", settings)
    return { ...fixture, ...fixture.simulators.lastfm.control, ledger: makeLedger() }
  })

const failed = (exit: Exit.Exit<unknown, unknown>): SourceFailure => {
  if (Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error instanceof SourceFailure)
    return exit.cause.error
  throw new Error(`expected a SourceFailure, not ${String(exit)}`)
}

const succeeded = (exit: Exit.Exit<unknown, unknown>) => expect(Exit.isSuccess(exit), String(exit)).toBe(true)

describe("the Last.fm source", () => {
  it.effect("reads the whole history, then new plays, then edits and deletions", () =>
    Effect.gen(function* () {
      const { addPlay, clock, editPlays, ledger, plays, removePlays, requests, source } = yield* set()
      yield* ledger.sync(source)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
      expect(ledger.plays.size).toBeGreaterThan(3000)

      yield* requests.clear
      yield* ledger.sync(source)
      expect(yield* requests.count).toBe(1)

      yield* clock.advance("2 days")
      yield* TestClock.adjust("2 days")
      const newest = (yield* plays()).slice(-20)
      yield* editPlays({ at: newest[3]!.at }, { track: "Corrected" })
      yield* removePlays({ at: newest[5]!.at })
      yield* addPlay({ artist: "Late Phone", track: "Offline", at: newest[7]!.at + 1 })
      yield* ledger.sync(source)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))

      yield* removePlays({ at: (yield* plays())[100]!.at })
      yield* ledger.sync(source)
      expect(ledger.keys()).not.toEqual(keysOf(yield* plays()))
      yield* ledger.sync(source, { full: true })
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
    })
  )

  it.effect("stores no running track, and reads every form of a list", () =>
    Effect.gen(function* () {
      const { ledger, plays, setNowPlaying, setQuirks, source } = yield* set()
      yield* setNowPlaying({ artist: "Somebody", track: "Running" })
      yield* setQuirks({ bareSingles: true, emptyTracks: "absent", includesFrom: false, includesTo: true })
      yield* ledger.sync(source)
      yield* ledger.sync(source)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
      expect(ledger.keys().some((key) => key.includes("Running"))).toBe(false)
    })
  )

  it.effect("continues where it stopped after dying at any page", () =>
    Effect.gen(function* () {
      const { ledger, plays, requests, source } = yield* set()
      for (let round = 0; round < 8; round++) yield* ledger.sync(source, { pages: 3 })
      yield* ledger.sync(source)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
      const storedPlays = ledger.plays.size
      expect(yield* requests.count).toBeLessThan(storedPlays / 200 + 8 * 6 + 10)
    })
  )

  const recovers = (name: string, ...faults: ReadonlyArray<Fault>) =>
    it.effect(`recovers from ${name}`, () =>
      Effect.gen(function* () {
        const world = yield* set()
        yield* world.faults.next(Fault.Slow({ for: "1 millis" }), ...faults)
        succeeded((yield* inTime(world.ledger.sync(world.source))).exit)
        expect(world.ledger.keys()).toStrictEqual(keysOf(yield* world.plays()))
      })
    )
  recovers("errors told with status 200", lastfmFault(8, 200), lastfmFault(16, 200), lastfmFault(11))
  recovers("429 with Retry-After", Fault.Status({ status: 429, retryAfter: 20 }))
  recovers("error 29", lastfmFault(29))
  recovers("error pages", Fault.Status({ status: 500 }), Fault.Status({ status: 503 }), Fault.Html({}))
  recovers("an answer cut short", Fault.Truncated(), Fault.Truncated())
  recovers("slow answers and one that never comes", Fault.Slow({ for: "20 seconds" }), Fault.Hanging())
  recovers(
    "wrong numbers of pages",
    Fault.WrongPages({ pages: 1 }),
    Fault.WrongPages({ pages: 0 }),
    Fault.WrongPages({ pages: 9999 })
  )
  recovers("answers that are suddenly empty", Fault.Empty(), Fault.Empty())

  it.effect("deletes nothing after one empty response, and reports an account that stays empty", () =>
    Effect.gen(function* () {
      const { faults, ledger, plays, source } = yield* set()
      yield* ledger.sync(source)
      yield* faults.next(Fault.Empty())
      yield* ledger.sync(source)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
      yield* faults.when(() => true, Fault.Empty())
      const before = ledger.plays.size
      yield* ledger.sync(source)
      // The sync engine counts these as missing, and refuses such a mass removal.
      expect(before - ledger.plays.size).toBe(before)
    })
  )

  it.effect("uses smaller pages for a history that fails on large ones", () =>
    Effect.gen(function* () {
      const { faults, ledger, plays, requests, source } = yield* set()
      yield* faults.when(({ params }) => Number(params["limit"]) > 60, lastfmFault(8))
      succeeded((yield* inTime(ledger.sync(source))).exit)
      expect(ledger.keys()).toStrictEqual(keysOf(yield* plays()))
      const limits = new Set((yield* requests.all).map(({ params }) => params["limit"]))
      expect([...limits].sort()).toStrictEqual(["100", "200", "50"])
    })
  )

  const stops = (name: string, fault: Fault, state: string, at: number) =>
    it.effect(`stops at ${name}, saying so`, () =>
      Effect.gen(function* () {
        const { faults, ledger, requests, settings, source } = yield* set()
        yield* faults.when(() => true, fault)
        const { exit, seconds } = yield* inTime(ledger.sync(source))
        const failure = failed(exit)
        expect(failure.state).toBe(state)
        expect(seconds).toBeLessThanOrEqual(at)
        expect(failure.next).not.toHaveLength(0)
        expect(JSON.stringify(failure) + String(failure)).not.toContain(settings["DAYBOOK_LASTFM_API_KEY"]!)
        if (at === 0) expect(yield* requests.count).toBe(1)
        expect(ledger.plays.size).toBe(0)
      })
    )
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
    Effect.gen(function* () {
      const { faults, ledger, source } = yield* set()
      yield* faults.next(lastfmFault(29))
      expect((yield* inTime(ledger.sync(source))).seconds).toBeGreaterThanOrEqual(60)
    })
  )

  it.effect("keeps the gap between calls", () =>
    Effect.gen(function* () {
      const { ledger, requests, source } = yield* set({ DAYBOOK_LASTFM_MIN_INTERVAL_MS: "2000" })
      yield* inTime(ledger.sync(source))
      const times = (yield* requests.all).map(({ at }) => at)
      expect(times.length).toBeGreaterThan(3)
      times
        .slice(1)
        .forEach((at, index) => expect(at - times[index]!).toBeGreaterThanOrEqual(Duration.toMillis("2 seconds")))
    })
  )
})

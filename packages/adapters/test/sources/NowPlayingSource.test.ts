import { NowPlayingSource } from "@daybook/core/listening"
import { HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Layer, Option, TestClock } from "effect"
import { Fault, inProcessClient, makeSimulators, type SimulatorId } from "../../src/simulators/index.js"
import { nowPlaying } from "../../src/sources/index.js"
import { inTime } from "./support/inTime.js"

const later = Date.parse("2025-11-21T08:00:00Z")

/** Asks what is playing, with the given services set up. */
const ask = (...enabled: ReadonlyArray<SimulatorId>) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(later)
    const { simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt: later }))
    const settings = Object.assign({}, ...enabled.map((id) => simulators[id].settings)) as Record<string, string>
    const newest = Effect.flatMap(NowPlayingSource, (source) => source.newest).pipe(
      Effect.provide(nowPlaying),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))),
      Effect.provide(Layer.succeed(HttpClient.HttpClient, inProcessClient(simulators)))
    )
    return { simulators, newest }
  })

describe("what is playing", () => {
  it.effect("is asked of Last.fm first, of ListenBrainz where there is no Last.fm, of nobody else", () =>
    Effect.gen(function*() {
      for (const enabled of [["lastfm", "listenbrainz"], ["listenbrainz"], []] as const) {
        const { newest, simulators } = yield* ask(...enabled)
        assert.strictEqual(Option.isSome(yield* newest), enabled.length > 0)
        for (const id of ["lastfm", "listenbrainz"] as const) {
          assert.strictEqual((yield* simulators[id].control.requests.count) > 0, id === enabled[0], `${enabled.join()} ${id}`)
        }
      }
    }))

  it.effect("is the running track, and before it the newest plays", () =>
    Effect.gen(function*() {
      for (const id of ["lastfm", "listenbrainz"] as const) {
        const { newest, simulators } = yield* ask(id)
        const plays = yield* simulators[id].control.plays()
        const [stopped] = Option.getOrThrow(yield* newest)
        assert.deepStrictEqual([stopped?.play.track.name, stopped?.playedAt], [plays.at(-1)?.track, plays.at(-1)!.at * 1000])
        yield* simulators[id].control.setNowPlaying({ artist: "Somebody", track: "Running", album: "Now" })
        const [running, last] = Option.getOrThrow(yield* newest)
        assert.deepStrictEqual([running?.play.artist.name, running?.play.track.name, running?.play.album?.name, running?.playedAt], ["Somebody", "Running", "Now", null])
        assert.strictEqual(last?.playedAt, stopped?.playedAt)
      }
    }))

  it.effect("fails soon when the service does not answer", () =>
    Effect.gen(function*() {
      for (const fault of [Fault.Hanging(), Fault.Status({ status: 500 })]) {
        const { newest, simulators } = yield* ask("lastfm")
        yield* simulators.lastfm.control.faults.when(() => true, fault)
        const { exit, seconds } = yield* inTime(newest)
        assert.isTrue(Exit.isFailure(exit))
        assert.isAtMost(seconds, 5)
        assert.strictEqual(yield* simulators.lastfm.control.requests.count, 1)
      }
    }))
})

import { NowPlayingSource } from "@daybook/core/listening"
import { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Layer, Option, TestClock } from "effect"
import { Fault, inProcessClient, makeSimulators, type SimulatorId } from "@daybook/simulators"
import { nowPlaying } from "../src/services.js"
import { inTime } from "./support/inTime.js"

const later = Date.parse("2025-11-21T08:00:00Z")

/** Requests the live play with the given services set up. */
const ask = (...enabled: ReadonlyArray<SimulatorId>) =>
  Effect.gen(function* () {
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

describe("now playing", () => {
  it.effect("comes from Last.fm, else from ListenBrainz, else from no source", () =>
    Effect.gen(function* () {
      for (const enabled of [["lastfm", "listenbrainz"], ["listenbrainz"], []] as const) {
        const { newest, simulators } = yield* ask(...enabled)
        expect(Option.isSome(yield* newest)).toBe(enabled.length > 0)
        for (const id of ["lastfm", "listenbrainz"] as const) {
          expect((yield* simulators[id].control.requests.count) > 0, `${enabled.join()} ${id}`).toBe(id === enabled[0])
        }
      }
    })
  )

  it.effect("returns the running track, then the newest plays", () =>
    Effect.gen(function* () {
      for (const id of ["lastfm", "listenbrainz"] as const) {
        const { newest, simulators } = yield* ask(id)
        const plays = yield* simulators[id].control.plays()
        const [stopped] = Option.getOrThrow(yield* newest)
        expect([stopped?.play.track.name, stopped?.playedAt]).toStrictEqual([
          plays.at(-1)?.track,
          plays.at(-1)!.at * 1000
        ])
        yield* simulators[id].control.setNowPlaying({ artist: "Somebody", track: "Running", album: "Now" })
        const [running, last] = Option.getOrThrow(yield* newest)
        expect([
          running?.play.artist.name,
          running?.play.track.name,
          running?.play.album?.name,
          running?.playedAt
        ]).toStrictEqual(["Somebody", "Running", "Now", null])
        expect(last?.playedAt).toBe(stopped?.playedAt)
      }
    })
  )

  it.effect("fails quickly when the service does not respond", () =>
    Effect.gen(function* () {
      for (const fault of [Fault.Hanging(), Fault.Status({ status: 500 })]) {
        const { newest, simulators } = yield* ask("lastfm")
        yield* simulators.lastfm.control.faults.when(() => true, fault)
        const { exit, seconds } = yield* inTime(newest)
        expect(Exit.isFailure(exit)).toBe(true)
        expect(seconds).toBeLessThanOrEqual(5)
        expect(yield* simulators.lastfm.control.requests.count).toBe(1)
      }
    })
  )
})

import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, TestClock } from "effect"
import { Pictures } from "../../src/images/Picture.js"
import { LivePlaying, type LivePlay, NowPlayingSource, PlayingReports } from "../../src/listening/nowPlaying.js"
import { ListeningStore } from "../../src/listening/store.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { albumFact, artistFact, trackFact } from "./views/facts.js"

const named = (name: string) => ({ name, mbid: null, url: null })
const live = (track: string, playedAt: number | null): LivePlay => ({
  play: { artist: named("Salt Choir"), track: named(track), album: null },
  playedAt
})
const storedPlay = { artist: artistFact(1), track: trackFact(3), album: albumFact(2) }

interface World {
  calls: number
  readonly newest: Effect.Effect<Option.Option<ReadonlyArray<LivePlay>>, SourceFailure>
  readonly hidden: ReadonlyArray<string>
  readonly stored: boolean
  /** What a client reports as playing. */
  readonly reported: LivePlay | null
}

/** Runs an effect with one service instance. */
const over = <A, E>(world: World, run: (live: LivePlaying) => Effect.Effect<A, E>) => {
  const store = Layer.mock(ListeningStore, {
    plays: () => Effect.succeed({ rows: world.stored ? [{ ...storedPlay, playedAt: 1000 }] : [], total: 0 }),
    matchPlay: (_, track) => Effect.succeed({ hidden: world.hidden.includes(track), match: null })
  })
  const service = Layer.succeed(NowPlayingSource, {
    newest: Effect.zipRight(
      Effect.sync(() => world.calls++),
      world.newest
    )
  })
  const reports = Layer.mock(PlayingReports, { current: () => Effect.sync(() => Option.fromNullable(world.reported)) })
  const pictures = Layer.mock(Pictures, { image: () => null })
  return Effect.provide(
    Effect.flatMap(LivePlaying, run),
    Layer.provide(LivePlaying.Default, Layer.mergeAll(store, service, reports, pictures))
  )
}

const worldOf = (of: Partial<World>): World => ({
  calls: 0,
  newest: Effect.succeedNone,
  hidden: [],
  stored: true,
  reported: null,
  ...of
})
const silent = Effect.fail(
  new SourceFailure({ source: "lastfm", state: "unavailable", message: "no answer", next: "wait" })
)

describe("LivePlaying", () => {
  it.effect("prefers what a client reports here, and does not ask the service then", () =>
    Effect.gen(function* () {
      const newest = Effect.succeedSome([live("Harbour", null)])
      const world = worldOf({ newest, reported: live("Low Tide", null) })
      expect(yield* over(world, (of) => of.nowPlaying)).toMatchObject({ is_playing: true, track: { name: "Low Tide" } })
      expect(world.calls).toBe(0)
      const hidden = worldOf({ newest, reported: live("Low Tide", null), hidden: ["Low Tide"] })
      expect(yield* over(hidden, (of) => of.nowPlaying)).toMatchObject({ track: { name: "Harbour" } })
    })
  )

  it.effect("returns the newest play that no filter hides", () =>
    Effect.gen(function* () {
      const newest = Effect.succeedSome([live("Chapter 12", null), live("Harbour", 5000)])
      expect(yield* over(worldOf({ newest }), (of) => of.nowPlaying)).toMatchObject({
        is_playing: true,
        track: { name: "Chapter 12" }
      })
      expect(yield* over(worldOf({ newest, hidden: ["Chapter 12"] }), (of) => of.nowPlaying)).toMatchObject({
        is_playing: false,
        track: { name: "Harbour" }
      })
    })
  )

  it.effect("falls back to the newest stored play", () =>
    Effect.gen(function* () {
      const hidden = { newest: Effect.succeedSome([live("Chapter 12", null)]), hidden: ["Chapter 12"] }
      for (const world of [{}, { newest: silent }, hidden]) {
        expect(yield* over(worldOf(world), (of) => of.nowPlaying)).toMatchObject({
          is_playing: false,
          track: { name: "Track 3" },
          scrobbled_at: "1970-01-01T00:00:01.000Z"
        })
      }
    })
  )

  it.effect("has no data when nothing was ever played", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(over(worldOf({ newest: silent, stored: false }), (of) => of.nowPlaying))).toMatchObject(
        { _tag: "NoData" }
      )
    })
  )

  it.effect("calls the service once for all requests within ten seconds", () =>
    Effect.gen(function* () {
      const world = worldOf({ newest: Effect.delay(Effect.succeedSome([live("Harbour", null)]), "1 seconds") })
      yield* over(world, (of) =>
        Effect.gen(function* () {
          const all = yield* Effect.fork(
            Effect.all(
              Array.from({ length: 50 }, () => of.nowPlaying),
              { concurrency: "unbounded" }
            )
          )
          yield* TestClock.adjust("1 seconds")
          expect(yield* Fiber.join(all)).toHaveLength(50)
          yield* of.nowPlaying
          expect(world.calls).toBe(1)
          yield* TestClock.adjust("10 seconds")
          yield* Effect.zipRight(Effect.fork(of.nowPlaying), TestClock.adjust("1 seconds"))
          expect(world.calls).toBe(2)
        })
      )
    })
  )

  it.effect("keeps the call running if one of its clients disconnects", () =>
    Effect.gen(function* () {
      const world = worldOf({ newest: Effect.delay(Effect.succeedSome([live("Harbour", null)]), "1 seconds") })
      yield* over(world, (of) =>
        Effect.gen(function* () {
          const leaving = yield* Effect.fork(of.nowPlaying)
          yield* Effect.yieldNow()
          const staying = yield* Effect.fork(of.nowPlaying)
          yield* Effect.yieldNow()
          yield* Fiber.interrupt(leaving)
          yield* TestClock.adjust("3 seconds")
          expect(yield* Fiber.join(staying)).toMatchObject({ track: { name: "Harbour" } })
        })
      )
    })
  )
})

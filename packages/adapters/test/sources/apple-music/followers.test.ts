import { SourceFailure } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, TestClock } from "effect"
import { Fault } from "../../../src/simulators/index.js"
import { makeCatalogue, wanted } from "../support/catalogue.js"
import { inTime } from "../support/inTime.js"
import { today, world } from "../support/world.js"

const set = (settings: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(today)
    const made = yield* world("apple-music", settings)
    const plays = yield* made.simulators.lastfm.control.plays()
    const tracks = new Map(plays.map((play) => [JSON.stringify([play.artist, play.track]), play]))
    const albums = new Map(plays.filter(({ album }) => album !== "").map((play) => [JSON.stringify([play.artist, play.album]), play]))
    return {
      ...made,
      control: made.simulators["apple-music"].control,
      artists: [...new Set(plays.map(({ artist }) => artist))],
      tracks: [...tracks.values()].map(({ album, artist, track }, id) => wanted({ id, artist, name: track, album: album === "" ? null : album })),
      albums: [...albums.values()].map(({ album, artist }, id) => wanted({ id, artist, name: album }))
    }
  })

const failed = (exit: Exit.Exit<unknown, unknown>): SourceFailure => {
  if (Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error instanceof SourceFailure) return exit.cause.error
  throw new Error(`expected a SourceFailure, not ${String(exit)}`)
}

describe("links into the music catalogue", () => {
  it.effect("are found for nearly all artists, and for no other artist", () =>
    Effect.gen(function*() {
      const { artists, source } = yield* set()
      const catalogue = makeCatalogue(artists.slice(0, 100).map((name, id) => wanted({ id, name })))
      yield* catalogue.drain(source, "apple-music-artists")
      assert.strictEqual(catalogue.settled.size, 100)
      assert.isAbove(catalogue.links.size, 90)
      for (const { url } of catalogue.links.values()) assert.match(url, /^https:\/\/music\.apple\.com\/us\/artist\/[^?]+$/)
    }))

  it.effect("are found for albums and tracks with few calls, an artist's shelf at a time", () =>
    Effect.gen(function*() {
      const { albums, control, source, tracks } = yield* set()
      const some = tracks.slice(0, 600)
      const catalogue = makeCatalogue(some)
      yield* catalogue.drain(source, "apple-music-tracks")
      assert.strictEqual(catalogue.settled.size, 600)
      assert.isAbove(catalogue.links.size, 500)
      assert.isBelow(yield* control.requests.count, 450)
      assert.isAbove([...catalogue.links.values()].filter(({ previewUrl }) => previewUrl !== null).length, 400)
      for (const { url } of catalogue.links.values()) assert.match(url, /\?i=\d+$/)
      // One song in nine is found first as sung by somebody else.
      assert.isFalse([...catalogue.links.values()].some(({ url }) => url.includes("karaoke")))

      const shelf = makeCatalogue(albums.slice(0, 200))
      yield* shelf.drain(source, "apple-music-albums")
      assert.isAbove(shelf.links.size, 150)
      for (const { releasedYear, totalTracks, url } of shelf.links.values()) {
        assert.notInclude(url, "?")
        assert.isAbove(releasedYear ?? 0, 1900)
        assert.isAbove(totalTracks ?? 0, 0)
      }
    }))

  it.effect("are looked up no more for two minutes when the service refuses", () =>
    Effect.gen(function*() {
      const { artists, control, source } = yield* set({ DAYBOOK_APPLE_MUSIC_MIN_INTERVAL_MS: "100" })
      yield* control.setBursts("usual")
      const catalogue = makeCatalogue(artists.slice(0, 40).map((name, id) => wanted({ id, name })))
      const failure = failed((yield* inTime(catalogue.drain(source, "apple-music-artists"))).exit)
      assert.deepStrictEqual([failure.source, failure.state], ["apple-music", "rate_limited"])
      assert.isAbove(catalogue.settled.size, 0)
      const calls = yield* control.requests.count
      failed((yield* inTime(catalogue.drain(source, "apple-music-artists"))).exit)
      failed((yield* inTime(catalogue.drain(source, "apple-music-tracks"))).exit)
      assert.strictEqual(yield* control.requests.count, calls)
      yield* TestClock.adjust("120 seconds")
      yield* control.setBursts("off")
      yield* inTime(catalogue.drain(source, "apple-music-artists"))
      assert.strictEqual(catalogue.settled.size, 40)
    }))

  it.effect("are looked up three seconds apart", () =>
    Effect.gen(function*() {
      const { artists, control, source } = yield* set({ DAYBOOK_APPLE_MUSIC_MIN_INTERVAL_MS: "" })
      const catalogue = makeCatalogue(artists.slice(0, 5).map((name, id) => wanted({ id, name })))
      yield* inTime(catalogue.drain(source, "apple-music-artists"))
      const times = (yield* control.requests.all).map(({ at }) => at)
      assert.isAtLeast(times.length, 5)
      times.slice(1).forEach((at, index) => assert.isAtLeast(at - times[index]!, 3000))
    }))

  it.effect("follow the country of the settings", () =>
    Effect.gen(function*() {
      const { artists, source } = yield* set({ DAYBOOK_APPLE_MUSIC_COUNTRY: "DE" })
      const catalogue = makeCatalogue([wanted({ id: 1, name: artists[0]! })])
      yield* catalogue.drain(source, "apple-music-artists")
      assert.match(catalogue.links.get(1)?.url ?? "", /music\.apple\.com\/de\//)
    }))

  it.effect("are found for others although what is answered of one cannot be read", () =>
    Effect.gen(function*() {
      const { artists, control, source } = yield* set()
      yield* control.faults.when(({ params }) => params["term"] === artists[0], Fault.Truncated())
      const catalogue = makeCatalogue(artists.slice(0, 3).map((name, id) => wanted({ id, name })))
      const { exit } = yield* inTime(catalogue.drain(source, "apple-music-artists"))
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.deepStrictEqual([...catalogue.settled.keys()].sort(), [0, 1, 2])
      assert.isFalse(catalogue.links.has(0))
    }))

  it.effect("stay due while the service is down", () =>
    Effect.gen(function*() {
      const { artists, control, source } = yield* set()
      yield* control.faults.when(() => true, Fault.Status({ status: 503 }))
      const catalogue = makeCatalogue([wanted({ id: 1, name: artists[0]! })])
      const { exit, seconds } = yield* inTime(catalogue.drain(source, "apple-music-artists"))
      assert.strictEqual(failed(exit).state, "unavailable")
      assert.isAtMost(seconds, 150)
      assert.strictEqual(catalogue.settled.size, 0)
    }))
})

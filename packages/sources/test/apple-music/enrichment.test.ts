import { SourceFailure } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, TestClock } from "effect"
import { Fault } from "@daybook/simulators"
import { makeCatalogue, target } from "../support/catalogue.js"
import { inTime } from "../support/inTime.js"
import { today, world } from "../support/world.js"

const set = (settings: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(today)
    const fixture = yield* world("apple-music", settings)
    const plays = yield* fixture.simulators.lastfm.control.plays()
    const tracks = new Map(plays.map((play) => [JSON.stringify([play.artist, play.track]), play]))
    const albums = new Map(
      plays.filter(({ album }) => album !== "").map((play) => [JSON.stringify([play.artist, play.album]), play])
    )
    return {
      ...fixture,
      control: fixture.simulators["apple-music"].control,
      artists: [...new Set(plays.map(({ artist }) => artist))],
      tracks: [...tracks.values()].map(({ album, artist, track }, id) =>
        target({ id, artist, name: track, album: album === "" ? null : album })
      ),
      albums: [...albums.values()].map(({ album, artist }, id) => target({ id, artist, name: album }))
    }
  })

const failed = (exit: Exit.Exit<unknown, unknown>): SourceFailure => {
  if (Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error instanceof SourceFailure)
    return exit.cause.error
  throw new Error(`expected a SourceFailure, not ${String(exit)}`)
}

describe("links into the music catalogue", () => {
  it.effect("are found for nearly all artists, and never point to another artist", () =>
    Effect.gen(function* () {
      const { artists, source } = yield* set()
      const catalogue = makeCatalogue(artists.slice(0, 100).map((name, id) => target({ id, name })))
      yield* catalogue.drain(source, "apple-music-artists")
      expect(catalogue.outcomes.size).toBe(100)
      expect(catalogue.links.size).toBeGreaterThan(90)
      for (const { url } of catalogue.links.values())
        expect(url).toMatch(/^https:\/\/music\.apple\.com\/us\/artist\/[^?]+$/)
    })
  )

  it.effect("are not looked for by the name of an artist that the owner identified", () =>
    Effect.gen(function* () {
      const { artists, control, source } = yield* set()
      const catalogue = makeCatalogue([target({ id: 1, name: artists[0]!, isIdentified: true })])
      yield* control.requests.clear
      yield* catalogue.drain(source, "apple-music-artists")
      expect(yield* control.requests.count).toBe(0)
      expect(catalogue.links.size).toBe(0)
    })
  )

  it.effect("are found for albums and tracks with few calls, one artist at a time", () =>
    Effect.gen(function* () {
      const { albums, control, source, tracks } = yield* set()
      const some = tracks.slice(0, 600)
      const catalogue = makeCatalogue(some)
      yield* catalogue.drain(source, "apple-music-tracks")
      expect(catalogue.outcomes.size).toBe(600)
      expect(catalogue.links.size).toBeGreaterThan(500)
      expect(yield* control.requests.count).toBeLessThan(450)
      expect([...catalogue.links.values()].filter(({ previewUrl }) => previewUrl !== null).length).toBeGreaterThan(400)
      for (const { url } of catalogue.links.values()) expect(url).toMatch(/\?i=\d+$/)
      // For one song in nine, a cover comes first.
      expect([...catalogue.links.values()].some(({ url }) => url.includes("karaoke"))).toBe(false)

      const shelf = makeCatalogue(albums.slice(0, 200))
      yield* shelf.drain(source, "apple-music-albums")
      expect(shelf.links.size).toBeGreaterThan(150)
      for (const { releasedYear, totalTracks, url } of shelf.links.values()) {
        expect(url).not.toContain("?")
        expect(releasedYear ?? 0).toBeGreaterThan(1900)
        expect(totalTracks ?? 0).toBeGreaterThan(0)
      }
    })
  )

  it.effect("are not requested for two minutes after a refusal", () =>
    Effect.gen(function* () {
      const { artists, control, source } = yield* set({ DAYBOOK_APPLE_MUSIC_MIN_INTERVAL_MS: "100" })
      yield* control.setBursts("usual")
      const catalogue = makeCatalogue(artists.slice(0, 40).map((name, id) => target({ id, name })))
      const failure = failed((yield* inTime(catalogue.drain(source, "apple-music-artists"))).exit)
      expect([failure.source, failure.state]).toStrictEqual(["apple-music", "rate_limited"])
      expect(catalogue.outcomes.size).toBeGreaterThan(0)
      const calls = yield* control.requests.count
      failed((yield* inTime(catalogue.drain(source, "apple-music-artists"))).exit)
      failed((yield* inTime(catalogue.drain(source, "apple-music-tracks"))).exit)
      expect(yield* control.requests.count).toBe(calls)
      yield* TestClock.adjust("120 seconds")
      yield* control.setBursts("off")
      yield* inTime(catalogue.drain(source, "apple-music-artists"))
      expect(catalogue.outcomes.size).toBe(40)
    })
  )

  it.effect("are requested three seconds apart", () =>
    Effect.gen(function* () {
      const { artists, control, source } = yield* set({ DAYBOOK_APPLE_MUSIC_MIN_INTERVAL_MS: "" })
      const catalogue = makeCatalogue(artists.slice(0, 5).map((name, id) => target({ id, name })))
      yield* inTime(catalogue.drain(source, "apple-music-artists"))
      const times = (yield* control.requests.all).map(({ at }) => at)
      expect(times.length).toBeGreaterThanOrEqual(5)
      times.slice(1).forEach((at, index) => expect(at - times[index]!).toBeGreaterThanOrEqual(3000))
    })
  )

  it.effect("use the country of the settings", () =>
    Effect.gen(function* () {
      const { artists, source } = yield* set({ DAYBOOK_APPLE_MUSIC_COUNTRY: "DE" })
      const catalogue = makeCatalogue([target({ id: 1, name: artists[0]! })])
      yield* catalogue.drain(source, "apple-music-artists")
      expect(catalogue.links.get(1)?.url ?? "").toMatch(/music\.apple\.com\/de\//)
    })
  )

  it.effect("are found for other artists although one response is unreadable", () =>
    Effect.gen(function* () {
      const { artists, control, source } = yield* set()
      yield* control.faults.when(({ params }) => params["term"] === artists[0], Fault.Truncated())
      const catalogue = makeCatalogue(artists.slice(0, 3).map((name, id) => target({ id, name })))
      const { exit } = yield* inTime(catalogue.drain(source, "apple-music-artists"))
      // A cut answer says nothing about the artist: the pass goes on, and fails at its end.
      expect(failed(exit).answer?.status).toBe(200)
      expect([...catalogue.outcomes.keys()].sort()).toStrictEqual([1, 2])
      expect(catalogue.links.has(0)).toBe(false)
    })
  )

  it.effect("stay due while the service is down", () =>
    Effect.gen(function* () {
      const { artists, control, source } = yield* set()
      yield* control.faults.when(() => true, Fault.Status({ status: 503 }))
      const catalogue = makeCatalogue([target({ id: 1, name: artists[0]! })])
      const { exit, seconds } = yield* inTime(catalogue.drain(source, "apple-music-artists"))
      expect(failed(exit).state).toBe("unavailable")
      expect(seconds).toBeLessThanOrEqual(150)
      expect(catalogue.outcomes.size).toBe(0)
    })
  )
})

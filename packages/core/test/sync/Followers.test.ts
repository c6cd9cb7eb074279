import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Option, Stream, TestClock } from "effect"
import { StorageFailure } from "../../src/shared/errors.js"
import { atEveryChange } from "../../src/sync/atEveryChange.js"
import { DataVersions } from "../../src/sync/DataVersions.js"
import { Followers } from "../../src/sync/Followers.js"
import { type HallFollower, HallFollowers } from "../../src/sync/HallFollowers.js"
import { provide } from "../../src/sync/Source.js"
import { type SourceEntry, Sources } from "../../src/sync/Sources.js"
import { fixed } from "./FakeSource.js"
import { emptyMemory } from "./Memory.js"

/** A source whose look-up finds three pictures to fetch, and the hall that fetches them. */
const stage = () => {
  const done: Array<string> = []
  let pictures = 1
  const lookUp = Stream.fromEffect(Effect.delay(Effect.sync(() => {
    pictures += 3
    return { done: 1, left: 0 }
  }), "10 seconds"))
  const hall: HallFollower = {
    id: "pictures",
    domains: ["listening"],
    drain: (domain) => Stream.suspend(() => {
      const due = pictures
      pictures = 0
      done.push(`${domain}: ${due}`)
      return due === 0 ? Stream.empty : Stream.succeed({ done: due, left: 0 })
    })
  }
  const source = { ...provide(fixed(emptyMemory()), Context.empty()), followers: [{ id: "links", drain: lookUp }] }
  const entry: SourceEntry = { id: "fake", domain: "listening", missing: [], follows: false, source: Option.some(source), archive: source, schedule: Option.none() }
  const layer = Followers.Default.pipe(Layer.provide([Layer.succeed(Sources, [entry]), Layer.succeed(HallFollowers, [hall]), Layer.succeed(DataVersions, { known: () => 0, bump: () => Effect.void })]))
  return { done, layer }
}

const options = { budget: "1 hour", onProgress: () => Effect.void } as const

describe("Followers", () => {
  it.effect("let the halls work beside the look-ups of sources, and once more on what these brought", () => {
    const { done, layer } = stage()
    return Effect.gen(function*() {
      const fiber = yield* Effect.fork(Effect.flatMap(Followers, (followers) => followers.drain("listening", options)))
      yield* TestClock.adjust("1 second")
      expect(done).toEqual(["listening: 1"])
      yield* TestClock.adjust("10 seconds")
      expect((yield* Fiber.join(fiber)).done).toBe(1 + 1 + 3)
      expect(done).toEqual(["listening: 1", "listening: 3"])
      yield* Effect.flatMap(Followers, (followers) => followers.drain("running", options))
      expect(done).toHaveLength(2)
    }).pipe(Effect.provide(layer))
  })
})

describe("what is done at every change", () => {
  it.effect("is done at once, after a change, and again after a failure", () =>
    Effect.gen(function*() {
      let version = 0
      let rounds = 0
      let broken = false
      const work = Effect.suspend(() => {
        rounds++
        return broken ? Effect.fail(new StorageFailure({ operation: "work", unavailable: true, cause: new Error("away") })) : Effect.void
      })
      const fiber = yield* Effect.fork(atEveryChange(() => version, work))
      yield* TestClock.adjust("1 minute")
      expect(rounds).toBe(1)
      version++
      yield* TestClock.adjust("2 seconds")
      expect(rounds).toBe(2)
      broken = true
      version++
      yield* TestClock.adjust("2 seconds")
      yield* TestClock.adjust("1 minute")
      expect(rounds).toBe(4)
      broken = false
      yield* TestClock.adjust("2 minutes")
      expect(rounds).toBe(5)
      yield* Fiber.interrupt(fiber)
    }))
})

import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream, TestClock } from "effect"
import { fillImages } from "../../src/images/findPicture.js"
import {
  type EntityImageRequest,
  ImageRecords,
  type PictureFinder,
  PictureFinders,
  PictureIntake,
  type PictureOutcome,
  type StoredPicture,
  Unreachable,
  Unusable
} from "../../src/images/ports.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"

const pictureOf = (source: string, url: string): StoredPicture => ({
  original: url,
  width: 1,
  height: 1,
  thumbhash: null,
  dominantColor: null,
  accentColor: null,
  source,
  sourceUrl: url
})
const requests = (count: number): ReadonlyArray<EntityImageRequest> =>
  Array.from({ length: count }, (_, index) => ({ entity: { type: "album", id: index + 1 }, urls: [], hints: {} }))
const failure = (source: string) =>
  new SourceFailure({ source, state: "unavailable", message: `${source} failed`, next: "wait" })

/** A finder with these addresses for everything, or one that fails; counts its calls. */
const finder = (source: string, has: ReadonlyArray<string> | "fails") => {
  const calls = { count: 0 }
  const find: PictureFinder["find"] = () =>
    Effect.suspend(() => {
      calls.count++
      return has === "fails"
        ? failure(source)
        : Effect.succeed(has.map((url) => ({ source, url, width: null, height: null })))
    })
  return { source, find, calls }
}

/**
 * Drains a queue with finders. Addresses starting with `bad` are no pictures; those with `down` are unreachable, those
 * with `refused` answer HTTP 403.
 */
const drain = (count: number, finders: ReadonlyArray<PictureFinder>) =>
  Effect.gen(function* () {
    const queue = [...requests(count)]
    const outcomes: Array<PictureOutcome> = []
    const fetched: Array<string> = []
    const records = Layer.mock(ImageRecords, {
      claim: (_, limit) => Effect.sync(() => queue.splice(0, limit)),
      due: () => Effect.sync(() => queue.length),
      recordOutcomes: (_, of) => Effect.sync(() => void outcomes.push(...of))
    })
    const intake = Layer.mock(PictureIntake, {
      fetch: ({ source, url }) =>
        Effect.suspend((): Effect.Effect<StoredPicture, Unusable | Unreachable> => {
          fetched.push(url)
          if (url.startsWith("refused"))
            return new Unreachable({ message: "HTTP 403", answer: { host: url, status: 403, line: null } })
          if (url.startsWith("bad")) return new Unusable({ message: "not a picture" })
          return url.startsWith("down")
            ? new Unreachable({ message: "no response" })
            : Effect.succeed(pictureOf(source, url))
        })
    })
    const result = yield* Effect.either(Stream.runCollect(fillImages("listening"))).pipe(
      Effect.provide(
        Layer.mergeAll(records, intake, Layer.succeed(PictureFinders, { of: () => finders, awaits: () => [] }))
      )
    )
    return {
      outcomes,
      fetched,
      failure: Option.getOrUndefined(
        Option.map(
          Option.liftPredicate(result, (of) => of._tag === "Left"),
          (of) => (of._tag === "Left" ? of.left : undefined)
        )
      )
    }
  })

const tags = (outcomes: ReadonlyArray<PictureOutcome>) => outcomes.map(({ _tag }) => _tag)

describe("fillImages", () => {
  it.effect("stores the first usable picture, trying the finders in order", () =>
    Effect.gen(function* () {
      const last = finder("last", ["never requested"])
      const { fetched, outcomes } = yield* drain(1, [
        finder("none", []),
        finder("some", ["bad 1", "bad 2", "good"]),
        last
      ])
      expect(outcomes).toEqual([
        { _tag: "Found", entity: { type: "album", id: 1 }, picture: pictureOf("some", "good") }
      ])
      expect(fetched).toEqual(["bad 1", "bad 2", "good"])
      expect(last.calls.count).toBe(0)
    })
  )

  it.effect("releases claimed requests when it is interrupted", () =>
    Effect.gen(function* () {
      const released: Array<EntityImageRequest> = []
      const records = Layer.mock(ImageRecords, {
        claim: () => Effect.succeed(requests(3)),
        release: (_, requests) => Effect.sync(() => void released.push(...requests))
      })
      const slow = Layer.succeed(PictureFinders, {
        of: () => [{ source: "slow", find: () => Effect.never }],
        awaits: () => []
      })
      const cut = yield* Effect.fork(
        Stream.runDrain(fillImages("listening")).pipe(
          Effect.timeoutOption("1 second"),
          Effect.provide(Layer.mergeAll(records, slow, Layer.mock(PictureIntake, {})))
        )
      )
      yield* TestClock.adjust("1 second")
      yield* cut
      expect(released).toEqual(requests(3))
    })
  )

  it.effect("records a picture as missing only if every finder responded and none has it", () =>
    Effect.gen(function* () {
      expect(tags((yield* drain(2, [finder("a", []), finder("b", ["bad"])])).outcomes)).toEqual(["Missing", "Missing"])
      expect(tags((yield* drain(2, [finder("a", []), finder("b", ["down"])])).outcomes)).toEqual([
        "Postponed",
        "Postponed"
      ])
      expect(tags((yield* drain(2, [finder("a", "fails"), finder("b", [])])).outcomes)).toEqual([
        "Postponed",
        "Postponed"
      ])
    })
  )

  it.effect("skips a failing finder for the rest of the drain, and completes with the others", () =>
    Effect.gen(function* () {
      const broken = finder("broken", "fails")
      const well = finder("well", ["good"])
      const { failure, outcomes } = yield* drain(100, [broken, well])
      expect(tags(outcomes)).toEqual(Array.from({ length: 100 }, () => "Found"))
      // Concurrent searches had already called it.
      expect(broken.calls.count).toBeLessThan(10)
      expect(failure).toMatchObject({ _tag: "SourceFailure", source: "broken" })
    })
  )

  it.effect("skips an unreachable host after some pictures", () =>
    Effect.gen(function* () {
      const { failure, fetched, outcomes } = yield* drain(100, [finder("host", ["down"])])
      expect(fetched.length).toBeLessThan(20)
      expect(tags(outcomes)).toEqual(Array.from({ length: 100 }, () => "Postponed"))
      expect(failure).toMatchObject({ source: "host", state: "unavailable" })
    })
  )

  it.effect("fails for pages that refuse their pictures only if none gives one", () =>
    Effect.gen(function* () {
      const refused = yield* drain(2, [finder("page", ["refused"])])
      expect(tags(refused.outcomes)).toEqual(["Postponed", "Postponed"])
      expect(refused.failure).toMatchObject({ source: "page", answer: { status: 403 } })
      const some = yield* drain(1, [finder("page", ["refused", "good"])])
      expect(some).toMatchObject({ outcomes: [{ _tag: "Found" }], failure: undefined })
    })
  )
})

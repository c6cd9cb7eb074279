import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream, TestClock } from "effect"
import { fillImages } from "../../src/images/fillImages.js"
import type { Outcome, TakenPicture } from "../../src/images/ImageRecord.js"
import { ImageRecords } from "../../src/images/ImageRecords.js"
import type { EntityWant } from "../../src/images/ImageWant.js"
import { type PictureFinder, PictureFinders } from "../../src/images/PictureFinder.js"
import { PictureIntake, Unreachable, Unusable } from "../../src/images/PictureIntake.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"

const taken = (source: string, url: string): TakenPicture =>
  ({ original: url, width: 1, height: 1, thumbhash: null, dominantColor: null, accentColor: null, source, sourceUrl: url })
const wants = (count: number): ReadonlyArray<EntityWant> =>
  Array.from({ length: count }, (_, index) => ({ entity: { type: "album", id: index + 1 }, urls: [], hints: {} }))
const failure = (source: string) => new SourceFailure({ source, state: "unavailable", message: `${source} failed`, next: "wait" })

/** A finder that has the given addresses for everything, or fails; and how often it was asked. */
const finder = (source: string, has: ReadonlyArray<string> | "fails") => {
  const asked = { times: 0 }
  const find: PictureFinder["find"] = () =>
    Effect.suspend(() => {
      asked.times++
      return has === "fails" ? failure(source) : Effect.succeed(has.map((url) => ({ source, url, width: null, height: null })))
    })
  return { source, find, asked }
}

/** Drains a queue over finders. Addresses that begin with `bad` are no pictures, those with `down` cannot be read. */
const drain = (count: number, finders: ReadonlyArray<PictureFinder>) =>
  Effect.gen(function*() {
    const queue = [...wants(count)]
    const outcomes: Array<Outcome> = []
    const fetched: Array<string> = []
    const records = Layer.mock(ImageRecords, {
      take: (_, limit) => Effect.sync(() => queue.splice(0, limit)),
      due: () => Effect.sync(() => queue.length),
      settle: (_, of) => Effect.sync(() => void outcomes.push(...of))
    })
    const intake = Layer.mock(PictureIntake, {
      fetch: ({ source, url }) => Effect.suspend((): Effect.Effect<TakenPicture, Unusable | Unreachable> => {
        fetched.push(url)
        if (url.startsWith("bad")) return new Unusable({ message: "it is none" })
        return url.startsWith("down") ? new Unreachable({ message: "nobody answers" }) : Effect.succeed(taken(source, url))
      })
    })
    const result = yield* Effect.either(Stream.runCollect(fillImages("listening"))).pipe(
      Effect.provide(Layer.mergeAll(records, intake, Layer.succeed(PictureFinders, { of: () => finders, awaits: () => [] })))
    )
    return { outcomes, fetched, failure: Option.getOrUndefined(Option.map(Option.liftPredicate(result, (of) => of._tag === "Left"), (of) => of._tag === "Left" ? of.left : undefined)) }
  })

const tags = (outcomes: ReadonlyArray<Outcome>) => outcomes.map(({ _tag }) => _tag)

describe("fillImages", () => {
  it.effect("takes the first picture that can be kept, down the finders in their order", () =>
    Effect.gen(function*() {
      const last = finder("last", ["never asked for"])
      const { fetched, outcomes } = yield* drain(1, [finder("none", []), finder("some", ["bad 1", "bad 2", "good"]), last])
      expect(outcomes).toEqual([{ _tag: "Found", entity: { type: "album", id: 1 }, picture: taken("some", "good") }])
      expect(fetched).toEqual(["bad 1", "bad 2", "good"])
      expect(last.asked.times).toBe(0)
    }))

  it.effect("gives back what it was cut off at", () =>
    Effect.gen(function*() {
      const back: Array<EntityWant> = []
      const records = Layer.mock(ImageRecords, { take: () => Effect.succeed(wants(3)), giveBack: (_, taken) => Effect.sync(() => void back.push(...taken)) })
      const slow = Layer.succeed(PictureFinders, { of: () => [{ source: "slow", find: () => Effect.never }], awaits: () => [] })
      const cut = yield* Effect.fork(Stream.runDrain(fillImages("listening")).pipe(Effect.timeoutOption("1 second"), Effect.provide(Layer.mergeAll(records, slow, Layer.mock(PictureIntake, {})))))
      yield* TestClock.adjust("1 second")
      yield* cut
      expect(back).toEqual(wants(3))
    }))

  it.effect("calls missing only what everybody was asked for and nobody has", () =>
    Effect.gen(function*() {
      expect(tags((yield* drain(2, [finder("a", []), finder("b", ["bad"])])).outcomes)).toEqual(["Missing", "Missing"])
      expect(tags((yield* drain(2, [finder("a", []), finder("b", ["down"])])).outcomes)).toEqual(["Postponed", "Postponed"])
      expect(tags((yield* drain(2, [finder("a", "fails"), finder("b", [])])).outcomes)).toEqual(["Postponed", "Postponed"])
    }))

  it.effect("asks who fails no more in this drain, and goes on with the others to the end", () =>
    Effect.gen(function*() {
      const broken = finder("broken", "fails")
      const well = finder("well", ["good"])
      const { failure, outcomes } = yield* drain(100, [broken, well])
      expect(tags(outcomes)).toEqual(Array.from({ length: 100 }, () => "Found"))
      // Those that were asked at the same moment could not know.
      expect(broken.asked.times).toBeLessThan(10)
      expect(failure).toMatchObject({ _tag: "SourceFailure", source: "broken" })
    }))

  it.effect("leaves a host that is down alone after some pictures", () =>
    Effect.gen(function*() {
      const { failure, fetched, outcomes } = yield* drain(100, [finder("host", ["down"])])
      expect(fetched.length).toBeLessThan(20)
      expect(tags(outcomes)).toEqual(Array.from({ length: 100 }, () => "Postponed"))
      expect(failure).toMatchObject({ source: "host", state: "unavailable" })
    }))
})

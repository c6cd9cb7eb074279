import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Stream, TestClock } from "effect"
import { Enrichment } from "../../src/listening/Enrichment.js"
import { DataVersions } from "../../src/sync/DataVersions.js"
import { Followers } from "../../src/sync/Followers.js"
import { HallFollowers } from "../../src/sync/HallFollowers.js"
import type { Follower, FollowUp } from "../../src/sync/Source.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { type SourceEntry, Sources } from "../../src/sync/Sources.js"
import type { JobProgress } from "../../src/sync/SyncStore.js"
import { aloneAtQueues } from "../sync/EnrichmentTurns.js"
import { fakeSource } from "../sync/FakeSource.js"
import { emptyMemory } from "../sync/Memory.js"

const stopped = new SourceFailure({ source: "lastfm", state: "unavailable", message: "Last.fm is down", next: "wait" })

const entry = (id: string, followers: ReadonlyArray<Follower<never>> | null): SourceEntry => {
  const source = { ...fakeSource(emptyMemory(), () => Stream.empty), id, followers: followers ?? [] }
  return { id, domain: "listening", missing: ["KEY", "LASTFM_ENABLED"], follows: false, source: followers === null ? Option.none() : Option.some(source), archive: source, schedule: Option.none() }
}

const over = <A, E>(entries: ReadonlyArray<SourceEntry>, run: (enrichment: Enrichment) => Effect.Effect<A, E>, pictures: Follower<never>["drain"] = Stream.empty) => {
  const listed = Layer.succeed(Sources, entries)
  const halls = Layer.succeed(HallFollowers, [{ id: "images", domains: ["listening"], drain: () => pictures }, { id: "others", domains: ["listening"], drain: () => steps({ done: 100, left: 0 }) }])
  const followers = Followers.Default.pipe(Layer.provide([listed, halls, Layer.succeed(DataVersions, { known: () => 0, bump: () => Effect.void }), aloneAtQueues]))
  return Effect.gen(function*() {
    const fiber = yield* Effect.fork(Effect.provide(Effect.flatMap(Enrichment, run), Enrichment.Default.pipe(Layer.provide([listed, followers]))))
    yield* TestClock.adjust("6 hours")
    return yield* Fiber.join(fiber)
  })
}

/** What is due at first; nothing is once it is done. */
const steps = (...all: ReadonlyArray<FollowUp>) => {
  const due = [...all]
  return Stream.suspend(() => Stream.fromIterable(due.splice(0)))
}

const unheard = () => Effect.void

describe("looking up by hand", () => {
  it.effect("counts what one source found, and no other's", () =>
    Effect.gen(function*() {
      const tags = { id: "tags", drain: steps({ done: 1, found: 1, left: 2 }, { done: 1, found: 0, left: 1 }, { done: 1, found: 1, left: 0 }) }
      const bios = { id: "bios", drain: steps({ done: 2, found: 2, left: 0 }) }
      const entries = [entry("lastfm", [tags, bios]), entry("apple-music", [{ id: "links", drain: steps({ done: 9, found: 9, left: 0 }) }])]
      const seen: Array<JobProgress> = []
      const hear = (progress: JobProgress) => Effect.sync(() => void seen.push(progress))
      const done = yield* over(entries, (enrichment) => enrichment.ofSource("lastfm", hear))
      expect(done).toEqual({ changed: 4, result: { success: true, results: { total: 5, succeeded: 4, skipped: 0, failed: 1 } }, failures: [] })
      expect(seen.at(-1)).toEqual({ done: 5, total: 5 })
    }))

  it.effect("says what a provider that stopped left undone", () =>
    Effect.gen(function*() {
      const tags = { id: "tags", drain: Stream.concat(steps({ done: 1, found: 1, left: 7 }), Stream.fail(stopped)) }
      expect(yield* over([entry("lastfm", [tags])], (enrichment) => enrichment.ofSource("lastfm", unheard))).toEqual({ changed: 1, result: { success: false, results: { total: 8, succeeded: 1, skipped: 7, failed: 0 } }, failures: [stopped] })
    }))

  it.effect("ends in time, and the rest is left", () =>
    Effect.gen(function*() {
      const slow = { id: "tags", drain: Stream.concat(steps({ done: 1, found: 0, left: 3 }), Stream.never) }
      expect(yield* over([entry("lastfm", [slow])], (enrichment) => enrichment.ofSource("lastfm", unheard)))
        .toMatchObject({ result: { success: true, results: { total: 4, succeeded: 0, skipped: 3, failed: 1 } } })
    }))

  it.effect("is refused where the source is not set up", () =>
    Effect.gen(function*() {
      const refusal = (id: string) => Effect.flip(over([entry("lastfm", null)], (enrichment) => enrichment.ready(id)))
      expect(yield* refusal("lastfm")).toMatchObject({ _tag: "Conflict", message: "lastfm is not set up: set KEY, LASTFM_ENABLED=true" })
      expect(yield* refusal("nobody")).toMatchObject({ _tag: "Conflict" })
    }))

  it.effect("of pictures is the hall's of pictures alone", () =>
    Effect.gen(function*() {
      expect(yield* over([], (enrichment) => enrichment.pictures(unheard), steps({ done: 4, found: 3, left: 1 }, { done: 1, found: 1, left: 0 }))).toMatchObject({ result: { success: true, results: { total: 5, succeeded: 4, skipped: 0, failed: 1 } } })
    }))
})

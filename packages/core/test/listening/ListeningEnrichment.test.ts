import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Stream, TestClock } from "effect"
import { ListeningEnrichment, ListeningEnrichmentStore } from "../../src/listening/enrichment.js"
import { Enrichments, type SharedEnrichment, SharedEnrichments } from "../../src/sync/Enrichments.js"
import { type Enrichment, type EnrichmentProgress } from "../../src/sync/Source.js"
import { type SourceEntry, Sources } from "../../src/sync/Sources.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { DataVersions, type JobProgress } from "../../src/sync/SyncStore.js"
import { fakeSource } from "../sync/FakeSource.js"
import { emptyMemory, aloneAtQueues, noDrains, noTasks } from "../sync/Memory.js"

const stopped = new SourceFailure({ source: "lastfm", state: "unavailable", message: "Last.fm is down", next: "wait" })

const entry = (id: string, enrichments: ReadonlyArray<Enrichment<never>> | null): SourceEntry => {
  const source = { ...fakeSource(emptyMemory(), () => Stream.empty), id, enrichments: enrichments ?? [] }
  return {
    id,
    domain: "listening",
    missing: ["KEY", "LASTFM_ENABLED"],
    enrichesOnly: false,
    source: enrichments === null ? Option.none() : Option.some(source),
    archive: source,
    schedule: Option.none()
  }
}

const over = <A, E>(
  entries: ReadonlyArray<SourceEntry>,
  run: (enrichment: ListeningEnrichment) => Effect.Effect<A, E>,
  pictures: ReturnType<SharedEnrichment["drain"]> = Stream.empty
) => {
  const listed = Layer.succeed(Sources, entries)
  const sharedServices = Layer.succeed(SharedEnrichments, [
    { id: "images", domains: ["listening"], drain: () => pictures },
    { id: "others", domains: ["listening"], drain: () => steps({ done: 100, left: 0 }) }
  ])
  const enrichments = Enrichments.Default.pipe(
    Layer.provide([
      listed,
      sharedServices,
      Layer.succeed(DataVersions, { latest: () => 0, bump: () => Effect.void }),
      aloneAtQueues,
      noDrains,
      noTasks
    ])
  )
  const gaps = Layer.mock(ListeningEnrichmentStore, {
    gaps: Effect.succeed({
      artistsWithPlaysWithoutLink: 3,
      artistsWithoutLink: 5,
      tracksWithoutLink: 8,
      mismatchedAlbums: 1
    })
  })
  return Effect.gen(function* () {
    const fiber = yield* Effect.fork(
      Effect.provide(
        Effect.flatMap(ListeningEnrichment, run),
        ListeningEnrichment.Default.pipe(Layer.provide([listed, enrichments, gaps]))
      )
    )
    yield* TestClock.adjust("6 hours")
    return yield* Fiber.join(fiber)
  })
}

/** Reports these steps once; later runs have nothing to do. */
const steps = (...all: ReadonlyArray<EnrichmentProgress>) => {
  const due = [...all]
  return Stream.suspend(() => Stream.fromIterable(due.splice(0)))
}

const ignoreProgress = () => Effect.void

describe("enrichment on request", () => {
  it.effect("tells what lacks enrichment under the names of the sync status", () =>
    Effect.gen(function* () {
      expect(yield* over([], ({ completeness }) => completeness)).toStrictEqual({
        enrichment: {
          artists_missing_apple_music_url_with_plays: 3,
          artists_missing_apple_music_url: 5,
          tracks_missing_itunes_enrichment: 8
        },
        integrity: { lastfm_album_artist_mismatch_count: 1 }
      })
    })
  )

  it.effect("counts only the results of the requested source", () =>
    Effect.gen(function* () {
      const tags = {
        id: "tags",
        drain: steps({ done: 1, found: 1, left: 2 }, { done: 1, found: 0, left: 1 }, { done: 1, found: 1, left: 0 })
      }
      const bios = { id: "bios", drain: steps({ done: 2, found: 2, left: 0 }) }
      const entries = [
        entry("lastfm", [tags, bios]),
        entry("apple-music", [{ id: "links", drain: steps({ done: 9, found: 9, left: 0 }) }])
      ]
      const seen: Array<JobProgress> = []
      const onProgress = (progress: JobProgress) => Effect.sync(() => void seen.push(progress))
      const done = yield* over(entries, (enrichment) => enrichment.ofSource("lastfm", onProgress))
      expect(done).toEqual({
        changed: 4,
        result: { success: true, results: { total: 5, succeeded: 4, skipped: 0, failed: 1 } },
        failures: []
      })
      expect(seen.at(-1)).toEqual({ done: 5, total: 5 })
    })
  )

  it.effect("reports the remaining targets if a provider fails", () =>
    Effect.gen(function* () {
      const tags = { id: "tags", drain: Stream.concat(steps({ done: 1, found: 1, left: 7 }), Stream.fail(stopped)) }
      expect(
        yield* over([entry("lastfm", [tags])], (enrichment) => enrichment.ofSource("lastfm", ignoreProgress))
      ).toEqual({
        changed: 1,
        result: { success: false, results: { total: 8, succeeded: 1, skipped: 7, failed: 0 } },
        failures: [stopped]
      })
    })
  )

  it.effect("ends in time and reports the rest as remaining", () =>
    Effect.gen(function* () {
      const slow = { id: "tags", drain: Stream.concat(steps({ done: 1, found: 0, left: 3 }), Stream.never) }
      expect(
        yield* over([entry("lastfm", [slow])], (enrichment) => enrichment.ofSource("lastfm", ignoreProgress))
      ).toMatchObject({ result: { success: true, results: { total: 4, succeeded: 0, skipped: 3, failed: 1 } } })
    })
  )

  it.effect("is rejected if the source is not set up", () =>
    Effect.gen(function* () {
      const refusal = (id: string) => Effect.flip(over([entry("lastfm", null)], (enrichment) => enrichment.ready(id)))
      expect(yield* refusal("lastfm")).toMatchObject({
        _tag: "Conflict",
        message: "lastfm is not set up: set KEY, LASTFM_ENABLED=true"
      })
      expect(yield* refusal("nobody")).toMatchObject({ _tag: "Conflict" })
    })
  )

  it.effect("runs only the shared service for pictures", () =>
    Effect.gen(function* () {
      expect(
        yield* over(
          [],
          (enrichment) => enrichment.pictures(ignoreProgress),
          steps({ done: 4, found: 3, left: 1 }, { done: 1, found: 1, left: 0 })
        )
      ).toMatchObject({ result: { success: true, results: { total: 5, succeeded: 4, skipped: 0, failed: 1 } } })
    })
  )
})

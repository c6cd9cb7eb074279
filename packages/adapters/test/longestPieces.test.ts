import { type EntityEntry, FeedStore } from "@daybook/core/feed"
import { ImageRequests } from "@daybook/core/images"
import { type Entity, Publisher, noChanges, publishCorrectedOf, publishOf } from "@daybook/core/publishing"
import { type EntityDocument, SearchStore } from "@daybook/core/search"
import { EnrichmentTasks, enrichDue } from "@daybook/core/sync"
import {
  type SubjectId,
  type WatchSources,
  changedLinks,
  compareViewings,
  makeTitleMatcher,
  noDetails,
  noIdentifiers
} from "@daybook/core/watching"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { watchSources } from "../../core/test/watching/sources.js"
import { digestOf } from "../src/backup/rows.js"
import * as PostgresFeed from "../src/postgres/FeedStore.js"
import * as PostgresImages from "../src/postgres/ImageRequests.js"
import * as PostgresSearch from "../src/postgres/SearchStore.js"
import type { ReportRow } from "../src/postgres/watching/attribution.js"
import { mergeViewings } from "../src/postgres/watching/viewings.js"
import { newDatabase } from "./support/database.js"
import { longestPiece, longestPieceOnHost, maxStepsOnHost } from "./support/longestPiece.js"

/** As many records as a page of a large import has, or a correction concerns. */
const many = 2_000
/** Rows that one statement writes. */
const maxRows = 500

const numbers = Array.from({ length: many }, (_, index) => index)

/** A member of a row that counts how often it is written as JSON. */
const countedJson = <A extends object>(value: A, did: () => void): A =>
  Object.defineProperty({ ...value }, "toJSON", {
    value: () => {
      did()
      return value
    }
  })

const report = (id: number, isUndated = false): ReportRow => ({
  ...{ id, key: String(id), titleId: id % 700, episodeId: id, source: "plex", reporter: watchSources.of("plex") },
  ...{ at: isUndated ? null : 1_700_000_000_000 + id * 60_000, date: isUndated ? null : "2023-11-14" },
  ...{ dated: false, rating: null, rewatch: null, review: null, reviewUrl: null, edited: false, reviewEdited: false },
  ...{ dismissed: false, endedAt: null, marked: false, givenDate: null, shownEpisodeId: null, isLeftOut: false }
})

/** Corrections that say nothing, and count the reports and viewings that they are asked about. */
const askedCorrections = (did: () => void) => ({
  givenDayOf: () => {
    did()
    return null
  },
  isViewingHidden: () => {
    did()
    return false
  },
  placeOf: () => null,
  shownAs: ({ episodeId, titleId }: SubjectId) => {
    did()
    return { episodeId, titleId }
  }
})

/** Services of publication that keep nothing. */
const nowhere = Publisher.Default.pipe(
  Layer.provide([
    Layer.mock(FeedStore, { put: () => Effect.void, takeBack: () => Effect.void }),
    Layer.mock(SearchStore, { put: () => Effect.void, weighNew: () => Effect.void }),
    Layer.mock(ImageRequests, { request: () => Effect.void })
  ])
)

const entry = (id: number) => ({
  ...{ eventType: "movie_watched", sourceId: `movie:${id}`, occurredAt: 1_700_000_000_000, date: "2023-11-14" },
  ...{ title: `Film ${id}`, subtitle: null, metadata: {} }
})
const document = (id: number) => ({ title: `Film ${id}`, subtitle: null, body: null, details: {} })
const image = { urls: [], hints: {} }

const entityOf = (id: number): Entity => ({ type: "movie", id, document: document(id), image, feed: [entry(id)] })

describe("work over many records holds nobody up:", () => {
  it("merging the viewings of a page", async () => {
    const { longest, value } = await longestPieceOnHost((did) =>
      mergeViewings(
        numbers.map((id) => report(id, id % 5 === 0)),
        new Set(),
        askedCorrections(did)
      )
    )
    expect(value.resolved).toHaveLength((many * 4) / 5)
    // Twice for each report without a time, and for each viewing.
    expect(longest).toBeLessThanOrEqual(2 * maxStepsOnHost)
  })

  it("comparing the viewings of a page with the stored ones", async () => {
    const { resolved } = await Effect.runPromise(
      mergeViewings(
        numbers.map((id) => report(id)),
        new Set(),
        askedCorrections(() => undefined)
      )
    )
    const { longest, value } = await longestPieceOnHost((did) => {
      const countingViewings = resolved.map((viewing) =>
        Object.defineProperty({ ...viewing }, "merged", {
          get: () => {
            did()
            return viewing.merged
          }
        })
      )
      const before = resolved.map(({ id }) => ({ ...report(id), id, watchId: null, reason: null }))
      return changedLinks(before, countingViewings)
    })
    expect(value).toHaveLength(many)
    expect(longest).toBeLessThanOrEqual(maxStepsOnHost)
    const compared = await longestPieceOnHost((did) =>
      compareViewings(
        resolved.map((viewing) =>
          Object.defineProperty({ ...viewing }, "rating", {
            enumerable: true,
            get: () => {
              did()
              return viewing.rating
            }
          })
        ),
        resolved
      )
    )
    expect(compared.value).toStrictEqual({ changed: [], deleted: [], retracted: [] })
    expect(compared.longest).toBeLessThanOrEqual(maxStepsOnHost)
  })

  it("finding the films of a page", async () => {
    const { longest, value } = await longestPieceOnHost((did) => {
      const countingSources: WatchSources = {
        ...watchSources,
        of: (name) => {
          did()
          return watchSources.of(name)
        }
      }
      return makeTitleMatcher(countingSources, []).place(
        numbers.map((id) => ({
          kind: "movie",
          title: { title: `Film ${id}`, year: 1950, ids: noIdentifiers, details: noDetails }
        })),
        "plex"
      )
    })
    expect(new Set(value).size).toBe(many)
    // Several times for each film.
    expect(longest).toBeLessThanOrEqual(10 * maxStepsOnHost)
  })

  it.each(["publication", "publication of a correction"])("%s", async (which) => {
    const { longest } = await longestPieceOnHost((did) => {
      const publish = (which === "publication" ? publishOf : publishCorrectedOf)("watching", (id: number) => {
        did()
        return Object.defineProperty({ ...entityOf(id) }, "feed", {
          get: () => {
            did()
            return [entry(id)]
          }
        })
      })
      return Effect.provide(publish({ ...noChanges, upserted: numbers }), nowhere)
    })
    expect(longest).toBeLessThanOrEqual(2 * maxStepsOnHost)
  })

  const stores = Layer.mergeAll(PostgresFeed.layer, PostgresSearch.layer, PostgresImages.layer).pipe(
    Layer.provideMerge(newDatabase())
  )

  it("writing what is published", { timeout: 120_000 }, async () => {
    const { longest, value } = await longestPiece((did) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const entity = (id: number) => ({ entity: { type: "movie" as const, id } })
        yield* (yield* FeedStore).put(
          "watching",
          numbers.map((id): EntityEntry => ({ ...entry(id), ...entity(id), metadata: countedJson({}, did) }))
        )
        yield* (yield* SearchStore).put(
          "watching",
          numbers.map((id): EntityDocument => ({ ...document(id), ...entity(id), details: countedJson({}, did) }))
        )
        yield* (yield* ImageRequests).request(
          "watching",
          numbers.map((id) => ({ ...image, ...entity(id), hints: countedJson({}, did) }))
        )
        return yield* sql<{ items: number; documents: number; images: number }>`
          SELECT (SELECT count(*) FROM feed_items)::int AS items,
            (SELECT count(*) FROM search_documents)::int AS documents, (SELECT count(*) FROM images)::int AS images`
      }).pipe(Effect.provide(stores), Effect.orDie)
    )
    expect(value).toStrictEqual([{ items: many, documents: many, images: many }])
    expect(longest).toBeLessThanOrEqual(maxRows)
    expect(longest).toBeGreaterThan(0)
  })

  it("the checksums of a backup", async () => {
    const { longest, value } = await longestPiece((did) => {
      const digest = digestOf()
      const lines = function* () {
        for (const number of numbers) {
          did()
          yield `["${number}"]`
        }
      }
      return Effect.map(digest.add(lines()), digest.digest)
    })
    expect(value.rows).toBe(many)
    expect(longest).toBeLessThanOrEqual(maxRows)
  })

  it("a drain of an enrichment", async () => {
    let left = many
    const batch = 50
    const { longest, value } = await longestPieceOnHost((did) =>
      Stream.runCollect(
        enrichDue({
          task: { domain: "watching", task: "tmdb", kind: "movie" },
          batch,
          left: Effect.sync(() => left),
          due: (max) => Effect.sync(() => numbers.slice(many - left, many - left + max)),
          subject: (id: number) => {
            did()
            return id
          },
          enrich: () =>
            Effect.sync(() => {
              did()
              left--
              return true
            })
        })
      ).pipe(Effect.provide(Layer.mock(EnrichmentTasks, {})))
    )
    expect(value.length).toBe(many + 1)
    // The keys of a batch are read twice at once.
    expect(longest).toBeLessThanOrEqual(2 * batch + maxStepsOnHost)
  })
})

import { CollectingRecords, CollectingStore, type Copy } from "@daybook/core/collecting"
import { expect } from "@effect/vitest"
import { Effect } from "effect"
import type { Collection } from "./model/collection.js"

const whole = { page: 1, limit: 1_000 }

/** The releases whose best album has a similar name, by the model alone. */
const unsureReleases = (collection: Collection, confidenceOf: ConfidenceOf): ReadonlyArray<number> => {
  const releases = new Map(collection.copies.map(({ release }) => [release.id, release]))
  return Array.from(releases.values())
    .filter((release) => confidenceOf(release) > 0.5 && confidenceOf(release) < 1)
    .map(({ id }) => id)
    .sort((a, b) => a - b)
}

/** The confidence of a release's best album in the model. */
type ConfidenceOf = (release: Copy["release"]) => number

/** Lists unsure records, accepts and rejects each of them, takes it back, and follows what that changes. */
export const decideRecords = Effect.fn(function* (collection: Collection, confidenceOf: ConfidenceOf) {
  const store = yield* CollectingStore
  const records = yield* CollectingRecords
  const list = store.unsureRecords(whole)
  const { rows, total } = yield* list
  expect(rows.map(({ releaseId }) => releaseId).sort((a, b) => a - b)).toStrictEqual(
    unsureReleases(collection, confidenceOf)
  )
  expect(total).toBe(rows.length)
  const matchOf = (releaseId: number) =>
    Effect.map(store.played({ page: whole, sort: "plays", filter: "all" }), (played) =>
      played.rows.find(({ copy }) => copy.releaseId === releaseId)
    )
  for (const { album, albumId, confidence, releaseId } of rows) {
    const decision = { kind: "release", subject: releaseId, match: albumId } as const
    expect(yield* records.decide(decision, true)).toBe(true)
    const accepted = yield* matchOf(releaseId)
    expect([accepted?.album, accepted?.confidence]).toStrictEqual([album, 1])
    expect(yield* records.decide(decision, false)).toBe(true)
    const rejected = yield* matchOf(releaseId)
    expect(rejected?.album).not.toBe(album)
    expect(rejected?.confidence).toBeLessThanOrEqual(confidence)
    expect(yield* records.decide(decision, null)).toBe(true)
    expect((yield* matchOf(releaseId))?.confidence).toBe(confidence)
    yield* records.decide(decision, releaseId % 2 === 0)
  }
  const left = (yield* list).rows.map(({ albumId, releaseId }) => `${releaseId} ${albumId}`)
  expect(rows.filter(({ albumId, releaseId }) => left.includes(`${releaseId} ${albumId}`))).toStrictEqual([])
  expect(yield* records.decide({ kind: "release", subject: 2_000_000_000, match: 1 }, true)).toBe(false)
  return rows.length
})

/** Rejects the films that match by their title alone, although their years differ. */
export const decideFilms = Effect.fn(function* (collection: Collection) {
  const store = yield* CollectingStore
  const records = yield* CollectingRecords
  const { rows, total } = yield* store.unsureFilms(whole)
  expect(total).toBe(rows.length)
  const isUnsure = (year: number | null, index: number) => index % 4 === 2 && index % 3 !== 1 && year !== null
  expect(rows.map(({ title }) => title).sort()).toStrictEqual(
    collection.discs
      .filter(({ film }, index) => isUnsure(film.year, index))
      .map(({ film }) => film.title)
      .sort()
  )
  const watchesOf = Effect.map(
    store.watched({ page: whole, filter: "all" }),
    (watched) => new Map(watched.rows.map(({ title, watches }) => [title, watches]))
  )
  for (const { discId, movieId, title, watches } of rows) {
    expect((yield* watchesOf).get(title)).toBe(watches)
    expect(yield* records.decide({ kind: "film", subject: discId, match: movieId }, false)).toBe(true)
    expect((yield* watchesOf).get(title)).toBe(0)
  }
  expect((yield* store.unsureFilms(whole)).total).toBe(0)
  return rows.length
})

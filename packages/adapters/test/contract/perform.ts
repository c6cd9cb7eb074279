import { expect } from "@effect/vitest"
import {
  ListeningEnrichmentStore,
  ListeningFilters,
  ListeningRecords,
  type Play,
  publishChanges
} from "@daybook/core/listening"
import { Effect } from "effect"
import { monthsOf } from "../support/monthsOf.js"
import { type Home, largePage, type Page, type Step } from "./histories.js"
import { idsOf, storedPlays } from "./model/database.js"
import { richer, spelled, titled } from "./model/spellings.js"
import { nameOf } from "./model/twins.js"
import { keyOf, type Library, put, remove, type Rule, type StoredPlay } from "./model/Library.js"

/** Performs a step in the database and in the model, and compares their results. */
export const perform = Effect.fn("perform")(function* (home: Home, library: Library, step: Step) {
  switch (step._tag) {
    case "Put":
      return yield* putPage(library, step.page)
    case "PutMany":
      return yield* putPage(library, largePage(home, step.source, step.seed))
    case "Lose":
      return yield* lose(library, step)
    case "Hide":
      return yield* hide(library, step.rule)
    case "Show":
      return yield* unhide(library, step.place)
    case "Tag":
      return yield* tag(library, step.artist, step.genre)
    case "Settle":
      yield* Effect.flatMap(ListeningRecords, (records) => records.completeCounts)
      return library
    case "Wait":
      return library
  }
})

const named = (name: string) => ({ name, mbid: null, url: null })

const mbidIn =
  ({ mbids }: Page) =>
  ({ artist, track }: StoredPlay): string | null =>
    mbids[(artist.length + track.length) % mbids.length] ?? null

const toPlay =
  (page: Page) =>
  (play: StoredPlay): Play => {
    const { album, artist, endedAt, playedAt, precise, track } = play
    return {
      playedAt,
      precision: precise ? "second" : "minute",
      ...(endedAt === null ? {} : { endedAt }),
      artist: { ...named(artist), mbid: mbidIn(page)(play) },
      track: named(track),
      album: album === null ? null : named(album),
      ...(page.duration === null ? {} : { duration: page.duration })
    }
  }

const lengthened = ({ durations }: Library, { duration, plays }: Page): Library["durations"] =>
  duration === null
    ? durations
    : new Map([
        ...durations,
        ...plays.map((play) => [nameOf(play), Math.max(duration, durations.get(nameOf(play)) ?? 0)] as const)
      ])

const putPage = Effect.fn(function* (library: Library, page: Page) {
  const { plays, source } = page
  const records = yield* ListeningRecords
  const times = plays.map((play) => play.playedAt)
  const covers = times.length === 0 ? null : { from: Math.min(...times), to: Math.max(...times) + 60_000 }
  const expected = put(library, source, plays, covers)
  const completed = richer(library, plays, mbidIn(page))
  const { changes, ...applied } = yield* records.put(source, plays.map(toPlay(page)), covers)
  yield* publishChanges(changes)
  const ids = idsOf(yield* storedPlays)
  const keys = (plays: ReadonlyArray<StoredPlay>) => plays.map((play) => String(ids.get(keyOf(play))?.id)).sort()
  expect({
    ...applied,
    present: Array.from(new Set(applied.present)).sort(),
    missing: [...applied.missing].sort()
  }).toStrictEqual({
    added: expected.added,
    changed: expected.changed + completed.length,
    present: keys(expected.present),
    missing: keys(expected.missing)
  })
  const own = expected.library.stored.filter((play) => play.source === source).map((play) => play.playedAt)
  expect(yield* records.count(source)).toBe(own.length)
  const before = own[Math.floor(own.length / 2)] ?? 0
  expect(yield* records.months(source, before)).toStrictEqual(monthsOf(own.filter((at) => at < before)))
  return {
    ...expected.library,
    durations: lengthened(library, page),
    spellings: spelled(library, plays, mbidIn(page)),
    titles: titled(library, plays)
  }
})

const lose = Effect.fn(function* (library: Library, { from, source, to }: Step & { readonly _tag: "Lose" }) {
  const records = yield* ListeningRecords
  const expected = put(library, source, [], { from, to })
  const { missing } = yield* records.put(source, [], { from, to })
  expect(missing).toHaveLength(expected.missing.length)
  const { changes, removed } = yield* records.remove(source, missing)
  yield* publishChanges(changes)
  expect(removed).toBe(missing.length)
  expect((yield* records.remove(source, missing)).removed).toBe(0)
  return remove(library, expected.missing)
})

const hide = Effect.fn(function* (library: Library, rule: Rule) {
  const filters = yield* ListeningFilters
  const { filter, changes } = yield* filters.add({ type: "custom", reason: null, ...rule })
  yield* publishChanges(changes)
  yield* filters.completeCounts
  expect({ scope: filter.scope, pattern: filter.pattern }).toStrictEqual(rule)
  return { ...library, rules: [...library.rules, rule] }
})

/** Removes the filter at an index, if it exists. */
const unhide = Effect.fn(function* (library: Library, place: number) {
  const filters = yield* ListeningFilters
  const all = yield* filters.all
  expect(all.map(({ pattern, scope }) => ({ scope, pattern }))).toStrictEqual(library.rules)
  const presence = yield* filters.remove(all[place]?.id ?? 0)
  expect(presence !== null).toBe(place < all.length)
  if (presence !== null) yield* publishChanges(presence)
  yield* filters.completeCounts
  return { ...library, rules: library.rules.filter((_, index) => index !== place) }
})

const tag = Effect.fn(function* (library: Library, artist: string, genre: string | null) {
  const catalogue = yield* ListeningEnrichmentStore
  const id = (yield* storedPlays).find((play) => play.artist === artist)?.artistId
  if (id === undefined) return library
  yield* catalogue.setTags(id, genre === null ? [] : [{ name: genre, count: 100 }], genre)
  const genres = new Map(library.genres)
  if (genre === null) genres.delete(id)
  else genres.set(id, genre)
  return { ...library, genres }
})

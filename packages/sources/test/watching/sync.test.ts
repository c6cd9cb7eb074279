import { WatchingAdmin, WatchingStore, TitleFinder } from "@daybook/core/watching"
import { SourceFailure } from "@daybook/core/sync"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { Fault } from "@daybook/simulators"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { withoutWaits } from "../support/withoutWaits.js"
import { stage, stores } from "./stage.js"

const whole = { page: 1, limit: 1000 }
const noFinder = Layer.succeed(TitleFinder, {
  available: false,
  movie: () => Effect.succeedNone,
  search: () => Effect.succeedNone
})

const layer = WatchingAdmin.Default.pipe(
  Layer.provide(noFinder),
  Layer.provideMerge(stores),
  Layer.provideMerge(newDatabase())
)

it.live("counts the owner's plays, marks and deleted films, but not a guest's plays", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    yield* world.sync(world.plex)
    const { counts, deleted, plays } = yield* world.simulators.plex.control.view
    const own = plays.filter(({ account }) => account === 1)
    // For marks the server only reports the last event of items that it still has.
    const marks = [...counts].flatMap(([key, { lastAt }]) =>
      deleted.has(key) || own.some(({ at }) => at === lastAt) ? [] : [{ at: lastAt }]
    )
    const rows = yield* world.table
    expect(rows.map(({ at }) => Number(at)).sort((a, b) => a - b)).toStrictEqual(
      [...own, ...marks].map(({ at }) => at * 1000).sort((a, b) => a - b)
    )
    expect(plays.length).toBeGreaterThan(own.length)
    expect(marks.length).toBeGreaterThan(5)

    const requests = world.simulators.plex.control.requests
    yield* requests.clear
    const nothing = yield* world.sync(world.plex)
    expect([nothing.added, nothing.changed, nothing.removed]).toStrictEqual([0, 0, 0])
    expect(yield* requests.count).toBeLessThanOrEqual(5)
  }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped)
)

it.live("loses no play when plays are added or deleted during paging", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const { control } = world.simulators.plex
    const now = Math.floor(Number(yield* world.clock.now) / 1000)
    for (let index = 0; index < 250; index++)
      yield* control.addPlay({ at: now - 300_000 - index * 600, what: { kind: "film", film: 20 + index } })
    let turn = 0
    yield* control.faults.when(
      ({ path }) => path.endsWith("history/all"),
      Fault.Meanwhile({
        happens: Effect.suspend(() =>
          turn++ === 0
            ? Effect.void
            : turn === 2
              ? Effect.zipRight(
                  control.removePlays(now - 300_000),
                  control.addPlay({ at: now - 100, what: { kind: "film", film: 3 } })
                )
              : Effect.void
        )
      })
    )
    yield* world.sync(world.plex)
    const ats = new Set((yield* world.table).map(({ at }) => Number(at) / 1000))
    const { plays } = yield* control.view
    expect(plays.filter(({ account, at }) => account === 1 && !ats.has(at) && at !== now - 100)).toStrictEqual([])
  }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped)
)

it.live("retries temporary failures of the providers, names permanent ones, and deletes nothing", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const { faults } = world.simulators.plex.control
    yield* faults.next(
      Fault.Status({ status: 503 }),
      Fault.Truncated(),
      Fault.Status({ status: 429, retryAfter: 0 }),
      Fault.Html({})
    )
    yield* world.sync(world.plex)
    yield* world.simulators.letterboxd.control.faults.next(
      Fault.Truncated(),
      Fault.Html({}),
      Fault.Status({ status: 500 })
    )
    yield* world.sync(world.letterboxd)
    const before = yield* world.table
    expect(before.length).toBeGreaterThan(100)

    yield* faults.when(({ path }) => path.endsWith("history/all"), Fault.Empty())
    yield* world.sync(world.plex, true)
    yield* faults.clear
    yield* world.simulators.letterboxd.control.faults.next(Fault.Empty())
    yield* world.sync(world.letterboxd, true)
    yield* world.simulators.letterboxd.control.faults.when(() => true, Fault.Status({ status: 403 }))
    const blocked = yield* Effect.flip(world.sync(world.letterboxd, true))
    expect(blocked instanceof SourceFailure && blocked.state === "forbidden", String(blocked)).toBe(true)
    yield* world.simulators.plex.control.signOut
    const refused = yield* Effect.flip(world.sync(world.plex, true))
    expect(
      refused instanceof SourceFailure && refused.state === "unauthorized" && !refused.message.includes("plx-"),
      String(refused)
    ).toBe(true)
    expect(yield* world.table).toStrictEqual(before)
  }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped)
)

it.live("applies edits and deletions within the feed, and keeps older entries", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const { control } = world.simulators.letterboxd
    yield* world.sync(world.letterboxd)
    const entries = (yield* control.entries).slice(-50)
    const dated = entries.filter(({ date, rewatch }) => date !== null && !rewatch)
    const deleted = dated.at(-1)!
    const edited = dated.find(({ review }) => review === null)!
    yield* control.remove(deleted.number)
    yield* control.edit(edited.number, { review: "Better the second time I think of it.", rating: 3.5 })
    const report = yield* world.sync(world.letterboxd)
    expect([report.removed, report.added]).toStrictEqual([1, 1])
    const store = yield* WatchingStore
    const reviews = (yield* store.reviews(whole)).rows.filter(({ review }) => review?.startsWith("Better"))
    expect(reviews.map(({ rating, watchedAt }) => [rating, new Date(watchedAt ?? 0).toISOString()])).toStrictEqual([
      [3.5, `${edited.date}T12:00:00.000Z`]
    ])
    yield* world.simulators.letterboxd.control.requests.clear
    yield* world.sync(world.letterboxd)
    expect(yield* world.simulators.letterboxd.control.requests.count).toBe(1)
  }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped)
)

it.live(
  "an entry that moves to another day is the same entry, even the oldest of the feed",
  () =>
    Effect.gen(function* () {
      const world = yield* stage()
      const { control } = world.simulators.letterboxd
      yield* world.sync(world.letterboxd)
      const before = yield* world.table
      const [oldest] = yield* world.sql<{
        alias: string
      }>`SELECT alias FROM watching_reports WHERE alias IS NOT NULL ORDER BY logged_at LIMIT 1`
      yield* control.edit(Number(oldest!.alias.replace(/\D/g, "")), { date: "2001-02-03" })
      const report = yield* world.sync(world.letterboxd)
      expect([report.added, report.changed, report.removed]).toStrictEqual([0, 1, 0])
      const after = yield* world.table
      expect(after).toHaveLength(before.length)
      expect(after.filter(({ date }) => date === "2001-02-03")).toHaveLength(1)
    }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped),
  120_000
)

it.live("lists a merge with its reason, and keeps it undone after an undo", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    yield* world.sync(world.plex)
    yield* world.sync(world.letterboxd)
    const admin = yield* WatchingAdmin
    const before = (yield* admin.merges(whole)).data
    expect(before.length).toBeGreaterThan(3)
    const [merge] = before
    expect(merge!.reason).toMatch(/plex and letterboxd/)
    const viewings = (yield* world.table).length
    yield* admin.separate(merge!.id)
    expect(yield* world.table).toHaveLength(viewings + 1)
    yield* world.sync(world.plex, true)
    yield* world.sync(world.letterboxd, true)
    expect(yield* world.table).toHaveLength(viewings + 1)
    expect((yield* admin.merges(whole)).data.some(({ id }) => id === merge!.id)).toBe(false)
    expect((yield* Effect.flip(admin.separate(merge!.id)))._tag).toBe("NoData")
  }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped)
)

it.live("reviews written by hand stay, and everything else still follows the sources", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const { control } = world.simulators.letterboxd
    yield* world.sync(world.letterboxd)
    const admin = yield* WatchingAdmin
    const store = yield* WatchingStore
    const sql = world.sql
    const entry = (yield* control.entries).slice(-50).find(({ review }) => review !== null)!
    const [row] = yield* sql<{ id: number }>`
      SELECT watch_id AS id FROM watching_reports WHERE alias = ${`letterboxd-review-${entry.number}`}`
    const id = row!.id
    const own = yield* admin.edit(id, { review: "My own words" })
    expect(own.review).toBe("My own words")
    // The rating was not edited, so it follows the diary.
    yield* control.edit(entry.number, { review: "Changed at the diary.", rating: own.user_rating === 2 ? 3 : 2 })
    yield* world.sync(world.letterboxd)
    const { watch } = Option.getOrThrow(yield* store.watchOf(id))
    expect([watch.review, watch.rating]).toStrictEqual(["My own words", own.user_rating === 2 ? 3 : 2])
    const hasReview = Effect.map(store.reviews(whole), ({ rows }) =>
      rows.some(({ review }) => review === "My own words")
    )
    expect(yield* hasReview).toBe(true)
    expect((yield* admin.edit(id, { rating: 1 })).review).toBe("My own words")
    expect((yield* admin.edit(id, { review: null })).review).toBeNull()
    yield* control.edit(entry.number, { review: "Changed once more." })
    yield* world.sync(world.letterboxd)
    expect(yield* hasReview).toBe(false)
    expect(Option.getOrThrow(yield* store.watchOf(id)).watch.review).toBeNull()

    const added = yield* admin.add({ title: "Nowhere Else", year: 2001, watched_at: "2024-05-01", review: "Quiet." })
    expect(added.review).toBe("Quiet.")
    const plain = yield* admin.add({ title: "Nowhere Else", watched_at: "2024-07-01", review: "" })
    expect(plain.review).toBeNull()
  }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped)
)

it.live("viewings edited by hand stay as they are", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    yield* world.sync(world.plex)
    const admin = yield* WatchingAdmin
    const store = yield* WatchingStore
    const added = yield* admin.add({ title: "Nowhere Else", year: 2001, watched_at: "2024-05-01", rating: 4 })
    expect([added.source, added.watched_at, added.user_rating, added.rewatch]).toStrictEqual([
      "manual",
      "2024-05-01T12:00:00.000Z",
      4,
      false
    ])
    expect((yield* Effect.flip(admin.add({ title: "Nowhere Else", watched_at: "2024-05-01" })))._tag).toBe("Conflict")
    expect((yield* Effect.flip(admin.add({ watched_at: "2024-05-01" })))._tag).toBe("BadInput")
    expect((yield* Effect.flip(admin.add({ title: "X", watched_at: "yesterday" })))._tag).toBe("BadInput")
    expect((yield* Effect.flip(admin.add({ tmdb_id: 5 })))._tag).toBe("NoData")
    const again = yield* admin.add({ title: "nowhere else", watched_at: "2024-06-01T20:00:00Z" })
    expect([again.movie_id, again.rewatch]).toStrictEqual([added.movie_id, true])
    const changed = yield* admin.edit(added.id, { rating: 2.5, watched_at: "2024-05-02" })
    expect([changed.user_rating, changed.watched_at]).toStrictEqual([2.5, "2024-05-02T12:00:00.000Z"])

    const [newest] = (yield* store.watches({
      page: { page: 1, limit: 1 },
      range: { from: null, to: null },
      exclude: []
    })).rows
    yield* admin.edit(newest!.id, { rating: 1.5 })
    yield* world.sync(world.plex, true)
    expect((yield* admin.edit(newest!.id, {})).user_rating).toBe(1.5)
    const viewings = (yield* world.table).length
    yield* admin.remove(newest!.id)
    yield* admin.remove(added.id)
    yield* world.sync(world.plex, true)
    expect(yield* world.table).toHaveLength(viewings - 2)
    expect((yield* Effect.flip(admin.remove(newest!.id)))._tag).toBe("NoData")
    const feed = yield* world.sql<{ count: number }>`SELECT count(*) AS count FROM feed_items WHERE domain = 'watching'`
    expect(feed[0]!.count).toBe(viewings - 2)
    const documents = yield* world.sql<{
      count: number
    }>`SELECT count(*) AS count FROM search_documents WHERE domain = 'watching'`
    const titles = yield* world.sql<{ count: number }>`SELECT count(DISTINCT title_id) AS count FROM watching_watches`
    expect(documents[0]!.count).toBe(titles[0]!.count)
  }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped)
)

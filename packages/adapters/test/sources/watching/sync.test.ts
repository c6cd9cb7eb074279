import { WatchingAdmin, WatchingStore, TitleFinder } from "@daybook/core/watching"
import { SourceFailure } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Fault } from "../../../src/simulators/index.js"
import { engines, newDatabase } from "../../support/database.js"
import { withoutWaits } from "../support/withoutWaits.js"
import { stage, stores } from "./stage.js"

const whole = { page: 1, limit: 1000 }
const noFinder = Layer.succeed(TitleFinder, { available: false, movie: () => Effect.succeedNone, search: () => Effect.succeedNone })

const suite = (engine: (typeof engines)[number]) =>
  describe(engine.name, () => {
    const layer = WatchingAdmin.Default.pipe(Layer.provide(noFinder), Layer.provideMerge(stores), Layer.provideMerge(newDatabase(engine)))

    it.live("the owner's plays count, the guest's and the library's own do not; marks and deleted films do", () =>
      Effect.gen(function*() {
        const world = yield* stage()
        yield* world.sync(world.plex)
        const { counts, deleted, plays } = yield* world.simulators.plex.control.view
        const own = plays.filter(({ account }) => account === 1)
        // Of marks the server only tells the last event of a thing that it still holds.
        const marks = [...counts].flatMap(([key, { lastAt }]) => deleted.has(key) || own.some(({ at }) => at === lastAt) ? [] : [{ at: lastAt }])
        const rows = yield* world.table
        assert.deepStrictEqual(rows.map(({ at }) => Number(at)).sort((a, b) => a - b), [...own, ...marks].map(({ at }) => at * 1000).sort((a, b) => a - b))
        assert.isAbove(plays.length, own.length)
        assert.isAbove(marks.length, 5)

        const requests = world.simulators.plex.control.requests
        yield* requests.clear
        const nothing = yield* world.sync(world.plex)
        assert.deepStrictEqual([nothing.added, nothing.changed, nothing.removed], [0, 0, 0])
        assert.isAtMost(yield* requests.count, 5)
      }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped))

    it.live("plays that come in while the history is paged, and such as go, lose nothing", () =>
      Effect.gen(function*() {
        const world = yield* stage()
        const { control } = world.simulators.plex
        const now = Math.floor(Number(yield* world.clock.now) / 1000)
        for (let index = 0; index < 250; index++) yield* control.addPlay({ at: now - 300_000 - index * 600, what: { kind: "film", film: 20 + index } })
        let turn = 0
        yield* control.faults.when(({ path }) => path.endsWith("history/all"), Fault.Meanwhile({
          happens: Effect.suspend(() => turn++ === 0 ? Effect.void : turn === 2
            ? Effect.zipRight(control.removePlays(now - 300_000), control.addPlay({ at: now - 100, what: { kind: "film", film: 3 } }))
            : Effect.void)
        }))
        yield* world.sync(world.plex)
        const ats = new Set((yield* world.table).map(({ at }) => Number(at) / 1000))
        const { plays } = yield* control.view
        assert.deepStrictEqual(plays.filter(({ account, at }) => account === 1 && !ats.has(at) && at !== now - 100), [])
      }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped))

    it.live("troubles of the providers are borne, or end with their name, and delete nothing", () =>
      Effect.gen(function*() {
        const world = yield* stage()
        const { faults } = world.simulators.plex.control
        yield* faults.next(Fault.Status({ status: 503 }), Fault.Truncated(), Fault.Status({ status: 429, retryAfter: 0 }), Fault.Html({}))
        yield* world.sync(world.plex)
        yield* world.simulators.letterboxd.control.faults.next(Fault.Truncated(), Fault.Html({}), Fault.Status({ status: 500 }))
        yield* world.sync(world.letterboxd)
        const before = yield* world.table
        assert.isAbove(before.length, 100)

        yield* faults.when(({ path }) => path.endsWith("history/all"), Fault.Empty())
        yield* world.sync(world.plex, true)
        yield* faults.clear
        yield* world.simulators.letterboxd.control.faults.next(Fault.Empty())
        yield* world.sync(world.letterboxd, true)
        yield* world.simulators.letterboxd.control.faults.when(() => true, Fault.Status({ status: 403 }))
        const blocked = yield* Effect.flip(world.sync(world.letterboxd, true))
        assert.isTrue(blocked instanceof SourceFailure && blocked.state === "forbidden", String(blocked))
        yield* world.simulators.plex.control.signOut
        const refused = yield* Effect.flip(world.sync(world.plex, true))
        assert.isTrue(refused instanceof SourceFailure && refused.state === "unauthorized" && !refused.message.includes("plx-"), String(refused))
        assert.deepStrictEqual(yield* world.table, before)
      }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped))

    it.live("what is edited and deleted in the feed's window is followed, what lies behind it stays", () =>
      Effect.gen(function*() {
        const world = yield* stage()
        const { control } = world.simulators.letterboxd
        yield* world.sync(world.letterboxd)
        const entries = (yield* control.entries).slice(-50)
        const dated = entries.filter(({ date, rewatch }) => date !== null && !rewatch)
        const gone = dated.at(-1)!
        const written = dated.find(({ review }) => review === null)!
        yield* control.remove(gone.number)
        yield* control.edit(written.number, { review: "Better the second time I think of it.", rating: 3.5 })
        const report = yield* world.sync(world.letterboxd)
        assert.deepStrictEqual([report.removed, report.added], [1, 1])
        const store = yield* WatchingStore
        const reviews = (yield* store.reviews(whole)).rows.filter(({ review }) => review?.startsWith("Better"))
        assert.deepStrictEqual(reviews.map(({ rating, watchedAt }) => [rating, new Date(watchedAt ?? 0).toISOString()]), [[3.5, `${written.date}T12:00:00.000Z`]])
        yield* world.simulators.letterboxd.control.requests.clear
        yield* world.sync(world.letterboxd)
        assert.strictEqual(yield* world.simulators.letterboxd.control.requests.count, 1)
      }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped))

    it.live("an entry that is moved to another day is the same entry, the oldest of the feed, too", () =>
      Effect.gen(function*() {
        const world = yield* stage()
        const { control } = world.simulators.letterboxd
        yield* world.sync(world.letterboxd)
        const before = yield* world.table
        const [oldest] = yield* world.sql<{ alias: string }>`SELECT alias FROM watching_reports WHERE alias IS NOT NULL ORDER BY logged_at LIMIT 1`
        yield* control.edit(Number(oldest!.alias.replace(/\D/g, "")), { date: "2001-02-03" })
        const report = yield* world.sync(world.letterboxd)
        assert.deepStrictEqual([report.added, report.changed, report.removed], [0, 1, 0])
        const after = yield* world.table
        assert.strictEqual(after.length, before.length)
        assert.strictEqual(after.filter(({ date }) => date === "2001-02-03").length, 1)
      }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped), 120_000)

    it.live("a merge is listed with its reason, and undone it stays undone", () =>
      Effect.gen(function*() {
        const world = yield* stage()
        yield* world.sync(world.plex)
        yield* world.sync(world.letterboxd)
        const admin = yield* WatchingAdmin
        const before = (yield* admin.merges(whole)).data
        assert.isAbove(before.length, 3)
        const [merge] = before
        assert.match(merge!.reason, /plex and letterboxd/)
        const viewings = (yield* world.table).length
        yield* admin.separate(merge!.id)
        assert.strictEqual((yield* world.table).length, viewings + 1)
        yield* world.sync(world.plex, true)
        yield* world.sync(world.letterboxd, true)
        assert.strictEqual((yield* world.table).length, viewings + 1)
        assert.isFalse((yield* admin.merges(whole)).data.some(({ id }) => id === merge!.id))
        assert.strictEqual((yield* Effect.flip(admin.separate(merge!.id)))._tag, "NoData")
      }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped))

    it.live("viewings are added, changed and deleted by hand, and stay so", () =>
      Effect.gen(function*() {
        const world = yield* stage()
        yield* world.sync(world.plex)
        const admin = yield* WatchingAdmin
        const store = yield* WatchingStore
        const added = yield* admin.add({ title: "Nowhere Else", year: 2001, watched_at: "2024-05-01", rating: 4 })
        assert.deepStrictEqual([added.source, added.watched_at, added.user_rating, added.rewatch], ["manual", "2024-05-01T12:00:00.000Z", 4, false])
        assert.strictEqual((yield* Effect.flip(admin.add({ title: "Nowhere Else", watched_at: "2024-05-01" })))._tag, "Conflict")
        assert.strictEqual((yield* Effect.flip(admin.add({ watched_at: "2024-05-01" })))._tag, "BadInput")
        assert.strictEqual((yield* Effect.flip(admin.add({ title: "X", watched_at: "yesterday" })))._tag, "BadInput")
        assert.strictEqual((yield* Effect.flip(admin.add({ tmdb_id: 5 })))._tag, "NoData")
        const again = yield* admin.add({ title: "nowhere else", watched_at: "2024-06-01T20:00:00Z" })
        assert.deepStrictEqual([again.movie_id, again.rewatch], [added.movie_id, true])
        const changed = yield* admin.edit(added.id, { rating: 2.5, watched_at: "2024-05-02" })
        assert.deepStrictEqual([changed.user_rating, changed.watched_at], [2.5, "2024-05-02T12:00:00.000Z"])

        const [newest] = (yield* store.watches({ page: { page: 1, limit: 1 }, range: { from: null, to: null }, exclude: [] })).rows
        yield* admin.edit(newest!.id, { rating: 1.5 })
        yield* world.sync(world.plex, true)
        assert.strictEqual((yield* admin.edit(newest!.id, {})).user_rating, 1.5)
        const viewings = (yield* world.table).length
        yield* admin.remove(newest!.id)
        yield* admin.remove(added.id)
        yield* world.sync(world.plex, true)
        assert.strictEqual((yield* world.table).length, viewings - 2)
        assert.strictEqual((yield* Effect.flip(admin.remove(newest!.id)))._tag, "NoData")
        const feed = yield* world.sql<{ count: number }>`SELECT count(*) AS count FROM feed_items WHERE domain = 'watching'`
        assert.strictEqual(feed[0]!.count, viewings - 2)
        const documents = yield* world.sql<{ count: number }>`SELECT count(*) AS count FROM search_documents WHERE domain = 'watching'`
        const titles = yield* world.sql<{ count: number }>`SELECT count(DISTINCT title_id) AS count FROM watching_watches`
        assert.strictEqual(documents[0]!.count, titles[0]!.count)
      }).pipe(withoutWaits, Effect.provide(layer), Effect.scoped))
  })

for (const engine of engines) suite(engine)

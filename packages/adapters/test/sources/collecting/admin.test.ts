import { CollectingAdmin, CollectingStore } from "@daybook/core/collecting"
import { Conflict, NoData } from "@daybook/core/shared"
import { HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import { Fault, inProcessClient } from "../../../src/simulators/index.js"
import { shelves } from "../../../src/sources/index.js"
import { trakt } from "../../../src/sources/trakt/Source.js"
import { engines, newDatabase } from "../../support/database.js"
import { stage, stores } from "./stage.js"

const everything = { page: { page: 1, limit: 1_000 }, range: { from: null, to: null }, mediaType: null, genre: null, title: null, sort: "title", order: "asc" } as const

/** A stage with somebody who adds by hand, at the simulated providers. */
const hands = (more: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function*() {
    const world = yield* stage()
    const { discogs, trakt } = world.simulators
    const client = inProcessClient(world.simulators)
    const config = Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries({ ...discogs.settings, ...trakt.settings, ...more })), { pathDelim: "." }))
    const provided = shelves.pipe(Layer.provide(Layer.succeed(HttpClient.HttpClient, client)), Layer.provide(Layer.succeedContext(world.tokens)))
    const admin = yield* config(Effect.provide(CollectingAdmin, CollectingAdmin.Default.pipe(Layer.provide(provided))))
    return { ...world, admin, client, config }
  })

const suite = (engine: (typeof engines)[number]) =>
  describe(engine.name, () => {
    const layer = stores.pipe(Layer.provideMerge(newDatabase(engine)))

    it.live("a disc is added and removed at the provider and here, however often", () =>
      Effect.gen(function*() {
        const { admin, simulators, sync, trakt } = yield* hands()
        const { control } = simulators.trakt
        const owned = new Set((yield* control.discs).map(({ film }) => film))
        const free = Array.from({ length: 200 }, (_, index) => index).find((index) => index > 10 && !owned.has(index))!
        const film = control.film(free)
        yield* sync(trakt)
        const added = yield* admin.addDisc({ tmdb_id: film.tmdb, media_type: "uhd_bluray", hdr: "hdr10", audio: "dts_hd_ma", audio_channels: "7_1" })
        assert.deepStrictEqual([added.status, added.media_type, added.movie.title, added.trakt], ["added", "uhd_bluray", film.title, { added: 1, existing: 0 }])
        const there = (yield* control.discs).find((disc) => disc.film === free)!
        assert.deepStrictEqual([there.type, there.resolution, there.hdr, there.audio, there.channels], ["bluray", "uhd_4k", "hdr10", "dts_ma", "7.1"])
        assert.strictEqual((yield* admin.addDisc({ imdb_id: film.imdb, media_type: "uhd_bluray" })).status, "existing")
        // Another edition beside it would take its place at the provider.
        assert.strictEqual((yield* admin.addDisc({ tmdb_id: film.tmdb, media_type: "dvd" })).status, "added")
        const again = yield* sync(trakt, { full: true })
        assert.deepStrictEqual([again.added, again.changed, again.removed], [0, again.changed, 0])
        const store = yield* CollectingStore
        const ours = (yield* store.discs(everything)).rows.filter(({ tmdbId }) => tmdbId === film.tmdb)
        assert.deepStrictEqual(ours.map(({ mediaType }) => mediaType).sort(), ["dvd", "uhd_bluray"])
        for (const { id } of ours) yield* admin.removeDisc(id)
        assert.instanceOf(yield* Effect.flip(admin.removeDisc(ours[0]!.id)), NoData)
        assert.isUndefined((yield* control.discs).find((disc) => disc.film === free))
        assert.deepStrictEqual((yield* store.discs(everything)).rows.filter(({ tmdbId }) => tmdbId === film.tmdb), [])
      }).pipe(Effect.provide(layer), Effect.scoped))

    it.live("a record is added once, and names that mean several are for the person to choose", () =>
      Effect.gen(function*() {
        const { admin, discogs, persona, simulators, sync } = yield* hands()
        yield* sync(discogs)
        const [want] = yield* simulators.discogs.control.wants
        const before = (yield* simulators.discogs.control.records).length
        const added = yield* admin.addRecord({ discogs_id: want!.pressing.id })
        assert.deepStrictEqual([added.status, added.release.discogs_id], ["added", want!.pressing.id])
        assert.deepStrictEqual(yield* admin.addRecord({ discogs_id: want!.pressing.id }), { ...added, status: "existing" })
        assert.strictEqual((yield* simulators.discogs.control.records).length, before + 1)
        const { added: new_, removed } = yield* sync(discogs)
        assert.deepStrictEqual([new_, removed], [0, 0])

        const ambiguous = yield* Effect.flip(admin.addDisc({ title: "the", media_type: "dvd" }))
        assert.instanceOf(ambiguous, Conflict)
        assert.include((ambiguous as Conflict).message, "/v1/admin/collecting/media/candidates?title=the")
        const { data } = yield* admin.filmCandidates("the")
        assert.isAtMost(data.length, 5)
        assert.isAbove(data.length, 1)
        const film = persona.watching.films.find(({ title }, _, all) => all.filter((one) => one.title === title).length === 1)!
        assert.strictEqual((yield* admin.addDisc({ title: film.title, year: film.year, media_type: "dvd" })).movie.tmdb_id, film.tmdb)
        assert.instanceOf(yield* Effect.flip(admin.addRecord({ discogs_id: 3 })), NoData)
        yield* simulators.discogs.control.faults.when(({ method }) => method === "POST", Fault.Status({ status: 500 }))
        const other = (yield* simulators.discogs.control.wants)[1]!
        assert.instanceOf(yield* Effect.flip(admin.addRecord({ discogs_id: other.pressing.id })), Conflict)
        const apart = yield* hands({ DAYBOOK_TRAKT_CLIENT_ID: "" })
        const unreachable = yield* Effect.flip(apart.admin.addDisc({ tmdb_id: 1, media_type: "dvd" }))
        assert.include((unreachable as Conflict).message, "DAYBOOK_TRAKT_CLIENT_ID")
      }).pipe(Effect.provide(layer), Effect.scoped))

    it.live("a person logs in at Trakt with a code", () =>
      Effect.gen(function*() {
        const { client, config, simulators } = yield* hands()
        const way = yield* config(trakt.connect!.way).pipe(Effect.provideService(HttpClient.HttpClient, client))
        assert.strictEqual(way.kind, "device")
        if (way.kind !== "device") return
        yield* simulators.trakt.control.setConsent("waits")
        const visit = yield* way.begin
        assert.isTrue(Option.isSome(visit.code))
        assert.strictEqual((yield* visit.look)._tag, "Pending")
        yield* simulators.trakt.control.setConsent("denies")
        assert.strictEqual((yield* Effect.flip(visit.look)).state, "forbidden")
        yield* simulators.trakt.control.setConsent("approves")
        assert.strictEqual((yield* visit.look)._tag, "Done")
      }).pipe(Effect.provide(layer), Effect.scoped))
  })

for (const engine of engines) suite(engine)

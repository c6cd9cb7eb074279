import { CollectingAdmin, CollectingStore } from "@daybook/core/collecting"
import { Conflict, NoData } from "@daybook/core/shared"
import { HttpClient } from "@effect/platform"
import { expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import { Fault, inProcessClient } from "@daybook/simulators"
import { shelves } from "../../src/services.js"
import { trakt } from "../../src/trakt/source.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { stage, stores } from "./stage.js"

const everything = {
  page: { page: 1, limit: 1_000 },
  range: { from: null, to: null },
  mediaType: null,
  genre: null,
  title: null,
  sort: "title",
  order: "asc"
} as const

/** A fixture for manual additions at the simulated providers. */
const hands = (more: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const world = yield* stage()
    const { discogs, trakt } = world.simulators
    const client = inProcessClient(world.simulators)
    const config = Effect.withConfigProvider(
      ConfigProvider.fromMap(new Map(Object.entries({ ...discogs.settings, ...trakt.settings, ...more })), {
        pathDelim: "."
      })
    )
    const provided = shelves.pipe(
      Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
      Layer.provide(Layer.succeedContext(world.tokens))
    )
    const admin = yield* config(Effect.provide(CollectingAdmin, CollectingAdmin.Default.pipe(Layer.provide(provided))))
    return { ...world, admin, client, config }
  })

const layer = stores.pipe(Layer.provideMerge(newDatabase()))

it.live("adds and removes a disc at the provider and here, idempotently", () =>
  Effect.gen(function* () {
    const { admin, simulators, sync, trakt } = yield* hands()
    const { control } = simulators.trakt
    const owned = new Set((yield* control.discs).map(({ film }) => film))
    const free = Array.from({ length: 200 }, (_, index) => index).find((index) => index > 10 && !owned.has(index))!
    const film = control.film(free)
    yield* sync(trakt)
    const added = yield* admin.addDisc({
      tmdb_id: film.tmdb,
      media_type: "uhd_bluray",
      hdr: "hdr10",
      audio: "dts_hd_ma",
      audio_channels: "7_1"
    })
    expect([added.status, added.media_type, added.movie.title, added.trakt]).toStrictEqual([
      "added",
      "uhd_bluray",
      film.title,
      { added: 1, existing: 0 }
    ])
    const there = (yield* control.discs).find((disc) => disc.film === free)!
    expect([there.type, there.resolution, there.hdr, there.audio, there.channels]).toStrictEqual([
      "bluray",
      "uhd_4k",
      "hdr10",
      "dts_ma",
      "7.1"
    ])
    expect((yield* admin.addDisc({ imdb_id: film.imdb, media_type: "uhd_bluray" })).status).toBe("existing")
    // Another edition would replace it at the provider.
    expect((yield* admin.addDisc({ tmdb_id: film.tmdb, media_type: "dvd" })).status).toBe("added")
    const again = yield* sync(trakt, { full: true })
    expect([again.added, again.changed, again.removed]).toStrictEqual([0, again.changed, 0])
    const store = yield* CollectingStore
    const ours = (yield* store.discs(everything)).rows.filter(({ tmdbId }) => tmdbId === film.tmdb)
    expect(ours.map(({ mediaType }) => mediaType).sort()).toStrictEqual(["dvd", "uhd_bluray"])
    for (const { id } of ours) yield* admin.removeDisc(id)
    expect(yield* Effect.flip(admin.removeDisc(ours[0]!.id))).toBeInstanceOf(NoData)
    expect((yield* control.discs).find((disc) => disc.film === free)).toBeUndefined()
    expect((yield* store.discs(everything)).rows.filter(({ tmdbId }) => tmdbId === film.tmdb)).toStrictEqual([])
  }).pipe(Effect.provide(layer), Effect.scoped)
)

it.live("adds a record once, and offers a choice for ambiguous names", () =>
  Effect.gen(function* () {
    const { admin, discogs, sampleOwner, simulators, sync } = yield* hands()
    yield* sync(discogs)
    const [want] = yield* simulators.discogs.control.wants
    const before = (yield* simulators.discogs.control.records).length
    const added = yield* admin.addRecord({ discogs_id: want!.pressing.id })
    expect([added.status, added.release.discogs_id]).toStrictEqual(["added", want!.pressing.id])
    expect(yield* admin.addRecord({ discogs_id: want!.pressing.id })).toStrictEqual({ ...added, status: "existing" })
    expect(yield* simulators.discogs.control.records).toHaveLength(before + 1)
    const { added: new_, removed } = yield* sync(discogs)
    expect([new_, removed]).toStrictEqual([0, 0])

    const ambiguous = yield* Effect.flip(admin.addDisc({ title: "the", media_type: "dvd" }))
    expect(ambiguous).toBeInstanceOf(Conflict)
    expect((ambiguous as Conflict).message).toContain("/v1/admin/collecting/media/candidates?title=the")
    const { data } = yield* admin.filmCandidates("the")
    expect(data.length).toBeLessThanOrEqual(5)
    expect(data.length).toBeGreaterThan(1)
    const film = sampleOwner.watching.films.find(
      ({ title }, _, all) => all.filter((one) => one.title === title).length === 1
    )!
    expect((yield* admin.addDisc({ title: film.title, year: film.year, media_type: "dvd" })).movie.tmdb_id).toBe(
      film.tmdb
    )
    expect(yield* Effect.flip(admin.addRecord({ discogs_id: 3 }))).toBeInstanceOf(NoData)
    yield* simulators.discogs.control.faults.when(({ method }) => method === "POST", Fault.Status({ status: 500 }))
    const other = (yield* simulators.discogs.control.wants)[1]!
    expect(yield* Effect.flip(admin.addRecord({ discogs_id: other.pressing.id }))).toBeInstanceOf(Conflict)
    const apart = yield* hands({ DAYBOOK_TRAKT_CLIENT_ID: "" })
    const unreachable = yield* Effect.flip(apart.admin.addDisc({ tmdb_id: 1, media_type: "dvd" }))
    expect((unreachable as Conflict).message).toContain("DAYBOOK_TRAKT_CLIENT_ID")
  }).pipe(Effect.provide(layer), Effect.scoped)
)

it.live("logs in at Trakt with a code", () =>
  Effect.gen(function* () {
    const { client, config, simulators } = yield* hands()
    const way = yield* config(trakt.connect!.way).pipe(Effect.provideService(HttpClient.HttpClient, client))
    expect(way.kind).toBe("device")
    if (way.kind !== "device") return
    yield* simulators.trakt.control.setConsent("waits")
    const visit = yield* way.begin
    expect(Option.isSome(visit.code)).toBe(true)
    expect((yield* visit.poll)._tag).toBe("Pending")
    yield* simulators.trakt.control.setConsent("denies")
    expect((yield* Effect.flip(visit.poll)).state).toBe("forbidden")
    yield* simulators.trakt.control.setConsent("approves")
    expect((yield* visit.poll)._tag).toBe("Done")
  }).pipe(Effect.provide(layer), Effect.scoped)
)

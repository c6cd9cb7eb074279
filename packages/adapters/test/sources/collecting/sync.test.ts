import { CollectingStore } from "@daybook/core/collecting"
import { SourceFailure } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer } from "effect"
import { Fault } from "../../../src/simulators/index.js"
import { engines, newDatabase } from "../../support/database.js"
import { withoutWaits } from "../support/withoutWaits.js"
import { stage, stores } from "./stage.js"

const counts = ({ added, changed, removed }: { readonly added: number; readonly changed: number; readonly removed: number }) => [added, changed, removed]

const stateOf = <A>(outcome: Either.Either<A, unknown>) =>
  Either.match(outcome, { onRight: () => "fine", onLeft: (failure) => failure instanceof SourceFailure ? failure.state : String(failure) })

const isCollection = ({ path }: { readonly path: string }) => path.endsWith("/collection/folders/0/releases")

const suite = (engine: (typeof engines)[number]) =>
  describe(engine.name, () => {
    const layer = stores.pipe(Layer.provideMerge(newDatabase(engine)))
    const scene = <A, E>(run: Effect.Effect<A, E, Effect.Effect.Context<ReturnType<typeof stage>> | CollectingStore>) =>
      withoutWaits(run).pipe(Effect.provide(layer), Effect.scoped)

    it.live("what is removed disappears from lists, feed, search and pictures; a second copy takes the place of the first", () => scene(Effect.gen(function*() {
      const world = yield* stage()
      const { control } = world.simulators.discogs
      yield* world.sync(world.discogs)
      yield* world.sync(world.trakt)
      const halls = (releaseId: number) => world.sql<{ feed: number; found: number; wanted: number }>`
        SELECT (SELECT count(*) FROM feed_items WHERE domain = 'collecting' AND source_id = ${`discogs:release:${releaseId}`}) AS feed,
          (SELECT count(*) FROM search_documents AS document JOIN collecting_copies AS copy ON copy.id = document.entity_id
            WHERE domain = 'collecting' AND entity_type = 'release' AND copy.release_id = ${releaseId}) AS found,
          (SELECT count(*) FROM images JOIN collecting_copies AS copy ON copy.id = entity_id
            WHERE domain = 'collecting' AND entity_type = 'release' AND copy.release_id = ${releaseId}) AS wanted`
      const twin = (yield* control.records).at(-3)!
      const instance = yield* control.addRecord({ release: twin.pressing.id })
      const [gone] = (yield* control.wants)
      yield* control.removeWant(gone!.pressing.id)
      assert.deepStrictEqual(counts(yield* world.sync(world.discogs)), [1, 0, 1])
      assert.deepStrictEqual(yield* halls(twin.pressing.id), [{ feed: 1, found: 2, wanted: 2 }])
      yield* control.removeRecord(twin.instance)
      assert.deepStrictEqual(counts(yield* world.sync(world.discogs)), [0, 0, 1])
      assert.deepStrictEqual(yield* halls(twin.pressing.id), [{ feed: 1, found: 1, wanted: 1 }])
      yield* control.removeRecord(instance)
      yield* world.sync(world.discogs)
      assert.deepStrictEqual(yield* halls(twin.pressing.id), [{ feed: 0, found: 0, wanted: 0 }])
      const stray = yield* world.sql`SELECT FROM search_documents WHERE domain = 'collecting' AND entity_type = 'release' AND entity_id NOT IN (SELECT id FROM collecting_copies)`
      assert.strictEqual(stray.length, 0)
      // An older export does not bring back what is gone since.
      assert.deepStrictEqual(counts(yield* world.importCsv), [0, 0, 0])

      const [disc] = yield* world.simulators.trakt.control.discs
      yield* world.simulators.trakt.control.removeDisc(disc!.film)
      assert.deepStrictEqual(counts(yield* world.sync(world.trakt)), [0, 0, 1])
      const left = yield* world.sql`SELECT FROM search_documents WHERE domain = 'collecting' AND entity_type = 'media' AND entity_id NOT IN (SELECT id FROM collecting_discs)`
      assert.strictEqual(left.length, 0)
    })))

    it.live("edits are followed, pictures whose address is only signed anew are not", () => scene(Effect.gen(function*() {
      const world = yield* stage()
      const { control } = world.simulators.discogs
      yield* world.sync(world.discogs)
      const pictures = world.sql`SELECT entity_id, urls FROM images WHERE domain = 'collecting' ORDER BY entity_id`
      const before = yield* pictures
      yield* world.clock.advance("36 hours")
      const [record] = yield* control.records
      yield* control.editRecord(record!.instance, { rating: 4, note: "Traded" })
      const { changed, removed } = yield* world.sync(world.discogs)
      assert.deepStrictEqual([changed, removed], [1, 0])
      const store = yield* CollectingStore
      const { rows } = yield* store.copies({ page: { page: 1, limit: 1000 }, range: { from: null, to: null }, format: null, genre: null, artist: null, text: null, sort: "date_added", order: "asc" })
      assert.strictEqual(rows[0]!.rating, 4)
      const after = new Map((yield* pictures).map((row) => [row["entityId"], row["urls"]]))
      for (const row of before) assert.deepStrictEqual(after.get(row["entityId"]), row["urls"])
    })))

    it.live("a collection that is empty, short or moving all of a sudden loses nothing", () => scene(Effect.gen(function*() {
      const world = yield* stage()
      const { control } = world.simulators.discogs
      yield* world.sync(world.discogs)
      yield* world.sync(world.trakt)
      const before = { records: yield* world.records, discs: yield* world.discs }
      yield* control.faults.when(isCollection, Fault.Empty())
      assert.strictEqual(stateOf(yield* Effect.either(world.sync(world.discogs))), "mass_removal")
      yield* control.faults.clear
      for (const pages of [1, 9]) {
        yield* control.faults.when(isCollection, Fault.WrongPages({ pages }))
        assert.deepStrictEqual(counts(yield* world.sync(world.discogs)), [0, 0, 0])
        yield* control.faults.clear
      }
      yield* world.simulators.trakt.control.faults.when(({ path }) => path === "/sync/collection/movies", Fault.Empty())
      assert.strictEqual(stateOf(yield* Effect.either(world.sync(world.trakt, { full: true }))), "mass_removal")
      yield* world.simulators.trakt.control.faults.clear
      assert.deepStrictEqual({ records: yield* world.records, discs: yield* world.discs }, before)

      // One goes while the second page is asked for: what slips off the page is not taken for gone.
      let turn = 0
      const [, , victim] = (yield* control.records).toReversed()
      yield* control.faults.when(isCollection, Fault.Meanwhile({ happens: Effect.suspend(() => turn++ === 1 ? control.removeRecord(victim!.instance) : Effect.void) }))
      assert.deepStrictEqual(counts(yield* world.sync(world.discogs)), [0, 0, 1])
      yield* control.faults.clear
      const instances = new Set((yield* world.records).flatMap((row) => row["kind"] === "copy" ? [Number(row["instance"])] : []))
      assert.deepStrictEqual([...instances].sort(), (yield* control.records).map(({ instance }) => instance).sort())
    })))

    it.live("troubles of the providers are borne, or end with their name, and delete nothing", () => scene(Effect.gen(function*() {
      const world = yield* stage()
      const { discogs, trakt } = world.simulators
      yield* discogs.control.faults.next(Fault.Status({ status: 503 }), Fault.Truncated(), Fault.Status({ status: 429, retryAfter: 0 }), Fault.Html({}))
      for (const fault of [Fault.Truncated(), Fault.Status({ status: 521 }), Fault.Html({})]) {
        yield* trakt.control.faults.when(({ path }) => path.startsWith("/sync/"), fault, 1)
      }
      yield* world.sync(world.discogs)
      yield* world.sync(world.trakt)
      const before = { records: yield* world.records, discs: yield* world.discs }
      const failing = (more: Readonly<Record<string, string>>, id: "discogs" | "trakt") =>
        Effect.flatMap(world.sourceOf(id, more), (source) => Effect.map(Effect.either(world.sync(source, { full: true })), stateOf))
      assert.strictEqual(yield* failing({ DAYBOOK_DISCOGS_TOKEN: "wrong" }, "discogs"), "unauthorized")
      assert.strictEqual(yield* failing({ DAYBOOK_DISCOGS_USERNAME: "nobody" }, "discogs"), "not_found")
      assert.strictEqual(yield* failing({ DAYBOOK_TRAKT_CLIENT_ID: "wrong" }, "trakt"), "unauthorized")
      assert.deepStrictEqual({ records: yield* world.records, discs: yield* world.discs }, before)
    })))

    it.live("Trakt's login is renewed when it has to be, and an unchanged collection costs one call", () => scene(Effect.gen(function*() {
      const world = yield* stage()
      const { control } = world.simulators.trakt
      yield* world.sync(world.trakt)
      yield* control.requests.clear
      assert.deepStrictEqual(counts(yield* world.sync(world.trakt)), [0, 0, 0])
      assert.deepStrictEqual((yield* control.requests.all).flatMap(({ path }) => path.startsWith("/oauth/") ? [] : [path]), ["/sync/last_activities"])
      yield* control.expireAccess
      yield* control.addDisc({ film: 7, type: "hologram", resolution: "hd_1080p", hdr: null, audio: "thunder", channels: "7.1" })
      yield* control.faults.when(({ path }) => path === "/oauth/token", Fault.Status({ status: 503 }), 1)
      assert.isAbove((yield* world.sync(world.trakt)).added, 0)
      const disc = (yield* world.discs).find(({ tmdbId }) => tmdbId === control.film(7).tmdb)!
      assert.deepStrictEqual([disc["mediaType"], disc["resolution"], disc["audio"], disc["audioChannels"]], ["bluray", "hd_1080p", null, "7_1"])
      yield* control.expireAccess
      yield* control.revokeLogin
      const failure = yield* Effect.flip(world.sync(world.trakt))
      assert.deepStrictEqual(failure instanceof SourceFailure ? [failure.state, failure.next] : failure, ["unauthorized", "run `daybook connect trakt`"])
    })))

    it.live("pages of releases and films are looked up once, newest first", () => scene(Effect.gen(function*() {
      const world = yield* stage()
      const { requests } = world.simulators.discogs.control
      yield* world.sync(world.discogs)
      yield* world.sync(world.trakt)
      yield* requests.clear
      yield* world.follow(world.discogs)
      const asked = (yield* requests.all).map(({ path }) => path)
      const releases = new Set((yield* world.records).map((row) => `/releases/${Number(row["releaseId"])}`))
      assert.deepStrictEqual([...asked].sort(), [...releases].sort())
      assert.strictEqual(asked[0], `/releases/${(yield* world.simulators.discogs.control.records).at(-1)!.pressing.id}`)
      yield* world.follow(world.discogs)
      yield* world.follow(world.trakt)
      assert.strictEqual(yield* requests.count, asked.length)
      const store = yield* CollectingStore
      const totals = yield* store.discTotals({ from: null, to: null })
      assert.isAbove(totals.byGenre.length, 5)
      const { rows } = yield* store.discs({ page: { page: 1, limit: 100 }, range: { from: null, to: null }, mediaType: null, genre: null, title: null, sort: "title", order: "asc" })
      for (const row of rows) {
        const film = world.persona.watching.films.find(({ tmdb }) => tmdb === row.tmdbId)!
        assert.strictEqual(row.runtime, film.minutes)
      }
    })))
  })

for (const engine of engines) suite(engine)

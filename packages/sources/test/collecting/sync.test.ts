import { CollectingStore } from "@daybook/core/collecting"
import { type EnrichmentTasks, SourceFailure } from "@daybook/core/sync"
import { expect, it } from "@effect/vitest"
import { Effect, Either, Layer } from "effect"
import { Fault } from "@daybook/simulators"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { withoutWaits } from "../support/withoutWaits.js"
import { stage, stores } from "./stage.js"

const counts = ({
  added,
  changed,
  removed
}: {
  readonly added: number
  readonly changed: number
  readonly removed: number
}) => [added, changed, removed]

const stateOf = <A>(outcome: Either.Either<A, unknown>) =>
  Either.match(outcome, {
    onRight: () => "fine",
    onLeft: (failure) => (failure instanceof SourceFailure ? failure.state : String(failure))
  })

const isCollection = ({ path }: { readonly path: string }) => path.endsWith("/collection/folders/0/releases")

const layer = stores.pipe(Layer.provideMerge(newDatabase()))
const scene = <A, E>(
  run: Effect.Effect<A, E, Effect.Effect.Context<ReturnType<typeof stage>> | CollectingStore | EnrichmentTasks>
) => withoutWaits(run).pipe(Effect.provide(layer), Effect.scoped)

it.live("a removed item disappears from lists, feed, search and pictures; a second copy takes its place", () =>
  scene(
    Effect.gen(function* () {
      const world = yield* stage()
      const { control } = world.simulators.discogs
      yield* world.sync(world.discogs)
      yield* world.sync(world.trakt)
      const sharedRows = (releaseId: number) => world.sql<{ feed: number; found: number; wanted: number }>`
    SELECT (SELECT count(*) FROM feed_items WHERE domain = 'collecting' AND source_id = ${`discogs:release:${releaseId}`}) AS feed,
      (SELECT count(*) FROM search_documents AS document JOIN collecting_copies AS copy ON copy.id = document.entity_id
        WHERE domain = 'collecting' AND entity_type = 'release' AND copy.release_id = ${releaseId}) AS found,
      (SELECT count(*) FROM images JOIN collecting_copies AS copy ON copy.id = entity_id
        WHERE domain = 'collecting' AND entity_type = 'release' AND copy.release_id = ${releaseId}) AS wanted`
      const twin = (yield* control.records).at(-3)!
      const instance = yield* control.addRecord({ release: twin.pressing.id })
      const [gone] = yield* control.wants
      yield* control.removeWant(gone!.pressing.id)
      expect(counts(yield* world.sync(world.discogs))).toStrictEqual([1, 0, 1])
      expect(yield* sharedRows(twin.pressing.id)).toStrictEqual([{ feed: 1, found: 2, wanted: 2 }])
      yield* control.removeRecord(twin.instance)
      expect(counts(yield* world.sync(world.discogs))).toStrictEqual([0, 0, 1])
      expect(yield* sharedRows(twin.pressing.id)).toStrictEqual([{ feed: 1, found: 1, wanted: 1 }])
      yield* control.removeRecord(instance)
      yield* world.sync(world.discogs)
      expect(yield* sharedRows(twin.pressing.id)).toStrictEqual([{ feed: 0, found: 0, wanted: 0 }])
      const stray =
        yield* world.sql`SELECT FROM search_documents WHERE domain = 'collecting' AND entity_type = 'release' AND entity_id NOT IN (SELECT id FROM collecting_copies)`
      expect(stray).toHaveLength(0)
      // An older export does not restore entries deleted since.
      expect(counts(yield* world.importCsv)).toStrictEqual([0, 0, 0])

      const [disc] = yield* world.simulators.trakt.control.discs
      yield* world.simulators.trakt.control.removeDisc(disc!.film)
      expect(counts(yield* world.sync(world.trakt))).toStrictEqual([0, 0, 1])
      const left =
        yield* world.sql`SELECT FROM search_documents WHERE domain = 'collecting' AND entity_type = 'media' AND entity_id NOT IN (SELECT id FROM collecting_discs)`
      expect(left).toHaveLength(0)
    })
  )
)

it.live("compares the numbers of Discogs and Trakt with its own, and finds no difference", () =>
  scene(
    Effect.gen(function* () {
      const world = yield* stage()
      yield* world.sync(world.discogs)
      yield* world.sync(world.trakt)
      const rows = yield* world.sql<{ source: string; apart: number; provider: number }>`
        SELECT source, provider, provider - stored - coalesce(
          (SELECT sum(value::int)::int FROM jsonb_each_text(explained)), 0
        ) AS apart FROM sync_drift ORDER BY source`
      expect(rows.map(({ apart, provider, source }) => [source, apart, provider > 10])).toStrictEqual([
        ["discogs", 0, true],
        ["trakt", 0, true]
      ])
    })
  )
)

it.live("applies edits, and ignores picture addresses with a new signature", () =>
  scene(
    Effect.gen(function* () {
      const world = yield* stage()
      const { control } = world.simulators.discogs
      yield* world.sync(world.discogs)
      const pictures = world.sql`SELECT entity_id, urls FROM images WHERE domain = 'collecting' ORDER BY entity_id`
      const before = yield* pictures
      yield* world.clock.advance("36 hours")
      const [record] = yield* control.records
      yield* control.editRecord(record!.instance, { rating: 4, note: "Traded" })
      const { changed, removed } = yield* world.sync(world.discogs)
      expect([changed, removed]).toStrictEqual([1, 0])
      const store = yield* CollectingStore
      const { rows } = yield* store.copies({
        page: { page: 1, limit: 1000 },
        range: { from: null, to: null },
        format: null,
        genre: null,
        artist: null,
        text: null,
        sort: "date_added",
        order: "asc"
      })
      expect(rows[0]!.rating).toBe(4)
      const after = new Map((yield* pictures).map((row) => [row["entityId"], row["urls"]]))
      for (const row of before) expect(after.get(row["entityId"])).toStrictEqual(row["urls"])
    })
  )
)

it.live("a suddenly empty, short or changing collection loses nothing", () =>
  scene(
    Effect.gen(function* () {
      const world = yield* stage()
      const { control } = world.simulators.discogs
      yield* world.sync(world.discogs)
      yield* world.sync(world.trakt)
      const before = { records: yield* world.records, discs: yield* world.discs }
      yield* control.faults.when(isCollection, Fault.Empty())
      expect(stateOf(yield* Effect.either(world.sync(world.discogs)))).toBe("mass_removal")
      yield* control.faults.clear
      for (const pages of [1, 9]) {
        yield* control.faults.when(isCollection, Fault.WrongPages({ pages }))
        expect(counts(yield* world.sync(world.discogs))).toStrictEqual([0, 0, 0])
        yield* control.faults.clear
      }
      yield* world.simulators.trakt.control.faults.when(({ path }) => path === "/sync/collection/movies", Fault.Empty())
      expect(stateOf(yield* Effect.either(world.sync(world.trakt, { full: true })))).toBe("mass_removal")
      yield* world.simulators.trakt.control.faults.clear
      expect({ records: yield* world.records, discs: yield* world.discs }).toStrictEqual(before)

      // One entry is deleted while the second page is read: a row that slips between pages is not deleted.
      let turn = 0
      const [, , victim] = (yield* control.records).toReversed()
      yield* control.faults.when(
        isCollection,
        Fault.Meanwhile({
          happens: Effect.suspend(() => (turn++ === 1 ? control.removeRecord(victim!.instance) : Effect.void))
        })
      )
      expect(counts(yield* world.sync(world.discogs))).toStrictEqual([0, 0, 1])
      yield* control.faults.clear
      const instances = new Set(
        (yield* world.records).flatMap((row) => (row["kind"] === "copy" ? [Number(row["instance"])] : []))
      )
      expect([...instances].sort()).toStrictEqual((yield* control.records).map(({ instance }) => instance).sort())
    })
  )
)

it.live("retries temporary failures of the providers, names permanent ones, and deletes nothing", () =>
  scene(
    Effect.gen(function* () {
      const world = yield* stage()
      const { discogs, trakt } = world.simulators
      yield* discogs.control.faults.next(
        Fault.Status({ status: 503 }),
        Fault.Truncated(),
        Fault.Status({ status: 429, retryAfter: 0 }),
        Fault.Html({})
      )
      for (const fault of [Fault.Truncated(), Fault.Status({ status: 521 }), Fault.Html({})]) {
        yield* trakt.control.faults.when(({ path }) => path.startsWith("/sync/"), fault, 1)
      }
      yield* world.sync(world.discogs)
      yield* world.sync(world.trakt)
      const before = { records: yield* world.records, discs: yield* world.discs }
      const failing = (more: Readonly<Record<string, string>>, id: "discogs" | "trakt") =>
        Effect.flatMap(world.sourceOf(id, more), (source) =>
          Effect.map(Effect.either(world.sync(source, { full: true })), stateOf)
        )
      expect(yield* failing({ DAYBOOK_DISCOGS_TOKEN: "wrong" }, "discogs")).toBe("unauthorized")
      expect(yield* failing({ DAYBOOK_DISCOGS_USERNAME: "nobody" }, "discogs")).toBe("not_found")
      expect(yield* failing({ DAYBOOK_TRAKT_CLIENT_ID: "wrong" }, "trakt")).toBe("unauthorized")
      expect({ records: yield* world.records, discs: yield* world.discs }).toStrictEqual(before)
    })
  )
)

it.live("refreshes Trakt's login when required, and takes one call for an unchanged collection", () =>
  scene(
    Effect.gen(function* () {
      const world = yield* stage()
      const { control } = world.simulators.trakt
      yield* world.sync(world.trakt)
      yield* control.requests.clear
      expect(counts(yield* world.sync(world.trakt))).toStrictEqual([0, 0, 0])
      expect(
        (yield* control.requests.all).flatMap(({ path }) => (path.startsWith("/oauth/") ? [] : [path]))
      ).toStrictEqual(["/sync/last_activities"])
      yield* control.expireAccess
      yield* control.addDisc({
        film: 7,
        type: "hologram",
        resolution: "hd_1080p",
        hdr: null,
        audio: "thunder",
        channels: "7.1"
      })
      yield* control.faults.when(({ path }) => path === "/oauth/token", Fault.Status({ status: 503 }), 1)
      expect((yield* world.sync(world.trakt)).added).toBeGreaterThan(0)
      const disc = (yield* world.discs).find(({ tmdbId }) => tmdbId === control.film(7).tmdb)!
      expect([disc["mediaType"], disc["resolution"], disc["audio"], disc["audioChannels"]]).toStrictEqual([
        "bluray",
        "hd_1080p",
        null,
        "7_1"
      ])
      yield* control.expireAccess
      yield* control.revokeLogin
      const failure = yield* Effect.flip(world.sync(world.trakt))
      expect(failure instanceof SourceFailure ? [failure.state, failure.next] : failure).toStrictEqual([
        "unauthorized",
        "run `daybook connect trakt`"
      ])
    })
  )
)

it.live("fetches details of releases and films once, newest first", () =>
  scene(
    Effect.gen(function* () {
      const world = yield* stage()
      const { requests } = world.simulators.discogs.control
      yield* world.sync(world.discogs)
      yield* world.sync(world.trakt)
      yield* requests.clear
      yield* world.follow(world.discogs)
      const paths = (yield* requests.all).map(({ path }) => path)
      const releases = new Set((yield* world.records).map((row) => `/releases/${Number(row["releaseId"])}`))
      expect([...paths].sort()).toStrictEqual([...releases].sort())
      expect(paths[0]).toBe(`/releases/${(yield* world.simulators.discogs.control.records).at(-1)!.pressing.id}`)
      yield* world.follow(world.discogs)
      yield* world.follow(world.trakt)
      expect(yield* requests.count).toBe(paths.length)
      const store = yield* CollectingStore
      const totals = yield* store.discTotals({ from: null, to: null })
      expect(totals.byGenre.length).toBeGreaterThan(5)
      const { rows } = yield* store.discs({
        page: { page: 1, limit: 100 },
        range: { from: null, to: null },
        mediaType: null,
        genre: null,
        title: null,
        sort: "title",
        order: "asc"
      })
      for (const row of rows) {
        const film = world.sampleOwner.watching.films.find(({ tmdb }) => tmdb === row.tmdbId)!
        expect(row.runtime).toBe(film.minutes)
      }
    })
  )
)

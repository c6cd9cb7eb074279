import { Fault, inProcessClient, makeSimulators } from "@daybook/simulators"
import { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import fc from "fast-check"
import { simkl } from "../../src/simkl/source.js"
import { recordsOf } from "../../src/simkl/wire.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { watchSummary } from "../support/watchFile.js"
import { messageOf, stage, stores, today } from "./stage.js"

const movie = (title: string, more: object) => ({ ...more, movie: { title, year: 2019, ids: { simkl: 1, tmdb: "7" } } })
const episodes = (numbers: ReadonlyArray<number>, watched_at: string | null) =>
  numbers.map((number) => ({ number: String(number), watched_at }))

describe("the lists of Simkl", () => {
  it("are viewings, and counts where nobody knows a time", () => {
    const { ratings, unreadable, viewings } = recordsOf({
      movies: [
        movie("Salt", { last_watched_at: "2025-03-01T21:30:00Z", status: "completed", user_rating: "8" }),
        movie("Lamp", { last_watched_at: null, status: "completed", user_rating: null }),
        movie("Dusk", { last_watched_at: "1970-01-01T00:00:00Z", status: "completed" }),
        movie("Later", { last_watched_at: null, status: "plantowatch" }),
        { movie: { ids: {} } },
        null
      ],
      shows: [
        {
          status: "watching",
          user_rating: 0,
          show: { title: "Harbour", ids: { simkl: 2, tvdb: "400001" } },
          seasons: [
            { number: 1, episodes: episodes([1, 2, 3, 4, 5], "2025-03-14T20:11:00Z") },
            {
              number: 2,
              episodes: [...episodes([6], "2025-03-15T20:11:00Z"), ...episodes([7], null), { number: null }]
            }
          ]
        },
        { status: "completed", watched_episodes_count: 12, show: { title: "Ferry", ids: {} } }
      ],
      anime: [
        {
          anime_type: "tv",
          user_rating: 9,
          watched_episodes_count: 12,
          show: { title: "Tide 2", ids: { simkl: 3, mal: "9", tmdb: "1" } },
          seasons: [{ number: 1, episodes: episodes([1], "2025-03-15T20:11:00Z") }]
        },
        { anime_type: "movie", last_watched_at: "2025-03-01T21:30:00Z", show: { title: "Ebb", ids: { tmdb: "8" } } }
      ]
    })
    expect(viewings.map(watchSummary)).toStrictEqual([
      ["Salt (2019)", "2025-03-01T21:30:00.000Z", null],
      ["Lamp (2019)", "some day", null],
      ["Dusk (2019)", "some day", null],
      ...[1, 2, 3, 4, 5].map((number) => [`Harbour S1E${number}`, "2025-03-14T20:11:00.000Z", null]),
      ["Harbour S2E6", "2025-03-15T20:11:00.000Z", null],
      ["Harbour S2E7", "some day", null],
      ["Ferry", "some day", null],
      ["Tide 2", "some day", null],
      ["Ebb", "2025-03-01T21:30:00.000Z", null]
    ])
    expect(viewings.flatMap(({ report }) => (report?.isDayOnly === true ? [report.key] : []))).toHaveLength(5)
    expect(viewings.flatMap(({ report }) => report?.plays ?? [])).toStrictEqual([12, 12])
    expect(ratings.map(watchSummary)).toStrictEqual([
      ["Salt (2019)", "rated", 4],
      ["Tide 2", "rated", 4.5]
    ])
    expect(unreadable).toBe(2)
    const anime = viewings.find(({ subject }) => subject.title.title === "Tide 2")!
    expect(anime.subject.title.ids).toMatchObject({ simkl: 3, mal: 9, tmdb: null })
  })

  it("may be anything else", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("movies", "shows", "anime", "x"), fc.jsonValue()), (lists) => {
        const { ratings, viewings } = recordsOf(lists)
        expect([...ratings, ...viewings]).toStrictEqual([])
      })
    )
  })
})

describe("the login of Simkl", () => {
  it.effect("is a code that the person enters", () =>
    Effect.gen(function* () {
      const { simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt: today }))
      const way = yield* simkl.connect!.way.pipe(
        Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(simulators.simkl.settings)))),
        Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators))
      )
      if (way.kind !== "device") throw new Error(way.kind)
      const session = yield* way.begin
      expect(session.url).toBe("https://simkl.com/pin/")
      expect(yield* session.poll).toStrictEqual({ _tag: "Pending", slower: false })
      yield* simulators.simkl.control.faults.next(Fault.Body({ json: { result: "KO", message: "Slow down" } }))
      expect(yield* session.poll).toStrictEqual({ _tag: "Pending", slower: true })
      yield* simulators.simkl.control.claimPin
      expect((yield* session.poll)._tag).toBe("Done")
      yield* simulators.simkl.control.faults.next(Fault.Status({ status: 404 }))
      expect(String(yield* Effect.flip(session.poll))).toContain("before the code expired")
    })
  )
})

const layer = stores.pipe(Layer.provideMerge(newDatabase()))

it.live("Simkl, a media server and Trakt give the same viewings in any order", () =>
  Effect.gen(function* () {
    const orders = [
      ["plex", "simkl", "trakt-history"],
      ["simkl", "trakt-history", "plex"]
    ] as const
    const tables = yield* Effect.forEach(orders, (order) =>
      Effect.gen(function* () {
        const world = yield* stage()
        const { control } = world.simulators.simkl
        for (const film of [1, 2, 3, 4, 5]) yield* control.mark({ kind: "film", film }, today / 1_000 - 60)
        for (const id of order) yield* world.sync(yield* world.sourceOf(id), true)
        yield* world.follow
        const again = yield* world.sync(yield* world.sourceOf("simkl"), true)
        expect([again.added, again.changed, again.removed]).toStrictEqual([0, 0, 0])
        const newest = yield* control.newest
        const { anime, whole } = control.seriesOf
        const single = newest.filter(
          ({ what }) => what.kind === "film" || (what.series !== anime && what.series !== whole)
        )
        const rows = yield* world.sql<{ kind: string; reports: number; bulk: number; plays: number }>`
          SELECT title.kind::text AS kind, count(*)::int AS reports, (count(*) FILTER (WHERE dated AND at IS NOT NULL))::int AS bulk,
            coalesce(sum(plays), 0)::int AS plays
          FROM watching_reports AS report JOIN watching_titles AS title ON title.id = report.title_id
          WHERE source = 'simkl' GROUP BY title.kind ORDER BY title.kind::text`
        const films = single.filter(({ what }) => what.kind === "film").length
        const inCounts = newest.length - single.length
        const shows = new Set(
          newest.flatMap(({ what }) =>
            what.kind === "episode" && (what.series === anime || what.series === whole) ? [what.series] : []
          )
        ).size
        expect(rows).toStrictEqual([
          { kind: "movie", reports: films, bulk: 5, plays: 0 },
          { kind: "show", reports: single.length - films + shows, bulk: 0, plays: inCounts }
        ])
        const ratings = yield* world.sql<Readonly<Record<string, unknown>>>`
          SELECT title.title, rating.rating FROM watching_ratings AS rating
          JOIN watching_titles AS title ON title.id = rating.title_id WHERE source = 'simkl' ORDER BY title.title, rating`
        return [...(yield* world.table), ...ratings]
      }).pipe(Effect.provide(layer), Effect.scoped)
    )
    expect(tables[0]!.length).toBeGreaterThan(150)
    expect(tables[1]).toStrictEqual(tables[0])
  })
)

it.live("asks for what changed only, retries, keeps earlier viewings, and names a wrong login", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const { control } = world.simulators.simkl
    const source = yield* world.sourceOf("simkl")
    yield* control.faults.next(Fault.Status({ status: 429 }))
    yield* control.faults.next(Fault.Truncated())
    const first = yield* world.sync(source)
    expect(first.added).toBeGreaterThan(50)
    yield* control.requests.clear
    expect((yield* world.sync(source)).added).toBe(0)
    expect(yield* control.requests.count).toBe(1)
    const { what } = (yield* control.newest).find((one) => one.what.kind === "film")!
    yield* control.mark(what, today / 1_000 - 60)
    const again = yield* world.sync(source)
    expect([again.added, again.removed]).toStrictEqual([1, 0])
    const before = yield* world.table
    yield* control.faults.when(({ path }) => path.startsWith("/sync/all-items"), Fault.Empty())
    expect(messageOf(yield* Effect.flip(world.sync(source, true)))).toContain("no longer has")
    yield* control.faults.clear
    expect(yield* world.table).toStrictEqual(before)
    const refused = yield* world.sourceOf("simkl", { DAYBOOK_SIMKL_TOKEN: "wrong" })
    expect(messageOf(yield* Effect.flip(world.sync(refused, true)))).toContain("daybook connect simkl")
  }).pipe(Effect.provide(layer), Effect.scoped)
)

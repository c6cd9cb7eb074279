import { Fault, type Viewing } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { reportsOf } from "../../src/kit/mediaServer/viewings.js"
import { type Activity, type Item, readActivity, readItem, subjectOf } from "../../src/kit/mediaServer/wire.js"
import { utc } from "../../src/kit/WallClock.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { histories } from "../../../adapters/test/support/depth.js"
import { messageOf, stage, stores } from "./stage.js"

const columns = ["rowid", "DateCreated", "UserId", "ItemId", "ItemType", "ItemName", "PlayDuration"]
const cells = ["17", "2025-03-14 20:11:09.1234567", "9A8B", "77-C0", "Episode", "Harbour - s02e05 - Low Water", "2874"]
const activity = (value: unknown): Activity => readActivity(value)!.plays[0]!
const play = activity({ colums: columns, results: [cells], message: "" })
const now = Date.parse("2026-01-01T00:00:00Z")
const hour = 3_600_000

const film: Item = readItem({
  Id: "77c0",
  Name: "Salt",
  Type: "Movie",
  ProductionYear: "2019",
  RunTimeTicks: 72_000_000_000,
  ProviderIds: { tmdb: "500001", IMDB: "tt9100000", Tvdb: "7" },
  UserData: { Played: true, LastPlayedDate: "2025-03-14T20:11:09.1234567Z" }
})!

/** Plays of the film by hours after 1 March 2025. */
const playsAt = (starts: ReadonlyArray<readonly [start: number, hours: number]>) =>
  starts.map(([start, hours]): Activity => {
    const wall = Date.parse("2025-03-01T00:00:00Z") + start * hour
    return { ...play, kind: "movie", wall, started: new Date(wall).toISOString().slice(0, 19), played: hours * hour }
  })

describe("answers of a media server", () => {
  it("have ids of providers, and nothing that is not one", () => {
    expect(film.ids).toStrictEqual({ tmdb: 500_001, imdb: "tt9100000", tvdb: null })
    expect(film.length).toBe(2 * hour)
    expect(film.lastPlayedAt).toBe(Date.parse("2025-03-14T20:11:09.123Z"))
    expect(readItem({ Id: "1", Name: "A", Type: "Episode" })).toMatchObject({ season: null, isPlayed: false })
    for (const row of [null, [], { Type: "Movie" }, { Id: "../1", Name: "A", Type: "Movie" }, { Id: 1, Type: "Movie" }])
      expect(readItem(row)).toBeNull()
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readItem(value)).toBeNull()
        expect(readActivity(value)).toBeNull()
      })
    )
  })

  it("name plays by text, in columns of any order", () => {
    expect(readActivity({ colums: columns, results: [cells, ["18"]] })).toMatchObject({ count: 2, last: 18 })
    expect(play).toStrictEqual({
      userId: "9a8b",
      itemId: "77c0",
      kind: "episode",
      started: "2025-03-14 20:11:09",
      wall: Date.parse("2025-03-14T20:11:09Z"),
      played: 2_874_000
    })
    expect(activity({ columns: columns.toReversed(), results: [cells.toReversed()] })).toStrictEqual(play)
    expect(readActivity({ colums: columns, results: [[], null, ["x"]] })).toStrictEqual({
      plays: [],
      count: 3,
      last: 0
    })
    expect(readActivity({ colums: ["rowid"], results: [] })).toBeNull()
    expect(readActivity({ colums: [], results: [], message: "Error" })).toBeNull()
  })

  it("name an episode by its show", () => {
    const item = readItem({ Id: "1", Name: "Low Water", Type: "Episode", SeriesName: "Harbour", IndexNumber: 5 })!
    const ownId = (id: string) => ({ jellyfin: id })
    expect(subjectOf(item, null, ownId)).toBeNull()
    const title = { title: "Harbour", year: null }
    expect(subjectOf({ ...item, season: 0 }, null, ownId)).toMatchObject({
      kind: "episode",
      title,
      season: 0,
      episode: 5
    })
    const series = { ...film, kind: "series" as const, name: "The Harbour", year: 2021 }
    expect(subjectOf({ ...item, season: 2, seriesId: "51aa" }, series, ownId)).toMatchObject({
      title: { title: "The Harbour", year: 2021, ids: { tmdb: 500_001, jellyfin: "51aa" } }
    })
    expect(subjectOf(series, null, ownId)).toBeNull()
  })
})

describe("viewings of a film", () => {
  const times = (plays: ReadonlyArray<Activity>, item: Partial<Item> = {}) =>
    reportsOf({ ...film, isPlayed: false, ...item }, plays, utc, now).map(({ at, endedAt }) =>
      at === null
        ? null
        : [(at - Date.parse("2025-03-01T00:00:00Z")) / hour, endedAt == null ? null : (endedAt - at) / hour]
    )

  it("are plays of 80 percent, or several within a day", () => {
    expect(times(playsAt([[0, 1.6]]))).toStrictEqual([[0, 1.6]])
    expect(times(playsAt([[0, 1.5]]))).toStrictEqual([])
    expect(
      times(
        playsAt([
          [0, 1],
          [20, 1]
        ])
      )
    ).toStrictEqual([[0, 21]])
    expect(
      times(
        playsAt([
          [0, 1],
          [26, 1]
        ])
      )
    ).toStrictEqual([])
    expect(
      times(
        playsAt([
          [0, 2],
          [3, 2]
        ])
      )
    ).toStrictEqual([
      [0, 2],
      [3, 2]
    ])
    expect(times(playsAt([[0, 1]]), { length: null })).toStrictEqual([[0, 1]])
  })

  it("do not last longer than twice the film, whatever a player that missed the end reports", () => {
    expect(times(playsAt([[0, 69]]))).toStrictEqual([[0, 2]])
    expect(times(playsAt([[0, 4]]))).toStrictEqual([[0, 4]])
    // The next evening is another viewing, although the first one claims to last until then.
    expect(
      times(
        playsAt([
          [0, 69],
          [38, 1.9]
        ])
      )
    ).toStrictEqual([
      [0, 2],
      [38, 1.9]
    ])
    expect(times(playsAt([[0, 69]]), { length: null })).toStrictEqual([[0, 6]])
  })

  it("are two halves of a film whose length nobody knows", () => {
    expect(
      times(
        playsAt([
          [0, 1.1],
          [2, 1.1]
        ]),
        { length: null }
      )
    ).toStrictEqual([[0, 3.1]])
  })

  it("have the newest play that the server calls watched, once", () => {
    const last = (hours: number) => ({
      isPlayed: true,
      lastPlayedAt: Date.parse("2025-03-01T00:00:00Z") + hours * hour
    })
    expect(times([], last(5))).toStrictEqual([[5, null]])
    expect(times(playsAt([[0, 1.2]]), last(0))).toStrictEqual([[0, 1.2]])
    expect(times(playsAt([[0, 2]]), last(30))).toStrictEqual([
      [0, 2],
      [30, null]
    ])
    expect(times([], { isPlayed: true, lastPlayedAt: null })).toStrictEqual([null])
    expect(times(playsAt([[0, 2]]), { isPlayed: true, lastPlayedAt: null })).toStrictEqual([[0, 2]])
    expect(times([], { isPlayed: true, lastPlayedAt: Date.parse("0001-01-01T00:00:00Z") })).toStrictEqual([null])
  })

  // github.com/jellyfin/jellyfin-plugin-playbackreporting/issues/97
  it("stay if the plugin does not know how long they were, and the server calls the film watched", () => {
    const rowAt = (day: string, seconds: string) =>
      activity({ colums: columns, results: [["1", `${day} 20:00:00.1`, "9A8B", "77C0", "Movie", "Salt", seconds]] })
    const [older, newer] = [rowAt("2025-03-01", "-2147483648"), rowAt("2025-03-05", "-2147483648")]
    const seen = { isPlayed: true, lastPlayedAt: null }
    expect([older, rowAt("2025-03-01", "2147483647")].map(({ played }) => played)).toStrictEqual([null, null])
    expect(times([older, newer], seen)).toStrictEqual([
      [20, null],
      [116, null]
    ])
    expect(times([older, newer])).toStrictEqual([])
    // Servers name the begin of the newest play, or its end: it is the same viewing.
    for (const hours of [0, 1.9])
      expect(times([older], { isPlayed: true, lastPlayedAt: older.wall + hours * hour })).toStrictEqual([[20, null]])
    expect(times([older, rowAt("2025-03-01", "7200")], seen)).toStrictEqual([[20, 2]])
    expect(times([older, ...playsAt([[21, 1.7]])], seen)).toStrictEqual([[20, 2.7]])
  })

  it("are of a film of unknown length if its length is impossible", () => {
    for (const ticks of [-2_147_483_648, "-2147483648", 9_223_372_036_854_775_807, 0])
      expect(readItem({ Id: "1", Name: "Salt", Type: "Movie", RunTimeTicks: ticks })?.length, String(ticks)).toBeNull()
    const numbers = { ParentIndexNumber: -2_147_483_648, IndexNumber: 2_147_483_647, ProductionYear: -2_147_483_648 }
    expect(readItem({ Id: "1", Name: "Salt", Type: "Movie", ...numbers })).toMatchObject({
      ...{ name: "Salt", year: null, season: null, episode: null }
    })
  })

  it("are the same in any order and number of rows", () => {
    const starts = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 3 })), {
      maxLength: 12
    })
    fc.assert(
      fc.property(starts, fc.boolean(), (all, isPlayed) => {
        const plays = playsAt(all)
        const item = { ...film, isPlayed }
        const reports = reportsOf(item, plays, utc, now)
        expect(reportsOf(item, [...plays, ...plays].reverse(), utc, now)).toStrictEqual(reports)
        expect(new Set(reports.map(({ key }) => key)).size).toBe(reports.length)
        const timed = reports.filter(({ at }) => at !== null)
        for (const { at } of timed) expect(at === film.lastPlayedAt || plays.some(({ wall }) => wall === at)).toBe(true)
      })
    )
  })
})

/** Plays of what is still in the library. */
const isListed = ({ server, what }: Viewing): boolean =>
  server === "play" && (what.kind === "episode" || what.film % 9 !== 8)

const layer = stores.pipe(Layer.provideMerge(newDatabase()))

it.live("Jellyfin, Emby and Plex give the same viewings in any order", () =>
  Effect.gen(function* () {
    const orders = [
      ["plex", "jellyfin", "emby"],
      ["emby", "plex", "jellyfin"],
      ["jellyfin", "emby", "plex"]
    ] as const
    const tables = yield* Effect.forEach(histories(orders), (order) =>
      Effect.gen(function* () {
        const world = yield* stage()
        for (const id of order) yield* world.sync(yield* world.sourceOf(id), true)
        yield* world.follow
        for (const id of ["jellyfin", "emby"] as const) {
          const again = yield* world.sync(yield* world.sourceOf(id), true)
          expect([again.added, again.changed, again.removed]).toStrictEqual([0, 0, 0])
          const viewings = yield* world.simulators[id].control.viewings
          const plays = viewings.filter(isListed)
          const keyOf = (what: object) => JSON.stringify(what)
          const played = new Set(plays.map(({ what }) => keyOf(what)))
          const marked = viewings.flatMap(({ server, what }) =>
            server === "mark" && !played.has(keyOf(what)) && (what.kind === "episode" || what.film % 9 !== 8)
              ? [keyOf(what)]
              : []
          )
          const [counts] = yield* world.sql<{ timed: number; undated: number }>`
            SELECT count(at)::int AS timed, count(*) FILTER (WHERE at IS NULL)::int AS undated
            FROM watching_reports WHERE source::text = ${id}`
          expect(counts).toStrictEqual({ timed: plays.length, undated: new Set(marked).size })
          const ends = yield* world.sql<{ seconds: number }>`
            SELECT extract(epoch FROM ended_at)::int AS seconds FROM watching_reports
            WHERE source::text = ${id} AND at IS NOT NULL ORDER BY ended_at`
          expect(ends.map(({ seconds }) => seconds)).toStrictEqual(plays.map(({ at }) => at))
        }
        const [merged] = yield* world.sql<{ apart: number }>`
          SELECT count(*)::int AS apart FROM watching_reports AS report JOIN watching_watches AS watch ON watch.id = report.id
          WHERE report.source IN ('jellyfin', 'emby')`
        expect(merged!.apart).toBe(0)
        return yield* world.table
      }).pipe(Effect.provide(layer), Effect.scoped)
    )
    expect(tables[0]!.length).toBeGreaterThan(100)
    for (const other of tables.slice(1)) expect(other).toStrictEqual(tables[0])
  })
)

it.live("a media server is asked for what changed only, retried, and names a wrong key or user", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const { control } = world.simulators.jellyfin
    const jellyfin = yield* world.sourceOf("jellyfin")
    yield* control.faults.next(Fault.Status({ status: 503 }))
    yield* control.faults.next(Fault.Truncated())
    expect((yield* world.sync(jellyfin)).added).toBeGreaterThan(50)
    yield* control.requests.clear
    expect((yield* world.sync(jellyfin)).added).toBe(0)
    expect(yield* control.requests.count).toBe(3)
    const before = yield* world.table
    yield* control.faults.when(({ path }) => path.endsWith("/Items"), Fault.Empty())
    yield* world.sync(jellyfin, true)
    yield* control.faults.clear
    expect(yield* world.table).toStrictEqual(before)
    const refused = yield* world.sourceOf("jellyfin", { DAYBOOK_JELLYFIN_API_KEY: "wrong" })
    expect(messageOf(yield* Effect.flip(world.sync(refused, true)))).toContain("DAYBOOK_JELLYFIN_API_KEY")
    const nobody = yield* world.sourceOf("jellyfin", { DAYBOOK_JELLYFIN_USER: "nobody" })
    expect(messageOf(yield* Effect.flip(world.sync(nobody, true)))).toContain('no user called "nobody"')
    const byId = yield* world.sourceOf("jellyfin", { DAYBOOK_JELLYFIN_USER: control.userId })
    expect((yield* world.sync(byId, true)).added).toBe(0)
  }).pipe(Effect.provide(layer), Effect.scoped)
)

it.live("a server without the plugin has the newest play of each item, which the plugin does not repeat", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const { control } = world.simulators.emby
    const emby = yield* world.sourceOf("emby")
    yield* control.plugin(false)
    const first = yield* world.sync(emby)
    expect(first.added).toBeGreaterThan(50)
    const watches = Effect.map(
      world.sql<{ count: number }>`SELECT count(*)::int AS count FROM watching_watches`,
      ([row]) => row!.count
    )
    const newest = yield* watches
    yield* control.plugin(true)
    yield* world.sync(emby)
    const plays = (yield* control.viewings).filter(isListed)
    expect(newest).toBeLessThan(plays.length)
    // The newest play of a resumed viewing is its second part.
    expect(yield* watches).toBe(plays.length)
  }).pipe(Effect.provide(layer), Effect.scoped)
)

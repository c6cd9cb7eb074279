import { syncDefaults } from "@daybook/core/sync"
import { TitleFinder, WatchingAdmin, WatchingEnrichmentStore, WatchingRecords } from "@daybook/core/watching"
import type { Series } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { titleOf, watchedAt } from "../../src/kit/watches/records.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { histories } from "../../../adapters/test/support/depth.js"
import { importFile } from "../support/importFile.js"
import { stage, stores } from "./stage.js"

const series = (tmdb: number, title: string, seasons: ReadonlyArray<number>): Series => ({
  index: tmdb,
  title,
  year: 2021,
  tmdb,
  imdb: `tt${tmdb}`,
  genres: ["Drama"],
  certification: "TV-14",
  tagline: "",
  overview: "",
  vote: 7,
  tvdb: tmdb,
  seasons,
  minutes: 47
})

const short = (...rows: ReadonlyArray<readonly [string, string]>) =>
  ["Title,Date", ...rows.map(([title, day]) => `"${title}","${day}"`)].join("\n")

const full = (...rows: ReadonlyArray<readonly [string, string]>) =>
  [
    "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,Country",
    ...rows.map(
      ([title, start]) => `Ada,${start},00:47:54,,"${title}",,Television,00:47:54,Not latest view,PT (Portugal)`
    )
  ].join("\r\n")

/** A scrobble of Trakt, whose time is the end of the viewing. */
const scrobble = (title: string, tmdb: number, season: number, episode: number, time: string) => ({
  subject: {
    kind: "episode" as const,
    title: titleOf(title, 2021, { tmdb }),
    season,
    episode,
    episodeTitle: "Low water, again"
  },
  report: watchedAt(time, Date.parse(time)),
  rating: null,
  tally: null
})

const page = { page: 1, limit: 50 }

const world = Effect.gen(function* () {
  const base = yield* stage()
  const netflix = yield* base.sourceOf("netflix")
  const records = yield* WatchingRecords
  const lookups = yield* WatchingEnrichmentStore
  const { control } = base.simulators.tmdb
  yield* control.add(series(990_001, "Harbour", [4, 6]))
  yield* control.nameEpisodes(990_001, 2, {
    en: ["High Tide", "The Storm, Part 1", "The Storm, Part 2", "High tide!", "Low Water", "Élan"],
    de: ["Flut", "Sturm (1)", "Sturm (2)", "Noch eine Flut", "Ebbe", "Elan"]
  })
  return {
    ...base,
    records,
    control,
    read: (content: string, name = "NetflixViewingHistory.csv") =>
      base.engine.import(netflix, importFile(name, content, 4_096), syncDefaults("import")),
    scrobbled: (...of: ReadonlyArray<ReturnType<typeof scrobble>>) => records.put("trakt", of, null),
    ask: (settings: Readonly<Record<string, string>> = {}) =>
      Effect.flatMap(base.sourceOf("tmdb", settings), ({ enrichments }) =>
        Effect.forEach(enrichments, ({ drain }) => Stream.runDrain(drain), { discard: true })
      ),
    waiting: Effect.map(lookups.unnumbered(page), ({ rows, total }) => {
      expect(total).toBe(rows.length)
      return rows
    }),
    /** Makes every season due again. */
    later: base.sql`UPDATE enrichment_tasks SET due_at = now() WHERE task = 'tmdb-episodes'`,
    seen: Effect.map(base.table, (rows) =>
      rows.map(({ date, number, season, source, title, tmdb }) => [
        title,
        tmdb,
        season,
        number,
        source,
        String(date).slice(0, 10)
      ])
    )
  }
})

const orders = [
  ["short", "full", "trakt", "tmdb"],
  ["short", "tmdb", "full", "trakt"],
  ["short", "tmdb", "trakt", "full"],
  ["trakt", "short", "tmdb", "full"],
  ["full", "tmdb", "trakt", "short"],
  ["tmdb", "full", "short", "trakt"]
] as const

const layer = stores.pipe(Layer.provideMerge(newDatabase()))

it.live("an episode without a number becomes that of Trakt and of the full file, in any order", () =>
  Effect.gen(function* () {
    const title = "Harbour: Season 2: Low Water"
    const tables = yield* Effect.forEach(histories(orders), (order) =>
      Effect.gen(function* () {
        const { ask, read, records, scrobbled, sql, table } = yield* world
        const origins = {
          // Long ago, and on the day of the row with a time.
          short: read(short([title, "3/14/25"], [title, "12/31/23"])),
          full: read(full([`${title} (Episode 5)`, "2025-03-14 19:11:09"]), "ViewingActivity.csv"),
          trakt: scrobbled(
            scrobble("Harbour", 990_001, 2, 5, "2025-03-14T19:59:00.000Z"),
            scrobble("Harbour", 990_001, 2, 5, "2025-03-14T19:59:30.000Z")
          ),
          tmdb: ask()
        }
        for (const origin of order) yield* origins[origin]
        yield* ask()
        const before = yield* table
        const again = [yield* origins.short, yield* origins.full]
        for (const one of again) expect(one).toMatchObject({ added: 0, changed: 0, removed: 0 })
        yield* ask()
        expect(yield* table).toStrictEqual(before)
        expect(yield* records.count("netflix")).toBe(3)
        const episodes = yield* sql`
          SELECT title.title AS show, title.year, season, number, episode.title
          FROM watching_episodes AS episode JOIN watching_titles AS title ON title.id = show_id`
        return { before, episodes }
      }).pipe(Effect.provide(layer), Effect.scoped)
    )
    expect(tables[0]!.before.map(({ number, season, title }) => [title, season, number])).toStrictEqual([
      ["Harbour", 2, 5],
      ["Harbour", 2, 5]
    ])
    for (const other of tables.slice(1)) expect(other).toStrictEqual(tables[0])
  })
)

it.live("titles of several episodes, of none, and of seasons or shows that TMDB lacks, wait for a person", () =>
  Effect.gen(function* () {
    const { ask, control, later, read, seen, waiting } = yield* world
    yield* control.add(series(990_002, "Tide: The Return", [3]))
    yield* control.nameEpisodes(990_002, 1, { en: ["Home: Again", "Home", "Away"] })
    yield* control.add(series(990_003, "Gull", [3]))
    yield* control.add(series(990_004, "Gull", [3]))
    const rows = short(
      ["Harbour: Season 2: HIGH TIDE", "3/14/25"],
      ["Harbour: Season 2: elan", "3/13/25"],
      ["Harbour: Season 2: The Storm: Part 2", "3/12/25"],
      ["Harbour: Season 2: The Storm", "3/11/25"],
      ["Harbour: Season 3: Low Water", "3/10/25"],
      ["Tide: The Return: Season 1: Home: Again", "3/9/25"],
      ["Gull: Season 1: Chapter 1", "3/8/25"],
      ["Nobody Knows It: Season 1: Egg", "3/7/25"]
    )
    expect((yield* read(rows)).added).toBe(8)
    expect((yield* read(rows)).added).toBe(0)
    expect(yield* seen).toStrictEqual([])
    expect((yield* waiting).map(({ attempts }) => attempts)).toStrictEqual(Array.from({ length: 8 }, () => 0))
    yield* ask()
    expect(yield* seen).toStrictEqual([
      ["Tide: The Return", 990_002, 1, 1, "netflix", "2025-03-09"],
      ["Harbour", 990_001, 2, 3, "netflix", "2025-03-12"],
      ["Harbour", 990_001, 2, 6, "netflix", "2025-03-13"]
    ])
    const left = [
      ["Harbour", 2, "HIGH TIDE", 1, 1],
      ["Harbour", 2, "The Storm", 1, 1],
      ["Harbour", 3, "Low Water", 1, 1],
      ["Gull", 1, "Chapter 1", 1, 1],
      ["Nobody Knows It", 1, "Egg", 1, 1]
    ]
    const summary = Effect.map(waiting, (all) =>
      all.map(({ attempts, season, show, title, viewings }) => [show, season, title, viewings, attempts])
    )
    expect(yield* summary).toStrictEqual(left)
    yield* control.requests.clear
    yield* ask()
    expect(yield* control.requests.count).toBe(0)
    yield* later
    yield* ask()
    expect((yield* summary).map(([, , , , attempts]) => attempts)).toStrictEqual([2, 2, 2, 2, 2])
    expect(yield* seen).toHaveLength(3)
    expect((yield* read(rows)).added).toBe(0)
    expect(yield* summary).toHaveLength(5)
  }).pipe(Effect.provide(layer), Effect.scoped)
)

it.live("titles are found in the language of the settings, in English, and in that of the show", () =>
  Effect.gen(function* () {
    const { ask, control, later, read, seen, waiting } = yield* world
    yield* control.add(series(990_005, "Die Werft", [2]))
    yield* control.nameEpisodes(990_005, 1, { pt: ["Maré", "Água Baixa"], de: ["Flut", "Ebbe"], en: ["Flood", "Ebb"] })
    yield* control.add(series(990_006, "Die Boje", [2]))
    yield* control.nameEpisodes(990_006, 1, { de: ["Flut", "Ebbe"], en: ["Ebbe", "Flood"] })
    yield* read(
      short(
        ["Die Werft: Temporada 1: agua baixa", "14/3/25"],
        ["Die Werft: Staffel 1: Flut", "13/3/25"],
        ["Harbour: Staffel 2: Ebbe", "12/3/25"],
        ["Harbour: Season 2: Low Water", "11/3/25"],
        ["Die Boje: Season 1: Ebbe", "10/3/25"]
      )
    )
    yield* ask()
    const numbers = Effect.map(seen, (rows) => rows.map(([show, , , number]) => [show, number]))
    expect(yield* numbers).toStrictEqual([
      ["Harbour", 5],
      ["Die Werft", 2]
    ])
    expect((yield* waiting).map(({ show }) => show)).toStrictEqual(["Die Werft", "Harbour", "Die Boje"])
    yield* later
    yield* ask({ DAYBOOK_TMDB_LANGUAGE: "de-DE" })
    expect(yield* numbers).toStrictEqual([
      ["Harbour", 5],
      ["Harbour", 5],
      ["Die Werft", 1],
      ["Die Werft", 2]
    ])
    // In English it is the first episode, and in German the second.
    expect((yield* waiting).map(({ show }) => show)).toStrictEqual(["Die Boje"])
  }).pipe(Effect.provide(layer), Effect.scoped)
)

it.live("a person gives the number, or leaves the episode out, and later imports respect it", () =>
  Effect.gen(function* () {
    const { ask, read, seen, waiting } = yield* world
    const finder = Layer.succeed(TitleFinder, {
      available: false,
      movie: () => Effect.succeedNone,
      search: () => Effect.succeedNone
    })
    const admin = yield* Effect.provide(WatchingAdmin, Layer.provide(WatchingAdmin.Default, finder))
    const high = "Harbour: Season 2: High Tide"
    const rows = short([high, "3/14/25"], ["Harbour: Season 2: Fog", "3/12/25"])
    yield* read(rows)
    yield* ask()
    const [tide, fog] = yield* waiting
    expect((yield* admin.unnumbered(page)).data.map(({ last_watched_at: at, title }) => [title, at])).toStrictEqual([
      ["High Tide", "2025-03-14T12:00:00.000Z"],
      ["Fog", "2025-03-12T12:00:00.000Z"]
    ])
    expect(yield* admin.number(tide!.id, { episode: 4 })).toStrictEqual({ id: tide!.id, episode: 4 })
    yield* admin.number(fog!.id, { episode: null })
    expect(yield* Effect.flip(admin.number(tide!.id, { episode: 1 }))).toMatchObject({ _tag: "NoData" })
    expect(yield* Effect.flip(admin.number(4_711, { episode: 1 }))).toMatchObject({ _tag: "NoData" })
    yield* ask()
    expect(yield* waiting).toStrictEqual([])
    expect((yield* read(rows)).added).toBe(0)
    expect((yield* read(short([high, "11/2/24"], [high, "11/30/24"]))).added).toBe(2)
    expect(yield* seen).toStrictEqual([
      ["Harbour", 990_001, 2, 4, "netflix", "2024-11-02"],
      ["Harbour", 990_001, 2, 4, "netflix", "2024-11-30"],
      ["Harbour", 990_001, 2, 4, "netflix", "2025-03-14"]
    ])
  }).pipe(Effect.provide(layer), Effect.scoped)
)

it.live("a person says which season it is, or that it is a film, and later imports respect it", () =>
  Effect.gen(function* () {
    const { ask, read, records, seen, waiting } = yield* world
    const finder = Layer.succeed(TitleFinder, {
      available: false,
      movie: () => Effect.succeedNone,
      search: () => Effect.succeedNone
    })
    const admin = yield* Effect.provide(WatchingAdmin, Layer.provide(WatchingAdmin.Default, finder))
    const rows = full(
      ["Harbour: Tide: The Net Box (Episode 4)", "2025-03-14 19:11:09"],
      ["Harbour: Tide: Doing It", "2025-03-12 19:11:09"],
      ["Gull: The Long Way: Egg", "2025-03-10 19:11:09"],
      ["Gull: The Long Way: Nest", "2025-03-09 19:11:09"]
    )
    expect((yield* read(rows, "ViewingActivity.csv")).added).toBe(4)
    expect((yield* read(rows, "ViewingActivity.csv")).added).toBe(0)
    // Without a season there is nothing to ask TMDB for.
    yield* ask()
    const [box, doing, egg, nest] = yield* waiting
    expect([box, egg].map((one) => [one?.show, one?.season, one?.episode, one?.title])).toStrictEqual([
      ["Harbour", null, 4, "Tide: The Net Box"],
      ["Gull", null, null, "The Long Way: Egg"]
    ])
    expect(yield* Effect.flip(admin.number(box!.id, { episode: 4 }))).toMatchObject({ _tag: "BadInput" })
    yield* admin.number(box!.id, { episode: 4, season: 2 })
    yield* admin.number(doing!.id, { episode: 3, season: 0 })
    yield* admin.number(egg!.id, { episode: null, is_film: true })
    yield* admin.number(nest!.id, { episode: null })
    expect(yield* waiting).toStrictEqual([])
    const after = yield* seen
    expect(after.map(([title, , season, number]) => [title, season, number])).toStrictEqual([
      ["Gull: The Long Way: Egg", null, null],
      ["Harbour", 0, 3],
      ["Harbour", 2, 4]
    ])
    expect((yield* read(rows, "ViewingActivity.csv")).added).toBe(0)
    const again = ["Harbour: Tide: The Net Box (Episode 4)", "Gull: The Long Way: Egg", "Gull: The Long Way: Nest"]
    yield* read(full(...again.map((title) => [title, "2025-05-01 19:11:09"] as const)), "ViewingActivity.csv")
    expect(yield* seen).toHaveLength(5)
    expect(yield* waiting).toStrictEqual([])
    expect(yield* records.count("netflix")).toBe(5)
  }).pipe(Effect.provide(layer), Effect.scoped)
)

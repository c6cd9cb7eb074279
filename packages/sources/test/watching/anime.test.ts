import { syncDefaults } from "@daybook/core/sync"
import { type AnimeTitle, animeList, Fault, malList } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { gzipSync } from "node:zlib"
import { recordsOf } from "../../src/anilist/wire.js"
import { mal as malSource } from "../../src/mal/source.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { importFile, filesOf } from "../support/importFile.js"
import { readWatches, watchSummary } from "../support/watchFile.js"
import { messageOf, stage, stores, today } from "./stage.js"

const { exportFile } = filesOf(malSource)

const read = readWatches(exportFile)

const anime = (values: Readonly<Record<string, string | number>>) =>
  `<anime>${Object.entries({ series_animedb_id: 90_001, series_title: "Harbour", ...values })
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("")}</anime>`
const list = (...entries: ReadonlyArray<string>) =>
  `<?xml version="1.0" encoding="UTF-8" ?>\n<!-- made -->\n<myanimelist><myinfo><user_id>1</user_id></myinfo>${entries.join("\n")}</myanimelist>`

describe("the list of MyAnimeList", () => {
  it.effect("has counts of seasons, and days of films that somebody knows", () =>
    Effect.gen(function* () {
      const season = { series_type: "TV", series_episodes: 12, my_score: 8, my_status: "Watching" }
      const film = { series_type: "Movie", series_title: "<![CDATA[Salt & <b>]]>", my_status: "Completed" }
      const { failure, lines, records } = yield* read(
        list(
          anime({ ...season, my_watched_episodes: 5, my_finish_date: "2025-03-14" }),
          anime({ ...season, my_watched_episodes: 0, my_status: 2, my_score: 0 }),
          anime({ ...season, my_watched_episodes: 0, my_status: "Plan to Watch" }),
          anime({ ...season, my_watched_episodes: 0, my_status: 6, my_score: 0 }),
          anime({ ...film, my_finish_date: "2025-03-14", my_times_watched: 0 }),
          anime({ ...film, my_finish_date: "2025-03-14", my_times_watched: 2 }),
          ...["0000-00-00", "2025-00-00", "2025-03-00", "2025-00-10", "2025-02-30", "2999-01-01", ""].map((day) =>
            anime({ ...film, my_finish_date: day })
          ),
          anime({ ...season, series_type: "Music", my_watched_episodes: 1 }),
          "<manga><manga_mangadb_id>1</manga_mangadb_id></manga>",
          anime({ ...season, series_animedb_id: "x" }),
          anime({ ...season, series_title: "" })
        ),
        "animelist_1741983069_-_1.xml"
      )
      expect(failure).toBeNull()
      expect(records.map((record) => [...watchSummary(record), record.report?.plays ?? null])).toStrictEqual([
        ["Harbour", "some day", null, 5],
        ["Harbour", "rated", 4, null],
        ["Harbour", "some day", null, 12],
        ["Harbour", "rated", 4, null],
        ["Salt & <b>", "2025-03-14", null, null],
        ["Salt & <b>", "2025-03-14", null, null],
        ["Salt & <b>", "some day", null, 3],
        ...Array.from({ length: 7 }, () => ["Salt & <b>", "some day", null, 1])
      ])
      expect(lines.join()).toContain("2 not a film or series, 1 not watched, 2 broken")
    })
  )

  it.effect("is the same whether packed or not, and says where it is cut", () =>
    Effect.gen(function* () {
      const text = list(
        ...Array.from({ length: 300 }, (_, index) => anime({ series_animedb_id: 1 + index, my_status: 2 }))
      )
      const plain = yield* read(text, "list.xml")
      expect(plain.records).toHaveLength(300)
      const packed = gzipSync(text)
      expect((yield* read(packed, "list.xml.gz")).records).toStrictEqual(plain.records)
      const cut = yield* read(text.slice(0, -500), "list.xml")
      expect(String(cut.failure)).toContain("cut short")
      expect(cut.records.length).toBeGreaterThan(280)
      const cutPacked = yield* read(packed.subarray(0, packed.length - 40), "list.xml.gz")
      expect(String(cutPacked.failure)).toContain("cut short")
      expect(cutPacked.records.length).toBeGreaterThan(0)
      expect(messageOf((yield* read("<html><body>Sorry</body></html>", "list.xml")).failure)).toContain("animelist_")
    })
  )
})

describe("the lists of AniList", () => {
  it("count each entry once, whatever list has it", () => {
    const entry = {
      id: 7,
      mediaId: 100,
      status: "REPEATING",
      score: 85,
      progress: 3,
      repeat: null,
      completedAt: { year: 2025, month: 3, day: null },
      media: { idMal: 9, title: { romaji: "Minato", english: null }, episodes: 12, format: "TV" }
    }
    const film = {
      ...entry,
      id: "8",
      status: "COMPLETED",
      score: 0,
      completedAt: { year: 2025, month: "3", day: 4 },
      media: { ...entry.media, format: "MOVIE", startDate: { year: 2019 }, title: { english: "Salt" } }
    }
    const { records, unreadable } = recordsOf(
      [{ entries: [entry, film, { id: 9 }, null] }, { entries: [film, entry] }, {}, null],
      today
    )
    expect(records.map((record) => [...watchSummary(record), record.report?.plays ?? null])).toStrictEqual([
      ["Minato", "some day", null, 12],
      ["Minato", "rated", 4.5, null],
      ["Salt (2019)", "some day", null, 1]
    ])
    const later = recordsOf([{ entries: [film] }], Date.parse("2026-01-01"))
    expect(later.records.map(watchSummary)).toStrictEqual([["Salt (2019)", "2025-03-04", null]])
    expect(unreadable).toBe(2)
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (lists) => {
        expect(recordsOf(lists, today).records).toStrictEqual([])
      })
    )
  })
})

/** What the reports of a list must be, from the titles alone. */
const expectedOf = (titles: ReadonlyArray<AnimeTitle>) => ({
  days: titles.filter(({ finished, kind }) => kind === "film" && finished.day !== null).length,
  undated: titles.filter(({ again, finished, kind }) => kind === "season" || finished.day === null || again > 0).length,
  plays: titles.reduce(
    (sum, { again, finished, kind, watched }) =>
      sum + (kind === "season" ? watched : finished.day === null || again > 0 ? 1 + again : 0),
    0
  )
})

const layer = stores.pipe(Layer.provideMerge(newDatabase()))

it.live("AniList, MyAnimeList, Simkl and a media server give the same tables in any order", () =>
  Effect.gen(function* () {
    const orders = [
      ["plex", "mal", "anilist", "simkl"],
      ["anilist", "simkl", "plex", "mal"]
    ] as const
    const tables = yield* Effect.forEach(orders, (order) =>
      Effect.gen(function* () {
        const world = yield* stage()
        const titles = animeList(world.sampleOwner, world.sampleOwner.watching.until(today / 1_000 + 1))
        const file = importFile("animelist_1732000000_-_1.xml.gz", gzipSync(malList(titles)), 65_536)
        const mal = yield* world.sourceOf("mal")
        const readFile = () => world.engine.import(mal, file, syncDefaults("import"))
        for (const origin of order)
          if (origin === "mal") expect((yield* readFile()).added).toBeGreaterThan(0)
          else yield* world.sync(yield* world.sourceOf(origin), true)
        yield* world.follow
        const before = yield* world.table
        const again = [yield* readFile(), yield* world.sync(yield* world.sourceOf("anilist"), true)]
        expect(again.map(({ added, changed, removed }) => [added, changed, removed])).toStrictEqual([
          [0, 0, 0],
          [0, 0, 0]
        ])
        expect(yield* world.table).toStrictEqual(before)
        for (const source of ["anilist", "mal"]) {
          const [counts] = yield* world.sql`
            SELECT count(at)::int AS days, (count(*) FILTER (WHERE at IS NULL))::int AS undated, sum(plays)::int AS plays
            FROM watching_reports WHERE source::text = ${source}`
          expect(counts).toStrictEqual(expectedOf(titles))
        }
        const shows = yield* world.sql<Readonly<Record<string, unknown>>>`
          SELECT title.kind::text AS kind, title.title, title.year, count(report.id)::int AS reports,
            (SELECT string_agg(rating.source::text || rating.rating::text, ',' ORDER BY rating.source::text) FROM watching_ratings AS rating
              WHERE rating.title_id = title.id) AS ratings
          FROM watching_titles AS title LEFT JOIN watching_reports AS report ON report.title_id = title.id
          GROUP BY title.id ORDER BY title.kind::text, title.title, title.year, reports`
        return [...before, ...shows]
      }).pipe(Effect.provide(layer), Effect.scoped)
    )
    expect(tables[0]!.length).toBeGreaterThan(200)
    expect(tables[1]).toStrictEqual(tables[0])
  })
)

it.live("AniList is retried, loses what is off the lists, and names a private or unknown member", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const { control } = world.simulators.anilist
    const source = yield* world.sourceOf("anilist")
    yield* control.faults.next(Fault.Status({ status: 429, retryAfter: 0 }))
    yield* control.faults.next(Fault.Html({}))
    yield* control.faults.next(Fault.Truncated())
    expect((yield* world.sync(source)).added).toBeGreaterThan(10)
    const reports = Effect.map(
      world.sql<{ days: number; undated: number; plays: number }>`
        SELECT count(at)::int AS days, (count(*) FILTER (WHERE at IS NULL))::int AS undated, sum(plays)::int AS plays
        FROM watching_reports WHERE source = 'anilist'`,
      ([row]) => row
    )
    expect(yield* reports).toStrictEqual(expectedOf(yield* control.titles))
    yield* control.remove((yield* control.titles).find(({ kind }) => kind === "film")!.id)
    yield* world.sync(source)
    expect(yield* reports).toStrictEqual(expectedOf(yield* control.titles))
    const before = yield* reports
    yield* control.faults.next(Fault.Empty())
    expect(messageOf(yield* Effect.flip(world.sync(source)))).toContain("no longer has")
    expect(yield* reports).toStrictEqual(before)
    const nobody = yield* world.sourceOf("anilist", { DAYBOOK_ANILIST_USERNAME: "nobody" })
    expect(messageOf(yield* Effect.flip(world.sync(nobody)))).toContain("no member of this name")
    yield* control.hide
    expect(messageOf(yield* Effect.flip(world.sync(source)))).toContain("make the profile public")
  }).pipe(Effect.provide(layer), Effect.scoped)
)

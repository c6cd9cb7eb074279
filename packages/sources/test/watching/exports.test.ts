import { syncDefaults, SourceFailure } from "@daybook/core/sync"
import { noDetails, noIdentifiers, WatchingRecords, WatchingStore } from "@daybook/core/watching"
import { expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Logger, LogLevel } from "effect"
import { strToU8, zipSync } from "fflate"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { depth } from "../../../adapters/test/support/depth.js"
import { importFile } from "../support/importFile.js"
import { stage, stores } from "./stage.js"

/** Films, some with the same title and adjacent years. */
const films = [
  ["Ladder", 2013],
  ["Ladder", 2014],
  ["Saw Pit", 2003],
  ["Saw Pit", 2004],
  ["Yearless", null],
  ["1917 Windows", 2019]
] as const

interface Logged {
  readonly number: number
  readonly film: number
  /** Day of March; null for a review outside the diary. */
  readonly day: number | null
  readonly rewatch: boolean
  readonly rating: number | null
  readonly review: string | null
}
/** The content of a member's account on one day. */
interface Account {
  readonly entries: ReadonlyArray<Logged>
  /** Ratings by film; null if it was seen but not rated. */
  readonly seen: ReadonlyMap<number, number | null>
}

const ratings = [null, 0.5, 3, 5]
const logged: fc.Arbitrary<Omit<Logged, "number">> = fc.record({
  film: fc.nat({ max: films.length - 1 }),
  day: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 4 }),
  rewatch: fc.boolean(),
  rating: fc.constantFrom(...ratings),
  review: fc.constantFrom(null, 'Slow, and "good".\n\nTwice.', "No.")
})
const change = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), entry: logged }),
  fc.record({ kind: fc.constant("edit" as const), place: fc.nat(), entry: logged }),
  fc.record({ kind: fc.constant("remove" as const), place: fc.nat() }),
  fc.record({
    kind: fc.constant("mark" as const),
    film: fc.nat({ max: films.length - 1 }),
    rating: fc.constantFrom(...ratings)
  }),
  fc.record({ kind: fc.constant("unmark" as const), film: fc.nat({ max: films.length - 1 }) })
)
const history = fc.record({
  months: fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
  dice: fc.infiniteStream(fc.nat())
})

/** The account after each month. Without day and review there is no entry. */
const accountsOf = (
  months: ReadonlyArray<ReadonlyArray<typeof change extends fc.Arbitrary<infer T> ? T : never>>
): ReadonlyArray<Account> => {
  let entries: ReadonlyArray<Logged> = []
  const marks = new Map<number, number | null>()
  let number = 0
  return months.map((changes) => {
    for (const one of changes) {
      const place = "place" in one && entries.length > 0 ? one.place % entries.length : -1
      if (one.kind === "add") entries = [...entries, { ...one.entry, number: ++number }]
      else if (one.kind === "edit")
        entries = entries.map((entry, index) => (index === place ? { ...one.entry, number: entry.number } : entry))
      else if (one.kind === "remove") entries = entries.filter((_, index) => index !== place)
      else if (one.kind === "mark") marks.set(one.film, one.rating)
      else marks.delete(one.film)
    }
    const logged = entries.filter(({ day, review }) => day !== null || review !== null)
    const seen = new Map([...marks, ...logged.map(({ film }) => [film, marks.get(film) ?? null] as const)])
    return { entries: logged, seen }
  })
}

const cell = (value: string | number | null) =>
  value === null ? "" : /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)
const table = (header: string, rows: ReadonlyArray<ReadonlyArray<string | number | null>>) =>
  [header, ...rows.map((row) => row.map(cell).join(","))].join("\n") + "\n"
const dateOf = (day: number | null) => (day === null ? null : `2024-03-0${day}`)

const archive = ({ entries, seen }: Account, month: number) => {
  const film = (index: number) => [films[index]![0], films[index]![1], `https://boxd.it/f${index}`]
  const entry = (one: Logged) => [
    "2024-04-01",
    ...film(one.film).slice(0, 2),
    `https://boxd.it/e${one.number}`,
    one.rating,
    one.rewatch ? "Yes" : null
  ]
  const zip = zipSync({
    "diary.csv": strToU8(
      table(
        "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date",
        entries.flatMap((one) => (one.day === null ? [] : [[...entry(one), null, dateOf(one.day)]]))
      )
    ),
    "reviews.csv": strToU8(
      table(
        "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date",
        entries.flatMap((one) => (one.review === null ? [] : [[...entry(one), one.review, null, dateOf(one.day)]]))
      )
    ),
    "watched.csv": strToU8(
      table(
        "Date,Name,Year,Letterboxd URI",
        [...seen.keys()].map((one) => ["2024-04-01", ...film(one)])
      )
    ),
    "ratings.csv": strToU8(
      table(
        "Date,Name,Year,Letterboxd URI,Rating",
        [...seen].flatMap(([one, rating]) => (rating === null ? [] : [["2024-04-01", ...film(one), rating]]))
      )
    )
  })
  return importFile(`letterboxd-someone-2026-0${month + 1}-01-09-30-utc.zip`, zip, 65_536)
}

const shuffled = (count: number, dice: fc.Stream<number>) =>
  Array.from({ length: count }, (_, month) => [month, dice.next().value as number] as const)
    .sort((a, b) => a[1] - b[1])
    .map(([month]) => month)

const page = { page: 1, limit: 1000 }
const any = {
  page,
  genre: null,
  director: null,
  decade: null,
  year: null,
  sort: "title",
  order: "asc",
  exclude: []
} as const
const sorted = <A>(rows: ReadonlyArray<A>) => rows.map((row) => JSON.stringify(row)).sort()

/** An archive of the given tables in the site's format. */
const zipOf = (
  name: string,
  tables: {
    readonly diary?: ReadonlyArray<string>
    readonly reviews?: ReadonlyArray<string>
    readonly watched?: ReadonlyArray<string>
    readonly ratings?: ReadonlyArray<string>
  }
) => {
  const { diary = [], ratings = [], reviews = [], watched = [] } = tables
  const text = (header: string, rows: ReadonlyArray<string>) => strToU8([header, ...rows].join("\n"))
  return importFile(
    name,
    zipSync({
      "diary.csv": text("Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date", diary),
      "reviews.csv": text("Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date", reviews),
      "watched.csv": text("Date,Name,Year,Letterboxd URI", watched),
      "ratings.csv": text("Date,Name,Year,Letterboxd URI,Rating", ratings)
    }),
    65_536
  )
}
const of = (month: number) => `letterboxd-someone-2026-0${month}-01-09-30-utc.zip`
const counts = ({
  added,
  changed,
  removed
}: {
  readonly added: number
  readonly changed: number
  readonly removed: number
}) => [added, changed, removed]

const layer = stores.pipe(Layer.provideMerge(newDatabase()))

it.live(
  "exports in any order and number give the content of the newest",
  () =>
    Effect.gen(function* () {
      const world = yield* stage()
      const store = yield* WatchingStore
      const load = (account: Account, month: number) =>
        world.engine.import(world.letterboxd, archive(account, month), {
          ...syncDefaults("import"),
          allowMassDelete: true
        })
      const check = Effect.fn(function* ({ entries, seen }: Account) {
        const name = (film: number) => [films[film]![0], films[film]![1]]
        const titleAndYear = (film: { readonly title: string; readonly year: number | null }) => [film.title, film.year]
        const viewings = (yield* store.watches({ page, range: { from: null, to: null }, exclude: [] })).rows
        expect(
          sorted(
            viewings.map((one) => [
              titleAndYear(one.movie),
              new Date(one.watchedAt).toISOString().slice(0, 10),
              one.rating,
              one.rewatch,
              one.review
            ])
          )
        ).toStrictEqual(
          sorted(
            entries.flatMap((one) =>
              one.day === null ? [] : [[name(one.film), dateOf(one.day), one.rating, one.rewatch, one.review]]
            )
          )
        )
        expect(sorted((yield* store.movies(any)).rows.map(titleAndYear))).toStrictEqual(
          sorted([...seen.keys()].map(name))
        )
        expect(
          sorted(
            (yield* store.reviews(page)).rows.map((one) => [
              titleAndYear(one.movie),
              one.watchedAt === null,
              one.review
            ])
          )
        ).toStrictEqual(
          sorted(
            entries.flatMap((one) => (one.review === null ? [] : [[name(one.film), one.day === null, one.review]]))
          )
        )
        const rated = new Set([
          ...[...seen].flatMap(([film, rating]) => (rating === null ? [] : [film])),
          ...entries.flatMap(({ film, rating }) => (rating === null ? [] : [film]))
        ])
        expect(
          sorted(
            (yield* store.ratings({ page, sort: "rating", order: "asc" })).rows.map(({ movie }) => titleAndYear(movie))
          )
        ).toStrictEqual(sorted([...rated].map(name)))
        expect((yield* store.totals({ from: null, to: null })).movies).toBe(
          new Set(entries.flatMap(({ day, film }) => (day === null ? [] : [film]))).size
        )
        const documents = yield* world.sql<{
          count: number
        }>`SELECT count(*) AS count FROM search_documents WHERE domain = 'watching'`
        expect(documents[0]!.count).toBe(seen.size)
      })
      const live = ({ dice, months }: typeof history extends fc.Arbitrary<infer T> ? T : never) =>
        Effect.gen(function* () {
          const accounts = accountsOf(months)
          yield* world.sql`TRUNCATE watching_titles, watching_reports, watching_watches, watching_ratings, watching_ids, sync_lists, search_documents, feed_items, domain_counts CASCADE`
          const order = shuffled(accounts.length, dice)
          for (const month of order) yield* load(accounts[month]!, month)
          yield* check(accounts.at(-1)!)
          for (const month of [order[0]!, accounts.length - 1]) {
            const { added, changed, removed } = yield* load(accounts[month]!, month)
            expect([added, changed, removed]).toStrictEqual([0, 0, 0])
          }
        })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(history, (accounts) =>
            Effect.runPromise(Logger.withMinimumLogLevel(live(accounts), LogLevel.None))
          ),
          { numRuns: depth(6) }
        )
      )
    }).pipe(Effect.provide(layer), Effect.scoped),
  300_000
)

it.live(
  "keeps films with the same title separate with media server, feed and metadata service",
  () =>
    Effect.gen(function* () {
      const world = yield* stage()
      const records = yield* WatchingRecords
      const title = (year: number, tmdb: number | null) => ({
        title: "Ladder",
        year,
        ids: { ...noIdentifiers, tmdb },
        details: noDetails
      })
      const play = (year: number, tmdb: number | null, at: number) => ({
        subject: { kind: "movie" as const, title: title(year, tmdb) },
        report: {
          key: String(at),
          at,
          date: null,
          rating: null,
          rewatch: null,
          review: null,
          reviewUrl: null,
          alias: null,
          loggedAt: null
        },
        rating: null,
        tally: null
      })
      yield* records.put("plex", [play(2014, 55, Date.parse("2024-03-01T20:00:00Z"))], null)
      const both = zipOf(of(1), {
        diary: [
          "2024-04-01,Ladder,2013,https://boxd.it/e1,3,,,2024-03-01",
          "2024-04-01,Ladder,2014,https://boxd.it/e2,5,,,2024-03-01"
        ],
        watched: ["2024-04-01,Ladder,2013,https://boxd.it/f1", "2024-04-01,Ladder,2014,https://boxd.it/f2"]
      })
      expect(counts(yield* world.engine.import(world.letterboxd, both, syncDefaults("import")))).toStrictEqual([
        2, 0, 0
      ])
      expect(counts(yield* world.engine.import(world.letterboxd, both, syncDefaults("import")))).toStrictEqual([
        0, 0, 0
      ])
      const store = yield* WatchingStore
      const table = Effect.map(store.watches({ page, range: { from: null, to: null }, exclude: [] }), ({ rows }) =>
        sorted(rows.map(({ movie, rating, source }) => [movie.year, source, rating]))
      )
      const expected = sorted([
        [2013, "letterboxd", 3],
        [2014, "plex", 5]
      ])
      expect(yield* table).toStrictEqual(expected)
      // A service without the film of 2013 may return that of 2014.
      const [older] = (yield* store.movies(any)).rows.filter(({ year }) => year === 2013)
      yield* records.describe("movie", older!.id, title(2014, 55))
      expect(yield* table).toStrictEqual(expected)
    }).pipe(Effect.provide(layer), Effect.scoped),
  60_000
)

it.live(
  "refuses an export with far fewer entries until the operator confirms it",
  () =>
    Effect.gen(function* () {
      const world = yield* stage()
      const entry = (number: number) => `2024-04-01,Film ${number},2000,https://boxd.it/e${number},,,,2024-03-01`
      const entries = Array.from({ length: 40 }, (_, index) => entry(index))
      yield* world.engine.import(world.letterboxd, zipOf(of(1), { diary: entries }), syncDefaults("import"))
      const fewer = zipOf(of(2), { diary: entries.slice(20) })
      const refused = yield* Effect.flip(world.engine.import(world.letterboxd, fewer, syncDefaults("import")))
      expect(String(refused instanceof SourceFailure ? `${refused.message}. ${refused.next}` : refused)).toMatch(
        /20 of 40 records; nothing was removed.*import letterboxd letterboxd-someone-2026-02.*--allow-mass-delete/
      )
      expect(yield* world.table).toHaveLength(40)
      const dry = yield* world.engine.import(world.letterboxd, fewer, {
        ...syncDefaults("import"),
        allowMassDelete: true,
        dryRun: true
      })
      expect(counts(dry)).toStrictEqual([0, 0, 20])
      expect(
        counts(
          yield* world.engine.import(world.letterboxd, fewer, { ...syncDefaults("import"), allowMassDelete: true })
        )
      ).toStrictEqual([0, 0, 20])
    }).pipe(Effect.provide(layer), Effect.scoped),
  60_000
)

it.live(
  "a damaged export adds entries and removes none",
  () =>
    Effect.gen(function* () {
      const world = yield* stage()
      const store = yield* WatchingStore
      const whole = zipOf(of(1), {
        diary: [
          "2024-04-01,Ladder,2013,https://boxd.it/e1,3,,,2024-03-01",
          "2024-04-01,Saw Pit,2003,https://boxd.it/e2,,,,2024-03-02"
        ],
        reviews: ["2024-04-01,Ladder,2013,https://boxd.it/e1,3,,Good.,,2024-03-01"]
      })
      yield* world.engine.import(world.letterboxd, whole, syncDefaults("import"))
      const cut = zipOf(of(2), {
        diary: [
          "2024-04-01,Ladder,2013,https://boxd.it/e1,4,,,2024-03-01",
          "2024-05-01,Yearless,,https://boxd.it/e3,,,,2024-03-03",
          '2024-05-01,"Lad'
        ],
        reviews: ['2024-04-01,"Ladder']
      })
      const failure = yield* Effect.flip(world.engine.import(world.letterboxd, cut, syncDefaults("import")))
      expect(String(failure instanceof SourceFailure && failure.message)).toMatch(
        /is cut short: diary\.csv ends within the row at line 4; 2 whole rows were read/
      )
      const rows = (yield* store.watches({ page, range: { from: null, to: null }, exclude: [] })).rows
      expect(sorted(rows.map(({ movie, rating, review }) => [movie.title, rating, review]))).toStrictEqual(
        sorted([
          ["Ladder", 4, "Good."],
          ["Saw Pit", null, null],
          ["Yearless", null, null]
        ])
      )
    }).pipe(Effect.provide(layer), Effect.scoped),
  60_000
)

it.live(
  "a shared address is the film's, as in exports of earlier years",
  () =>
    Effect.gen(function* () {
      const world = yield* stage()
      const old = zipOf(of(8), {
        diary: [
          "2024-04-01,Ladder,2013,https://boxd.it/f1,3,,,2024-03-01",
          "2024-04-01,Ladder,2013,https://boxd.it/f1,,Yes,,2024-03-02",
          "2024-04-01,Saw Pit,2003,https://boxd.it/f2,,,,2024-03-02"
        ],
        watched: ["2024-04-01,Ladder,2013,https://boxd.it/f1", "2024-04-01,Saw Pit,2003,https://boxd.it/f2"]
      })
      expect(counts(yield* world.engine.import(world.letterboxd, old, syncDefaults("import")))).toStrictEqual([3, 0, 0])
      expect(yield* world.table).toHaveLength(3)
      const newer = zipOf(of(9), {
        diary: [
          "2024-04-01,Ladder,2013,https://boxd.it/e1,3,,,2024-03-01",
          "2024-04-01,Ladder,2013,https://boxd.it/e2,,Yes,,2024-03-02"
        ],
        watched: ["2024-04-01,Ladder,2013,https://boxd.it/f1"]
      })
      expect(counts(yield* world.engine.import(world.letterboxd, newer, syncDefaults("import")))).toStrictEqual([
        0, 2, 1
      ])
    }).pipe(Effect.provide(layer), Effect.scoped),
  60_000
)

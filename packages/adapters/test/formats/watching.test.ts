import { type Report, type WatchingRecord, WatchingRecords, noDetails, noIdentifiers } from "@daybook/core/watching"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { strFromU8, unzipSync } from "fflate"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { awkwardText, exported, home, imported, wipe } from "./support.js"

const dayMillis = 86_400_000

/** A title with viewings that are at least three days apart, so that nothing merges two of them. */
const titled = (index: number) =>
  fc.record({
    title: awkwardText.map((text) => `${text.replace(/\s+/g, " ")} ${index}`),
    year: fc.option(fc.integer({ min: 1900, max: 2024 }), { nil: null }),
    tmdb: fc.option(fc.constant(1_000 + index), { nil: null }),
    episode: fc.option(
      fc.record({ season: fc.nat(3), number: fc.nat(30), title: fc.option(awkwardText, { nil: null }) })
    ),
    viewings: fc.uniqueArray(
      fc.record({
        day: fc.integer({ min: 3_000, max: 6_000 }),
        second: fc.option(fc.integer({ min: 0, max: 86_399 })),
        rating: fc.option(
          fc.integer({ min: 1, max: 10 }).map((value) => value / 2),
          { nil: null }
        ),
        rewatch: fc.boolean(),
        review: fc.option(
          awkwardText.map((text) => text.replace(/\s+/g, " ")),
          { nil: null }
        )
      }),
      { minLength: 1, maxLength: 3, selector: ({ day }) => day }
    )
  })

type Titled = ReturnType<typeof titled> extends fc.Arbitrary<infer A> ? A : never

const life = fc.nat(6).chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => titled(index))))

/** What a player and a diary say: one has the time, the other one the day, a rating and a review. */
const recordsOf = ({ episode, title, tmdb, viewings, year }: Titled) => {
  const named = { title, year, ids: { ...noIdentifiers, tmdb }, details: noDetails }
  const subject: WatchingRecord["subject"] =
    episode === null
      ? { kind: "movie", title: named }
      : { kind: "episode", title: named, season: episode.season, episode: episode.number, episodeTitle: episode.title }
  return viewings.map(({ day, rating, review, rewatch, second }) => {
    const date = new Date(day * 3 * dayMillis).toISOString().slice(0, 10)
    const isDayOnly = second === null
    const at = Date.parse(`${date}T12:00:00Z`) + (second === null ? 0 : (second % 36_000) * 1000 - 18_000_000)
    const report: Report = {
      key: String(at),
      at,
      date: isDayOnly ? date : null,
      rating,
      rewatch: isDayOnly ? rewatch : null,
      review: isDayOnly ? review : null,
      reviewUrl: null,
      alias: null,
      loggedAt: null
    }
    return { source: isDayOnly ? "letterboxd" : "jellyfin", record: { subject, report, rating: null, tally: null } }
  })
}

const store = (titles: ReadonlyArray<Titled>) =>
  Effect.flatMap(WatchingRecords, ({ put }) =>
    Effect.forEach(["letterboxd", "jellyfin"], (source) =>
      put(
        source,
        titles.flatMap(recordsOf).flatMap((one) => (one.source === source ? [one.record] : [])),
        null
      )
    )
  )

const viewings = (columns: string, condition = "true") =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.unsafe(`
      SELECT title.title, title.year, watch.date, ${columns} FROM watching_watches AS watch
      JOIN watching_titles AS title ON title.id = watch.title_id
      LEFT JOIN watching_episodes AS episode ON episode.id = watch.episode_id
      WHERE ${condition} ORDER BY title.title, watch.at`)
  )

const formats = [
  {
    format: "trakt",
    source: "trakt-history",
    file: "history-1.json",
    rows: viewings("watch.at, episode.season, episode.number, episode.title AS episode")
  },
  {
    format: "letterboxd",
    source: "letterboxd",
    file: "letterboxd.zip",
    rows: viewings("watch.rating, watch.rewatch, watch.review", "watch.episode_id IS NULL")
  }
] as const

/** A film that was seen at an unknown time, and what it was rated. */
const undated = fc.record({
  title: awkwardText.map((text) => text.replace(/\s+/g, " ")),
  year: fc.option(fc.integer({ min: 1900, max: 2024 }), { nil: null }),
  rating: fc.option(
    fc.integer({ min: 1, max: 10 }).map((value) => value / 2),
    { nil: null }
  )
})
type Undated = typeof undated extends fc.Arbitrary<infer A> ? A : never

const storeUndated = (films: ReadonlyArray<Undated>) =>
  Effect.flatMap(WatchingRecords, ({ put }) =>
    put(
      "letterboxd",
      films.flatMap(({ rating, title, year }, index): ReadonlyArray<WatchingRecord> => {
        const ids = { ...noIdentifiers, tmdb: 2_000 + index }
        const subject = {
          kind: "movie",
          title: { title: `${title} seen once ${index}`, year, ids, details: noDetails }
        } as const
        const seen = { key: "seen", at: null, date: null, rating: null, rewatch: null, review: null }
        const report: Report = { ...seen, reviewUrl: null, alias: null, loggedAt: null }
        return [
          { subject, report, rating: null, tally: null },
          ...(rating === null ? [] : [{ subject, report: null, rating, tally: null }])
        ]
      }),
      null
    )
  )

const undatedFilms = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT film.title, film.year, rating.rating FROM watching_reports AS report
    JOIN watching_titles AS film ON film.id = report.title_id
    LEFT JOIN watching_ratings AS rating ON rating.title_id = film.id
    WHERE report.at IS NULL ORDER BY film.title`
)

layer(home, { excludeTestServices: true, timeout: "5 minutes" })("exports of viewings", (it) => {
  it.effect.each(formats)("of any life are read back as the same viewings: $format", ({ file, format, rows, source }) =>
    forEvery(
      life,
      (titles) =>
        Effect.gen(function* () {
          yield* wipe("watching")
          yield* store(titles)
          const before = yield* rows
          const { bytes, records } = yield* exported(format)
          expect(records).toBe(before.length)
          yield* wipe("watching")
          if (records > 0) yield* imported(source, file, bytes)
          expect(yield* rows).toStrictEqual(before)
        }),
      { numRuns: depth(20) }
    )
  )

  it.effect("have films seen at an unknown time with their ratings: letterboxd", () =>
    forEvery(
      fc.tuple(life, fc.array(undated, { minLength: 1, maxLength: 5 })),
      ([titles, films]) =>
        Effect.gen(function* () {
          yield* wipe("watching")
          yield* store(titles)
          yield* storeUndated(films)
          const before = yield* undatedFilms
          expect(before).toHaveLength(films.length)
          const { bytes } = yield* exported("letterboxd")
          yield* wipe("watching")
          yield* imported("letterboxd", "letterboxd.zip", bytes)
          expect(yield* undatedFilms).toStrictEqual(before)
        }),
      { numRuns: depth(10) }
    )
  )

  /** The history of https://docs.trakt.tv and the tables of Letterboxd's export. */
  it.effect("have the members and columns of the services", () =>
    Effect.gen(function* () {
      yield* wipe("watching")
      const film = { title: "Violet Chalk", year: 1982, tmdb: 603, episode: null }
      const seen = { day: 6_000, second: null, rating: 4.5, rewatch: true, review: 'Say "yes" & <no>' }
      yield* store([{ ...film, viewings: [seen] }])
      yield* storeUndated([
        { title: "Rated", year: 1999, rating: 3.5 },
        { title: "Not rated", year: null, rating: null }
      ])
      const date = new Date(18_000 * dayMillis).toISOString().slice(0, 10)
      const [entry] = JSON.parse(strFromU8((yield* exported("trakt")).bytes)) as ReadonlyArray<object>
      expect(entry).toEqual({
        id: expect.any(Number) as number,
        watched_at: `${date}T12:00:00.000Z`,
        action: "watch",
        type: "movie",
        movie: { title: "Violet Chalk", year: 1982, ids: { tmdb: 603 } }
      })
      const members = unzipSync((yield* exported("letterboxd")).bytes)
      expect(Object.fromEntries(Object.entries(members).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual({
        "diary.csv":
          "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\r\n" +
          `"${date}","Violet Chalk","1982","","4.5","Yes","","${date}"\r\n`,
        "reviews.csv":
          "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\r\n" +
          `"${date}","Violet Chalk","1982","","4.5","Yes","Say ""yes"" &amp; &lt;no>","","${date}"\r\n`,
        "ratings.csv": 'Date,Name,Year,Letterboxd URI,Rating\r\n"","Rated seen once 0","1999","","3.5"\r\n',
        "watched.csv":
          'Date,Name,Year,Letterboxd URI\r\n"","Rated seen once 0","1999",""\r\n"","Not rated seen once 1","",""\r\n'
      })
      yield* wipe("watching")
      expect(strFromU8((yield* exported("trakt")).bytes)).toBe("[]\n")
    })
  )
})

import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { Corrections, type NewCorrection } from "@daybook/core/corrections"
import {
  type WatchingRecord,
  WatchingRecords,
  WatchingStore,
  noDetails,
  noIdentifiers,
  noonOf,
  publishChanges,
  syncKey,
  watchingRules
} from "@daybook/core/watching"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Option } from "effect"
import * as Records from "../../src/postgres/watching/WatchingRecords.js"
import * as Store from "../../src/postgres/watching/WatchingStore.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { home, listening } from "../support/stores.js"
import { correctionServices, followCorrections, withoutConflict } from "./correctionProperties.js"
import { wipe } from "./model/database.js"

const titles = [
  { title: "Ladder", year: 1960 },
  { title: "Äther", year: 1978 },
  { title: "Signal", year: null }
] as const

/** Two days apart, reports of one title are two viewings. */
const days = ["2025-03-01", "2025-03-04", "2025-03-08"]

const sources = ["plex", "letterboxd", "trakt"] as const

interface Seen {
  readonly title: number
  readonly source: (typeof sources)[number]
  /** Null if it is not known when. */
  readonly day: string | null
  readonly episode: number | null
}

const seen: fc.Arbitrary<Seen> = fc.record({
  title: fc.nat({ max: titles.length - 1 }),
  source: fc.constantFrom(...sources, "plex"),
  day: fc.constantFrom(null, ...days, ...days),
  episode: fc.constantFrom(null, null, 1, 2)
})

/** A media server lists episodes, also those of which it knows no time; a diary lists films by day. */
const episodeOf = ({ episode, source }: Seen) => (source === "letterboxd" ? null : episode)

/** One source takes the first title for that of the next year: rules join both. */
const yearOf = ({ source, title }: Seen) => (source === "trakt" && title === 0 ? 1961 : titles[title]!.year)

const recordOf = (one: Seen): WatchingRecord => {
  const { day } = one
  const episode = episodeOf(one)
  const title = { title: titles[one.title]!.title, year: yearOf(one), ids: noIdentifiers, details: noDetails }
  const common = { rating: null, rewatch: null, review: null, reviewUrl: null, alias: null, loggedAt: null }
  return {
    subject:
      episode === null ? { kind: "movie", title } : { kind: "episode", title, season: 1, episode, episodeTitle: null },
    report: { ...common, key: day ?? "seen", at: day === null ? null : noonOf(day), date: day },
    rating: null,
    tally: null
  }
}

type Step =
  | { readonly _tag: "Put"; readonly seen: ReadonlyArray<Seen> }
  | { readonly _tag: "Remove"; readonly source: Seen["source"] }
  | { readonly _tag: "Correct"; readonly correction: NewCorrection }

const puts: fc.Arbitrary<Step> = fc
  .array(seen, { minLength: 1, maxLength: 6 })
  .map((all) => ({ _tag: "Put" as const, seen: all }))
const removals: fc.Arbitrary<Step> = fc.constantFrom(...sources).map((source) => ({ _tag: "Remove" as const, source }))
const histories = fc.array(fc.oneof({ weight: 4, arbitrary: puts }, { weight: 1, arbitrary: removals }), {
  minLength: 1,
  maxLength: 4
})

const hide = (type: string, subject: NewCorrection["subject"]): NewCorrection => ({
  ...{ domain: "watching", kind: "hide", type, subject, object: null, value: null, reason: null }
})

const nameOf = (type: string, title: string): NewCorrection => ({
  ...{ domain: "watching", kind: "name", type, subject: { title }, object: null, reason: null },
  value: type === "movie" ? "Leiter" : "Die Leiter"
})

const pairOf = (kind: "same" | "different", type: string, from: string, to: string): NewCorrection => ({
  ...{ domain: "watching", kind, type, subject: { title: from }, object: { title: to }, value: null, reason: null }
})

/** Names of titles as corrections write them; the last one is given by a correction. */
const names = ["Ladder", "LADDER", "Ather", "Signal", "Leiter"] as const

const pair: fc.Arbitrary<NewCorrection> = fc
  .tuple(
    fc.constantFrom("same" as const, "same" as const, "same" as const, "different" as const),
    fc.constantFrom("movie", "show"),
    fc.constantFrom(...names),
    fc.constantFrom(...names)
  )
  .map((of) => pairOf(...of))

const single: fc.Arbitrary<NewCorrection> = fc
  .record({
    isName: fc.boolean(),
    type: fc.constantFrom("movie", "show", "viewing"),
    name: fc.constantFrom(...names),
    day: fc.constantFrom(...days),
    episode: fc.constantFrom(null, 1, 2)
  })
  .map(({ day, episode, isName, name, type }) =>
    type === "viewing"
      ? hide(type, {
          ...{ title: name, watched_on: day },
          ...(episode === null ? {} : { season: "1", episode: String(episode) })
        })
      : isName
        ? nameOf(type, name)
        : hide(type, { title: name })
  )

const setDay = (subject: NewCorrection["subject"], day: string): NewCorrection => ({
  ...{ domain: "watching", kind: "set", type: "viewing", subject, object: null, reason: null },
  value: `date=${day}`
})

const credit = (subject: NewCorrection["subject"], season: number, episode: number): NewCorrection => ({
  ...{ domain: "watching", kind: "credit", type: "episode", subject, value: null, reason: null },
  object: { season: String(season), episode: String(episode) }
})

/** Days that corrections give: those of other viewings, next to them, and far from all. */
const givenDays = [...days, "2025-03-02", "2024-07-19"]

const day: fc.Arbitrary<NewCorrection> = fc
  .record({
    name: fc.constantFrom(...names),
    day: fc.constantFrom("unknown", "unknown", ...days),
    episode: fc.constantFrom(null, null, 1, 2),
    given: fc.constantFrom(...givenDays)
  })
  .map(({ day, episode, given, name }) =>
    setDay(
      { ...{ title: name, watched_on: day }, ...(episode === null ? {} : { season: "1", episode: String(episode) }) },
      given
    )
  )

const place: fc.Arbitrary<NewCorrection> = fc
  .record({
    name: fc.constantFrom(...names),
    episode: fc.constantFrom(1, 2),
    day: fc.constantFrom(null, null, "unknown", ...days),
    season: fc.constantFrom(1, 2),
    to: fc.constantFrom(1, 2, 3)
  })
  .map(({ day, episode, name, season, to }) =>
    credit(
      { ...{ title: name, season: "1", episode: String(episode) }, ...(day === null ? {} : { watched_on: day }) },
      season,
      to
    )
  )

/** Says that the titles of two years are two. */
const apart = (type: string, from: number, to: number): NewCorrection => ({
  ...pairOf("different", type, "Ladder", "Ladder"),
  ...{ subject: { title: "Ladder", year: String(from) }, object: { title: "Ladder", year: String(to) } }
})

const separation: fc.Arbitrary<NewCorrection> = fc
  .tuple(fc.constantFrom("movie", "show"), fc.constantFrom([1960, 1961] as const, [1961, 1960] as const))
  .map(([type, [from, to]]) => apart(type, from, to))

const identified = (type: string, title: string, value: string): NewCorrection => ({
  ...{ domain: "watching", kind: "identify", type, subject: { title }, object: null, value, reason: null }
})

const identification: fc.Arbitrary<NewCorrection> = fc
  .tuple(
    fc.constantFrom("movie", "show"),
    fc.constantFrom(...names),
    fc.constantFrom("tmdb_id=603", "tmdb_id=604", "imdb_id=tt2000374", "none")
  )
  .map((of) => identified(...of))

const corrections = withoutConflict(watchingRules, fc.oneof(single, pair, separation, identification, day, place))
/** Without days and places, what is to be seen follows from titles alone. */
const correctionsOfTitles = withoutConflict(watchingRules, fc.oneof(single, pair, separation))

const perform = Effect.fn(function* (step: Step) {
  const records = yield* WatchingRecords
  const sql = yield* SqlClient.SqlClient
  if (step._tag === "Correct")
    return yield* Effect.flatMap(Corrections, ({ importAll }) => importAll([step.correction]))
  if (step._tag === "Put") {
    for (const source of sources) {
      const own = step.seen.filter((one) => one.source === source).map(recordOf)
      const { changes } = yield* records.put(source, own, null)
      yield* publishChanges(changes)
    }
    return
  }
  const rows = yield* sql<{ id: number }>`SELECT id FROM watching_reports WHERE source::text = ${step.source}`
  const { changes } = yield* records.remove(
    step.source,
    rows.map(({ id }) => syncKey("viewings", id))
  )
  yield* publishChanges(changes)
})

const empty = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.zipRight(wipe, sql`TRUNCATE watching_titles, watching_unnumbered RESTART IDENTITY CASCADE`)
)

const performAll = (steps: ReadonlyArray<Step>) =>
  Effect.zipRight(empty, Effect.forEach(steps, perform, { discard: true }))

/** What answers are made of, without ids. */
const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat_ws(' | ', 'viewing', title.kind, title.title, episode.season, episode.number, watch.date, watch.source) AS line
    FROM watching_watches AS watch JOIN watching_titles AS title ON title.id = watch.title_id
    LEFT JOIN watching_episodes AS episode ON episode.id = watch.episode_id
    UNION ALL SELECT concat_ws(' | ', 'title', kind, title, hidden, identified,
        jsonb_path_query_array(shown_ids, '$[*] ? (@[0] == "tmdb")')) FROM watching_titles
      WHERE EXISTS (SELECT FROM watching_reports WHERE title_id = watching_titles.id)
    UNION ALL SELECT concat_ws(' | ', 'undated', title.kind, title.title, report.source, report.given_date,
        episode.season, episode.number)
      FROM watching_reports AS report JOIN watching_titles AS title ON title.id = report.title_id
      LEFT JOIN watching_episodes AS episode ON episode.id = coalesce(report.shown_episode_id, report.episode_id)
      WHERE report.at IS NULL
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, title, subtitle) FROM search_documents
    UNION ALL SELECT concat_ws(' | ', 'feed', event_type, title, date) FROM feed_items`
  return rows.map(({ line }) => line).sort()
})

/** Every row that answers are made of, with its ids, and the answers themselves. */
const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* WatchingStore
  const rows = yield* sql<{ line: string }>`
    SELECT concat('viewing ', to_jsonb(watch)) AS line FROM watching_watches AS watch
    UNION ALL SELECT concat('title ', to_jsonb(film)) FROM watching_titles AS film
      WHERE part_of IS NULL OR shown_ids IS NOT NULL
    UNION ALL SELECT concat('report ', to_jsonb(report)) FROM watching_reports AS report
    UNION ALL SELECT concat('episode ', to_jsonb(episode)) FROM watching_episodes AS episode
      WHERE id IN (SELECT episode_id FROM watching_reports UNION SELECT episode_id FROM watching_watches)
    UNION ALL SELECT concat('feed ', to_jsonb(item)) FROM feed_items AS item
    UNION ALL SELECT concat('picture ', to_jsonb(image) - 'due_at') FROM images AS image
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, entity_id, title, subtitle) FROM search_documents`
  return { rows: rows.map(({ line }) => line).sort(), ...(yield* visibleTitles(store)) }
})

const page = { page: 1, limit: 1000 }
const everywhen = { from: null, to: null }

const visibleTitles = (store: typeof WatchingStore.Service) =>
  Effect.all({
    movies: store.movies({
      ...{ page, genre: null, director: null, decade: null, year: null, exclude: [] },
      ...{ sort: "title" as const, order: "asc" as const }
    }),
    shows: Effect.flatMap(store.shows({ page, sort: "title", order: "asc" }), (shows) =>
      Effect.map(
        Effect.forEach(shows.rows, ({ id }) => store.show(id)),
        (profiles) => ({ ...shows, profiles: profiles.map(Option.getOrThrow) })
      )
    ),
    watches: store.watches({ page, range: everywhen, exclude: [] }),
    totals: store.totals({ from: 0, to: noonOf("2030-01-01") }),
    days: store.periods("day", { from: 0, to: noonOf("2030-01-01") }),
    merges: store.merges(page)
  })

const byId = (one: { readonly id: number }, other: { readonly id: number }) => one.id - other.id

const correct = (correction: NewCorrection): Step => ({ _tag: "Correct", correction })

const isGivenName = (key: NewCorrection["subject"]) => key["title"] === names.at(-1)

/** A title by its index; `b` is the part of it that a correction separates. */
type Entity = string

/** The films and episodes that are to be seen, by a computation of its own. */
const expectedOf = (history: ReadonlyArray<Seen>, some: ReadonlyArray<NewCorrection>) => {
  const fold = (name: string) => name.toLowerCase().replace("ä", "a")
  const isNamed = (key: NewCorrection["subject"], title: number) => fold(key["title"]!) === fold(titles[title]!.title)
  const typeOf = (one: Seen) => (episodeOf(one) === null ? "movie" : "show")
  const seenOf = (type: string) => history.filter((one) => typeOf(one) === type)
  /** Whether corrections separate the first title: what names both years is then two. */
  const isSeparate = (type: string) =>
    some.some((one) => one.kind === "different" && one.type === type && one.subject["year"] !== undefined) &&
    new Set(
      seenOf(type)
        .filter(({ title }) => title === 0)
        .map(yearOf)
    ).size > 1
  const entityOf = (one: Seen): Entity =>
    isSeparate(typeOf(one)) && one.title === 0 && yearOf(one) === 1961 ? "0b" : `${one.title}`
  const indexOf = (entity: Entity) => Number(entity[0])
  const seenAs = (type: string) => [...new Set(seenOf(type).map(entityOf))].toSorted()
  const endOf = (type: string, entity: Entity): Entity => {
    const move = some.find((one) => one.kind === "same" && one.type === type && isNamed(one.subject, indexOf(entity)))
    const target = seenAs(type).find((other) => move !== undefined && isNamed(move.object!, indexOf(other)))
    return target === undefined ? entity : endOf(type, target)
  }
  const groupOf = (type: string, entity: Entity) =>
    seenAs(type).filter((other) => endOf(type, other) === endOf(type, entity))
  const givenTo = (type: string, entity: Entity) =>
    some.find((one) => one.kind === "name" && one.type === type && isNamed(one.subject, indexOf(entity)))?.value
  const nameOf = (type: string, entity: Entity) =>
    [endOf(type, entity), ...groupOf(type, entity)].map((one) => givenTo(type, one)).find((one) => one !== undefined) ??
    titles[indexOf(endOf(type, entity))]!.title
  const isHidden = (one: Seen) => {
    const [episode, own] = [episodeOf(one), typeOf(one)]
    const spellings = groupOf(own, entityOf(one)).flatMap((entity) =>
      [titles[indexOf(entity)]!.title, givenTo(own, entity) ?? []].flat()
    )
    return some.some(({ kind, subject, type }) => {
      if (kind !== "hide" || !spellings.map(fold).includes(fold(subject["title"]!))) return false
      if (type !== "viewing") return type === own
      return (
        subject["watched_on"] === one.day &&
        subject["season"] === (episode === null ? undefined : "1") &&
        subject["episode"] === (episode === null ? undefined : String(episode))
      )
    })
  }
  const visible = history.filter((one) => !isHidden(one))
  const listOf = (type: string) =>
    [
      ...new Map(
        visible
          .filter((one) => typeOf(one) === type)
          .map((one) => [endOf(type, entityOf(one)), nameOf(type, entityOf(one))] as const)
      ).values()
    ].toSorted()
  return { movies: listOf("movie"), shows: listOf("show") }
}

/** Contract: what corrections hide of watching follows from the reports. */
export const watchingCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of watching", (it) => {
    const stores = Layer.mergeAll(listening, Records.layer, Store.layer).pipe(
      Layer.provideMerge(home("UTC", () => "2025-04-01"))
    )
    const services = correctionServices(stores)

    const domain = { histories, corrections, correct, perform, performAll, library, answers, numRuns: 40 }

    followCorrections(it.effect, domain, Effect.provide(services))

    it.effect(
      "hide and rename what they name in every list, and nothing else",
      () =>
        forEvery(
          fc.tuple(
            fc.array(seen, { minLength: 1, maxLength: 8 }),
            correctionsOfTitles.filter((some) =>
              some.every((one) => one.object === null || ![one.subject, one.object].some(isGivenName))
            )
          ),
          ([history, some]) =>
            Effect.gen(function* () {
              yield* performAll([...some.map(correct), { _tag: "Put", seen: history }])
              const sql = yield* SqlClient.SqlClient
              const { movies, shows } = yield* visibleTitles(yield* WatchingStore)
              const documents = yield* sql<{ type: string; title: string }>`
                SELECT entity_type AS type, title FROM search_documents`
              const titlesOf = (type: string) =>
                documents
                  .filter((one) => one.type === type)
                  .map(({ title }) => title)
                  .toSorted()
              const listed = {
                movies: movies.rows.map(({ title }) => title).toSorted(),
                shows: shows.rows.map(({ title }) => title).toSorted()
              }
              expect(listed).toStrictEqual(expectedOf(history, some))
              expect({ movies: titlesOf("movie"), shows: titlesOf("show") }).toStrictEqual(listed)
            }).pipe(Effect.provide(services)),
          { numRuns: depth(60) }
        ),
      600_000
    )

    it.effect("make one film of two, with the viewings, ratings and reports of both", () =>
      Effect.gen(function* () {
        const film = { source: "letterboxd" as const, episode: null }
        yield* performAll([
          {
            _tag: "Put",
            seen: [
              { ...film, title: 0, day: days[0]! },
              { ...film, title: 1, day: days[1]! },
              { ...film, title: 1, day: days[1]!, source: "plex" },
              { ...film, title: 2, day: null }
            ]
          }
        ])
        const [service, store] = [yield* Corrections, yield* WatchingStore]
        const same = pairOf("same", "movie", "Äther", "Ladder")
        expect(yield* service.preview(same)).toMatchObject({
          affected: 1,
          before: { movies: 3, viewings: 2 },
          after: { movies: 2, viewings: 2 },
          examples: [
            { before: { name: "Äther", count: 1 }, after: null },
            { before: { name: "Ladder", count: 1 }, after: { name: "Ladder", count: 2 } }
          ]
        })
        yield* service.add(same)
        const undated = yield* service.add(pairOf("same", "movie", "Signal", "Ather"))
        expect(undated.affected).toBe(1)
        const { movies, totals } = yield* visibleTitles(store)
        expect(movies.rows.map(({ title }) => title)).toEqual(["Ladder"])
        expect(totals.movies).toBe(1)
        const profile = yield* store.movie(movies.rows[0]!.id)
        expect(Option.getOrThrow(profile).watches.map(({ watchedAt }) => watchedAt)).toEqual([
          noonOf(days[1]!),
          noonOf(days[0]!)
        ])
        const circle = yield* Effect.flip(service.add(pairOf("same", "movie", "Ladder", "Signal")))
        expect([circle._tag, circle.message]).toEqual([
          "Conflict",
          expect.stringMatching(/this one.*correction \d+.*circle/s)
        ])
        const apart = yield* Effect.flip(service.add(pairOf("different", "movie", "Signal", "Ladder")))
        expect(apart._tag).toBe("Conflict")
      }).pipe(Effect.provide(services))
    )

    it.effect("make two films of one that rules joined, each with what is said of it", () =>
      Effect.gen(function* () {
        const film = { title: 0, episode: null }
        yield* performAll([
          {
            _tag: "Put",
            seen: [
              { ...film, source: "plex", day: days[0]! },
              { ...film, source: "letterboxd", day: days[0]! },
              { ...film, source: "trakt", day: days[1]! },
              { ...film, source: "trakt", day: null }
            ]
          }
        ])
        const [service, store, records] = [yield* Corrections, yield* WatchingStore, yield* WatchingRecords]
        const before = yield* answers
        expect(yield* service.preview(apart("movie", 1961, 1960))).toMatchObject({
          affected: 2,
          before: { movies: 1, viewings: 2 },
          after: { movies: 2, viewings: 2 },
          examples: [
            { before: { name: "Ladder", count: 3 }, after: { name: "Ladder", count: 1 } },
            { before: null, after: { name: "Ladder", count: 2 } }
          ]
        })
        expect(yield* answers).toStrictEqual(before)
        const { correction } = yield* service.add(apart("movie", 1961, 1960))
        const films = Effect.map(visibleTitles(store), ({ movies }) =>
          movies.rows.map(({ durationMin, id, tmdbId, year }) => ({ durationMin, id, tmdbId, year }))
        )
        const [older, newer] = (yield* films).toSorted((one, other) => one.year! - other.year!)
        expect([older, newer]).toMatchObject([{ year: 1960 }, { year: 1961 }])
        expect(older!.id).toBe(before.movies.rows[0]!.id)
        const profile = yield* store.movie(newer!.id)
        expect(Option.getOrThrow(profile).watches.map(({ source }) => source)).toEqual(["trakt"])
        const same = { ...apart("movie", 1960, 1961), kind: "same" as const }
        const { message } = yield* Effect.flip(service.add(same))
        expect(message).toContain(`contradicts correction ${correction.id} (Ladder, 1961 is not Ladder, 1960)`)
        const described = {
          ...{ title: "Ladder", year: 1961 },
          ids: { ...noIdentifiers, tmdb: 604 },
          details: { ...noDetails, durationMin: 88 }
        }
        yield* publishChanges(yield* records.describe("movie", newer!.id, described))
        expect((yield* films).toSorted((one, other) => one.year! - other.year!)).toEqual([
          older,
          { ...newer, durationMin: 88, tmdbId: 604 }
        ])
        yield* service.remove(correction.id)
        expect(yield* answers).toStrictEqual(before)
      }).pipe(Effect.provide(services))
    )

    it.effect("say which film it is, and take back what was said of another one", () =>
      Effect.gen(function* () {
        const film = { source: "plex" as const, episode: null }
        yield* performAll([
          {
            _tag: "Put",
            seen: [
              { ...film, title: 0, day: days[0]! },
              { ...film, title: 1, day: days[1]! }
            ]
          }
        ])
        const [service, store, records] = [yield* Corrections, yield* WatchingStore, yield* WatchingRecords]
        const films = Effect.map(visibleTitles(store), ({ movies }) =>
          movies.rows
            .toSorted(byId)
            .map(({ durationMin, genres, imdbId, title, tmdbId, year }) => [
              ...[title, year, tmdbId, imdbId, durationMin],
              genres.join()
            ])
        )
        const [own, other] = (yield* visibleTitles(store)).movies.rows.toSorted(byId).map(({ id }) => id)
        const filmOf = (tmdb: number, title: string, durationMin: number, genre: string) => ({
          ...{ title, year: 1960 },
          ids: { ...noIdentifiers, tmdb, imdb: `tt${tmdb}0000` },
          details: { ...noDetails, durationMin, genres: [genre] }
        })
        const describeAs = (id: number, title: ReturnType<typeof filmOf>) =>
          Effect.flatMap(records.describe("movie", id, title), publishChanges)
        yield* describeAs(own!, filmOf(605, "Ladders", 80, "Documentary"))
        const wrong = ["Ladders", 1960, 605, "tt6050000", 80, "Documentary"]
        const second = ["Äther", 1978, null, null, null, ""]
        expect(yield* films).toEqual([wrong, second])
        const before = yield* answers
        const { correction } = yield* service.add(identified("movie", "Ladder", "tmdb_id=603"))
        expect(yield* films).toEqual([["Ladder", 1960, 603, null, null, ""], second])
        yield* describeAs(own!, filmOf(603, "The Ladder", 101, "Drama"))
        expect(yield* films).toEqual([["The Ladder", 1960, 603, "tt6030000", 101, "Drama"], second])
        const twice = yield* Effect.flip(service.add(identified("movie", "The Ladder", "none")))
        expect(twice.message).toContain(`contradicts correction ${correction.id} (Ladder is tmdb_id=603)`)
        const alike = yield* service.add(identified("movie", "Ather", "tmdb_id=603"))
        expect((yield* films).map(([title]) => title)).toEqual(["The Ladder"])
        expect(Option.getOrThrow(yield* store.movie(own!)).watches).toHaveLength(2)
        yield* service.remove(alike.correction.id)
        yield* service.remove(correction.id)
        expect(yield* answers).toStrictEqual(before)
        const none = yield* service.add(identified("movie", "Ladders", "none"))
        expect(yield* films).toEqual([["Ladder", 1960, null, null, null, ""], second])
        yield* service.remove(none.correction.id)
        expect(yield* answers).toStrictEqual(before)
        for (const value of ["tmdb_id=x", "tvdb_id=7", "603"])
          expect((yield* Effect.flip(service.add(identified("movie", "Ather", value))))._tag).toBe("BadInput")
        // What is decided by hand is such a correction, and the last decision counts.
        for (const tmdbId of [604, 603] as const)
          yield* records.identify(other!, { tmdbId, title: filmOf(tmdbId, "Aether", 90, "Drama") })
        expect((yield* service.all).map(({ subject, value }) => [subject, value])).toEqual([
          [{ title: "Äther", year: "1978" }, "tmdb_id=603"]
        ])
        expect(yield* films).toEqual([wrong, ["Aether", 1960, 603, "tt6030000", 90, "Drama"]])
        yield* records.identify(other!, null)
        expect((yield* service.all).map(({ value }) => value)).toEqual(["none"])
        expect(yield* films).toEqual([wrong, second])
      }).pipe(Effect.provide(services))
    )

    it.effect("refuse what names nothing, and count what they would change", () =>
      Effect.gen(function* () {
        const film = { title: 0, source: "letterboxd" as const, episode: null }
        yield* performAll([
          {
            _tag: "Put",
            seen: [
              { ...film, day: days[0]! },
              { ...film, day: days[2]! }
            ]
          }
        ])
        const service = yield* Corrections
        const { message } = yield* Effect.flip(service.add(hide("movie", { title: "Nothing" })))
        expect(message).toBe("subject names nothing that exists: there is no movie Nothing, check the spelling")
        yield* Effect.flip(service.add(hide("viewing", { title: "Ladder", watched_on: "2025-03-02" })))
        yield* Effect.flip(service.add(hide("movie", { title: "Ladder", year: "1961" })))
        const preview = yield* service.preview(hide("movie", { title: "ladder", year: "1960" }))
        expect(preview).toMatchObject({
          affected: 2,
          before: { movies: 1, shows: 0, viewings: 2 },
          after: { movies: 0, shows: 0, viewings: 0 },
          examples: [{ before: { type: "movie", name: "Ladder", count: 2 }, after: null }]
        })
        expect((yield* service.add(hide("viewing", { title: "Ladder", watched_on: days[2]! }))).affected).toBe(1)
        const again = yield* Effect.flip(service.add(hide("viewing", { title: "LADDER", watched_on: days[2]! })))
        expect(again._tag).toBe("Conflict")
        yield* service.add(nameOf("movie", "Ladder"))
        const unknown = yield* Effect.flip(service.add({ ...nameOf("movie", "Leiter"), value: "Other" }))
        expect(unknown._tag).toBe("BadInput")
        expect(yield* service.preview(hide("movie", { title: "Leiter" }))).toMatchObject({
          affected: 1,
          examples: [{ before: { name: "Leiter" }, after: null }]
        })
      }).pipe(Effect.provide(services))
    )

    const film = { title: 0, source: "letterboxd" as const, episode: null }
    const play = { title: 1, source: "plex" as const }
    const shownDays = Effect.map(Effect.flatMap(WatchingStore, visibleTitles), ({ watches }) =>
      watches.rows.map(({ movie, source, watchedAt }) => [movie.title, source, new Date(watchedAt).toISOString()])
    )

    it.effect("leave nothing of a credit for an episode that two names of a show have at an unknown time", () =>
      Effect.gen(function* () {
        const pilot = { source: "plex" as const, day: null, episode: 1 }
        yield* performAll([
          {
            _tag: "Put",
            seen: [
              { ...pilot, title: 0 },
              { ...pilot, title: 1 }
            ]
          }
        ])
        yield* perform(correct(pairOf("same", "show", "Ladder", "Ather")))
        const before = yield* answers
        yield* perform(correct(credit({ title: "Ladder", season: "1", episode: "2" }, 1, 3)))
        const service = yield* Corrections
        yield* service.remove((yield* service.all).at(-1)!.id)
        expect(yield* answers).toStrictEqual(before)
        expect(before.shows.rows).toMatchObject([{ episodesWatched: 1 }])
      }).pipe(Effect.provide(services))
    )

    it.effect("give a film that was seen at an unknown time its day", () =>
      Effect.gen(function* () {
        yield* performAll([{ _tag: "Put", seen: [{ ...film, day: null }] }])
        const service = yield* Corrections
        const dated = setDay({ title: "Ladder", watched_on: "unknown" }, "2019-05-05")
        expect(yield* service.preview(dated)).toMatchObject({
          affected: 1,
          before: { movies: 1, viewings: 0 },
          after: { movies: 1, viewings: 1 },
          examples: [{ before: { name: "Ladder, at an unknown time" }, after: { name: "Ladder, 2019-05-05" } }]
        })
        const { correction } = yield* service.add(dated)
        expect(yield* shownDays).toEqual([["Ladder", "letterboxd", "2019-05-05T12:00:00.000Z"]])
        const twice = yield* Effect.flip(service.add(setDay({ title: "LADDER", watched_on: "unknown" }, "2018-01-01")))
        expect(twice.message).toMatch(/^this one .* contradicts correction \d+ .*LADDER|Ladder/)
        yield* service.add(hide("viewing", { title: "Ladder", watched_on: "2019-05-05" }))
        const { movies, watches } = yield* visibleTitles(yield* WatchingStore)
        expect([movies.rows, watches.rows]).toEqual([[], []])
        for (const { id } of (yield* service.all).filter(({ id }) => id !== correction.id)) yield* service.remove(id)
        // A second service says when.
        yield* perform({ _tag: "Put", seen: [{ ...film, source: "plex", day: "2025-03-01" }] })
        expect(yield* shownDays).toEqual([
          ["Ladder", "plex", "2025-03-01T12:00:00.000Z"],
          ["Ladder", "letterboxd", "2019-05-05T12:00:00.000Z"]
        ])
      }).pipe(Effect.provide(services))
    )

    it.effect("move a viewing with a wrong day to its own, where it is one with what others report", () =>
      Effect.gen(function* () {
        yield* performAll([
          {
            _tag: "Put",
            seen: [
              { ...film, day: days[2]! },
              { ...film, day: days[0]!, source: "plex" }
            ]
          }
        ])
        const service = yield* Corrections
        const { affected, correction } = yield* service.add(setDay({ title: "Ladder", watched_on: days[2]! }, days[0]!))
        expect(affected).toBe(1)
        expect(yield* shownDays).toEqual([["Ladder", "plex", `${days[0]}T12:00:00.000Z`]])
        const { message } = yield* Effect.flip(
          service.add(setDay({ title: "Ladder", watched_on: "2025-03-07" }, "2019-05-05"))
        )
        expect(message).toBe(
          "subject names nothing that exists: there is no viewing Ladder, 2025-03-07, check the spelling"
        )
        const wrong = yield* Effect.flip(service.add(setDay({ title: "Ladder", watched_on: days[0]! }, "2019-02-30")))
        expect(wrong.message).toBe("date must be a day, such as date=2024-03-01: there is no 2019-02-30")
        yield* service.remove(correction.id)
        expect(yield* shownDays).toEqual([
          ["Ladder", "letterboxd", `${days[2]}T12:00:00.000Z`],
          ["Ladder", "plex", `${days[0]}T12:00:00.000Z`]
        ])
      }).pipe(Effect.provide(services))
    )

    it.effect("place what was reported of episodes where it belongs, also two that change places", () =>
      Effect.gen(function* () {
        yield* performAll([
          {
            _tag: "Put",
            seen: [
              { ...play, episode: 1, day: days[0]! },
              { ...play, episode: 2, day: days[1]! },
              { ...play, episode: 2, day: days[2]! },
              { ...play, episode: 2, day: null }
            ]
          }
        ])
        const service = yield* Corrections
        const episodes = Effect.map(Effect.flatMap(WatchingStore, visibleTitles), ({ shows }) =>
          shows.profiles.flatMap(({ episodes, undated }) => [
            ...episodes.map(
              ({ episode, season, watchedAt }) =>
                `S${season}E${episode} ${new Date(watchedAt).toISOString().slice(0, 10)}`
            ),
            ...undated.map(({ episode, season }) => `S${season}E${episode} unknown`)
          ])
        )
        const before = yield* episodes
        const first = credit({ title: "Ather", season: "1", episode: "1" }, 1, 2)
        const second = credit({ title: "Äther", season: "1", episode: "2" }, 1, 1)
        expect(yield* service.preview(first)).toMatchObject({
          affected: 1,
          examples: [{ before: { name: "Äther S1E1, 2025-03-01" }, after: { name: "Äther S1E2, 2025-03-01" } }]
        })
        yield* service.add(first)
        expect((yield* service.add(second)).affected).toBe(3)
        expect(yield* episodes).toEqual([`S1E1 ${days[2]}`, `S1E2 ${days[0]}`])
        const special = credit({ title: "Äther", season: "1", episode: "2", watched_on: days[2]! }, 0, 4)
        const { message } = yield* Effect.flip(service.add(special))
        expect(message).toMatch(/^this one .* contradicts correction \d+ .*: remove that one first$/)
        for (const { id } of yield* service.all) yield* service.remove(id)
        expect(yield* episodes).toEqual(before)
        yield* service.add(special)
        expect(yield* episodes).toEqual([`S0E4 ${days[2]}`, `S1E1 ${days[0]}`, `S1E2 ${days[1]}`])
        const itself = yield* Effect.flip(service.add(credit({ title: "Äther", season: "1", episode: "1" }, 1, 1)))
        expect(itself.message).toBe("subject and object name one episode: Äther, 1, 1 is where 1, 1 is")
        const nothing = yield* Effect.flip(service.add(credit({ title: "Äther", season: "1", episode: "7" }, 1, 1)))
        expect(nothing.message).toBe(
          "subject names nothing that exists: there is no episode Äther, 1, 7, check the spelling"
        )
      }).pipe(Effect.provide(services))
    )
  })

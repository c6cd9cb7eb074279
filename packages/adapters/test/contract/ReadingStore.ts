import {
  type ReadingRecord,
  type SavedArticle,
  ReadingEnrichmentStore,
  ReadingRecords,
  ReadingStore,
  addressKey,
  domainOf,
  statusOf
} from "@daybook/core/reading"
import { depth } from "../support/depth.js"
import { always, type DateRange } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Option } from "effect"
import * as PostgresEnrichmentStore from "../../src/postgres/reading/ReadingEnrichmentStore.js"
import * as PostgresRecords from "../../src/postgres/reading/ReadingRecords.js"
import * as PostgresStore from "../../src/postgres/reading/ReadingStore.js"
import { forEvery } from "../support/property.js"
import { home } from "../support/stores.js"

const hour = 3_600_000
const start = Date.UTC(2024, 1, 27, 20)
/** Ids of some services are no numbers. */
const ids = fc.constantFrom("1", "2", "3", "10", "k1ab", "65f0:c", "a-b", "0b")
const instants = fc.integer({ min: 0, max: 90 }).map((step) => start + step * 7 * hour)

const articles = fc
  .record({
    sourceId: ids,
    host: fc.constantFrom("a.example", "www.b.example", "c.example"),
    title: fc.constantFrom("", "Tides", "ebbs", 'Zürich\'s "bridge"'),
    archived: fc.boolean(),
    starred: fc.boolean(),
    progress: fc.constantFrom(0, 0.3, 0.75, 1),
    progressAt: fc.option(instants),
    savedAt: instants,
    tags: fc.uniqueArray(fc.constantFrom("sea", 'a, "b"', "Sea"), { maxLength: 3 })
  })
  .map(({ host, ...article }): SavedArticle => ({
    ...article,
    url: `https://${host}/${article.sourceId}`,
    description: null,
    folder: null
  }))

interface Mark {
  readonly articleId: string
  readonly sourceId: string
  readonly text: string
  readonly note: string | null | undefined
  readonly createdAt: number
}

const marks = fc
  .record({
    articleId: ids,
    number: fc.integer({ min: 1, max: 3 }),
    text: fc.constantFrom("One", "Zwei"),
    note: fc.constantFrom(undefined, null, "A note"),
    createdAt: instants
  })
  .map(({ number, ...mark }): Mark => ({ ...mark, sourceId: `${mark.articleId}${number}` }))

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        _tag: fc.constant("Put" as const),
        articles: fc.uniqueArray(articles, { selector: ({ sourceId }) => sourceId, maxLength: 5 })
      })
    },
    fc.record({
      _tag: fc.constant("Mark" as const),
      marks: fc.uniqueArray(marks, { selector: ({ sourceId }) => sourceId, maxLength: 4 })
    }),
    fc.record({ _tag: fc.constant("Remove" as const), id: ids }),
    fc.record({ _tag: fc.constant("Read" as const), id: ids, words: fc.option(fc.integer({ min: 1, max: 600 })) })
  ),
  { minLength: 1, maxLength: 10 }
)
type Step = typeof steps extends fc.Arbitrary<ReadonlyArray<infer S>> ? S : never

/** An article of the model. */
interface ExpectedArticle extends SavedArticle {
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly words: number | null
  readonly body: "awaited" | "present" | "missing"
}

interface Model {
  readonly articles: Map<string, ExpectedArticle>
  readonly marks: Map<string, Mark>
}

const least = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))

const expectedArticle = (article: SavedArticle, before: ExpectedArticle | undefined): ExpectedArticle => {
  const isFinished = statusOf(article) === "finished"
  const inEarnest = before === undefined || before.finishedAt === before.savedAt ? null : before.finishedAt
  const isElsewhere = before !== undefined && before.url !== article.url
  return {
    ...article,
    startedAt: article.progress > 0 ? least(before?.startedAt ?? null, article.progressAt) : null,
    finishedAt: isFinished ? least(inEarnest, article.progressAt ?? article.savedAt) : null,
    words: isElsewhere ? null : (before?.words ?? null),
    body: isElsewhere ? "awaited" : (before?.body ?? "awaited")
  }
}

const perform = (model: Model, step: Step) =>
  Effect.gen(function* () {
    const records = yield* ReadingRecords
    const lookups = yield* ReadingEnrichmentStore
    switch (step._tag) {
      case "Put": {
        yield* records.put(
          "instapaper",
          step.articles.map((article): ReadingRecord => ({ _tag: "Article", article })),
          []
        )
        for (const article of step.articles)
          model.articles.set(article.sourceId!, expectedArticle(article, model.articles.get(article.sourceId!)))
        return
      }
      case "Mark": {
        const of = (articleId: string) => step.marks.filter((mark) => mark.articleId === articleId)
        yield* records.put(
          "instapaper",
          [...new Set(step.marks.map(({ articleId }) => articleId))].map((articleId): ReadingRecord => ({
            _tag: "Highlights",
            articleId,
            whole: false,
            passages: of(articleId).map((mark) => ({ ...mark, position: null }))
          })),
          []
        )
        for (const mark of step.marks) {
          if (model.articles.has(mark.articleId))
            model.marks.set(mark.sourceId, {
              ...mark,
              note: mark.note === undefined ? (model.marks.get(mark.sourceId)?.note ?? null) : mark.note
            })
        }
        return
      }
      case "Remove": {
        yield* records.remove("instapaper", [`a:${step.id}`])
        model.articles.delete(step.id)
        for (const mark of [...model.marks.values()]) if (mark.articleId === step.id) model.marks.delete(mark.sourceId)
        return
      }
      case "Read": {
        const article = model.articles.get(step.id)
        const [row] = yield* (yield* SqlClient.SqlClient)<{
          id: number
        }>`SELECT id FROM reading_articles WHERE source_id = ${step.id}`
        if (article === undefined || row === undefined) return
        const target = { id: row.id, source: "instapaper", sourceId: step.id, url: article.url, attempts: 0 }
        const text = step.words === null ? null : Array.from({ length: step.words }, () => "word").join(" ")
        yield* lookups.storeText(target, text, null)
        yield* lookups.storePage(target, null, null)
        const words = step.words ?? article.words
        model.articles.set(step.id, { ...article, words, body: words === null ? "missing" : "present" })
      }
    }
  })

const within = (at: number | null, { from, to }: DateRange) =>
  at !== null && (from === null || at >= from) && (to === null || at < to)
const berlin = (at: number) => new Date(at + (at >= Date.UTC(2024, 2, 31, 1) ? 2 : 1) * hour).toISOString().slice(0, 10)

const ranges: ReadonlyArray<DateRange> = [always, { from: start + 100 * hour, to: start + 300 * hour }]

const agree = (model: Model) =>
  Effect.gen(function* () {
    const store = yield* ReadingStore
    const all = [...model.articles.values()]
    const bulk = (one: ExpectedArticle) => one.finishedAt !== null && one.finishedAt === one.savedAt
    const ended = all.filter((one) => one.finishedAt !== null && !bulk(one))
    for (const range of ranges) {
      const saved = all.filter(({ savedAt }) => within(savedAt, range))
      const wordCounts = saved.flatMap(({ words }) => words ?? [])
      const totals = yield* store.totals(range)
      expect({
        ...totals,
        averageMinutes: totals.averageMinutes === null ? null : Math.round(totals.averageMinutes * 1e6)
      }).toStrictEqual({
        articles: saved.length,
        finished: ended.filter(({ finishedAt }) => within(finishedAt, range)).length,
        reading: saved.filter((one) => statusOf(one) === "reading").length,
        highlights: [...model.marks.values()].filter(({ createdAt }) => within(createdAt, range)).length,
        words: wordCounts.reduce((sum, words) => sum + words, 0),
        averageMinutes:
          wordCounts.length === 0
            ? null
            : Math.round((wordCounts.reduce((sum, words) => sum + Math.ceil(words / 238), 0) / wordCounts.length) * 1e6)
      })
      expect(yield* store.tags(range, 10)).toStrictEqual(ranked(saved.flatMap(({ tags }) => tags)))
      expect(yield* store.domains(range, 10)).toStrictEqual(ranked(saved.flatMap(({ url }) => domainOf(url) ?? [])))
      for (const withoutBody of [false, true]) {
        for (const bulkArchived of [false, true]) {
          const of = {
            page: { page: 1, limit: 50 },
            saved: range,
            finished: always,
            status: null,
            tag: null,
            domain: null,
            starred: null,
            withoutBody,
            bulkArchived,
            sort: "saved_at",
            order: "desc"
          } as const
          const visible = saved.filter((one) => (withoutBody || one.body !== "missing") && (bulkArchived || !bulk(one)))
          const result = yield* store.articles(of)
          expect(result.rows.map(({ sourceId }) => sourceId).sort()).toStrictEqual(
            visible.map(({ sourceId }) => sourceId).sort()
          )
          expect(result.rows.map(({ savedAt }) => savedAt)).toStrictEqual(
            visible.map(({ savedAt }) => savedAt).sort((a, b) => b - a)
          )
          const pages = yield* Effect.forEach([1, 2, 3, 4], (page) =>
            store.articles({ ...of, page: { page, limit: 2 } })
          )
          expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toStrictEqual(result.rows.map(({ id }) => id))
        }
      }
    }
    yield* agreeOnLists(all)
    yield* agreeOnDays(all, ended)
    yield* agreeOnMarks(model)
  })

const ranked = (names: ReadonlyArray<string>) =>
  [...new Set(names)]
    .map((name) => ({ name, count: names.filter((one) => one === name).length }))
    .sort((a, b) => b.count - a.count || (Buffer.from(a.name) < Buffer.from(b.name) ? -1 : 1))

const agreeOnLists = (all: ReadonlyArray<ExpectedArticle>) =>
  Effect.gen(function* () {
    const store = yield* ReadingStore
    const base = {
      page: { page: 1, limit: 50 },
      saved: always,
      finished: always,
      status: null,
      tag: null,
      domain: null,
      starred: null,
      withoutBody: true,
      bulkArchived: true,
      sort: "title",
      order: "asc"
    } as const
    const ids = (fits: (one: ExpectedArticle) => boolean) =>
      all
        .filter(fits)
        .map(({ sourceId }) => sourceId)
        .sort()
    const sourceIds = (of: Partial<Parameters<typeof store.articles>[0]>) =>
      Effect.map(store.articles({ ...base, ...of }), ({ rows }) => rows.map(({ sourceId }) => sourceId).sort())
    expect(yield* sourceIds({ status: "finished" })).toStrictEqual(ids((one) => statusOf(one) === "finished"))
    expect(yield* sourceIds({ tag: "sea" })).toStrictEqual(ids(({ tags }) => tags.includes("sea")))
    expect(yield* sourceIds({ domain: "b.example" })).toStrictEqual(ids(({ url }) => domainOf(url) === "b.example"))
    expect(yield* sourceIds({ starred: true })).toStrictEqual(ids(({ starred }) => starred))
    const titles = (yield* store.articles(base)).rows.map(({ title }) => title.toLowerCase())
    expect(titles).toStrictEqual(
      all
        .map(({ title, url }) => (title || url).toLowerCase())
        .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    )
    const reading = yield* store.currentlyReading(true)
    expect(reading.map(({ sourceId }) => sourceId).sort()).toStrictEqual(ids((one) => statusOf(one) === "reading"))
    for (const one of all) {
      const [row] = (yield* store.articles({ ...base, page: { page: 1, limit: 50 } })).rows.filter(
        ({ sourceId }) => sourceId === one.sourceId
      )
      const profile = Option.getOrThrow(yield* store.article(row!.id))
      expect([
        profile.article.startedAt,
        profile.article.finishedAt,
        profile.article.wordCount,
        profile.article.bodyMissing
      ]).toStrictEqual([one.startedAt, one.finishedAt, one.words, one.body === "missing"])
    }
  })

const agreeOnDays = (all: ReadonlyArray<ExpectedArticle>, ended: ReadonlyArray<ExpectedArticle>) =>
  Effect.gen(function* () {
    const store = yield* ReadingStore
    const [saved, finished] = [all.map((one) => berlin(one.savedAt)), ended.map((one) => berlin(one.finishedAt!))]
    const dates = [...new Set([...saved, ...finished])].sort()
    const counts = dates.map((date) => ({
      date,
      saved: saved.filter((one) => one === date).length,
      finished: finished.filter((one) => one === date).length
    }))
    expect(yield* store.days("2024-01-01", "2025-01-01")).toStrictEqual(counts)
    for (const until of dates) {
      const spans = yield* store.daySpans(until)
      expect(spans.every(({ end }) => end <= until)).toBe(true)
      expect(spans.reduce((sum, span) => sum + span.finished, 0)).toBe(finished.filter((date) => date <= until).length)
    }
    const runs = yield* store.daySpans("2100-01-01")
    expect(runs.reduce((sum, run) => sum + run.finished, 0)).toBe(finished.length)
    const days = runs.flatMap((run) =>
      counts.filter(({ date, finished }) => finished > 0 && date >= run.start && date <= run.end)
    )
    expect(days.map(({ date }) => date)).toStrictEqual(counts.filter((day) => day.finished > 0).map(({ date }) => date))
  })

const agreeOnMarks = (model: Model) =>
  Effect.gen(function* () {
    const store = yield* ReadingStore
    const all = [...model.marks.values()]
    const { rows, total } = yield* store.highlights({ page: 1, limit: 50 }, always)
    expect(total).toBe(all.length)
    for (const [index, one] of rows.entries()) {
      const from = one.highlight.createdAt
      expect(yield* store.highlights({ page: 1, limit: 50 }, { from, to: from + 1 }), String(index)).toStrictEqual({
        rows: rows.filter(({ highlight }) => highlight.createdAt === from),
        total: rows.filter(({ highlight }) => highlight.createdAt === from).length
      })
    }
    expect(yield* store.highlightCount).toBe(all.length)
    const keyOf = (text: string, note: string | null, at: number, owner: string | null) =>
      JSON.stringify([text, note, at, owner])
    expect(
      rows
        .map(({ article, highlight }) => keyOf(highlight.text, highlight.note, highlight.createdAt, article.sourceId))
        .sort()
    ).toStrictEqual(all.map((one) => keyOf(one.text, one.note ?? null, one.createdAt, one.articleId)).sort())
    const places = yield* Effect.forEach(
      all.map((_, place) => place),
      store.highlightAt
    )
    expect(places.map((one) => Option.getOrThrow(one).highlight.id).sort((a, b) => a - b)).toStrictEqual(
      rows.map(({ highlight }) => highlight.id).sort((a, b) => a - b)
    )
    expect(Option.isNone(yield* store.highlightAt(all.length))).toBe(true)
  })

const stores = Layer.mergeAll(PostgresStore.layer, PostgresRecords.layer, PostgresEnrichmentStore.layer)

/** The store must answer the same as a plain list of articles. */
export const readingStoreContract = (database: Layer.Layer<SqlClient.SqlClient>) =>
  layer(stores.pipe(Layer.provideMerge(database), Layer.provide(home("Europe/Berlin", () => "2024-06-01"))), {
    excludeTestServices: true,
    timeout: "5 minutes"
  })("ReadingStore", (it) => {
    it.effect(
      "agrees with a plain list of articles after any history",
      () =>
        forEvery(
          steps,
          (all) =>
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              yield* sql`TRUNCATE reading_articles, reading_saves, reading_texts, reading_highlights, enrichment_tasks`
              const model: Model = { articles: new Map(), marks: new Map() }
              yield* Effect.forEach(all, (step) => perform(model, step), { discard: true })
              yield* agree(model)
            }),
          { numRuns: depth(20) }
        ),
      600_000
    )

    it.effect("merges an article from a file into the one with the same address", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const records = yield* ReadingRecords
        yield* sql`TRUNCATE reading_articles, reading_saves, reading_texts, reading_highlights, enrichment_tasks`
        const filed: SavedArticle = {
          sourceId: null,
          url: "http://www.a.example/tides/",
          title: "Tides",
          description: null,
          folder: null,
          archived: true,
          starred: false,
          progress: 0,
          progressAt: null,
          savedAt: start,
          tags: []
        }
        const put = (...batch: ReadonlyArray<SavedArticle>) =>
          Effect.map(
            records.put(
              "instapaper",
              batch.map((article): ReadingRecord => ({ _tag: "Article", article })),
              []
            ),
            ({ added, changed }) => [added, changed]
          )
        expect(yield* put(filed)).toStrictEqual([1, 0])
        expect(yield* put(filed)).toStrictEqual([0, 0])
        const linked = {
          ...filed,
          sourceId: "7",
          url: "https://a.example/tides",
          progress: 1,
          progressAt: start + hour
        }
        expect(addressKey(linked.url)).toBe(addressKey(filed.url))
        expect(yield* put(linked)).toStrictEqual([0, 1])
        expect(yield* put(filed, { ...filed, savedAt: start + hour, title: "Older" })).toStrictEqual([0, 0])
        expect(yield* put({ ...linked, folder: "Shelf", archived: false, isPlaceGuessed: true })).toStrictEqual([0, 0])
        expect(yield* put({ ...linked, sourceId: "8" })).toStrictEqual([1, 0])
        expect(yield* sql`SELECT source_id, url, status FROM reading_articles ORDER BY source_id`).toStrictEqual([
          { sourceId: "7", url: linked.url, status: "finished" },
          { sourceId: "8", url: linked.url, status: "finished" }
        ])
      })
    )

    it.effect("makes one article of what several sources saved, in any order", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const records = yield* ReadingRecords
        const save = (values: Partial<SavedArticle>): SavedArticle => ({
          ...{ sourceId: null, url: "https://a.example/tides", title: "", description: null, folder: null },
          ...{ archived: false, starred: false, progress: 0, progressAt: null, savedAt: start, tags: [] },
          ...values
        })
        const articlesOf = (...all: ReadonlyArray<SavedArticle>) =>
          all.map((article): ReadingRecord => ({ _tag: "Article", article }))
        const passages = (articleId: string, sourceId: string, text: string): ReadingRecord => ({
          ...{ _tag: "Highlights", articleId, whole: true },
          passages: [{ sourceId, text, note: null, position: null, createdAt: start + 5 * hour }]
        })
        const reports = {
          pocket: articlesOf(
            save({ archived: true, isArchiveRead: true, tags: ["sea"] }),
            save({ url: "https://b.example" })
          ),
          readeck: [
            ...articlesOf(
              save({ sourceId: "r1", url: "http://www.a.example/tides/", savedAt: start + hour, title: "On tides" }),
              save({ sourceId: "r2", url: "https://c.example", savedAt: start + hour })
            ),
            passages("r1", "h1", "Slow water  keeps.")
          ],
          readwise: [
            ...articlesOf(
              save({ sourceId: "w", progress: 0.9, progressAt: start + 4 * hour, savedAt: start + 3 * hour })
            ),
            passages("w", "h2", "slow water keeps")
          ]
        } as const
        const tables = Effect.map(
          Effect.all([
            sql<Record<string, unknown>>`
              SELECT source, source_id, url, title, status, status_inferred, saved_at, finished_at, saved_on, finished_on,
                tags, (SELECT count(*)::int FROM reading_saves WHERE article_id = article.id) AS saves
              FROM reading_articles AS article ORDER BY address`,
            sql<Record<string, unknown>>`
              SELECT highlight.source, text, hidden, address
              FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = article_id
              ORDER BY highlight.source`
          ]),
          (all) => JSON.stringify(all)
        )
        const orders = [
          ["pocket", "readeck", "readwise"],
          ["readwise", "pocket", "readeck"],
          ["readeck", "readwise", "pocket"],
          ["readwise", "readeck", "pocket"]
        ] as const
        const all = yield* Effect.forEach(orders, (order) =>
          Effect.gen(function* () {
            yield* sql`TRUNCATE reading_articles, reading_saves, reading_texts, reading_highlights, enrichment_tasks`
            for (const source of order) yield* records.put(source, reports[source], [])
            return yield* tables
          })
        )
        expect(new Set(all).size).toBe(1)
        const [articles, marks] = JSON.parse(all[0]!) as [ReadonlyArray<unknown>, ReadonlyArray<unknown>]
        expect(articles).toMatchObject([
          { source: "readeck", title: "On tides", status: "finished", statusInferred: false, tags: ["sea"], saves: 3 },
          { source: "pocket", status: "unread", saves: 1 },
          { source: "readeck", status: "unread", saves: 1 }
        ])
        expect(marks).toMatchObject([{ hidden: false }, { source: "readwise", hidden: true }])
        const { changes } = yield* records.remove("readeck", ["a:r1", "a:r2"])
        expect(changes.deleted.filter(({ type }) => type === "article")).toHaveLength(1)
        expect(changes.highlights).toHaveLength(1)
        expect(yield* sql`SELECT source, title, address FROM reading_articles ORDER BY address`).toStrictEqual([
          { source: "pocket", title: "", address: "a.example/tides" },
          { source: "pocket", title: "", address: "b.example" }
        ])
        const store = yield* ReadingStore
        expect(yield* store.highlightCount).toBe(1)
        expect((yield* records.put("readeck", reports.readeck, [])).added).toBe(3)
        expect(JSON.parse(yield* tables)).toStrictEqual(JSON.parse(all[0]!))
      })
    )

    it.effect("hands an article to one worker until it is released, and keeps recorded outcomes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const lookups = yield* ReadingEnrichmentStore
        yield* sql`TRUNCATE reading_articles, reading_saves, reading_texts, reading_highlights, enrichment_tasks`
        const saved = (number: number): ReadingRecord => ({
          _tag: "Article",
          article: {
            sourceId: String(number),
            url: `https://a.example/${number}`,
            title: "Tides",
            description: null,
            folder: null,
            archived: false,
            starred: false,
            progress: 0,
            progressAt: null,
            savedAt: start + number * hour,
            tags: []
          }
        })
        yield* Effect.flatMap(ReadingRecords, (records) => records.put("instapaper", [1, 2, 3].map(saved), []))
        const take = Effect.map(lookups.claim("page", null, 3), (tasks) => tasks.map(({ sourceId }) => sourceId))
        const tasks = yield* lookups.claim("page", null, 3)
        expect(yield* take).toStrictEqual([])
        yield* lookups.storePage(tasks[0]!, null, Date.now() + hour)
        yield* lookups.release("page", tasks)
        expect(yield* take).toStrictEqual(["2", "1"])
      })
    )
  })

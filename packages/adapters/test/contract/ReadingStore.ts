import { type ReadingRecord, type SavedArticle, ReadingLookups, ReadingRecords, ReadingStore, addressKey, domainOf, statusOf } from "@daybook/core/reading"
import { always, type DateRange } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Option } from "effect"
import assert from "node:assert/strict"
import * as PostgresLookups from "../../src/postgres/reading/ReadingLookups.js"
import * as PostgresRecords from "../../src/postgres/reading/ReadingRecords.js"
import * as PostgresStore from "../../src/postgres/reading/ReadingStore.js"
import { forEvery } from "../support/property.js"
import { home } from "../support/stores.js"

const hour = 3_600_000
const start = Date.UTC(2024, 1, 27, 20)
const instants = fc.integer({ min: 0, max: 90 }).map((step) => start + step * 7 * hour)

const articles = fc.record({
  sourceId: fc.integer({ min: 1, max: 8 }),
  host: fc.constantFrom("a.example", "www.b.example", "c.example"),
  title: fc.constantFrom("", "Tides", "ebbs", "Zürich's \"bridge\""),
  archived: fc.boolean(),
  starred: fc.boolean(),
  progress: fc.constantFrom(0, 0.3, 0.75, 1),
  progressAt: fc.option(instants),
  savedAt: instants,
  tags: fc.uniqueArray(fc.constantFrom("sea", "a, \"b\"", "Sea"), { maxLength: 3 })
}).map(({ host, ...article }): SavedArticle => ({ ...article, url: `https://${host}/${article.sourceId}`, description: null, folder: null }))

interface Mark {
  readonly articleId: number
  readonly sourceId: number
  readonly text: string
  readonly note: string | null | undefined
  readonly createdAt: number
}

const marks = fc.record({ articleId: fc.integer({ min: 1, max: 8 }), number: fc.integer({ min: 1, max: 3 }), text: fc.constantFrom("One", "Zwei"), note: fc.constantFrom(undefined, null, "A note"), createdAt: instants })
  .map(({ number, ...mark }): Mark => ({ ...mark, sourceId: mark.articleId * 10 + number }))

const steps = fc.array(fc.oneof(
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Put" as const), articles: fc.uniqueArray(articles, { selector: ({ sourceId }) => sourceId, maxLength: 5 }) }) },
  fc.record({ _tag: fc.constant("Mark" as const), marks: fc.uniqueArray(marks, { selector: ({ sourceId }) => sourceId, maxLength: 4 }) }),
  fc.record({ _tag: fc.constant("Remove" as const), id: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ _tag: fc.constant("Read" as const), id: fc.integer({ min: 1, max: 8 }), words: fc.option(fc.integer({ min: 1, max: 600 })) })
), { minLength: 1, maxLength: 10 })
type Step = typeof steps extends fc.Arbitrary<ReadonlyArray<infer S>> ? S : never

/** An article as a plain list would hold it. */
interface Held extends SavedArticle {
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly words: number | null
  readonly body: "awaited" | "present" | "missing"
}

interface Model {
  readonly articles: Map<number, Held>
  readonly marks: Map<number, Mark>
}

const least = (a: number | null, b: number | null) => a === null ? b : b === null ? a : Math.min(a, b)

const held = (article: SavedArticle, before: Held | undefined): Held => {
  const isFinished = statusOf(article) === "finished"
  const inEarnest = before === undefined || before.finishedAt === before.savedAt ? null : before.finishedAt
  const isElsewhere = before !== undefined && before.url !== article.url
  return {
    ...article,
    startedAt: article.progress > 0 ? least(before?.startedAt ?? null, article.progressAt) : null,
    finishedAt: isFinished ? least(inEarnest, article.progressAt ?? article.savedAt) : null,
    words: isElsewhere ? null : before?.words ?? null,
    body: isElsewhere ? "awaited" : before?.body ?? "awaited"
  }
}

const perform = (model: Model, step: Step) =>
  Effect.gen(function*() {
    const records = yield* ReadingRecords
    const lookups = yield* ReadingLookups
    switch (step._tag) {
      case "Put": {
        yield* records.put("instapaper", step.articles.map((article): ReadingRecord => ({ _tag: "Article", article })), [])
        for (const article of step.articles) model.articles.set(article.sourceId!, held(article, model.articles.get(article.sourceId!)))
        return
      }
      case "Mark": {
        const of = (articleId: number) => step.marks.filter((mark) => mark.articleId === articleId)
        yield* records.put("instapaper", [...new Set(step.marks.map(({ articleId }) => articleId))].map((articleId): ReadingRecord =>
          ({ _tag: "Highlights", articleId, whole: false, passages: of(articleId).map((mark) => ({ ...mark, position: null })) })), [])
        for (const mark of step.marks) {
          if (model.articles.has(mark.articleId)) model.marks.set(mark.sourceId, { ...mark, note: mark.note === undefined ? model.marks.get(mark.sourceId)?.note ?? null : mark.note })
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
        const [row] = yield* (yield* SqlClient.SqlClient)<{ id: number }>`SELECT id FROM reading_articles WHERE source_id = ${step.id}`
        if (article === undefined || row === undefined) return
        const wanted = { id: row.id, source: "instapaper", sourceId: step.id, url: article.url, attempts: 0 }
        const text = step.words === null ? null : Array.from({ length: step.words }, () => "word").join(" ")
        yield* lookups.keepText(wanted, text, null)
        yield* lookups.keepPage(wanted, null, null)
        const words = step.words ?? article.words
        model.articles.set(step.id, { ...article, words, body: words === null ? "missing" : "present" })
      }
    }
  })

const within = (at: number | null, { from, to }: DateRange) => at !== null && (from === null || at >= from) && (to === null || at < to)
const berlin = (at: number) => new Date(at + (at >= Date.UTC(2024, 2, 31, 1) ? 2 : 1) * hour).toISOString().slice(0, 10)

const ranges: ReadonlyArray<DateRange> = [always, { from: start + 100 * hour, to: start + 300 * hour }]

const agree = (model: Model) =>
  Effect.gen(function*() {
    const store = yield* ReadingStore
    const all = [...model.articles.values()]
    const bulk = (one: Held) => one.finishedAt !== null && one.finishedAt === one.savedAt
    const ended = all.filter((one) => one.finishedAt !== null && !bulk(one))
    for (const range of ranges) {
      const saved = all.filter(({ savedAt }) => within(savedAt, range))
      const known = saved.flatMap(({ words }) => words ?? [])
      const totals = yield* store.totals(range)
      assert.deepEqual({ ...totals, averageMinutes: totals.averageMinutes === null ? null : Math.round(totals.averageMinutes * 1e6) }, {
        articles: saved.length,
        finished: ended.filter(({ finishedAt }) => within(finishedAt, range)).length,
        reading: saved.filter((one) => statusOf(one) === "reading").length,
        highlights: [...model.marks.values()].filter(({ createdAt }) => within(createdAt, range)).length,
        words: known.reduce((sum, words) => sum + words, 0),
        averageMinutes: known.length === 0 ? null : Math.round(known.reduce((sum, words) => sum + Math.ceil(words / 238), 0) / known.length * 1e6)
      })
      assert.deepEqual(yield* store.tags(range, 10), ranked(saved.flatMap(({ tags }) => tags)))
      assert.deepEqual(yield* store.domains(range, 10), ranked(saved.flatMap(({ url }) => domainOf(url) ?? [])))
      for (const withoutBody of [false, true]) {
        for (const bulkArchived of [false, true]) {
          const of = { page: { page: 1, limit: 50 }, saved: range, finished: always, status: null, tag: null, domain: null, starred: null, withoutBody, bulkArchived, sort: "saved_at", order: "desc" } as const
          const shown = saved.filter((one) => (withoutBody || one.body !== "missing") && (bulkArchived || !bulk(one)))
          const found = yield* store.articles(of)
          assert.deepEqual(found.rows.map(({ sourceId }) => sourceId).sort(), shown.map(({ sourceId }) => sourceId).sort())
          assert.deepEqual(found.rows.map(({ savedAt }) => savedAt), shown.map(({ savedAt }) => savedAt).sort((a, b) => b - a))
          const pages = yield* Effect.forEach([1, 2, 3, 4], (page) => store.articles({ ...of, page: { page, limit: 2 } }))
          assert.deepEqual(pages.flatMap(({ rows }) => rows.map(({ id }) => id)), found.rows.map(({ id }) => id))
        }
      }
    }
    yield* agreeOnLists(all)
    yield* agreeOnDays(all, ended)
    yield* agreeOnMarks(model)
  })

const ranked = (names: ReadonlyArray<string>) =>
  [...new Set(names)].map((name) => ({ name, count: names.filter((one) => one === name).length })).sort((a, b) => b.count - a.count || (Buffer.from(a.name) < Buffer.from(b.name) ? -1 : 1))

const agreeOnLists = (all: ReadonlyArray<Held>) =>
  Effect.gen(function*() {
    const store = yield* ReadingStore
    const base = { page: { page: 1, limit: 50 }, saved: always, finished: always, status: null, tag: null, domain: null, starred: null, withoutBody: true, bulkArchived: true, sort: "title", order: "asc" } as const
    const ids = (fits: (one: Held) => boolean) => all.filter(fits).map(({ sourceId }) => sourceId).sort()
    const asked = (of: Partial<Parameters<typeof store.articles>[0]>) => Effect.map(store.articles({ ...base, ...of }), ({ rows }) => rows.map(({ sourceId }) => sourceId).sort())
    assert.deepEqual(yield* asked({ status: "finished" }), ids((one) => statusOf(one) === "finished"))
    assert.deepEqual(yield* asked({ tag: "sea" }), ids(({ tags }) => tags.includes("sea")))
    assert.deepEqual(yield* asked({ domain: "b.example" }), ids(({ url }) => domainOf(url) === "b.example"))
    assert.deepEqual(yield* asked({ starred: true }), ids(({ starred }) => starred))
    const titles = (yield* store.articles(base)).rows.map(({ title }) => title.toLowerCase())
    assert.deepEqual(titles, all.map(({ title, url }) => (title || url).toLowerCase()).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    const reading = yield* store.currentlyReading(true)
    assert.deepEqual(reading.map(({ sourceId }) => sourceId).sort(), ids((one) => statusOf(one) === "reading"))
    for (const one of all) {
      const [row] = (yield* store.articles({ ...base, page: { page: 1, limit: 50 } })).rows.filter(({ sourceId }) => sourceId === one.sourceId)
      const profile = Option.getOrThrow(yield* store.article(row!.id))
      assert.deepEqual([profile.article.startedAt, profile.article.finishedAt, profile.article.wordCount, profile.article.bodyMissing], [one.startedAt, one.finishedAt, one.words, one.body === "missing"])
    }
  })

const agreeOnDays = (all: ReadonlyArray<Held>, ended: ReadonlyArray<Held>) =>
  Effect.gen(function*() {
    const store = yield* ReadingStore
    const [saved, finished] = [all.map((one) => berlin(one.savedAt)), ended.map((one) => berlin(one.finishedAt!))]
    const dates = [...new Set([...saved, ...finished])].sort()
    const counts = dates.map((date) => ({ date, saved: saved.filter((one) => one === date).length, finished: finished.filter((one) => one === date).length }))
    assert.deepEqual(yield* store.days("2024-01-01", "2025-01-01"), counts)
    for (const until of dates) {
      const spans = yield* store.daySpans(until)
      assert.ok(spans.every(({ end }) => end <= until))
      assert.equal(spans.reduce((sum, span) => sum + span.finished, 0), finished.filter((date) => date <= until).length)
    }
    const runs = yield* store.daySpans("2100-01-01")
    assert.equal(runs.reduce((sum, run) => sum + run.finished, 0), finished.length)
    const days = runs.flatMap((run) => counts.filter(({ date, finished }) => finished > 0 && date >= run.start && date <= run.end))
    assert.deepEqual(days.map(({ date }) => date), counts.filter((day) => day.finished > 0).map(({ date }) => date))
  })

const agreeOnMarks = (model: Model) =>
  Effect.gen(function*() {
    const store = yield* ReadingStore
    const all = [...model.marks.values()]
    const { rows, total } = yield* store.highlights({ page: 1, limit: 50 }, always)
    assert.equal(total, all.length)
    for (const [index, one] of rows.entries()) {
      const from = one.highlight.createdAt
      assert.deepEqual(yield* store.highlights({ page: 1, limit: 50 }, { from, to: from + 1 }), { rows: rows.filter(({ highlight }) => highlight.createdAt === from), total: rows.filter(({ highlight }) => highlight.createdAt === from).length }, String(index))
    }
    assert.equal(yield* store.highlightCount, all.length)
    const keyOf = (text: string, note: string | null, at: number, owner: number | null) => JSON.stringify([text, note, at, owner])
    assert.deepEqual(rows.map(({ article, highlight }) => keyOf(highlight.text, highlight.note, highlight.createdAt, article.sourceId)).sort(), all.map((one) => keyOf(one.text, one.note ?? null, one.createdAt, one.articleId)).sort())
    const places = yield* Effect.forEach(all.map((_, place) => place), store.highlightAt)
    assert.deepEqual(places.map((one) => Option.getOrThrow(one).highlight.id).sort((a, b) => a - b), rows.map(({ highlight }) => highlight.id).sort((a, b) => a - b))
    assert.ok(Option.isNone(yield* store.highlightAt(all.length)))
  })

const stores = Layer.mergeAll(PostgresStore.layer, PostgresRecords.layer, PostgresLookups.layer)

/** What every engine must answer about reading: the same as a plain list of its articles. */
export const readingStoreContract = (name: string, database: Layer.Layer<SqlClient.SqlClient>) =>
  layer(stores.pipe(Layer.provideMerge(database), Layer.provide(home("Europe/Berlin", () => "2024-06-01"))), { excludeTestServices: true, timeout: "5 minutes" })(`ReadingStore: ${name}`, (it) => {
    it.effect("is a list of articles, however it came to be", () =>
      forEvery(steps, (all) =>
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          yield* sql`TRUNCATE reading_articles, reading_texts, reading_highlights, reading_lookups`
          const model: Model = { articles: new Map(), marks: new Map() }
          yield* Effect.forEach(all, (step) => perform(model, step), { discard: true })
          yield* agree(model)
        }), { numRuns: 20 }), 600_000)

    it.effect("an article that only a file told of is taken over by the one of the same address", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const records = yield* ReadingRecords
        yield* sql`TRUNCATE reading_articles, reading_texts, reading_highlights, reading_lookups`
        const filed: SavedArticle = {
          sourceId: null, url: "http://www.a.example/tides/", title: "Tides", description: null, folder: null, archived: true, starred: false,
          progress: 0, progressAt: null, savedAt: start, tags: []
        }
        const put = (...given: ReadonlyArray<SavedArticle>) => Effect.map(records.put("instapaper", given.map((article): ReadingRecord => ({ _tag: "Article", article })), []), ({ added, changed }) => [added, changed])
        assert.deepEqual(yield* put(filed), [1, 0])
        assert.deepEqual(yield* put(filed), [0, 0])
        const known = { ...filed, sourceId: 7, url: "https://a.example/tides", progress: 1, progressAt: start + hour }
        assert.equal(addressKey(known.url), addressKey(filed.url))
        assert.deepEqual(yield* put(known), [0, 1])
        assert.deepEqual(yield* put(filed, { ...filed, savedAt: start + hour, title: "Older" }), [0, 0])
        assert.deepEqual(yield* put({ ...known, folder: "Shelf", archived: false, isPlaceGuessed: true }), [0, 0])
        assert.deepEqual(yield* put({ ...known, sourceId: 8 }), [1, 0])
        assert.deepEqual(yield* sql`SELECT source_id, url, status FROM reading_articles ORDER BY source_id`, [
          { sourceId: 7, url: known.url, status: "finished" },
          { sourceId: 8, url: known.url, status: "finished" }
        ])
      }))

    it.effect("what is taken is nobody else's until it is given back, and what was settled meanwhile stays so", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const lookups = yield* ReadingLookups
        yield* sql`TRUNCATE reading_articles, reading_texts, reading_highlights, reading_lookups`
        const saved = (sourceId: number): ReadingRecord => ({ _tag: "Article", article: {
          sourceId, url: `https://a.example/${sourceId}`, title: "Tides", description: null, folder: null, archived: false, starred: false,
          progress: 0, progressAt: null, savedAt: start + sourceId * hour, tags: []
        } })
        yield* Effect.flatMap(ReadingRecords, (records) => records.put("instapaper", [1, 2, 3].map(saved), []))
        const take = Effect.map(lookups.take("page", null, 3), (taken) => taken.map(({ sourceId }) => sourceId))
        const taken = yield* lookups.take("page", null, 3)
        assert.deepEqual(yield* take, [])
        yield* lookups.keepPage(taken[0]!, null, Date.now() + hour)
        yield* lookups.giveBack("page", taken)
        assert.deepEqual(yield* take, [2, 1])
      }))
  })

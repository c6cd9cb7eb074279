import { type ArticlesOf, type Fact, Reading, ReadingStore, Reenrichment } from "@daybook/core/reading"
import { Reembedding, Similarity } from "@daybook/core/search"
import { type DateRange, addDays, offsetOf } from "@daybook/core/shared"
import { Effect, Layer, Option } from "effect"

const day = 86_400_000
/** Noon in UTC of the days before the sample's today and, for the first three, of the year before. */
const savedAtOf = (index: number) => Date.UTC(index < 3 ? 2024 : 2025, 2, 4, 12) + index * day

/** Finished articles; the one at 4 was archived in bulk. */
const finishedIndexes = new Set([0, 3, 4, 6, 9, 10])

/** Twelve articles, one per day, the last without a text. */
export const sampleArticles: ReadonlyArray<Fact.ArticleFact> = Array.from({ length: 12 }, (_, index) => {
  const savedAt = savedAtOf(index)
  const finished = finishedIndexes.has(index)
  return {
    id: index + 1,
    source: "instapaper",
    sourceId: index === 11 ? null : String(1000 + index),
    title: `Tide tables ${index}`,
    author: index % 2 === 0 ? "A. Writer" : null,
    url: `https://harbour.example/${index}`,
    domain: index % 4 === 1 ? "lantern.example" : "harbour.example",
    siteName: "Harbour Review",
    description: index % 2 === 0 ? null : "Its own words",
    pageDescription: "The page's words",
    wordCount: index === 11 ? null : 239 * (index + 1),
    status: finished ? "finished" : index % 3 === 1 ? "reading" : "unread",
    statusInferred: index === 4,
    progress: finished ? 1 : index % 3 === 1 ? 0.5 : 0,
    starred: index % 4 === 0,
    tags: index % 2 === 0 ? ["sea"] : ["sea", "essays"],
    savedAt,
    startedAt: finished ? savedAt + 1000 : null,
    finishedAt: finished ? (index === 4 ? savedAt : savedAt + 3_600_000) : null,
    bodyMissing: index === 11,
    picture: null
  }
})

export const sampleHighlights: ReadonlyArray<Fact.PlacedHighlight> = Array.from({ length: 3 }, (_, index) => ({
  highlight: {
    id: index + 1,
    text: `Marked ${index}`,
    note: index === 0 ? "A note" : null,
    position: index === 2 ? null : index,
    createdAt: savedAtOf(index)
  },
  article: sampleArticles[index]!
}))

const holds = ({ from, to }: DateRange, at: number | null) =>
  at === null ? from === null && to === null : (from === null || at >= from) && (to === null || at < to)

const which = (of: ArticlesOf) =>
  sampleArticles.filter(
    (one) =>
      holds(of.saved, one.savedAt) &&
      holds(of.finished, one.finishedAt) &&
      (of.status === null || one.status === of.status) &&
      (of.tag === null || one.tags.includes(of.tag)) &&
      (of.domain === null || one.domain === of.domain) &&
      (of.starred === null || one.starred === of.starred) &&
      (of.withoutBody || !one.bodyMissing) &&
      (of.bulkArchived || one.finishedAt !== one.savedAt)
  )

const keys = { saved_at: "savedAt", finished_at: "finishedAt", title: "title" } as const
const ordered = (rows: ReadonlyArray<Fact.ArticleFact>, { order, sort }: ArticlesOf) => {
  const sign = order === "asc" ? 1 : -1
  return [...rows].sort((a, b) => {
    const [x, y] = [a[keys[sort]], b[keys[sort]]]
    if (x === null || y === null) return x === y ? sign * (a.id - b.id) : x === null ? 1 : -1
    return x < y ? -sign : x > y ? sign : sign * (a.id - b.id)
  })
}

/** Names with the number of saved articles, most first. */
const namesOf = (range: DateRange, names: (article: Fact.ArticleFact) => ReadonlyArray<string>) => {
  const all = sampleArticles.filter(({ savedAt }) => holds(range, savedAt)).flatMap(names)
  return Array.from(new Set(all), (name) => ({ name, count: all.filter((one) => one === name).length })).toSorted(
    (a, b) => b.count - a.count
  )
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const finishedArticles = sampleArticles.filter((one) => one.finishedAt !== null && one.finishedAt !== one.savedAt)

const store = Layer.mock(ReadingStore, {
  articles: (of) =>
    Effect.sync(() => ({
      rows: ordered(which(of), of).slice(offsetOf(of.page), offsetOf(of.page) + of.page.limit),
      total: which(of).length
    })),
  currentlyReading: (withoutBody) =>
    Effect.succeed(
      sampleArticles.filter((one) => one.status === "reading" && (withoutBody || !one.bodyMissing)).toReversed()
    ),
  article: (id) =>
    Effect.sync(() =>
      Option.map(Option.fromNullable(sampleArticles[id - 1]), (article) => ({
        article,
        content: article.bodyMissing ? null : "The tide tables were wrong that year.",
        highlights: sampleHighlights.filter((one) => one.article.id === id).map(({ highlight }) => highlight)
      }))
    ),
  articlesById: (ids) => Effect.sync(() => sampleArticles.filter(({ id }) => ids.includes(id))),
  highlights: (page, marked) =>
    Effect.sync(() => {
      const some = sampleHighlights.filter(({ highlight }) => holds(marked, highlight.createdAt))
      return { rows: some.reverse().slice(offsetOf(page), offsetOf(page) + page.limit), total: some.length }
    }),
  highlight: (id) => Effect.sync(() => Option.fromNullable(sampleHighlights[id - 1])),
  highlightCount: Effect.succeed(sampleHighlights.length),
  highlightAt: (place) => Effect.sync(() => Option.fromNullable(sampleHighlights[place])),
  totals: (range) =>
    Effect.sync(() => {
      const saved = sampleArticles.filter(({ savedAt }) => holds(range, savedAt))
      const words = saved.flatMap(({ wordCount }) => wordCount ?? [])
      return {
        articles: saved.length,
        finished: finishedArticles.filter(({ finishedAt }) => holds(range, finishedAt)).length,
        reading: saved.filter(({ status }) => status === "reading").length,
        highlights: sampleHighlights.filter(({ highlight }) => holds(range, highlight.createdAt)).length,
        words: words.reduce((sum, count) => sum + count, 0),
        averageMinutes:
          words.length === 0 ? null : words.reduce((sum, count) => sum + Math.ceil(count / 238), 0) / words.length
      }
    }),
  days: (from, to) =>
    Effect.sync(() =>
      sampleArticles
        .map((one) => ({ date: dateOf(one.savedAt), saved: 1, finished: finishedArticles.includes(one) ? 1 : 0 }))
        .filter(({ date }) => date >= from && date < to)
    ),
  daySpans: (until) =>
    Effect.sync(() =>
      finishedArticles
        .map(({ finishedAt }) => dateOf(finishedAt!))
        .filter((date) => date <= until)
        .reduce<Array<Fact.FinishedDays>>((spans, date) => {
          const last = spans.at(-1)
          return last !== undefined && addDays(last.end, 1) === date
            ? [...spans.slice(0, -1), { ...last, end: date, finished: last.finished + 1 }]
            : [...spans, { start: date, end: date, finished: 1 }]
        }, [])
    ),
  tags: (range, limit) => Effect.sync(() => namesOf(range, ({ tags }) => tags).slice(0, limit ?? Infinity)),
  domains: (range, limit) => Effect.sync(() => namesOf(range, ({ domain }) => [domain ?? ""]).slice(0, limit))
})

/** Similarity decreases with the id; article 3 is not embedded. */
const similarity = Layer.succeed(
  Similarity,
  new Similarity({
    near: () => Effect.succeed({ total: 0, first: [] }),
    related: (id, limit) =>
      Effect.succeed(
        id === 3
          ? []
          : sampleArticles
              .filter((one) => one.id !== id)
              .slice(0, limit)
              .map((one) => ({ id: one.id, score: 1 / one.id }))
      )
  })
)

/** The reading services over sample data. */
export const reading = Layer.mergeAll(
  Reading.Default.pipe(Layer.provide([store, similarity])),
  Layer.succeed(
    Reenrichment,
    new Reenrichment({
      run: (_, limit) => Effect.succeed({ retried: limit, succeeded: 0, still_failed: limit, took_ms: 1 })
    })
  ),
  Layer.succeed(
    Reembedding,
    new Reembedding({
      run: ({ limit }) => Effect.succeed({ scanned: limit, embedded: limit, skipped: 0, tokens: 1, took_ms: 1 })
    })
  )
)

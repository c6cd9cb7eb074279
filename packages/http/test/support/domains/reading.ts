import { type ArticlesOf, type Fact, Reading, ReadingStore, Reenrichment } from "@daybook/core/reading"
import { Reembedding, Similarity } from "@daybook/core/search"
import { type DateRange, offsetOf } from "@daybook/core/shared"
import { Effect, Layer, Option } from "effect"

const day = 86_400_000
/** 1 March 2025, 12:00 in UTC. */
const start = Date.UTC(2025, 2, 1, 12)

/** Twelve articles, one per day: every third is finished, the last has no text, the fifth was archived in bulk. */
const articles: ReadonlyArray<Fact.ArticleFact> = Array.from({ length: 12 }, (_, index) => {
  const savedAt = start + index * day
  const finished = index % 3 === 0 || index === 4
  return {
    id: index + 1,
    source: "instapaper",
    sourceId: index === 11 ? null : 1000 + index,
    title: `Tide tables ${index}`,
    author: index % 2 === 0 ? "A. Writer" : null,
    url: `https://harbour.example/${index}`,
    domain: "harbour.example",
    siteName: "Harbour Review",
    description: index % 2 === 0 ? null : "Its own words",
    pageDescription: "The page's words",
    wordCount: index === 11 ? null : 239 * (index + 1),
    status: finished ? "finished" : index % 3 === 1 ? "reading" : "unread",
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

const highlights: ReadonlyArray<Fact.PlacedHighlight> = Array.from({ length: 3 }, (_, index) => ({
  highlight: {
    id: index + 1,
    text: `Marked ${index}`,
    note: index === 0 ? "A note" : null,
    position: index === 2 ? null : index,
    createdAt: start + index * day
  },
  article: articles[index]!
}))

const holds = ({ from, to }: DateRange, at: number | null) =>
  at === null ? from === null && to === null : (from === null || at >= from) && (to === null || at < to)

const which = (of: ArticlesOf) =>
  articles.filter(
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

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const finishedArticles = articles.filter((one) => one.finishedAt !== null && one.finishedAt !== one.savedAt)

const store = Layer.mock(ReadingStore, {
  articles: (of) =>
    Effect.sync(() => ({
      rows: ordered(which(of), of).slice(offsetOf(of.page), offsetOf(of.page) + of.page.limit),
      total: which(of).length
    })),
  currentlyReading: (withoutBody) =>
    Effect.succeed(articles.filter((one) => one.status === "reading" && (withoutBody || !one.bodyMissing))),
  article: (id) =>
    Effect.sync(() =>
      Option.map(Option.fromNullable(articles[id - 1]), (article) => ({
        article,
        content: article.bodyMissing ? null : "The tide tables were wrong that year.",
        highlights: highlights.filter((one) => one.article.id === id).map(({ highlight }) => highlight)
      }))
    ),
  articlesById: (ids) => Effect.sync(() => articles.filter(({ id }) => ids.includes(id))),
  highlights: (page, marked) =>
    Effect.sync(() => {
      const some = highlights.filter(({ highlight }) => holds(marked, highlight.createdAt))
      return { rows: some.reverse().slice(offsetOf(page), offsetOf(page) + page.limit), total: some.length }
    }),
  highlight: (id) => Effect.sync(() => Option.fromNullable(highlights[id - 1])),
  highlightCount: Effect.succeed(highlights.length),
  highlightAt: (place) => Effect.sync(() => Option.fromNullable(highlights[place])),
  totals: (range) =>
    Effect.sync(() => {
      const saved = articles.filter(({ savedAt }) => holds(range, savedAt))
      const words = saved.flatMap(({ wordCount }) => wordCount ?? [])
      return {
        articles: saved.length,
        finished: finishedArticles.filter(({ finishedAt }) => holds(range, finishedAt)).length,
        reading: saved.filter(({ status }) => status === "reading").length,
        highlights: highlights.filter(({ highlight }) => holds(range, highlight.createdAt)).length,
        words: words.reduce((sum, count) => sum + count, 0),
        averageMinutes:
          words.length === 0 ? null : words.reduce((sum, count) => sum + Math.ceil(count / 238), 0) / words.length
      }
    }),
  days: (from, to) =>
    Effect.sync(() =>
      articles
        .map((one) => ({ date: dateOf(one.savedAt), saved: 1, finished: finishedArticles.includes(one) ? 1 : 0 }))
        .filter(({ date }) => date >= from && date < to)
    ),
  daySpans: () =>
    Effect.sync(() =>
      finishedArticles.map((one) => ({ start: dateOf(one.savedAt), end: dateOf(one.savedAt), finished: 1 }))
    ),
  tags: (_, limit) =>
    Effect.succeed(
      [
        { name: "sea", count: 12 },
        { name: "essays", count: 6 }
      ].slice(0, limit ?? 2)
    ),
  domains: (_, limit) => Effect.succeed([{ name: "harbour.example", count: 12 }].slice(0, limit))
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
          : articles
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

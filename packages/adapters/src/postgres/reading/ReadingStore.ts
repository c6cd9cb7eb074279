import { type ArticlesOf, type Fact, ReadingStore } from "@daybook/core/reading"
import { type DateRange, always, isAlways } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect, Option } from "effect"
import { type ColumnsOf, type RowOf, date, nullable, number, text } from "../kit/columns.js"
import { countOf, every, ifPresent, orderBy, paged, pageOf, within } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { type Queries, storeLayer } from "../kit/store.js"
import {
  articleColumns,
  articleSelect,
  highlightColumns,
  highlightSelect,
  placedColumns,
  placedSelect,
  shownArticles,
  toArticle,
  toPlaced
} from "./rows.js"

type Store = Queries<ReadingStore["Type"]>

const orders = { saved_at: "saved_at", finished_at: "finished_at", title: "sort_title" } as const

const articleCondition = (of: ArticlesOf) =>
  every([
    within("saved_at", of.saved),
    isAlways(of.finished) ? null : sql`status = 'finished'`,
    within("finished_at", of.finished),
    ifPresent(of.status, (status) => sql`status = ${status}`),
    ifPresent(of.tag, (tag) => sql`tags @> ARRAY[${tag}]::text[]`),
    ifPresent(of.domain, (domain) => sql`domain = ${domain}`),
    ifPresent(of.starred, (starred) => sql`starred = ${starred}`),
    of.withoutBody ? null : sql`body <> 'missing'`,
    of.bulkArchived ? null : sql`NOT bulk`
  ])

/** Lists of articles, and single articles in full. */
const articles: Pick<Store, "articles" | "currentlyReading" | "article" | "articlesById"> = {
  articles: (of) => {
    const where = articleCondition(of)
    const total = sql`SELECT count(*) FROM ${shownArticles} AS article WHERE ${where}`
    // Finished articles have a time: without NULLS LAST, an index gives the order.
    const by =
      of.sort === "finished_at" && of.status !== "finished"
        ? orderBy("finished_at", of.order, "id")
        : sql.literal(`${orders[of.sort]} ${of.order}, id ${of.order}`)
    const rows = sql({ ...articleColumns, total: number })`
      SELECT (${total}) AS total, ${articleSelect}
      FROM (SELECT * FROM ${shownArticles} AS article WHERE ${where} ORDER BY ${by} ${pageOf(of.page)}) AS article
      ORDER BY ${by}`
    return paged(of.page, rows, toArticle, countOf(total))
  },
  currentlyReading: (withoutBody) =>
    Effect.map(
      sql(articleColumns)`
        SELECT ${articleSelect} FROM ${shownArticles} AS article
        WHERE status = 'reading' AND ${withoutBody ? sql`true` : sql`body <> 'missing'`}
        ORDER BY progress_at DESC NULLS LAST, id DESC`,
      (rows) => rows.map(toArticle)
    ),
  article: (id) =>
    Effect.gen(function* () {
      const [row] = yield* sql({ ...articleColumns, content: nullable(text) })`
        SELECT ${articleSelect}, (SELECT content FROM reading_texts WHERE article_id = article.id) AS content
        FROM ${shownArticles} AS article WHERE id = ${id}`
      if (row === undefined) return Option.none()
      const { content, ...article } = row
      const highlights = yield* sql(highlightColumns)`
        SELECT ${highlightSelect} FROM reading_highlights AS highlight
        WHERE article_id = ${id} AND NOT hidden ORDER BY position NULLS LAST, created_at, id`
      return Option.some({ article: toArticle(article), content, highlights })
    }),
  articlesById: (ids) =>
    ids.length === 0
      ? Effect.succeed([])
      : Effect.map(
          sql(articleColumns)`
            SELECT ${articleSelect} FROM ${shownArticles} AS article WHERE id = ANY(${ids}::int[])`,
          (rows) => rows.map(toArticle)
        )
}

const totalsColumns: ColumnsOf<Fact.Totals> = {
  articles: number,
  finished: number,
  reading: number,
  highlights: number,
  words: number,
  averageMinutes: nullable(number)
}

const dayCountColumns: ColumnsOf<Fact.DayCount> = { date, saved: number, finished: number }

const finishedDaysColumns: ColumnsOf<Fact.FinishedDays> = { finished: number, start: text, end: text }

const nameCountColumns: ColumnsOf<Fact.NameCount> = { name: text, count: number }

const none: Fact.Totals = { articles: 0, finished: 0, reading: 0, highlights: 0, words: 0, averageMinutes: null }
/** Words per minute. */
const pace = 238

/** Finished and not archived in bulk. */
const finished = sql`status = 'finished' AND NOT bulk`

/** Totals, days, tags and sites. */
const totals: Pick<Store, "totals" | "days" | "daySpans" | "tags" | "domains"> = {
  totals: (range) =>
    Effect.map(
      sql(totalsColumns)`
          SELECT count(*) AS articles, count(*) FILTER (WHERE status = 'reading') AS reading,
            coalesce(sum(word_count), 0) AS words, avg(ceil(word_count / ${pace}::float8)) AS average_minutes,
            (SELECT count(*) FROM ${shownArticles} AS article WHERE ${finished} AND ${within("finished_at", range)}) AS finished,
            (SELECT count(*) FROM reading_highlights WHERE NOT hidden AND ${within("created_at", range)}) AS highlights
          FROM ${shownArticles} AS article WHERE ${within("saved_at", range)}`,
      ([row]) => row ?? none
    ),
  days: (from, to) =>
    sql(dayCountColumns)`
        SELECT date, sum(saved) AS saved, sum(finished) AS finished FROM (
          SELECT saved_on AS date, count(*) AS saved, 0 AS finished FROM ${shownArticles} AS article
          WHERE saved_on >= ${from} AND saved_on < ${to} GROUP BY saved_on
          UNION ALL
          SELECT finished_on, 0, count(*) FROM ${shownArticles} AS article
          WHERE ${finished} AND finished_on >= ${from} AND finished_on < ${to} GROUP BY finished_on
        ) AS day GROUP BY date ORDER BY date`,
  daySpans: (until) =>
    sql(finishedDaysColumns)`
        SELECT min(date) AS start, max(date) AS end, sum(finished) AS finished FROM (
          SELECT finished_on AS date, count(*) AS finished,
            finished_on - (row_number() OVER (ORDER BY finished_on))::int AS span
          FROM ${shownArticles} AS article WHERE ${finished} AND finished_on <= ${until} GROUP BY finished_on
        ) AS day GROUP BY span ORDER BY start`,
  tags: (saved, limit) =>
    sql(nameCountColumns)`
        SELECT tag AS name, count(*) AS count FROM ${shownArticles} AS article, unnest(tags) AS tag
        WHERE ${within("saved_at", saved)}
        GROUP BY tag ORDER BY count DESC, tag COLLATE "C" ${limit === null ? sql`` : sql`LIMIT ${limit}`}`,
  domains: (saved, limit) =>
    sql(nameCountColumns)`
        SELECT domain AS name, count(*) AS count FROM ${shownArticles} AS article
        WHERE domain IS NOT NULL AND ${within("saved_at", saved)}
        GROUP BY domain ORDER BY count DESC, domain COLLATE "C" LIMIT ${limit}`
}

const placed = (highlights: Statement.Fragment) => sql(placedColumns)`
  SELECT ${placedSelect}
  FROM (${highlights}) AS highlight JOIN reading_articles AS article ON article.id = highlight.article_id
  ORDER BY highlight.created_at DESC, highlight.id DESC`

const highlightsWithin = (range: DateRange) =>
  countOf(sql`SELECT count(*) FROM reading_highlights WHERE NOT hidden AND ${within("created_at", range)}`)

const firstPlaced = ([row]: ReadonlyArray<RowOf<typeof placedColumns>>) =>
  Option.map(Option.fromNullable(row), toPlaced)

/** Highlights across all articles. */
const highlights: Pick<Store, "highlights" | "highlight" | "highlightCount" | "highlightAt"> = {
  highlights: (page, marked) =>
    Effect.gen(function* () {
      const total = yield* highlightsWithin(marked)
      const rows = yield* placed(sql`
        SELECT * FROM reading_highlights WHERE NOT hidden AND ${within("created_at", marked)}
        ORDER BY created_at DESC, id DESC ${pageOf(page)}`)
      return { rows: rows.map(toPlaced), total }
    }),
  highlight: (id) =>
    Effect.map(placed(sql`SELECT * FROM reading_highlights WHERE id = ${id} AND NOT hidden`), firstPlaced),
  highlightCount: highlightsWithin(always),
  highlightAt: (place) =>
    Effect.map(
      placed(sql`SELECT * FROM reading_highlights WHERE NOT hidden ORDER BY id LIMIT 1 OFFSET ${place}`),
      firstPlaced
    )
}

export const layer = storeLayer(ReadingStore, { ...articles, ...highlights, ...totals })

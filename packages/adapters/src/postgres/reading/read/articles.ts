import type { ArticlesOf, ReadingStore } from "@daybook/core/reading"
import { type DateRange, isAlways, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect, Option } from "effect"
import { countOf, type InAll, paged } from "../../paged.js"
import { storage } from "../../storage.js"
import { type ArticleRow, type HighlightRow, articleColumns, highlightColumns, toArticle } from "../columns.js"

/** A column of instants within a range, as conditions. */
export const within = (sql: SqlClient.SqlClient, column: string, { from, to }: DateRange): ReadonlyArray<Statement.Fragment> => [
  ...(from === null ? [] : [sql`${sql.literal(column)} >= to_timestamp(${from}::float8 / 1000)`]),
  ...(to === null ? [] : [sql`${sql.literal(column)} < to_timestamp(${to}::float8 / 1000)`])
]

const orders = { saved_at: "saved_at", finished_at: "finished_at", title: "sort_title" } as const

/** Lists of articles, and one of them whole. */
export const articles = (sql: SqlClient.SqlClient): Pick<ReadingStore["Type"], "articles" | "currentlyReading" | "article" | "articlesById"> => ({
  articles: (of) =>
    storage("ReadingStore.articles")(Effect.gen(function*() {
      const where = which(sql, of)
      const total = sql`SELECT count(*) FROM reading_articles AS article WHERE ${where}`
      const by = sql.literal(`${orders[of.sort]} ${of.order} ${of.sort === "finished_at" && of.status !== "finished" ? "NULLS LAST" : ""}, id ${of.order}`)
      const rows = sql<InAll<ArticleRow>>`
        SELECT (${total}) AS total, ${articleColumns(sql)}
        FROM (SELECT * FROM reading_articles AS article WHERE ${where} ORDER BY ${by} LIMIT ${of.page.limit} OFFSET ${offsetOf(of.page)}) AS article
        ORDER BY ${by}`
      return yield* paged(of.page, rows, toArticle, countOf(sql, total))
    })),
  currentlyReading: (withoutBody) =>
    storage("ReadingStore.currentlyReading")(Effect.map(
      sql<ArticleRow>`
        SELECT ${articleColumns(sql)} FROM reading_articles AS article
        WHERE status = 'reading' AND ${withoutBody ? sql`true` : sql`body <> 'missing'`} ORDER BY progress_at DESC NULLS LAST, id DESC`,
      (rows) => rows.map(toArticle)
    )),
  article: (id) =>
    storage("ReadingStore.article")(Effect.gen(function*() {
      const [row] = yield* sql<ArticleRow & { content: string | null }>`
        SELECT ${articleColumns(sql)}, (SELECT content FROM reading_texts WHERE article_id = article.id) AS content
        FROM reading_articles AS article WHERE id = ${id}`
      if (row === undefined) return Option.none()
      const { content, ...article } = row
      const highlights = yield* sql<HighlightRow>`
        SELECT ${highlightColumns(sql)} FROM reading_highlights AS highlight
        WHERE article_id = ${id} ORDER BY position NULLS LAST, created_at, id`
      return Option.some({ article: toArticle(article), content, highlights })
    })),
  articlesById: (ids) =>
    ids.length === 0 ? Effect.succeed([]) : storage("ReadingStore.articlesById")(Effect.map(
      sql<ArticleRow>`SELECT ${articleColumns(sql)} FROM reading_articles AS article WHERE id = ANY(${ids}::int[])`,
      (rows) => rows.map(toArticle)
    ))
})

const which = (sql: SqlClient.SqlClient, of: ArticlesOf): Statement.Fragment =>
  sql.and([
    sql`true`,
    ...within(sql, "saved_at", of.saved),
    ...(isAlways(of.finished) ? [] : [sql`status = 'finished'`, ...within(sql, "finished_at", of.finished)]),
    ...(of.status === null ? [] : [sql`status = ${of.status}`]),
    ...(of.tag === null ? [] : [sql`tags @> ARRAY[${of.tag}]::text[]`]),
    ...(of.domain === null ? [] : [sql`domain = ${of.domain}`]),
    ...(of.starred === null ? [] : [sql`starred = ${of.starred}`]),
    ...(of.withoutBody ? [] : [sql`body <> 'missing'`]),
    ...(of.bulkArchived ? [] : [sql`NOT bulk`])
  ])

import type { Fact } from "@daybook/core/reading"
import type { SqlClient, Statement } from "@effect/sql"
import { type PictureColumn, pictureOf, toPicture } from "../pictures.js"

/** An article as its row has it. */
export type ArticleRow = Omit<Fact.ArticleFact, "picture"> & { readonly picture: PictureColumn }

/** Columns of an article as lists show it. */
export const articleColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  article.id, article.source, article.source_id, article.shown_title AS title, article.author, article.url, article.domain, article.site_name,
  article.description, article.page_description, article.word_count, article.status, article.progress, article.starred, article.tags,
  article.saved_at, article.started_at, article.finished_at, article.body = 'missing' AS body_missing,
  ${pictureOf(sql, "reading", "article", "article.id")} AS picture`

export const toArticle = ({ picture, ...row }: ArticleRow): Fact.ArticleFact => ({ ...row, picture: toPicture("reading", "article", row.id, picture) })

export interface HighlightRow {
  readonly id: number
  readonly text: string
  readonly note: string | null
  readonly position: number | null
  readonly createdAt: number
}

export const highlightColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  highlight.id, highlight.text, highlight.note, highlight.position, highlight.created_at`

export interface PlacedRow extends HighlightRow {
  readonly articleId: number
  readonly articleTitle: string
  readonly articleAuthor: string | null
  readonly articleDomain: string | null
  readonly articleUrl: string
  readonly articleSource: string
  readonly articleSourceId: number | null
}

/** A highlight's columns with those of its article. */
export const placedColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  ${highlightColumns(sql)}, article.id AS article_id, article.shown_title AS article_title, article.author AS article_author,
  article.domain AS article_domain, article.url AS article_url, article.source AS article_source, article.source_id AS article_source_id`

export const toPlaced = (row: PlacedRow): Fact.PlacedHighlight => ({
  highlight: { id: row.id, text: row.text, note: row.note, position: row.position, createdAt: row.createdAt },
  article: {
    id: row.articleId,
    title: row.articleTitle,
    author: row.articleAuthor,
    domain: row.articleDomain,
    url: row.articleUrl,
    source: row.articleSource,
    sourceId: row.articleSourceId
  }
})

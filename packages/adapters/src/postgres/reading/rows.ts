import { type Fact, statuses } from "@daybook/core/reading"
import { type PictureColumn, pictureColumn, pictureOf, toPicture } from "../entities.js"
import {
  type ColumnsOf,
  type RowOf,
  boolean,
  instant,
  nullable,
  number,
  oneOf,
  text,
  texts
} from "../kit/columns.js"
import { sql } from "../kit/sql.js"

/** An article whose picture is the column of a row. */
export type ArticleRow = Omit<Fact.ArticleFact, "picture"> & { readonly picture: PictureColumn }

export const articleColumns: ColumnsOf<ArticleRow> = {
  id: number,
  source: text,
  sourceId: nullable(number),
  title: text,
  author: nullable(text),
  url: text,
  domain: nullable(text),
  siteName: nullable(text),
  description: nullable(text),
  pageDescription: nullable(text),
  wordCount: nullable(number),
  status: oneOf(statuses),
  progress: number,
  starred: boolean,
  tags: texts,
  savedAt: instant,
  startedAt: nullable(instant),
  finishedAt: nullable(instant),
  bodyMissing: boolean,
  picture: pictureColumn
}

/** Selects `articleColumns` from `reading_articles AS article`. */
export const articleSelect = sql`
  article.id, article.source, article.source_id, article.shown_title AS title, article.author, article.url,
  article.domain, article.site_name, article.description, article.page_description, article.word_count, article.status,
  article.progress, article.starred, article.tags, article.saved_at, article.started_at, article.finished_at,
  article.body = 'missing' AS body_missing, ${pictureOf("reading", "article", "article.id")} AS picture`

export const toArticle = ({ picture, ...row }: ArticleRow): Fact.ArticleFact => ({
  ...row,
  picture: toPicture("reading", "article", row.id, picture)
})

export const highlightColumns: ColumnsOf<Fact.HighlightFact> = {
  id: number,
  text,
  note: nullable(text),
  position: nullable(number),
  createdAt: instant
}

/** Selects `highlightColumns` from `reading_highlights AS highlight`. */
export const highlightSelect = sql`
  highlight.id, highlight.text, highlight.note, highlight.position, highlight.created_at`

/** A highlight with its article. */
export const placedColumns = {
  ...highlightColumns,
  articleId: number,
  articleTitle: text,
  articleAuthor: nullable(text),
  articleDomain: nullable(text),
  articleUrl: text,
  articleSource: text,
  articleSourceId: nullable(number)
}

/** Selects `placedColumns` from `reading_highlights AS highlight` and its article. */
export const placedSelect = sql`
  ${highlightSelect}, article.id AS article_id, article.shown_title AS article_title, article.author AS article_author,
  article.domain AS article_domain, article.url AS article_url, article.source AS article_source,
  article.source_id AS article_source_id`

export const toPlaced = (row: RowOf<typeof placedColumns>): Fact.PlacedHighlight => ({
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

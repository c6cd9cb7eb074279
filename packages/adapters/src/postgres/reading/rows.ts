import { type Fact, answeredFields, passageFields, passageTime } from "@daybook/core/reading"
import { type PictureColumn, pictureColumn, pictureOf, toPicture } from "../entities.js"
import { type ColumnsOf, type RowOf, boolean, nullable, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { columnList } from "../kit/table.js"

/** An article whose picture is the column of a row. */
export type ArticleRow = Omit<Fact.ArticleFact, "picture"> & { readonly picture: PictureColumn }

const answeredColumns = columnsOf(answeredFields)

export const articleColumns: ColumnsOf<ArticleRow> = {
  ...answeredColumns,
  title: text,
  bodyMissing: boolean,
  picture: pictureColumn
}

/** The articles that corrections do not hide or make a part of another one. */
export const shownArticles = sql`(SELECT * FROM reading_articles WHERE NOT concealed)`

/** Selects `articleColumns` from `reading_articles AS article`. */
export const articleSelect = sql`
  ${columnList(answeredColumns, "article")}, article.shown_title AS title, article.body = 'missing' AS body_missing,
  ${pictureOf("reading", "article", "article.id")} AS picture`

export const toArticle = ({ picture, ...row }: ArticleRow): Fact.ArticleFact => ({
  ...row,
  picture: toPicture("reading", "article", row.id, picture)
})

export const highlightColumns: ColumnsOf<Fact.HighlightFact> = {
  id: number,
  ...columnsOf(passageFields),
  ...columnsOf(passageTime)
}

/** Selects `highlightColumns` from `reading_highlights AS highlight`. */
export const highlightSelect = columnList(highlightColumns, "highlight")

/** A highlight with its article. */
export const placedColumns = {
  ...highlightColumns,
  articleId: number,
  articleTitle: text,
  articleAuthor: nullable(text),
  articleDomain: nullable(text),
  articleUrl: text,
  articleSource: text,
  articleSourceId: nullable(text)
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

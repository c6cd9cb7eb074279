import { type ShownArticle, type ShownHighlight, searchedCharacters } from "@daybook/core/reading"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

interface Row extends Omit<ShownArticle, "finished"> {
  readonly finishedAt: number | null
  readonly finishedOn: string | null
  readonly bulk: boolean
}

/** Articles as the halls show them. */
export const shownArticles = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>) =>
  ids.length === 0 ? Effect.succeed([]) : Effect.map(
    sql<Row>`
      SELECT id, source, source_id, shown_title AS title, author, site_name, url, coalesce(description, page_description) AS description,
        left((SELECT content FROM reading_texts WHERE article_id = id), ${searchedCharacters}) AS content, image_url, saved_at, saved_on,
        finished_at, finished_on, bulk
      FROM reading_articles WHERE id = ANY(${ids}::int[]) ORDER BY id`,
    (rows) => rows.map(({ bulk, finishedAt, finishedOn, ...row }): ShownArticle => ({
      ...row,
      finished: bulk || finishedAt === null || finishedOn === null ? null : { at: finishedAt, on: finishedOn }
    }))
  )

/** The highlights of those ids, and all of those articles, as the halls show them. */
export const shownHighlights = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>, articles: ReadonlyArray<number>) =>
  ids.length + articles.length === 0 ? Effect.succeed([]) : Effect.map(
    sql<{ id: number; text: string; note: string | null; title: string; author: string | null; url: string }>`
      SELECT highlight.id, highlight.text, highlight.note, article.shown_title AS title, article.author, article.url
      FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = highlight.article_id
      WHERE highlight.id = ANY(${ids}::int[]) OR highlight.article_id = ANY(${articles}::int[]) ORDER BY highlight.id`,
    (rows) => rows.map(({ id, note, text, ...article }): ShownHighlight => ({ id, text, note, article }))
  )

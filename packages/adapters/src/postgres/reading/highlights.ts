import { type ArticlePassages, passageFields, passageKeys, passageStates, passageTime } from "@daybook/core/reading"
import { Effect } from "effect"
import { bigint, nullable, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

const highlights = table("reading_highlights", {
  articleId: number,
  source: text,
  sourceId: bigint,
  ...columnsOf(passageFields),
  ...columnsOf(passageTime)
})

/** Stored passages that are reported, or of articles that are. */
const storedOf = (source: string, ids: ReadonlyArray<number>, articles: ReadonlyArray<number>) =>
  sql({ sourceId: number, articleId: number, note: nullable(text) })`
    SELECT highlight.source_id, article.source_id AS article_id, highlight.note
    FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = highlight.article_id
    WHERE highlight.source = ${source}
      AND (highlight.source_id = ANY(${ids}::bigint[]) OR article.source_id = ANY(${articles}::bigint[]))`

/** The ids of a source's articles, by their ids at the source. */
const articleIds = (source: string, articles: ReadonlyArray<number>) =>
  Effect.map(
    sql({ id: number, sourceId: number })`
      SELECT id, source_id FROM reading_articles
      WHERE source = ${source} AND source_id = ANY(${articles}::bigint[])`,
    (rows) => new Map(rows.map(({ id, sourceId }) => [sourceId, id]))
  )

/** Stores passages. Those of articles that are not stored are left out. */
export const writePassages = Effect.fn("reading.writePassages")(function* (
  source: string,
  reports: ReadonlyArray<ArticlePassages>
) {
  if (reports.length === 0) return { added: 0, changed: [], present: [], missing: [] }
  const articles = reports.map(({ articleId }) => articleId)
  const ids = reports.flatMap(({ passages }) => passages.map(({ sourceId }) => sourceId))
  const existing = yield* storedOf(source, ids, articles)
  const idOf = yield* articleIds(source, articles)
  const changes = yield* highlights.upsert(
    passageStates(existing, reports).flatMap(({ articleId, ...passage }) => {
      const id = idOf.get(articleId)
      return id === undefined ? [] : [{ ...passage, source, articleId: id }]
    }),
    { key: ["source", "sourceId"], returning: { id: number } }
  )
  return {
    added: changes.filter(({ isNew }) => isNew).length,
    changed: changes.map(({ id }) => id),
    ...passageKeys(existing, reports)
  }
})

import { type MarkedPassage, highlightKey } from "@daybook/core/reading"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Passages of articles, by the source's number of the article. */
export interface Passages {
  readonly articleId: number
  readonly passages: ReadonlyArray<MarkedPassage>
  readonly whole: boolean
}

interface Stored {
  readonly id: number
  readonly sourceId: number
  readonly articleId: number
}

/** Stores passages; a note that is not spoken of stays. Passages of articles that are not stored are left out. */
export const writePassages = Effect.fn("reading.writePassages")(function*(sql: SqlClient.SqlClient, source: string, given: ReadonlyArray<Passages>) {
  const owners = given.map(({ articleId }) => articleId)
  if (owners.length === 0) return { added: 0, changed: [], present: [], missing: [] }
  const ids = given.flatMap(({ passages }) => passages.map(({ sourceId }) => sourceId))
  const stored = yield* sql<Stored>`
    SELECT highlight.id, highlight.source_id, article.source_id AS article_id
    FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = highlight.article_id
    WHERE highlight.source = ${source} AND (highlight.source_id = ANY(${ids}::bigint[]) OR article.source_id = ANY(${owners}::bigint[]))`
  const written = yield* upsert(sql, source, given)
  const known = new Set(stored.map(({ sourceId }) => sourceId))
  const whole = new Set(given.flatMap(({ articleId, whole }) => whole ? [articleId] : []))
  const told = new Set(ids)
  return {
    added: written.filter(({ sourceId }) => !known.has(sourceId)).length,
    changed: written.map(({ id }) => id),
    present: ids.filter((id) => known.has(id)).map(highlightKey),
    missing: stored.filter(({ articleId, sourceId }) => whole.has(articleId) && !told.has(sourceId)).map(({ sourceId }) => highlightKey(sourceId))
  }
})

/** Gives those that are new or other than before. */
const upsert = (sql: SqlClient.SqlClient, source: string, given: ReadonlyArray<Passages>) => {
  const rows = [...new Map(given.flatMap(({ articleId, passages }) => passages.map((passage) => [passage.sourceId, { ...passage, articleId }] as const))).values()]
  return rows.length === 0 ? Effect.succeed([]) : sql<{ id: number; sourceId: number }>`
    INSERT INTO reading_highlights AS stored (article_id, source, source_id, text, note, position, created_at)
    SELECT article.id, ${source}, given.source_id, given.text,
      CASE WHEN given.says THEN given.note
        ELSE (SELECT known.note FROM reading_highlights AS known WHERE known.source = ${source} AND known.source_id = given.source_id) END,
      given.position, to_timestamp(given.created_at)
    FROM unnest(
      ${rows.map((row) => row.articleId)}::bigint[], ${rows.map((row) => row.sourceId)}::bigint[], ${rows.map((row) => row.text)}::text[],
      ${rows.map((row) => row.note ?? null)}::text[], ${rows.map((row) => row.note !== undefined)}::boolean[],
      ${rows.map((row) => row.position)}::float8[], ${rows.map((row) => row.createdAt / 1000)}::float8[]
    ) AS given (owner, source_id, text, note, says, position, created_at)
    JOIN reading_articles AS article ON article.source = ${source} AND article.source_id = given.owner
    ORDER BY given.created_at, given.source_id
    ON CONFLICT (source, source_id) DO UPDATE SET
      article_id = excluded.article_id, text = excluded.text, note = excluded.note, position = excluded.position, created_at = excluded.created_at
      WHERE (stored.article_id, stored.text, stored.note, stored.position, stored.created_at)
        IS DISTINCT FROM (excluded.article_id, excluded.text, excluded.note, excluded.position, excluded.created_at)
    RETURNING stored.id, stored.source_id`
}

import { type MarkedPassage, highlightKey } from "@daybook/core/reading"
import { Effect } from "effect"
import { sql } from "../kit/sql.js"
import { number } from "../kit/columns.js"

/** Passages of articles, by the source's id of the article. */
export interface Passages {
  readonly articleId: number
  readonly passages: ReadonlyArray<MarkedPassage>
  readonly whole: boolean
}

const existingPassageColumns = { id: number, sourceId: number, articleId: number }

/** Stores passages. A note that is not mentioned stays. Passages of articles that are not stored are left out. */
export const writePassages = Effect.fn("reading.writePassages")(function* (
  source: string,
  passages: ReadonlyArray<Passages>
) {
  const owners = passages.map(({ articleId }) => articleId)
  if (owners.length === 0) return { added: 0, changed: [], present: [], missing: [] }
  const ids = passages.flatMap(({ passages }) => passages.map(({ sourceId }) => sourceId))
  const existing = yield* sql(existingPassageColumns)`
    SELECT highlight.id, highlight.source_id, article.source_id AS article_id
    FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = highlight.article_id
    WHERE highlight.source = ${source} AND (highlight.source_id = ANY(${ids}::bigint[]) OR article.source_id = ANY(${owners}::bigint[]))`
  const upserted = yield* upsert(source, passages)
  const existingIds = new Set(existing.map(({ sourceId }) => sourceId))
  const whole = new Set(passages.flatMap(({ articleId, whole }) => (whole ? [articleId] : [])))
  const reportedIds = new Set(ids)
  return {
    added: upserted.filter(({ sourceId }) => !existingIds.has(sourceId)).length,
    changed: upserted.map(({ id }) => id),
    present: ids.filter((id) => existingIds.has(id)).map(highlightKey),
    missing: existing
      .filter(({ articleId, sourceId }) => whole.has(articleId) && !reportedIds.has(sourceId))
      .map(({ sourceId }) => highlightKey(sourceId))
  }
})

/** Returns the new and changed ones. */
const upsert = (source: string, passages: ReadonlyArray<Passages>) => {
  const rows = [
    ...new Map(
      passages.flatMap(({ articleId, passages }) =>
        passages.map((passage) => [passage.sourceId, { ...passage, articleId }] as const)
      )
    ).values()
  ]
  return rows.length === 0
    ? Effect.succeed([])
    : sql({ id: number, sourceId: number })`
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

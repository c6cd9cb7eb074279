import {
  type ArticlePassages,
  hiddenPassages,
  passageFields,
  passageKeys,
  passageStates,
  passageTime,
  readingSources
} from "@daybook/core/reading"
import { Effect } from "effect"
import { boolean, instant, nullable, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

const highlights = table("reading_highlights", {
  articleId: number,
  saveId: number,
  source: text,
  sourceId: text,
  ...columnsOf(passageFields),
  ...columnsOf(passageTime)
})

/** Stored passages that are reported, or of saves that are. */
const storedOf = (source: string, ids: ReadonlyArray<string>, articles: ReadonlyArray<string>) =>
  sql({ sourceId: text, articleId: text, note: nullable(text) })`
    SELECT highlight.source_id, coalesce(save.source_id, '') AS article_id, highlight.note
    FROM reading_highlights AS highlight JOIN reading_saves AS save ON save.id = highlight.save_id
    WHERE highlight.source = ${source}
      AND (highlight.source_id = ANY(${ids}::text[]) OR save.source_id = ANY(${articles}::text[]))`

/** The saves of a source, by their ids at the source. */
const savesOf = (source: string, articles: ReadonlyArray<string>) =>
  Effect.map(
    sql({ id: number, articleId: number, sourceId: text })`
      SELECT save.id, coalesce(article.stand_in, article.id) AS article_id, save.source_id
      FROM reading_saves AS save JOIN reading_articles AS article ON article.id = save.article_id
      WHERE save.source = ${source} AND save.source_id = ANY(${articles}::text[])`,
    (rows) => new Map(rows.map((row) => [row.sourceId, row]))
  )

/** Stores passages. Those of articles that are not stored are left out. */
export const writePassages = Effect.fn("reading.writePassages")(function* (
  source: string,
  reports: ReadonlyArray<ArticlePassages>
) {
  if (reports.length === 0) return { added: 0, changed: [], articles: [], present: [], missing: [] }
  const articles = reports.map(({ articleId }) => articleId)
  const ids = reports.flatMap(({ passages }) => passages.map(({ sourceId }) => sourceId))
  const existing = yield* storedOf(source, ids, articles)
  const saves = yield* savesOf(source, articles)
  const changes = yield* highlights.upsert(
    passageStates(existing, reports).flatMap(({ articleId, ...passage }) => {
      const save = saves.get(articleId)
      return save === undefined ? [] : [{ ...passage, source, saveId: save.id, articleId: save.articleId }]
    }),
    { key: ["source", "sourceId"], returning: { id: number, articleId: number } }
  )
  return {
    added: changes.filter(({ isNew }) => isNew).length,
    changed: changes.map(({ id }) => id),
    articles: changes.map(({ articleId }) => articleId),
    ...passageKeys(existing, reports)
  }
})

/** Which of these passages are stored, by their ids at the source. */
export const presentPassages = (source: string, sourceIds: ReadonlyArray<string>) =>
  sourceIds.length === 0
    ? Effect.succeed([])
    : sql({ sourceId: text })`
        SELECT source_id FROM reading_highlights WHERE source = ${source} AND source_id = ANY(${sourceIds}::text[])`

const twinColumns = {
  id: number,
  articleId: number,
  source: text,
  text,
  position: nullable(number),
  createdAt: instant,
  hidden: boolean,
  concealed: boolean
}

/**
 * Hides passages that another source reports too, and those of hidden articles. Answers those that became visible, and
 * those that are hidden now.
 */
export const hideTwins = Effect.fn("reading.hideTwins")(function* (articles: ReadonlyArray<number>) {
  if (articles.length === 0) return { revealed: [], hidden: [] }
  const sources = yield* readingSources
  const appending = sources.namesOf(({ appendsChanges }) => appendsChanges)
  const passages = yield* sql(twinColumns)`
    SELECT highlight.id, article_id, highlight.source, text, position, created_at, hidden, concealed
    FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = article_id
    WHERE concealed AND article_id = ANY(${[...new Set(articles)]}::int[]) OR article_id IN (
      SELECT article_id FROM reading_highlights WHERE article_id = ANY(${[...new Set(articles)]}::int[])
      GROUP BY article_id
      HAVING count(DISTINCT source) > 1 OR bool_or(hidden) OR bool_or(source = ANY(${appending}::text[]))
    )`
  const byArticle = new Map<number, Array<(typeof passages)[number]>>()
  for (const passage of passages)
    byArticle.set(passage.articleId, [...(byArticle.get(passage.articleId) ?? []), passage])
  const twins = new Set([...byArticle.values()].flatMap((all) => [...hiddenPassages(sources, all)]))
  const isHidden = ({ concealed, id }: (typeof passages)[number]) => concealed || twins.has(id)
  const revealed = passages.filter((one) => one.hidden && !isHidden(one)).map(({ id }) => id)
  const hidden = passages.filter((one) => !one.hidden && isHidden(one)).map(({ id }) => id)
  if (revealed.length + hidden.length > 0)
    yield* sql`UPDATE reading_highlights SET hidden = NOT hidden WHERE id = ANY(${[...revealed, ...hidden]}::int[])`
  return { revealed, hidden }
})

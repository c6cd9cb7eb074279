import {
  type PublishableArticle,
  type ReadingChanges,
  type ReadingRecord,
  ReadingRecords,
  type ShownHighlight,
  articleKey,
  idsOfKeys,
  publishedFields,
  searchedCharacters,
  type ArticlePassages,
  passageFields,
  passageKeys,
  passageStates,
  passageTime
} from "@daybook/core/reading"
import { Calendar } from "@daybook/core/shared"
import { type Context, Effect, Layer, Number as Numbers } from "effect"
import { forget } from "../EnrichmentTasks.js"
import { bigint, boolean, date, instant, nullable, number, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { columnList, table } from "../kit/table.js"
import { writeArticles } from "./articles.js"

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
const writePassages = Effect.fn("reading.writePassages")(function* (
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

const publishedColumns = columnsOf(publishedFields)
const rowColumns = {
  ...publishedColumns,
  title: text,
  description: nullable(text),
  content: nullable(text),
  finishedAt: nullable(instant),
  finishedOn: nullable(date),
  bulk: boolean
}

/** Articles for publication. */
const publishableArticles = (ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql(rowColumns)`
          SELECT ${columnList(publishedColumns, "article")}, shown_title AS title,
            coalesce(description, page_description) AS description,
            left((SELECT content FROM reading_texts WHERE article_id = id), ${searchedCharacters}) AS content,
            finished_at, finished_on, bulk
          FROM reading_articles AS article WHERE id = ANY(${ids}::int[]) ORDER BY id`,
        (rows) =>
          rows.map(({ bulk, finishedAt, finishedOn, ...row }): PublishableArticle => ({
            ...row,
            finished: bulk || finishedAt === null || finishedOn === null ? null : { at: finishedAt, on: finishedOn }
          }))
      )

/** The highlights with these ids and all highlights of these articles, for publication. */
const publishableHighlights = (ids: ReadonlyArray<number>, articles: ReadonlyArray<number>) =>
  ids.length + articles.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql({ id: number, text: text, note: nullable(text), title: text, author: nullable(text), url: text })`
      SELECT highlight.id, highlight.text, highlight.note, article.shown_title AS title, article.author, article.url
      FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = highlight.article_id
      WHERE highlight.id = ANY(${ids}::int[]) OR highlight.article_id = ANY(${articles}::int[]) ORDER BY highlight.id`,
        (rows) => rows.map(({ id, note, text, ...article }): ShownHighlight => ({ id, text, note, article }))
      )

const of = <T extends ReadingRecord["_tag"]>(tag: T, records: ReadonlyArray<ReadingRecord>) =>
  records.filter((record): record is Extract<ReadingRecord, { readonly _tag: T }> => record._tag === tag)

type Star = Extract<ReadingRecord, { readonly _tag: "Star" }>

const starTable = table("reading_articles", { sourceId: bigint, starred: boolean })

/** Stars and unstars stored articles, and answers those that changed. */
const star = (source: string, stars: ReadonlyArray<Star>) =>
  stars.length === 0
    ? Effect.succeed([])
    : sql({ id: number })`
        UPDATE reading_articles AS article SET starred = incoming.starred
        FROM ${starTable.valuesOf(stars.map(({ articleId, starred }) => ({ sourceId: articleId, starred })))}
        WHERE article.source = ${source} AND article.source_id = incoming.source_id
          AND article.starred <> incoming.starred
        RETURNING article.id`

/** Which of these articles are stored, by their ids at the source. */
const existing = (source: string, sourceIds: ReadonlyArray<number>) =>
  sourceIds.length === 0
    ? Effect.succeed([])
    : sql({ sourceId: number })`
        SELECT source_id FROM reading_articles WHERE source = ${source} AND source_id = ANY(${sourceIds}::bigint[])`

const put = Effect.fn("reading.put")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  records: ReadonlyArray<ReadingRecord>,
  deletedKeys: ReadonlyArray<string>
) {
  const articles = yield* writeArticles(
    calendar,
    source,
    of("Article", records).map(({ article }) => article)
  )
  const starred = yield* star(source, of("Star", records))
  const passages = yield* writePassages(source, of("Highlights", records))
  const lost = yield* existing(source, idsOfKeys(deletedKeys).articles)
  const changes: ReadingChanges = {
    articles: yield* publishableArticles([...articles.added, ...articles.changed]),
    highlights: yield* publishableHighlights(passages.changed, articles.renamed),
    retracted: articles.retracted,
    deleted: []
  }
  return {
    added: articles.added.length + passages.added,
    changed: articles.changed.length + starred.length + passages.changed.length - passages.added,
    present: [...articles.present.map(articleKey), ...passages.present],
    missing: [...lost.map(({ sourceId }) => articleKey(sourceId)), ...passages.missing],
    changes
  }
})

const remove = Effect.fn("reading.remove")(function* (source: string, keys: ReadonlyArray<string>) {
  const ids = idsOfKeys(keys)
  const ofSource = sql`source = ${source} AND source_id = ANY(${ids.articles}::bigint[])`
  const highlights = yield* sql({ id: number })`
    DELETE FROM reading_highlights WHERE source = ${source} AND (
      source_id = ANY(${ids.highlights}::bigint[])
      OR article_id IN (SELECT id FROM reading_articles WHERE ${ofSource})
    ) RETURNING id`
  const articles = yield* sql({ id: number })`DELETE FROM reading_articles WHERE ${ofSource} RETURNING id`
  yield* forget(
    "reading",
    "article",
    articles.map(({ id }) => id)
  )
  const deleted = [
    ...articles.map(({ id }) => ({ type: "article" as const, id })),
    ...highlights.map(({ id }) => ({ type: "highlight" as const, id }))
  ]
  return {
    removed: deleted.length,
    changes: { articles: [], highlights: [], retracted: [], deleted } satisfies ReadingChanges
  }
})

const lists = (source: string) =>
  Effect.map(
    sql({ list: text, count: number })`
      SELECT 'a' AS list, count(*) AS count FROM reading_articles WHERE source = ${source}
      UNION ALL SELECT 'h', count(*) FROM reading_highlights WHERE source = ${source}`,
    (rows) => new Map(rows.map(({ count, list }) => [list, count]))
  )

const locked = domainLock("reading")

export const layer = Layer.effect(
  ReadingRecords,
  Effect.flatMap(Calendar, (calendar) =>
    implement(ReadingRecords, {
      put: (source, records, deletedKeys) => locked(put(calendar, source, records, deletedKeys)),
      remove: (source, keys) => locked(remove(source, keys)),
      count: (source) => Effect.map(lists(source), (counts) => Numbers.sumAll(counts.values())),
      lists,
      publishable: publishableArticles
    })
  )
)

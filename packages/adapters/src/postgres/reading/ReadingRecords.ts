import {
  type PublishableArticle,
  type ReadingChanges,
  type ReadingRecord,
  ReadingRecords,
  type ShownHighlight,
  articleKey,
  highlightKey,
  idsOfKeys,
  publishedFields,
  searchedCharacters
} from "@daybook/core/reading"
import { Calendar } from "@daybook/core/shared"
import { type Context, Effect, Layer, Number as Numbers } from "effect"
import { boolean, date, instant, nullable, number, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { implementRanked } from "../kit/store.js"
import { columnList } from "../kit/table.js"
import { type ArticleChanges, writeArticles } from "./articles.js"
import { hideTwins, presentPassages, writePassages } from "./passages.js"
import { shownArticles } from "./rows.js"
import { presentSaves, removeSaves, starSaves, writeSaves } from "./saves.js"

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
          FROM ${shownArticles} AS article WHERE id = ANY(${ids}::int[]) ORDER BY id`,
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
      WHERE NOT highlight.hidden
        AND (highlight.id = ANY(${ids}::int[]) OR highlight.article_id = ANY(${articles}::int[]))
      ORDER BY highlight.id`,
        (rows) => rows.map(({ id, note, text, ...article }): ShownHighlight => ({ id, text, note, article }))
      )

const of = <T extends ReadingRecord["_tag"]>(tag: T, records: ReadonlyArray<ReadingRecord>) =>
  records.filter((record): record is Extract<ReadingRecord, { readonly _tag: T }> => record._tag === tag)

const articleRef = (id: number) => ({ type: "article" as const, id })
const highlightRef = (id: number) => ({ type: "highlight" as const, id })

/** The changes to publish after articles were resolved. `highlights` are those that were reported or deleted. */
export const changesOf = Effect.fn("reading.changesOf")(function* (
  articles: ArticleChanges,
  twins: { readonly revealed: ReadonlyArray<number>; readonly hidden: ReadonlyArray<number> },
  highlights: { readonly changed: ReadonlyArray<number>; readonly deleted: ReadonlyArray<number> }
) {
  return {
    articles: yield* publishableArticles([...articles.added, ...articles.changed]),
    highlights: yield* publishableHighlights(
      [...highlights.changed, ...twins.revealed, ...articles.movedHighlights],
      articles.renamed
    ),
    retracted: articles.retracted,
    deleted: [...articles.deleted.map(articleRef), ...[...highlights.deleted, ...twins.hidden].map(highlightRef)],
    concealed: articles.concealed.map(articleRef)
  } satisfies ReadingChanges
})

const put = Effect.fn("reading.put")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  records: ReadonlyArray<ReadingRecord>,
  deletedKeys: ReadonlyArray<string>
) {
  const saves = yield* writeSaves(
    calendar,
    source,
    of("Article", records).map(({ article }) => article)
  )
  const starred = yield* starSaves(source, of("Star", records))
  const articles = yield* writeArticles([...saves.addresses, ...starred.map(({ address }) => address)])
  const passages = yield* writePassages(source, of("Highlights", records))
  const twins = yield* hideTwins([...articles.touched, ...passages.articles])
  const deletedIds = idsOfKeys(deletedKeys)
  const lost = yield* presentSaves(source, deletedIds.articles)
  const lostPassages = yield* presentPassages(source, deletedIds.highlights)
  const changes = yield* changesOf(articles, twins, { changed: passages.changed, deleted: [] })
  return {
    added: saves.added + passages.added,
    changed: saves.changed + starred.length + passages.changed.length - passages.added,
    present: [...saves.present.map(articleKey), ...passages.present],
    missing: [
      ...lost.map(({ sourceId }) => articleKey(sourceId)),
      ...new Set([...passages.missing, ...lostPassages.map(({ sourceId }) => highlightKey(sourceId))])
    ],
    changes
  }
})

const remove = Effect.fn("reading.remove")(function* (source: string, keys: ReadonlyArray<string>) {
  const ids = idsOfKeys(keys)
  const highlights = yield* sql({ id: number, articleId: number })`
    DELETE FROM reading_highlights WHERE source = ${source} AND (
      source_id = ANY(${ids.highlights}::text[])
      OR save_id IN (
        SELECT id FROM reading_saves WHERE source = ${source} AND source_id = ANY(${ids.articles}::text[])
      )
    ) RETURNING id, article_id`
  const saves = yield* removeSaves(source, ids.articles)
  const articles = yield* writeArticles(
    saves.map(({ address }) => address),
    saves.flatMap(({ articleId }) => articleId ?? [])
  )
  const twins = yield* hideTwins([...articles.touched, ...highlights.map(({ articleId }) => articleId)])
  return {
    removed: saves.length + highlights.length,
    changes: yield* changesOf(articles, twins, { changed: [], deleted: highlights.map(({ id }) => id) })
  }
})

const lists = (source: string) =>
  Effect.map(
    sql({ list: text, count: number })`
      SELECT 'a' AS list, count(*) AS count FROM reading_saves WHERE source = ${source}
      UNION ALL SELECT 'h', count(*) FROM reading_highlights WHERE source = ${source}`,
    (rows) => new Map(rows.map(({ count, list }) => [list, count]))
  )

const locked = domainLock("reading")

export const layer = Layer.effect(
  ReadingRecords,
  Effect.flatMap(Calendar, (calendar) =>
    implementRanked(ReadingRecords, {
      put: (source, records, deletedKeys) => locked(put(calendar, source, records, deletedKeys)),
      remove: (source, keys) => locked(remove(source, keys)),
      count: (source) => Effect.map(lists(source), (counts) => Numbers.sumAll(counts.values())),
      lists,
      publishable: publishableArticles
    })
  )
)

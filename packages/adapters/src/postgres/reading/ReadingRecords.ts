import {
  type PublishableArticle,
  type ReadingChanges,
  type ReadingRecord,
  ReadingRecords,
  type ShownHighlight,
  articleKey,
  searchedCharacters
} from "@daybook/core/reading"
import { Calendar } from "@daybook/core/shared"
import { Effect, Layer, Number as Numbers } from "effect"
import { forget } from "../EnrichmentTasks.js"
import { domainLock } from "../kit/domainLock.js"
import { writeArticles } from "./articles.js"
import { implement } from "../kit/store.js"
import { sql } from "../kit/sql.js"
import { boolean, instant, nullable, number, text } from "../kit/columns.js"
import { writePassages } from "./highlights.js"

const rowColumns = {
  finishedAt: nullable(instant),
  finishedOn: nullable(text),
  bulk: boolean,
  id: number,
  source: text,
  sourceId: nullable(number),
  title: text,
  author: nullable(text),
  siteName: nullable(text),
  url: text,
  description: nullable(text),
  content: nullable(text),
  imageUrl: nullable(text),
  savedAt: instant,
  savedOn: text
}

/** Articles for publication. */
const publishableArticles = (ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql(rowColumns)`
      SELECT id, source, source_id, shown_title AS title, author, site_name, url, coalesce(description, page_description) AS description,
        left((SELECT content FROM reading_texts WHERE article_id = id), ${searchedCharacters}) AS content, image_url, saved_at, saved_on,
        finished_at, finished_on, bulk
      FROM reading_articles WHERE id = ANY(${ids}::int[]) ORDER BY id`,
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

/** The ids in sync keys of one kind. */
const numbersOf = (kind: "a" | "h", keys: ReadonlyArray<string>): ReadonlyArray<number> =>
  keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [Number(key.slice(2))] : []))

export const layer = Layer.effect(
  ReadingRecords,
  Effect.gen(function* () {
    const calendar = yield* Calendar

    const star = (source: string, stars: ReadonlyArray<Extract<ReadingRecord, { readonly _tag: "Star" }>>) =>
      stars.length === 0
        ? Effect.succeed([])
        : sql({ id: number })`
      UPDATE reading_articles AS article SET starred = given.starred
      FROM unnest(${stars.map(({ articleId }) => articleId)}::bigint[], ${stars.map(({ starred }) => starred)}::boolean[]) AS given (source_id, starred)
      WHERE article.source = ${source} AND article.source_id = given.source_id AND article.starred <> given.starred
      RETURNING article.id`

    const put = Effect.fn(function* (
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
      const ids = numbersOf("a", deletedKeys)
      const lost =
        ids.length === 0
          ? []
          : yield* sql({ sourceId: number })`
      SELECT source_id FROM reading_articles WHERE source = ${source} AND source_id = ANY(${ids}::bigint[])`
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

    const remove = Effect.fn(function* (source: string, keys: ReadonlyArray<string>) {
      const highlights = yield* sql({ id: number })`
      DELETE FROM reading_highlights WHERE source = ${source} AND (
        source_id = ANY(${numbersOf("h", keys)}::bigint[])
        OR article_id IN (SELECT id FROM reading_articles WHERE source = ${source} AND source_id = ANY(${numbersOf("a", keys)}::bigint[]))
      ) RETURNING id`
      const articles = yield* sql({ id: number })`
      DELETE FROM reading_articles WHERE source = ${source} AND source_id = ANY(${numbersOf("a", keys)}::bigint[]) RETURNING id`
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

    return yield* implement(ReadingRecords, {
      put: (source, records, deletedKeys) => domainLock("reading")(put(source, records, deletedKeys)),
      remove: (source, keys) => domainLock("reading")(remove(source, keys)),
      count: (source) => Effect.map(lists(source), (counts) => Numbers.sumAll(counts.values())),
      lists: (source) => lists(source),
      publishable: (ids) => publishableArticles(ids)
    })
  })
)

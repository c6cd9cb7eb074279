import { ReadingRecords, type Presence, type ReadingRecord, articleKey } from "@daybook/core/reading"
import { Calendar } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Number as Numbers } from "effect"
import { storage } from "../storage.js"
import { locked } from "./locked.js"
import { writePassages } from "./passages.js"
import { shownArticles, shownHighlights } from "./shown.js"
import { writeArticles } from "./writing.js"

const of = <T extends ReadingRecord["_tag"]>(tag: T, records: ReadonlyArray<ReadingRecord>) =>
  records.filter((record): record is Extract<ReadingRecord, { readonly _tag: T }> => record._tag === tag)

/** The numbers behind keys of one kind. */
const numbersOf = (kind: "a" | "h", keys: ReadonlyArray<string>): ReadonlyArray<number> =>
  keys.flatMap((key) => key.startsWith(`${kind}:`) ? [Number(key.slice(2))] : [])

export const layer = Layer.effect(ReadingRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar

  const star = (source: string, stars: ReadonlyArray<Extract<ReadingRecord, { readonly _tag: "Star" }>>) =>
    stars.length === 0 ? Effect.succeed([]) : sql<{ id: number }>`
      UPDATE reading_articles AS article SET starred = given.starred
      FROM unnest(${stars.map(({ articleId }) => articleId)}::bigint[], ${stars.map(({ starred }) => starred)}::boolean[]) AS given (source_id, starred)
      WHERE article.source = ${source} AND article.source_id = given.source_id AND article.starred <> given.starred
      RETURNING article.id`

  const put = Effect.fn(function*(source: string, records: ReadonlyArray<ReadingRecord>, gone: ReadonlyArray<string>) {
    const articles = yield* writeArticles(sql, calendar, source, of("Article", records).map(({ article }) => article))
    const starred = yield* star(source, of("Star", records))
    const passages = yield* writePassages(sql, source, of("Highlights", records))
    const ids = numbersOf("a", gone)
    const lost = ids.length === 0 ? [] : yield* sql<{ sourceId: number }>`
      SELECT source_id FROM reading_articles WHERE source = ${source} AND source_id = ANY(${ids}::bigint[])`
    const presence: Presence = {
      articles: yield* shownArticles(sql, [...articles.added, ...articles.changed]),
      highlights: yield* shownHighlights(sql, passages.changed, articles.renamed),
      retracted: articles.retracted,
      vanished: []
    }
    return {
      added: articles.added.length + passages.added,
      changed: articles.changed.length + starred.length + passages.changed.length - passages.added,
      present: [...articles.present.map(articleKey), ...passages.present],
      missing: [...lost.map(({ sourceId }) => articleKey(sourceId)), ...passages.missing],
      presence
    }
  })

  const remove = Effect.fn(function*(source: string, keys: ReadonlyArray<string>) {
    const highlights = yield* sql<{ id: number }>`
      DELETE FROM reading_highlights WHERE source = ${source} AND (
        source_id = ANY(${numbersOf("h", keys)}::bigint[])
        OR article_id IN (SELECT id FROM reading_articles WHERE source = ${source} AND source_id = ANY(${numbersOf("a", keys)}::bigint[]))
      ) RETURNING id`
    const articles = yield* sql<{ id: number }>`
      DELETE FROM reading_articles WHERE source = ${source} AND source_id = ANY(${numbersOf("a", keys)}::bigint[]) RETURNING id`
    const vanished = [...articles.map(({ id }) => ({ type: "article" as const, id })), ...highlights.map(({ id }) => ({ type: "highlight" as const, id }))]
    return { removed: vanished.length, presence: { articles: [], highlights: [], retracted: [], vanished } satisfies Presence }
  })

  const lists = (source: string) =>
    Effect.map(
      sql<{ list: string; count: number }>`
        SELECT 'a' AS list, count(*) AS count FROM reading_articles WHERE source = ${source}
        UNION ALL SELECT 'h', count(*) FROM reading_highlights WHERE source = ${source}`,
      (rows) => new Map(rows.map(({ count, list }) => [list, count]))
    )

  return {
    put: (source, records, gone) => storage("ReadingRecords.put")(locked(sql)(put(source, records, gone))),
    remove: (source, keys) => storage("ReadingRecords.remove")(locked(sql)(remove(source, keys))),
    count: (source) => storage("ReadingRecords.count")(Effect.map(lists(source), (counts) => Numbers.sumAll(counts.values()))),
    lists: (source) => storage("ReadingRecords.lists")(lists(source)),
    shown: (ids) => storage("ReadingRecords.shown")(shownArticles(sql, ids))
  }
}))

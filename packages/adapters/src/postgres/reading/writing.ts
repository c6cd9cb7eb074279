import { type SavedArticle, feedId } from "@daybook/core/reading"
import type { FeedKey } from "@daybook/core/feed"
import type { Calendar } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import { isNews, matched, storedOf } from "./matching.js"
import { type ArticleColumns, isSame, rowsOf, type StoredArticle, toColumns } from "./rows.js"

/** What became of articles given: ids, and what the feed must not say any more. */
export interface Written {
  readonly added: ReadonlyArray<number>
  readonly changed: ReadonlyArray<number>
  /** Those of the changed ones that are called otherwise, or lie elsewhere. */
  readonly renamed: ReadonlyArray<number>
  /** Numbers of the source that were known before. */
  readonly present: ReadonlyArray<number>
  readonly retracted: ReadonlyArray<FeedKey>
}

/** Stores articles that are new or say something new. */
export const writeArticles = Effect.fn("reading.writeArticles")(function*(
  sql: SqlClient.SqlClient,
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  articles: ReadonlyArray<SavedArticle>
) {
  const stored = articles.length === 0 ? [] : yield* storedOf(sql, source, articles)
  const news = matched(stored, articles).filter(isNews).map(({ article, stored }) => ({ before: stored, after: toColumns(article, stored, calendar) }))
  const fresh = news.flatMap(({ after, before }) => before === undefined ? [after] : [])
  const changed = news.flatMap(({ after, before }) => before === undefined || isSame(before, after) ? [] : [{ before, after }])
  const added = yield* insert(sql, source, fresh)
  yield* update(sql, changed)
  yield* forgetTexts(sql, changed.filter(({ after, before }) => after.url !== before.url).map(({ before }) => before.id))
  return {
    added,
    changed: changed.map(({ before }) => before.id),
    renamed: changed.filter(({ after, before }) => after.url !== before.url || after.title !== before.title).map(({ before }) => before.id),
    present: news.flatMap(({ before }) => before?.sourceId == null ? [] : [before.sourceId]),
    retracted: changed.flatMap((change) => untrue(source, change))
  } satisfies Written
})

interface Change {
  readonly before: StoredArticle
  readonly after: ArticleColumns
}

const insert = (sql: SqlClient.SqlClient, source: string, rows: ReadonlyArray<ArticleColumns>) =>
  rows.length === 0 ? Effect.succeed([]) : Effect.map(
    sql<{ id: number }>`
      INSERT INTO reading_articles (
        source, source_id, url, address, domain, title, description, folder, archived, starred, progress, progress_at, status, tags,
        saved_at, saved_on, started_at, finished_at, finished_on
      )
      SELECT ${source}, source_id, url, address, domain, title, description, folder, archived, starred, progress, progress_at, status, tags,
        saved_at, saved_on, started_at, finished_at, finished_on
      FROM ${rowsOf(sql, rows)} AS given ORDER BY saved_at, place
      RETURNING id`,
    (inserted) => inserted.map(({ id }) => id)
  )

const update = (sql: SqlClient.SqlClient, changes: ReadonlyArray<Change>) =>
  changes.length === 0 ? Effect.void : Effect.asVoid(sql`
    UPDATE reading_articles AS article SET
      source_id = given.source_id, url = given.url, address = given.address, domain = given.domain, title = given.title,
      description = given.description, folder = given.folder, archived = given.archived, starred = given.starred, progress = given.progress,
      progress_at = given.progress_at, status = given.status, tags = given.tags, saved_at = given.saved_at, saved_on = given.saved_on,
      started_at = given.started_at, finished_at = given.finished_at, finished_on = given.finished_on
    FROM ${rowsOf(sql, changes.map(({ after }) => after))} AS given
    JOIN unnest(${changes.map(({ before }) => before.id)}::int[]) WITH ORDINALITY AS target (id, at) ON target.at = given.place + 1
    WHERE article.id = target.id`)

/** An article that lies elsewhere now has another text. */
const forgetTexts = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>) =>
  ids.length === 0 ? Effect.void : Effect.gen(function*() {
    yield* sql`DELETE FROM reading_texts WHERE article_id = ANY(${ids}::int[])`
    yield* sql`DELETE FROM reading_lookups WHERE article_id = ANY(${ids}::int[])`
    yield* sql`
      UPDATE reading_articles SET body = 'awaited', word_count = NULL, page_title = NULL, author = NULL, site_name = NULL,
        page_description = NULL, image_url = NULL WHERE id = ANY(${ids}::int[])`
  })

/** Entries under a name that an article had, and of an end that it is not at any more. */
const untrue = (source: string, { after, before }: Change): ReadonlyArray<FeedKey> => {
  const was = feedId({ source, ...before })
  const isFinished = after.finishedAt !== null && after.finishedAt !== after.savedAt
  return [
    ...(was === feedId({ source, ...after }) ? [] : [{ eventType: "article_saved", sourceId: was }, { eventType: "article_finished", sourceId: was }]),
    ...(before.finishedAt === null || isFinished ? [] : [{ eventType: "article_finished", sourceId: was }])
  ]
}

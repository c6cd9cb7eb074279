import type { FeedKey } from "@daybook/core/feed"
import {
  type ArticleState,
  type SavedArticle,
  type StoredArticle,
  addressKey,
  isNews,
  isSameArticle,
  matchArticles,
  mergeArticle,
  retractedEntries,
  statuses
} from "@daybook/core/reading"
import type { Calendar } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import {
  type ColumnsOf,
  bigint,
  boolean,
  date,
  float,
  instant,
  nullable,
  number,
  oneOf,
  text,
  texts
} from "../kit/columns.js"
import { forget } from "../EnrichmentTasks.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

const stateColumns: ColumnsOf<ArticleState> = {
  sourceId: nullable(bigint),
  url: text,
  address: text,
  domain: nullable(text),
  title: text,
  description: nullable(text),
  folder: nullable(text),
  archived: boolean,
  starred: boolean,
  progress: float,
  progressAt: nullable(instant),
  status: oneOf(statuses),
  tags: texts,
  savedAt: instant,
  savedOn: date,
  startedAt: nullable(instant),
  finishedAt: nullable(instant),
  finishedOn: nullable(date)
}
const stateTable = table("reading_articles", stateColumns)
const storedTable = table("reading_articles", { id: number, ...stateColumns })
const newTable = table("reading_articles", { source: text, ...stateColumns })

/** The columns of `stateColumns`, in their order. */
const stateList = sql.literal(`
  source_id, url, address, domain, title, description, folder, archived, starred, progress, progress_at, status, tags,
  saved_at, saved_on, started_at, finished_at, finished_on`)

/** Stored articles that may match the given ones. */
const storedOf = (source: string, articles: ReadonlyArray<SavedArticle>) =>
  sql(storedTable.columns)`
    SELECT ${storedTable.select("article")} FROM reading_articles AS article
    WHERE source = ${source} AND (
      source_id = ANY(${articles.flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId]))}::bigint[])
      OR md5(address) IN (
        SELECT md5(address) FROM unnest(${articles.map(({ url }) => addressKey(url))}::text[]) AS address
      )
    )
    ORDER BY id`

/** The result of writing articles: their ids, and the feed entries to retract. */
export interface ArticleChanges {
  readonly added: ReadonlyArray<number>
  readonly changed: ReadonlyArray<number>
  /** Changed articles with another title or URL. */
  readonly renamed: ReadonlyArray<number>
  /** Ids of the source that were stored before. */
  readonly present: ReadonlyArray<number>
  readonly retracted: ReadonlyArray<FeedKey>
}

/** Stores new and changed articles. */
export const writeArticles = Effect.fn("reading.writeArticles")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  articles: ReadonlyArray<SavedArticle>
) {
  const existing = articles.length === 0 ? [] : yield* storedOf(source, articles)
  const news = matchArticles(existing, articles)
    .filter(isNews)
    .map(({ article, stored }) => ({ before: stored, after: mergeArticle(article, stored, calendar) }))
  const fresh = news.flatMap(({ after, before }) => (before === undefined ? [after] : []))
  const changed = news.flatMap(({ after, before }) =>
    before === undefined || isSameArticle(before, after) ? [] : [{ before, after }]
  )
  const added = yield* insert(fresh.map((article) => ({ ...article, source })))
  yield* update(changed.map(({ after, before }) => ({ ...after, id: before.id })))
  yield* forgetTexts(changed.filter(({ after, before }) => after.url !== before.url).map(({ before }) => before.id))
  return {
    added,
    changed: changed.map(({ before }) => before.id),
    renamed: changed
      .filter(({ after, before }) => after.url !== before.url || after.title !== before.title)
      .map(({ before }) => before.id),
    present: news.flatMap(({ before }) => (before?.sourceId == null ? [] : [before.sourceId])),
    retracted: changed.flatMap(({ after, before }) => retractedEntries(source, before, after))
  } satisfies ArticleChanges
})

/** Ids follow the order in which articles were saved. */
const insert = (articles: ReadonlyArray<ArticleState & { readonly source: string }>) =>
  articles.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql({ id: number })`
          INSERT INTO reading_articles (source, ${stateList})
          SELECT * FROM ${newTable.valuesOf([...articles].sort((a, b) => a.savedAt - b.savedAt))} RETURNING id`,
        (inserted) => inserted.map(({ id }) => id)
      )

const update = (articles: ReadonlyArray<StoredArticle>) =>
  articles.length === 0
    ? Effect.void
    : Effect.asVoid(sql`
        UPDATE reading_articles AS article SET (${stateList}) = ROW(${stateTable.select("incoming")})
        FROM ${storedTable.valuesOf(articles)} WHERE article.id = incoming.id`)

/** Deletes the text of articles whose URL changed. */
const forgetTexts = (ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.void
    : Effect.gen(function* () {
        yield* sql`DELETE FROM reading_texts WHERE article_id = ANY(${ids}::int[])`
        yield* forget("reading", "article", ids)
        yield* sql`
      UPDATE reading_articles SET body = 'awaited', word_count = NULL, page_title = NULL, author = NULL, site_name = NULL,
        page_description = NULL, image_url = NULL WHERE id = ANY(${ids}::int[])`
      })

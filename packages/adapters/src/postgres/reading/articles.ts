import type { FeedKey } from "@daybook/core/feed"
import {
  type ArticleState,
  type SavedArticle,
  type StoredArticle,
  addressKey,
  articleChanges,
  isMoved,
  isRenamed,
  retractedEntries,
  stateFields
} from "@daybook/core/reading"
import type { Calendar } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import { forget } from "../EnrichmentTasks.js"
import { number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

const stateColumns = columnsOf(stateFields)
const stateTable = table("reading_articles", stateColumns)
const storedTable = table("reading_articles", { id: number, ...stateColumns })
const newTable = table("reading_articles", { source: text, ...stateColumns })

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
  const { added, changed, present } = articleChanges(existing, articles, calendar)
  const addedIds = yield* insert(added.map((article) => ({ ...article, source })))
  yield* update(changed.map(({ after, before }) => ({ ...after, id: before.id })))
  yield* forgetTexts(changed.filter(isMoved).map(({ before }) => before.id))
  return {
    added: addedIds,
    changed: changed.map(({ before }) => before.id),
    renamed: changed.filter(isRenamed).map(({ before }) => before.id),
    present,
    retracted: changed.flatMap(({ after, before }) => retractedEntries(source, before, after))
  } satisfies ArticleChanges
})

/** Ids follow the order of the articles. */
const insert = (articles: ReadonlyArray<ArticleState & { readonly source: string }>) =>
  articles.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql({ id: number })`
          INSERT INTO reading_articles (${newTable.names})
          SELECT ${newTable.names} FROM ${newTable.valuesOf(articles)} RETURNING id`,
        (inserted) => inserted.map(({ id }) => id)
      )

const update = (articles: ReadonlyArray<StoredArticle>) =>
  articles.length === 0
    ? Effect.void
    : Effect.asVoid(sql`
        UPDATE reading_articles AS article SET (${stateTable.names}) = ROW(${stateTable.select("incoming")})
        FROM ${storedTable.valuesOf(articles)} WHERE article.id = incoming.id`)

/** Deletes the text of articles whose URL changed. */
const forgetTexts = (ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.void
    : Effect.gen(function* () {
        yield* sql`DELETE FROM reading_texts WHERE article_id = ANY(${ids}::int[])`
        yield* forget("reading", "article", ids)
        yield* sql`
          UPDATE reading_articles SET body = 'awaited', word_count = NULL, page_title = NULL, author = NULL,
            site_name = NULL, page_description = NULL, image_url = NULL
          WHERE id = ANY(${ids}::int[])`
      })

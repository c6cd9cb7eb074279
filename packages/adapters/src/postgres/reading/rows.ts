import { type SavedArticle, type Status, addressKey, domainOf, statusOf } from "@daybook/core/reading"
import type { Calendar, LocalDate } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import type { Context } from "effect"

/** An article's columns as its source decides them. */
export interface ArticleColumns {
  readonly sourceId: number | null
  readonly url: string
  readonly address: string
  readonly domain: string | null
  readonly title: string
  readonly description: string | null
  readonly folder: string | null
  readonly archived: boolean
  readonly starred: boolean
  readonly progress: number
  readonly progressAt: number | null
  readonly status: Status
  readonly tags: ReadonlyArray<string>
  readonly savedAt: number
  readonly savedOn: LocalDate
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly finishedOn: LocalDate | null
}

export interface StoredArticle extends ArticleColumns {
  readonly id: number
}

/**
 * The columns of an article, over those stored before. What was begun or finished stays so from the first time on, for as
 * long as it is true; an article that is finished without a time was put away with the moment of its saving.
 */
export const toColumns = (given: SavedArticle, before: StoredArticle | undefined, calendar: Context.Tag.Service<Calendar>): ArticleColumns => {
  const known = before?.sourceId === null ? undefined : before
  const { isPlaceGuessed = false, ...said } = given
  const article = isPlaceGuessed && before !== undefined ? { ...said, folder: before.folder, archived: before.archived } : said
  const status = statusOf(article)
  const startedAt = article.progress > 0 ? earliest(known?.startedAt ?? null, article.progressAt) : null
  const inEarnest = known?.finishedAt !== known?.savedAt ? known?.finishedAt ?? null : null
  const finishedAt = status === "finished" ? earliest(inEarnest, article.progressAt ?? article.savedAt) : null
  const { isProgressUnknown: _, ...columns } = article
  return {
    ...columns,
    address: addressKey(article.url),
    domain: domainOf(article.url),
    status,
    savedOn: calendar.dateOf(article.savedAt),
    startedAt,
    finishedAt,
    finishedOn: finishedAt === null ? null : calendar.dateOf(finishedAt)
  }
}

const earliest = (a: number | null, b: number | null): number | null => a === null ? b : b === null ? a : Math.min(a, b)

const mutable = [
  "sourceId", "url", "title", "description", "folder", "archived", "starred", "progress", "progressAt", "status", "savedAt", "startedAt", "finishedAt"
] as const

/** True where nothing of it is other than stored. */
export const isSame = (stored: ArticleColumns, given: ArticleColumns): boolean =>
  mutable.every((column) => stored[column] === given[column]) &&
  stored.tags.length === given.tags.length && stored.tags.every((tag, index) => tag === given.tags[index])

/** Rows for a statement: (place, source_id, url, …), place counted from 0. Lists of tags travel as JSON. */
export const rowsOf = (sql: SqlClient.SqlClient, rows: ReadonlyArray<ArticleColumns>) => {
  const of = <A>(pick: (row: ArticleColumns) => A) => rows.map(pick)
  const seconds = (pick: (row: ArticleColumns) => number | null) => rows.map((row) => {
    const at = pick(row)
    return at === null ? null : at / 1000
  })
  return sql`(
    SELECT (place - 1)::int AS place, source_id, url, address, domain, title, description, folder, archived, starred, progress,
      to_timestamp(progress_at) AS progress_at, status,
      ARRAY(SELECT value FROM jsonb_array_elements_text(tags::jsonb) WITH ORDINALITY AS tag (value, at) ORDER BY at) AS tags,
      to_timestamp(saved_at) AS saved_at, saved_on, to_timestamp(started_at) AS started_at, to_timestamp(finished_at) AS finished_at, finished_on
    FROM unnest(
      ${of((row) => row.sourceId)}::bigint[], ${of((row) => row.url)}::text[], ${of((row) => row.address)}::text[], ${of((row) => row.domain)}::text[],
      ${of((row) => row.title)}::text[], ${of((row) => row.description)}::text[], ${of((row) => row.folder)}::text[],
      ${of((row) => row.archived)}::boolean[], ${of((row) => row.starred)}::boolean[], ${of((row) => row.progress)}::float8[],
      ${seconds((row) => row.progressAt)}::float8[], ${of((row) => row.status)}::text[], ${of((row) => JSON.stringify(row.tags))}::text[],
      ${seconds((row) => row.savedAt)}::float8[], ${of((row) => row.savedOn)}::date[], ${seconds((row) => row.startedAt)}::float8[],
      ${seconds((row) => row.finishedAt)}::float8[], ${of((row) => row.finishedOn)}::date[]
    ) WITH ORDINALITY AS given (
      source_id, url, address, domain, title, description, folder, archived, starred, progress, progress_at, status, tags,
      saved_at, saved_on, started_at, finished_at, finished_on, place
    )
  )`
}

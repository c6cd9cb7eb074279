import { type FullList, isGoneSince, isOutdated, type Span } from "@daybook/core/sync"
import type { WatchingRecord, WatchSource } from "@daybook/core/watching"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import type { SubjectId } from "./subjects.js"
import { newestLists } from "../fullLists.js"

/** What a source lists: viewings, films that were seen at an unknown time, ratings of films. */
type ListName = "viewings" | "seen" | "ratings"

/** The key under which a stored record is removed. */
export const keyOf = (list: ListName, id: number): string => list === "viewings" ? String(id) : `${list === "seen" ? "seen" : "rating"}:${id}`

const listOf = ({ report }: WatchingRecord): ListName => report === null ? "ratings" : report.at === null ? "seen" : "viewings"

/** The list with its time: what the provider says now is no older than any list of it. */
export const timed = (sql: SqlClient.SqlClient, source: WatchSource, list: FullList) =>
  list.isLive !== true
    ? Effect.succeed(list)
    : Effect.map(newestLists(sql, source), (newest): FullList => ({ ...list, asOf: Math.max(list.asOf, ...newest.values()) }))

/** Records of a list without what a newer list does not have, or says otherwise. */
export const withoutOutdated = Effect.fn("watching.withoutOutdated")(function*(
  sql: SqlClient.SqlClient,
  source: WatchSource,
  records: ReadonlyArray<WatchingRecord>,
  { asOf }: FullList
) {
  const newest = yield* newestLists(sql, source)
  const current = records.filter((record) => !isGoneSince(asOf, newest.get(listOf(record)) ?? null))
  const addresses = current.flatMap(({ report }) => report?.address ?? [])
  const stored = addresses.length === 0 ? [] : yield* sql<{ address: string; asOf: number | null }>`
    SELECT address, as_of FROM watching_reports WHERE source = ${source} AND address = ANY(${addresses}::text[])`
  const known = new Map(stored.map((row) => [row.address, row.asOf]))
  return current.filter(({ report }) => !isOutdated(asOf, known.get(report?.address ?? "") ?? null))
})

/** Reports that were written down at the source in a span and are not among those given. */
export const missingIn = (sql: SqlClient.SqlClient, source: WatchSource, { from, to }: Span, given: ReadonlyArray<number>) =>
  keysOf(sql, sql`
    source = ${source} AND alias IS NOT NULL AND id <> ALL(${given}::int[])
    AND logged_at >= to_timestamp(${from}::float8 / 1000) AND logged_at < to_timestamp(${to}::float8 / 1000)`)

/** Stored records that full lists lack. Those of a list that is older than the newest one are no matter of it. */
export const missingFrom = Effect.fn("watching.missingFrom")(function*(
  sql: SqlClient.SqlClient,
  source: WatchSource,
  { asOf, deleted = [], whole }: FullList,
  given: { readonly reports: ReadonlyArray<number>; readonly ratings: ReadonlyArray<number> }
) {
  const newest = yield* newestLists(sql, source)
  const current = whole.filter((list) => !isGoneSince(asOf, newest.get(list) ?? null))
  const before = sql`(as_of IS NULL OR as_of <= to_timestamp(${asOf}::float8 / 1000))`
  const reports = yield* keysOf(sql, sql`
    source = ${source} AND id <> ALL(${given.reports}::int[]) AND ${before}
    AND (
      address = ANY(${deleted}::text[])
      OR CASE WHEN at IS NULL THEN ${current.includes("seen")}::boolean ELSE ${current.includes("viewings")}::boolean END
    )`)
  const ratings = !current.includes("ratings") ? [] : yield* sql<{ titleId: number }>`
    SELECT title_id FROM watching_ratings WHERE source = ${source} AND title_id <> ALL(${given.ratings}::int[]) AND ${before} ORDER BY title_id`
  return [...reports, ...ratings.map(({ titleId }) => keyOf("ratings", titleId))]
})

/**
 * A film that the list has by an entry or a review is no longer one that was only marked as seen. Answers the films of
 * which such a mark went.
 */
export const withoutMarks = (sql: SqlClient.SqlClient, source: WatchSource, { whole }: FullList, reports: ReadonlyArray<number>) =>
  !whole.includes("seen") ? Effect.succeed([]) : sql<SubjectId>`
    DELETE FROM watching_reports AS report WHERE source = ${source} AND key = 'seen' AND at IS NULL AND id <> ALL(${reports}::int[])
      AND title_id IN (SELECT title_id FROM watching_reports WHERE id = ANY(${reports}::int[]) AND key <> 'seen')
    RETURNING title_id, episode_id`

const keysOf = (sql: SqlClient.SqlClient, where: Statement.Fragment) =>
  Effect.map(
    sql<{ id: number; isSeen: boolean }>`SELECT id, at IS NULL AS is_seen FROM watching_reports WHERE ${where} ORDER BY id`,
    (rows) => rows.map(({ id, isSeen }) => keyOf(isSeen ? "seen" : "viewings", id))
  )

/** How many records of each list a source has. */
export const countLists = (sql: SqlClient.SqlClient, source: string) =>
  Effect.map(
    sql<{ list: ListName; count: number }>`
      SELECT CASE WHEN at IS NULL THEN 'seen' ELSE 'viewings' END AS list, count(*) AS count FROM watching_reports WHERE source::text = ${source} GROUP BY 1
      UNION ALL SELECT 'ratings', count(*) FROM watching_ratings WHERE source::text = ${source}`,
    (rows): ReadonlyMap<string, number> => new Map(rows.map(({ count, list }) => [list, count]))
  )

import { type FullListing, isDeletedSince, isOutdated, type Span } from "@daybook/core/sync"
import { type WatchingRecord, listNames, listOfRecord, syncKey } from "@daybook/core/watching"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { newestLists } from "../fullListings.js"
import { boolean, instant, nullable, number, oneOf, text } from "../kit/columns.js"
import { within } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { subjectColumns } from "./subjects.js"

/** The list with its time. The provider's current answer counts as at least as new as every stored list. */
export const timed = (source: string, list: FullListing) =>
  list.isLive !== true
    ? Effect.succeed(list)
    : Effect.map(newestLists(source), (newest): FullListing => ({
        ...list,
        asOf: Math.max(list.asOf, ...newest.values())
      }))

/** Records of a list, without those that a newer list lacks or contradicts. */
export const withoutOutdated = Effect.fn("watching.withoutOutdated")(function* (
  source: string,
  records: ReadonlyArray<WatchingRecord>,
  { asOf }: FullListing
) {
  const newest = yield* newestLists(source)
  const current = records.filter((record) => !isDeletedSince(asOf, newest.get(listOfRecord(record)) ?? null))
  const addresses = current.flatMap(({ report }) => report?.address ?? [])
  const existing =
    addresses.length === 0
      ? []
      : yield* sql({ address: text, asOf: nullable(instant) })`
          SELECT address, as_of FROM watching_reports WHERE source = ${source} AND address = ANY(${addresses}::text[])`
  const asOfByAddress = new Map(existing.map((row) => [row.address, row.asOf]))
  return current.filter(({ report }) => !isOutdated(asOf, asOfByAddress.get(report?.address ?? "") ?? null))
})

/** Reports that the source recorded in a span and that are not among the given ones. */
export const missingIn = (source: string, span: Span, incoming: ReadonlyArray<number>) =>
  keysOf(sql`
    source = ${source} AND alias IS NOT NULL AND id <> ALL(${incoming}::int[]) AND ${within("logged_at", span)}`)

/** Stored records that full listings lack. A listing older than the newest one removes nothing. */
export const missingFrom = Effect.fn("watching.missingFrom")(function* (
  source: string,
  { asOf, deleted = [], completeLists }: FullListing,
  incoming: { readonly reports: ReadonlyArray<number>; readonly ratings: ReadonlyArray<number> }
) {
  const newest = yield* newestLists(source)
  const current = completeLists.filter((list) => !isDeletedSince(asOf, newest.get(list) ?? null))
  const before = sql`(as_of IS NULL OR as_of <= to_timestamp(${asOf}::float8 / 1000))`
  const [hasSeen, hasViewings] = [current.includes("seen"), current.includes("viewings")]
  const reports = yield* keysOf(sql`
    source = ${source} AND id <> ALL(${incoming.reports}::int[]) AND ${before}
    AND (
      address = ANY(${deleted}::text[])
      OR CASE WHEN at IS NULL THEN ${hasSeen}::boolean ELSE ${hasViewings}::boolean END
    )`)
  const ratings = !current.includes("ratings")
    ? []
    : yield* sql({ titleId: number })`
        SELECT title_id FROM watching_ratings
        WHERE source = ${source} AND title_id <> ALL(${incoming.ratings}::int[]) AND ${before} ORDER BY title_id`
  return [...reports, ...ratings.map(({ titleId }) => syncKey("ratings", titleId))]
})

/**
 * Deletes "watched" marks of films that the list has with a diary entry or review. Returns the films that lost a mark.
 */
export const withoutMarks = (source: string, { completeLists }: FullListing, reports: ReadonlyArray<number>) =>
  !completeLists.includes("seen")
    ? Effect.succeed([])
    : sql(subjectColumns)`
        DELETE FROM watching_reports AS report
        WHERE source = ${source} AND key = 'seen' AND at IS NULL AND id <> ALL(${reports}::int[])
          AND title_id IN (SELECT title_id FROM watching_reports WHERE id = ANY(${reports}::int[]) AND key <> 'seen')
        RETURNING title_id, episode_id`

const keysOf = (where: Statement.Fragment) =>
  Effect.map(
    sql({ id: number, isSeen: boolean })`
      SELECT id, at IS NULL AS is_seen FROM watching_reports WHERE ${where} ORDER BY id`,
    (rows) => rows.map(({ id, isSeen }) => syncKey(isSeen ? "seen" : "viewings", id))
  )

/** The number of records in each list of a source. */
export const countLists = (source: string) =>
  Effect.map(
    sql({ list: oneOf(listNames), count: number })`
      SELECT CASE WHEN at IS NULL THEN 'seen' ELSE 'viewings' END AS list, count(*) AS count
      FROM watching_reports WHERE source = ${source} GROUP BY 1
      UNION ALL SELECT 'ratings', count(*) FROM watching_ratings WHERE source = ${source}`,
    (rows): ReadonlyMap<string, number> => new Map(rows.map(({ count, list }) => [list, count]))
  )

import type { Report, WatchSource } from "@daybook/core/watching"
import type { LocalDate } from "@daybook/core/shared"
import type { Span } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { type SubjectId, subjectKey } from "./subjects.js"

/** A report of a film or episode that is stored, its day found. */
export interface Placed extends SubjectId, Omit<Report, "date"> {
  readonly date: LocalDate
  readonly dated: boolean
}

interface Known extends Omit<Placed, "titleId" | "episodeId" | "key"> {
  readonly place: number
  readonly id: number
  readonly edited: boolean
}

/** What storing reports did. `touched` are the subjects whose viewings have to be found anew. */
export interface Stored {
  readonly added: number
  readonly changed: number
  /** Ids of those that were stored before. */
  readonly present: ReadonlyArray<number>
  /** Ids of those that were not. */
  readonly fresh: ReadonlyArray<number>
  readonly touched: ReadonlyArray<SubjectId>
}

const keyOf = (report: SubjectId & { readonly key: string }) => `${subjectKey(report)} ${report.key}`

/** Stores reports that are not there yet and brings the others up to date, but for those that somebody changed by hand. */
export const storeReports = Effect.fn("watching.storeReports")(function*(sql: SqlClient.SqlClient, source: WatchSource, given: ReadonlyArray<Placed>) {
  const reports = [...new Map(given.map((report) => [keyOf(report), report])).values()]
  if (reports.length === 0) return { added: 0, changed: 0, present: [], fresh: [], touched: [] } satisfies Stored
  const known = new Map((yield* lookUp(sql, source, reports)).map((row) => [row.place - 1, row]))
  const fresh = reports.filter((_, index) => !known.has(index))
  const changed = reports.flatMap((report, index) => {
    const row = known.get(index)
    if (row === undefined) return []
    const next = updated(row, report)
    return isSame(row, next) ? [] : [{ ...next, id: row.id, titleId: report.titleId, episodeId: report.episodeId }]
  })
  const inserted = fresh.length > 0 ? yield* insert(sql, source, fresh) : []
  if (changed.length > 0) yield* update(sql, changed)
  return {
    added: fresh.length,
    changed: changed.length,
    present: [...known.values()].map(({ id }) => id),
    fresh: inserted.map(({ id }) => id),
    touched: [...fresh, ...changed]
  } satisfies Stored
})

const lookUp = (sql: SqlClient.SqlClient, source: WatchSource, reports: ReadonlyArray<Placed>) =>
  sql<Known>`
    SELECT given.place::int, report.id, report.at, report.date, report.dated, report.rating, report.rewatch, report.review,
      report.review_url, report.alias, report.logged_at, report.edited
    FROM unnest(
      ${reports.map(({ titleId }) => titleId)}::int[], ${reports.map(({ episodeId }) => episodeId)}::int[], ${reports.map(({ key }) => key)}::text[]
    ) WITH ORDINALITY AS given (title_id, episode_id, key, place)
    JOIN watching_reports AS report ON report.title_id = given.title_id AND report.episode_id IS NOT DISTINCT FROM given.episode_id
      AND report.source = ${source} AND report.key = given.key`

type Values = Omit<Known, "place" | "id" | "edited">

/** An export knows only short links, and neither alias nor time of logging: they do not take the place of what a feed said. */
const updated = (row: Known, report: Placed): Values => ({
  at: row.edited ? row.at : report.at,
  date: row.edited ? row.date : report.date,
  dated: row.edited ? row.dated : report.dated,
  rating: row.edited ? row.rating : report.rating,
  rewatch: row.edited ? row.rewatch : report.rewatch,
  review: report.review,
  reviewUrl: isShort(report.reviewUrl) && row.reviewUrl !== null && report.review !== null ? row.reviewUrl : report.reviewUrl,
  alias: report.alias ?? row.alias,
  loggedAt: report.loggedAt ?? row.loggedAt
})

const isShort = (url: string | null): boolean => url === null || /^https?:\/\/boxd\.it\//.test(url)

const fields = ["at", "date", "dated", "rating", "rewatch", "review", "reviewUrl", "alias", "loggedAt"] as const
const isSame = (row: Values, next: Values): boolean => fields.every((field) => row[field] === next[field])

const seconds = (instant: number | null) => instant === null ? null : instant / 1000

const insert = (sql: SqlClient.SqlClient, source: WatchSource, reports: ReadonlyArray<Placed>) =>
  sql<{ id: number }>`
    INSERT INTO watching_reports (source, title_id, episode_id, key, at, date, dated, rating, rewatch, review, review_url, alias, logged_at)
    SELECT ${source}::watching_source, title_id, episode_id, key, to_timestamp(at), date, dated, rating, rewatch, review, review_url, alias, to_timestamp(logged_at)
    FROM unnest(
      ${reports.map(({ titleId }) => titleId)}::int[], ${reports.map(({ episodeId }) => episodeId)}::int[], ${reports.map(({ key }) => key)}::text[],
      ${reports.map(({ at }) => at / 1000)}::float8[], ${reports.map(({ date }) => date)}::date[], ${reports.map(({ dated }) => dated)}::boolean[],
      ${reports.map(({ rating }) => rating)}::real[], ${reports.map(({ rewatch }) => rewatch)}::boolean[], ${reports.map(({ review }) => review)}::text[],
      ${reports.map(({ reviewUrl }) => reviewUrl)}::text[], ${reports.map(({ alias }) => alias)}::text[], ${reports.map(({ loggedAt }) => seconds(loggedAt))}::float8[]
    ) WITH ORDINALITY AS given (title_id, episode_id, key, at, date, dated, rating, rewatch, review, review_url, alias, logged_at, place)
    ORDER BY place RETURNING id`

const update = (sql: SqlClient.SqlClient, reports: ReadonlyArray<Values & { readonly id: number }>) =>
  sql`
    UPDATE watching_reports AS report SET at = to_timestamp(given.at), date = given.date, dated = given.dated, rating = given.rating,
      rewatch = given.rewatch, review = given.review, review_url = given.review_url, alias = given.alias, logged_at = to_timestamp(given.logged_at)
    FROM unnest(
      ${reports.map(({ id }) => id)}::int[], ${reports.map(({ at }) => at / 1000)}::float8[], ${reports.map(({ date }) => date)}::date[],
      ${reports.map(({ dated }) => dated)}::boolean[], ${reports.map(({ rating }) => rating)}::real[], ${reports.map(({ rewatch }) => rewatch)}::boolean[],
      ${reports.map(({ review }) => review)}::text[], ${reports.map(({ reviewUrl }) => reviewUrl)}::text[],
      ${reports.map(({ alias }) => alias)}::text[], ${reports.map(({ loggedAt }) => seconds(loggedAt))}::float8[]
    ) AS given (id, at, date, dated, rating, rewatch, review, review_url, alias, logged_at)
    WHERE report.id = given.id`

/** Two plays of one film lie no closer: the time of a mark differs by seconds from that of the play it belongs to. */
const sameEvent = 120

/** Of tallies, those that say of more plays than are known, the last of them at a time at which none is known. */
export const untold = Effect.fn("watching.untold")(function*(
  sql: SqlClient.SqlClient,
  source: WatchSource,
  tallies: ReadonlyArray<SubjectId & { readonly plays: number; readonly lastAt: number }>
) {
  if (tallies.length === 0) return []
  const rows = yield* sql<{ place: number }>`
    SELECT given.place::int
    FROM unnest(
      ${tallies.map(({ titleId }) => titleId)}::int[], ${tallies.map(({ episodeId }) => episodeId)}::int[],
      ${tallies.map(({ plays }) => plays)}::int[], ${tallies.map(({ lastAt }) => lastAt / 1000)}::float8[]
    ) WITH ORDINALITY AS given (title_id, episode_id, plays, last_at, place)
    LEFT JOIN watching_reports AS report ON report.title_id = given.title_id AND report.episode_id IS NOT DISTINCT FROM given.episode_id
      AND report.source = ${source}
    GROUP BY given.place, given.plays, given.last_at
    HAVING count(report.id) < given.plays
      AND coalesce(bool_and(abs(extract(epoch FROM report.at) - given.last_at) > ${sameEvent}), true)`
  return rows.map(({ place }) => tallies[place - 1]!)
})

/**
 * Reports that were written down at the source in a span and are not among those given, and those whose alias now names
 * one of the given: an entry that was moved to another day or film is one entry.
 */
export const missingIn = (sql: SqlClient.SqlClient, source: WatchSource, { from, to }: Span, given: { readonly ids: ReadonlyArray<number>; readonly aliases: ReadonlyArray<string> }) =>
  Effect.map(
    sql<{ id: number }>`
      SELECT id FROM watching_reports
      WHERE source = ${source} AND alias IS NOT NULL AND id <> ALL(${given.ids}::int[]) AND (
        logged_at >= to_timestamp(${from}::float8 / 1000) AND logged_at < to_timestamp(${to}::float8 / 1000) OR alias = ANY(${given.aliases}::text[])
      )`,
    (rows) => rows.map(({ id }) => String(id))
  )

/** The person's rating of films themselves; answers how many are new and how many changed. */
export const storeRatings = Effect.fn("watching.storeRatings")(function*(
  sql: SqlClient.SqlClient,
  source: WatchSource,
  given: ReadonlyArray<{ readonly titleId: number; readonly rating: number }>
) {
  const ratings = [...new Map(given.map((one) => [one.titleId, one])).values()]
  if (ratings.length === 0) return { added: [], changed: [] }
  const rows = yield* sql<{ titleId: number; isNew: boolean }>`
    INSERT INTO watching_ratings (title_id, source, rating)
    SELECT title_id, ${source}::watching_source, rating
    FROM unnest(${ratings.map(({ titleId }) => titleId)}::int[], ${ratings.map(({ rating }) => rating)}::real[]) AS given (title_id, rating)
    ON CONFLICT (title_id, source) DO UPDATE SET rating = excluded.rating WHERE watching_ratings.rating <> excluded.rating
    RETURNING title_id, xmax = 0 AS is_new`
  return { added: rows.filter(({ isNew }) => isNew), changed: rows.filter(({ isNew }) => !isNew) }
})

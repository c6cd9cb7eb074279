import { isOutdated } from "@daybook/core/sync"
import type { Report, WatchSource } from "@daybook/core/watching"
import type { LocalDate } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { pairReports } from "./pairReports.js"
import { type SubjectId, subjectKey } from "./subjects.js"

/** A report of a film or episode that is stored, its day found. */
export interface Placed extends SubjectId, Omit<Report, "address" | "date"> {
  readonly address: string | null
  /** Null where the time is not known at all. */
  readonly date: LocalDate | null
  readonly dated: boolean
  /** When the source listed it, epoch milliseconds; null where nothing older can come. */
  readonly asOf: number | null
}

interface Known extends Placed {
  readonly id: number
  readonly edited: boolean
}

/** What storing reports did. `touched` are the subjects whose viewings have to be found again. */
export interface Stored {
  readonly added: number
  readonly changed: number
  /** Ids of those that were stored before. */
  readonly present: ReadonlyArray<number>
  /** Ids of those that were not. */
  readonly fresh: ReadonlyArray<number>
  readonly touched: ReadonlyArray<SubjectId>
}

const none: Stored = { added: 0, changed: 0, present: [], fresh: [], touched: [] }

const keyOf = (report: Placed) => report.address ?? `${subjectKey(report)} ${report.key}`

/** Stores reports that are not there yet and brings the others up to date, but for those that somebody changed by hand. */
export const storeReports = Effect.fn("watching.storeReports")(function*(sql: SqlClient.SqlClient, source: WatchSource, given: ReadonlyArray<Placed>) {
  const reports = [...new Map(given.map((report) => [keyOf(report), report])).values()]
  if (reports.length === 0) return none
  const pairs = pairReports(reports, yield* lookUp(sql, source, reports))
  const fresh = reports.filter((_, index) => pairs[index]!.known === null)
  const twins = pairs.flatMap(({ twin }) => twin ?? [])
  const updates = reports.flatMap((report, index) => {
    const { known, twin } = pairs[index]!
    if (known === null) return []
    const next = updated(known, twin === null ? report : { ...report, alias: report.alias ?? twin.alias, loggedAt: report.loggedAt ?? twin.loggedAt })
    return [{ known, next, isChanged: !isSame(known, next) }]
  })
  const changed = updates.filter(({ isChanged }) => isChanged)
  if (twins.length > 0) yield* sql`DELETE FROM watching_reports WHERE id = ANY(${twins.map(({ id }) => id)}::int[])`
  const rewritten = updates.filter(({ isChanged, known, next }) => isChanged || known.asOf !== next.asOf)
  if (rewritten.length > 0) yield* update(sql, rewritten.map(({ next }) => next))
  const inserted = fresh.length > 0 ? yield* insert(sql, source, fresh) : []
  return {
    added: fresh.length,
    changed: changed.length,
    present: updates.map(({ known }) => known.id),
    fresh: inserted.map(({ id }) => id),
    touched: [...fresh, ...twins, ...changed.flatMap(({ known, next }) => [known, next])]
  } satisfies Stored
})

const lookUp = (sql: SqlClient.SqlClient, source: WatchSource, reports: ReadonlyArray<Placed>) =>
  sql<Known>`
    SELECT id, title_id, episode_id, key, at, date, dated, rating, rewatch, review, review_url, address, alias, logged_at, as_of, edited
    FROM watching_reports AS report
    WHERE source = ${source} AND (
      id IN (
        SELECT stored.id FROM unnest(
          ${reports.map(({ titleId }) => titleId)}::int[], ${reports.map(({ episodeId }) => episodeId)}::int[], ${reports.map(({ key }) => key)}::text[]
        ) AS given (title_id, episode_id, key)
        JOIN watching_reports AS stored ON stored.title_id = given.title_id AND stored.episode_id IS NOT DISTINCT FROM given.episode_id
          AND stored.source = ${source} AND stored.key = given.key
      )
      OR address = ANY(${reports.flatMap(({ address }) => address ?? [])}::text[])
      OR alias = ANY(${reports.flatMap(({ alias }) => alias ?? [])}::text[])
    ) ORDER BY id`

/**
 * What a report says of a stored one. A list that is older than the last one changes nothing of it, but for names that
 * it lacks. An export knows only short links: they do not take the place of what a feed said.
 */
const updated = (row: Known, report: Placed): Known => {
  const names = {
    address: report.address ?? row.address,
    alias: report.alias ?? row.alias,
    loggedAt: report.loggedAt ?? row.loggedAt,
    asOf: report.asOf === null || row.asOf === null ? report.asOf ?? row.asOf : Math.max(report.asOf, row.asOf)
  }
  if (isOutdated(report.asOf, row.asOf)) return { ...row, ...names }
  const own = row.edited ? { at: row.at, date: row.date, dated: row.dated, rating: row.rating, rewatch: row.rewatch } : {}
  const unknown = report.isPartial === true ? { rating: report.rating ?? row.rating, review: report.review ?? row.review } : {}
  const keepsLink = isShort(report.reviewUrl) && row.reviewUrl !== null && report.review !== null
  const reviewUrl = keepsLink || (report.isPartial === true && report.review === null) ? row.reviewUrl : report.reviewUrl
  return { ...report, ...unknown, ...own, ...names, reviewUrl, id: row.id, edited: row.edited }
}

const isShort = (url: string | null): boolean => url === null || /^https?:\/\/boxd\.it\//.test(url)

const fields = ["titleId", "episodeId", "key", "at", "date", "dated", "rating", "rewatch", "review", "reviewUrl", "address", "alias", "loggedAt"] as const
const isSame = (row: Known, next: Known): boolean => fields.every((field) => row[field] === next[field])

const seconds = (instant: number | null) => instant === null ? null : instant / 1000

/** The columns of reports, as parameters. */
const columns = (sql: SqlClient.SqlClient, reports: ReadonlyArray<Placed>) => {
  const of = <A>(value: (report: Placed) => A) => reports.map(value)
  return sql`
    ${of(({ titleId }) => titleId)}::int[], ${of(({ episodeId }) => episodeId)}::int[], ${of(({ key }) => key)}::text[],
    ${of(({ at }) => seconds(at))}::float8[], ${of(({ date }) => date)}::date[], ${of(({ dated }) => dated)}::boolean[],
    ${of(({ rating }) => rating)}::real[], ${of(({ rewatch }) => rewatch)}::boolean[], ${of(({ review }) => review)}::text[],
    ${of(({ reviewUrl }) => reviewUrl)}::text[], ${of(({ address }) => address)}::text[], ${of(({ alias }) => alias)}::text[],
    ${of(({ loggedAt }) => seconds(loggedAt))}::float8[], ${of(({ asOf }) => seconds(asOf))}::float8[]`
}

const names = "title_id, episode_id, key, at, date, dated, rating, rewatch, review, review_url, address, alias, logged_at, as_of"
const values = `
  given.title_id, given.episode_id, given.key, to_timestamp(given.at), given.date, given.dated, given.rating, given.rewatch, given.review,
  given.review_url, given.address, given.alias, to_timestamp(given.logged_at), to_timestamp(given.as_of)`

const insert = (sql: SqlClient.SqlClient, source: WatchSource, reports: ReadonlyArray<Placed>) =>
  sql<{ id: number }>`
    INSERT INTO watching_reports (source, ${sql.literal(names)})
    SELECT ${source}::watching_source, ${sql.literal(values)}
    FROM unnest(${columns(sql, reports)}) WITH ORDINALITY AS given (${sql.literal(names)}, place)
    ORDER BY place RETURNING id`

const update = (sql: SqlClient.SqlClient, reports: ReadonlyArray<Known>) =>
  sql`
    UPDATE watching_reports AS report SET (${sql.literal(names)}) = ROW(${sql.literal(values)})
    FROM unnest(${reports.map(({ id }) => id)}::int[], ${columns(sql, reports)}) AS given (id, ${sql.literal(names)})
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

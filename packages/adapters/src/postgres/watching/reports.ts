import { isOutdated } from "@daybook/core/sync"
import type { Report, WatchSource } from "@daybook/core/watching"
import type { LocalDate } from "@daybook/core/shared"
import { Effect } from "effect"
import { type RowOf, boolean, date, instant, nullable, number, real, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { namesIn } from "./rows.js"
import { type SubjectId, subjectColumns, subjectKey } from "./subjects.js"

/** The values that identify a report. */
export interface Named extends SubjectId {
  readonly key: string
  readonly address: string | null
  readonly alias: string | null
  readonly rating: number | null
  readonly review: string | null
}

export interface StoredName extends Named {
  readonly id: number
}

/** The stored report that matches a given one, and a second stored one that turned out to be the same. */
export interface Pair<ExistingReport> {
  readonly known: ExistingReport | null
  readonly twin: ExistingReport | null
}

const nameOf = (report: SubjectId & { readonly key: string }): string => `${subjectKey(report)} ${report.key}`

/** Two URLs are two reports. */
const mayBeOne = (a: Named, b: Named): boolean => a.address === null || b.address === null || a.address === b.address

const isEqual = (a: Named, b: Named): boolean => a.rating === b.rating && a.review === b.review

/**
 * Matches each given report with a stored one: by URL, else by alias, else by film and key. A report with the same
 * rating and review takes precedence. Each stored report matches at most once.
 */
const pairReports = <ExistingReport extends StoredName>(
  incoming: ReadonlyArray<Named>,
  existing: ReadonlyArray<ExistingReport>
): ReadonlyArray<Pair<ExistingReport>> => {
  const free = new Set(existing)
  const matches = incoming.map((): ExistingReport | null => null)
  const groupedBy = (key: (one: Named) => string | null) => {
    const groups = new Map<string, Array<ExistingReport>>()
    for (const one of existing) {
      const name = key(one)
      if (name !== null) groups.set(name, [...(groups.get(name) ?? []), one])
    }
    return groups
  }
  const pass = (key: (one: Named) => string | null, fits: (a: Named, b: Named) => boolean) => {
    const groups = groupedBy(key)
    for (const [index, one] of incoming.entries()) {
      const name = key(one)
      if (matches[index] !== null || name === null) continue
      const match = groups.get(name)?.find((other) => free.has(other) && fits(one, other))
      if (match === undefined) continue
      matches[index] = match
      free.delete(match)
    }
  }
  pass(
    ({ address }) => address,
    () => true
  )
  pass(({ alias }) => alias, mayBeOne)
  pass(nameOf, (a, b) => mayBeOne(a, b) && isEqual(a, b))
  pass(nameOf, mayBeOne)
  const left = new Map([...free].filter(({ address }) => address === null).map((one) => [nameOf(one), one]))
  return incoming.map((one, index) => {
    const match = matches[index]!
    const twin = match !== null && one.address !== null && match.alias === null ? (left.get(nameOf(one)) ?? null) : null
    if (twin !== null) left.delete(nameOf(one))
    return { known: match, twin }
  })
}

/** A report of a stored film or episode, with its resolved day. */
export interface Placed extends SubjectId, Omit<Report, "address" | "date"> {
  readonly address: string | null
  /** Null if the time is unknown. */
  readonly date: LocalDate | null
  readonly dated: boolean
  /** When the source listed it, in epoch milliseconds; null if no older listing can follow. */
  readonly asOf: number | null
}

const reportColumns = {
  ...subjectColumns,
  key: text,
  at: nullable(instant),
  date: nullable(date),
  dated: boolean,
  rating: nullable(real),
  rewatch: nullable(boolean),
  review: nullable(text),
  reviewUrl: nullable(text),
  address: nullable(text),
  alias: nullable(text),
  loggedAt: nullable(instant)
}
const writtenReports = table("watching_reports", { ...reportColumns, asOf: nullable(instant) })
const changedReports = table(writtenReports.name, { id: number, ...writtenReports.columns })
const storedReports = table(writtenReports.name, { ...changedReports.columns, edited: boolean })
type StoredReportRow = RowOf<typeof storedReports.columns>

/** The result of storing reports. `touched` are the subjects whose viewings must be resolved again. */
export interface StoredReports {
  readonly added: number
  readonly changed: number
  /** Ids of reports that were stored before. */
  readonly present: ReadonlyArray<number>
  /** Ids of new reports. */
  readonly fresh: ReadonlyArray<number>
  readonly touched: ReadonlyArray<SubjectId>
}

const none: StoredReports = { added: 0, changed: 0, present: [], fresh: [], touched: [] }

const keyOf = (report: Placed) => report.address ?? `${subjectKey(report)} ${report.key}`

/** Inserts new reports and updates existing ones, except those that were edited by hand. */
export const storeReports = Effect.fn("watching.storeReports")(function* (
  source: WatchSource,
  incoming: ReadonlyArray<Placed>
) {
  const reports = [...new Map(incoming.map((report) => [keyOf(report), report])).values()]
  if (reports.length === 0) return none
  const pairs = pairReports(reports, yield* lookUp(source, reports))
  const fresh = reports.filter((_, index) => pairs[index]!.known === null)
  const twins = pairs.flatMap(({ twin }) => twin ?? [])
  const updates = reports.flatMap((report, index) => {
    const { known, twin } = pairs[index]!
    if (known === null) return []
    const next = updated(
      known,
      twin === null
        ? report
        : { ...report, alias: report.alias ?? twin.alias, loggedAt: report.loggedAt ?? twin.loggedAt }
    )
    return [{ known, next, isChanged: !isSame(known, next) }]
  })
  const changed = updates.filter(({ isChanged }) => isChanged)
  if (twins.length > 0) yield* sql`DELETE FROM watching_reports WHERE id = ANY(${twins.map(({ id }) => id)}::int[])`
  const rewritten = updates.filter(({ isChanged, known, next }) => isChanged || known.asOf !== next.asOf)
  if (rewritten.length > 0) yield* update(rewritten.map(({ next }) => next))
  const inserted = fresh.length > 0 ? yield* insert(source, fresh) : []
  return {
    added: fresh.length,
    changed: changed.length,
    present: updates.map(({ known }) => known.id),
    fresh: inserted.map(({ id }) => id),
    touched: [...fresh, ...twins, ...changed.flatMap(({ known, next }) => [known, next])]
  } satisfies StoredReports
})

const reportKeys = table(writtenReports.name, { ...subjectColumns, key: text })

const lookUp = (source: WatchSource, reports: ReadonlyArray<Placed>) =>
  sql(storedReports.columns)`
    SELECT ${storedReports.select("report")} FROM watching_reports AS report
    WHERE source = ${source} AND (
      id IN (
        SELECT stored.id FROM ${reportKeys.valuesOf(reports)}
        JOIN watching_reports AS stored ON stored.title_id = incoming.title_id AND stored.episode_id IS NOT DISTINCT FROM incoming.episode_id
          AND stored.source = ${source} AND stored.key = incoming.key
      )
      OR address = ANY(${reports.flatMap(({ address }) => address ?? [])}::text[])
      OR alias = ANY(${reports.flatMap(({ alias }) => alias ?? [])}::text[])
    ) ORDER BY id`

/**
 * Merges a report into the stored one. A list older than the last one only fills in missing names. An export has only
 * short links, which do not replace the links of a feed.
 */
const updated = (row: StoredReportRow, report: Placed): StoredReportRow => {
  const names = {
    address: report.address ?? row.address,
    alias: report.alias ?? row.alias,
    loggedAt: report.loggedAt ?? row.loggedAt,
    asOf: report.asOf === null || row.asOf === null ? (report.asOf ?? row.asOf) : Math.max(report.asOf, row.asOf)
  }
  if (isOutdated(report.asOf, row.asOf)) return { ...row, ...names }
  const own = row.edited
    ? { at: row.at, date: row.date, dated: row.dated, rating: row.rating, rewatch: row.rewatch }
    : {}
  const unknown =
    report.isPartial === true ? { rating: report.rating ?? row.rating, review: report.review ?? row.review } : {}
  const keepsLink = isShort(report.reviewUrl) && row.reviewUrl !== null && report.review !== null
  const reviewUrl =
    keepsLink || (report.isPartial === true && report.review === null) ? row.reviewUrl : report.reviewUrl
  return { ...report, ...unknown, ...own, ...names, reviewUrl, id: row.id, edited: row.edited }
}

const isShort = (url: string | null): boolean => url === null || /^https?:\/\/boxd\.it\//.test(url)

const fields = Object.keys(reportColumns) as ReadonlyArray<keyof typeof reportColumns>
const isSame = (row: StoredReportRow, next: StoredReportRow): boolean =>
  fields.every((field) => row[field] === next[field])

const names = namesIn(writtenReports.columns)

const insert = (source: WatchSource, reports: ReadonlyArray<Placed>) =>
  sql({ id: number })`
    INSERT INTO watching_reports (source, ${names})
    SELECT ${source}::watching_source, ${names} FROM ${writtenReports.valuesOf(reports)} RETURNING id`

const update = (reports: ReadonlyArray<StoredReportRow>) =>
  sql`
    UPDATE watching_reports AS report SET (${names}) = ROW(${writtenReports.select("incoming")})
    FROM ${changedReports.valuesOf(reports)} WHERE report.id = incoming.id`

/** Plays of one film at most this many seconds apart are the same: a mark's time differs slightly from its play's. */
const sameEvent = 120

/** Tallies with more plays than are stored, and without a stored play at the time of their last play. */
export const unlistedPlays = Effect.fn("watching.unlistedPlays")(function* (
  source: WatchSource,
  tallies: ReadonlyArray<SubjectId & { readonly plays: number; readonly lastAt: number }>
) {
  if (tallies.length === 0) return []
  const rows = yield* sql({ place: number })`
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

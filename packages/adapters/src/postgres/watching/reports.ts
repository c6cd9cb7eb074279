import {
  type PlacedReport,
  type SubjectId,
  distinctReports,
  duplicateWindow,
  placedFields,
  reconcileReports
} from "@daybook/core/watching"
import { Effect } from "effect"
import { boolean, instant, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { subjectColumns } from "./subjects.js"

const reportColumns = columnsOf(placedFields)
const newReports = table("watching_reports", { source: text, ...reportColumns })
const changedReports = table(newReports.name, { id: number, ...reportColumns })
const existingReports = table(newReports.name, { ...changedReports.columns, edited: boolean, reviewEdited: boolean })

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

/** Inserts new reports and updates existing ones, except those that were edited by hand. */
export const storeReports = Effect.fn("watching.storeReports")(function* (
  source: string,
  incoming: ReadonlyArray<PlacedReport>
) {
  const reports = distinctReports(incoming)
  if (reports.length === 0) return none
  const { fresh, twins, updates } = reconcileReports(reports, yield* lookUp(source, reports))
  const changed = updates.filter(({ isChanged }) => isChanged)
  if (twins.length > 0) yield* sql`DELETE FROM watching_reports WHERE id = ANY(${twins.map(({ id }) => id)}::int[])`
  const rewritten = updates.filter(
    ({ isChanged, known, next }) =>
      isChanged ||
      known.asOf !== next.asOf ||
      known.namingId !== next.namingId ||
      known.unnumberedId !== next.unnumberedId
  )
  yield* changedReports.update(
    rewritten.map(({ next }) => next),
    { key: ["id"], returning: {} }
  )
  const inserted = yield* newReports.insertReturning(
    fresh.map((report) => ({ ...report, source })),
    { id: number }
  )
  return {
    added: fresh.length,
    changed: changed.length,
    present: updates.map(({ known }) => known.id),
    fresh: inserted.map(({ id }) => id),
    touched: [...fresh, ...twins, ...changed.flatMap(({ known, next }) => [known, next])]
  } satisfies StoredReports
})

const reportKeys = table(newReports.name, { ...subjectColumns, key: text })

const lookUp = (source: string, reports: ReadonlyArray<PlacedReport>) =>
  sql(existingReports.columns)`
    SELECT ${existingReports.select("report")} FROM watching_reports AS report
    WHERE source = ${source} AND (
      id IN (
        SELECT stored.id FROM ${reportKeys.valuesOf(reports)}
        JOIN watching_reports AS stored ON stored.title_id = incoming.title_id
          AND stored.episode_id IS NOT DISTINCT FROM incoming.episode_id
          AND stored.source = ${source} AND stored.key = incoming.key
      )
      OR address = ANY(${reports.flatMap(({ address }) => address ?? [])}::text[])
      OR alias = ANY(${reports.flatMap(({ alias }) => alias ?? [])}::text[])
    ) ORDER BY id`

const tallyRows = table(newReports.name, { place: number, ...subjectColumns, plays: number, lastAt: instant })

/**
 * Tallies with more plays than are stored, and without a stored play at the time of their last play: a mark's time
 * differs slightly from its play's.
 */
export const unlistedPlays = Effect.fn("watching.unlistedPlays")(function* (
  source: string,
  tallies: ReadonlyArray<SubjectId & { readonly plays: number; readonly lastAt: number }>
) {
  if (tallies.length === 0) return []
  const rows = yield* sql({ place: number })`
    SELECT incoming.place FROM ${tallyRows.valuesOf(tallies.map((tally, place) => ({ ...tally, place })))}
    LEFT JOIN watching_reports AS report ON report.title_id = incoming.title_id
      AND report.episode_id IS NOT DISTINCT FROM incoming.episode_id AND report.source = ${source}
    GROUP BY incoming.place, incoming.plays, incoming.last_at
    HAVING count(report.id) < incoming.plays AND coalesce(
      bool_and(abs(extract(epoch FROM report.at - incoming.last_at)) > ${duplicateWindow / 1000}), true
    )`
  return rows.map(({ place }) => tallies[place]!)
})

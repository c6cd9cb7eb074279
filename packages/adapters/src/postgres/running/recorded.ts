import {
  type RecordedReport,
  type RunDecisions,
  type RunSighting,
  anchorOf,
  mergeReports,
  reportNamesOf,
  sightingOf
} from "@daybook/core/running"
import { maxShift, matchOf, refOf, startTolerance } from "@daybook/core/workouts"
import { Effect } from "effect"
import { bigint, boolean, instant, json, nullable, number, text, texts } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { runsNamed } from "./named.js"
import { lookUp } from "./reports.js"

/** A stored report of another source. */
export interface RecordedRow {
  readonly report: RecordedReport
  readonly discarded: boolean
  /** The run that it belongs to; null for a hidden one. */
  readonly activityId: number | null
}

const rowColumns = { report: json<RecordedReport>(), discarded: boolean, activityId: nullable(number) }

const recordedTable = table("running_recorded", {
  source: text,
  key: text,
  id: bigint,
  startedAt: instant,
  zoned: boolean,
  identities: texts,
  report: json<RecordedReport>(),
  asOf: nullable(instant),
  discarded: boolean,
  activityId: nullable(bigint),
  reason: nullable(text)
})

/** A row with its place in a group. */
export interface PlacedRecord extends RecordedRow {
  readonly reason: string | null
}

export const writeRecorded = (rows: ReadonlyArray<PlacedRecord>) =>
  recordedTable.upsert(
    rows.map(({ activityId, discarded, reason, report }) => {
      const { asOf, identities, key, run, source, zoned } = report
      return {
        source,
        key,
        id: run.id,
        startedAt: run.startedAt,
        zoned,
        identities,
        report,
        asOf,
        discarded,
        activityId,
        reason
      }
    }),
    { key: ["source", "key"], returning: {} }
  )

/** Whether other sources than the leading one reported any run. */
export const hasRecorded = Effect.map(sql`SELECT FROM running_recorded LIMIT 1`, (rows) => rows.length > 0)

export const recordedByKeys = (source: string, keys: ReadonlyArray<string>) =>
  sql(rowColumns)`
    SELECT report, discarded, activity_id FROM running_recorded
    WHERE source = ${source} AND key = ANY(${keys}::text[])`

/** Reports of runs, and those that belong to none. */
export const recordedOfRuns = (ids: ReadonlyArray<number>) =>
  sql(rowColumns)`
    SELECT report, discarded, activity_id FROM running_recorded
    WHERE activity_id = ANY(${ids}::bigint[]) OR (activity_id IS NULL AND NOT discarded)`

const recordedNamed = (names: ReadonlyArray<string>) =>
  sql(rowColumns)`
    SELECT report, discarded, activity_id FROM running_recorded WHERE source || ':' || key = ANY(${names}::text[])`

const recordedNear = (sightings: ReadonlyArray<RunSighting>) => {
  const times = sightings.map(({ startedAt }) => startedAt / 1000)
  // A start without a time zone may be wrong by hours, on either side.
  const reaches = sightings.map(({ zoned }) => startTolerance + (zoned ? 0 : maxShift))
  return sql(rowColumns)`
    SELECT report, discarded, activity_id FROM running_recorded AS near
    WHERE near.key IN (
      SELECT near.key FROM unnest(${times}::float8[], ${reaches}::float8[]) AS given (at, reach)
      JOIN running_recorded AS near ON near.started_at
        BETWEEN to_timestamp(given.at - given.reach) AND to_timestamp(given.at + given.reach)
      UNION
      SELECT near.key FROM unnest(${times}::float8[]) AS given (at)
      JOIN running_recorded AS near ON NOT near.zoned AND near.started_at
        BETWEEN to_timestamp(given.at - ${maxShift + startTolerance})
          AND to_timestamp(given.at + ${maxShift + startTolerance})
      UNION
      SELECT near.key FROM running_recorded AS near
      WHERE near.identities && ${sightings.flatMap(({ identities }) => identities)}::text[]
    )`
}

/** Runs of the leading source, whose own reports decide when they were. */
const anchorsOf = Effect.fn("running.anchorsOf")(function* (ids: ReadonlyArray<number>) {
  if (ids.length === 0) return []
  const sources = yield* sql({ id: number, source: text })`
    SELECT id, source FROM running_activities AS run WHERE id = ANY(${ids}::bigint[])`
  const reportsById = yield* lookUp(ids)
  return sources.flatMap(({ id, source }): ReadonlyArray<RunSighting> => {
    const reports = reportsById.get(id)?.reports
    if (reports === undefined) return []
    const own = { ...reports, recorded: [] }
    const run = mergeReports(own)
    return run === null ? [] : [anchorOf(source, reportNamesOf(source, own), { ...run, id })]
  })
})

const anchorsNear = Effect.fn("running.anchorsNear")(function* (sightings: ReadonlyArray<RunSighting>) {
  const times = sightings.map(({ startedAt }) => startedAt / 1000)
  const reaches = sightings.map(({ zoned }) => startTolerance + (zoned ? 0 : maxShift))
  const rows = yield* sql({ id: number })`
    SELECT DISTINCT run.id FROM unnest(${times}::float8[], ${reaches}::float8[]) AS given (at, reach)
    JOIN running_activities AS run ON run.started_at
      BETWEEN to_timestamp(given.at - given.reach) AND to_timestamp(given.at + given.reach)
    WHERE EXISTS (SELECT FROM running_reports AS report WHERE report.activity_id = run.id)`
  return yield* anchorsOf(rows.map(({ id }) => id))
})

/** Reports that may be of the same runs, and the stored rows of those that are no runs of the leading source. */
export interface Neighbourhood {
  readonly sightings: ReadonlyArray<RunSighting>
  readonly rows: ReadonlyMap<string, RecordedRow>
}

/** Rounds of the search. A chain of matches of that many reports is no run. */
const maxRounds = 40

/**
 * Everything that a chain of matches and corrections connects with some reports and runs: groups of it do not depend
 * on other reports.
 * `changes` replace what is stored, or delete it where they are null.
 */
export const neighbourhood = Effect.fn("running.neighbourhood")(function* (
  anchorIds: ReadonlyArray<number>,
  changes: ReadonlyMap<string, RecordedRow | null>,
  storedRows: ReadonlyArray<RecordedRow>,
  decisions: RunDecisions
) {
  const rows = new Map<string, RecordedRow>()
  const sightings = new Map<string, RunSighting>()
  const add = (sighting: RunSighting, frontier: ReadonlyArray<RunSighting> | null) => {
    const isLinked = frontier === null || frontier.some((one) => matchOf(one, sighting) !== null)
    if (!isLinked || sightings.has(sighting.ref)) return []
    sightings.set(sighting.ref, sighting)
    return [sighting]
  }
  const take = (candidates: ReadonlyArray<RecordedRow>, frontier: ReadonlyArray<RunSighting> | null) =>
    candidates.flatMap((row) => {
      const ref = refOf(row.report.source, row.report.key)
      const change = changes.get(ref)
      const current = change === undefined ? row : change
      const added = current === null ? [] : add(sightingOf(current.report), frontier)
      if (current !== null && added.length > 0) rows.set(ref, current)
      return added
    })
  const takeAnchors = (anchors: ReadonlyArray<RunSighting>, frontier: ReadonlyArray<RunSighting> | null) =>
    anchors.flatMap((anchor) => add(anchor, frontier))
  const takeNamed = Effect.fn(function* (frontier: ReadonlyArray<RunSighting>) {
    const own = frontier.flatMap(({ names }) => names)
    const others = decisions.namesWith(own).filter((name) => !own.includes(name))
    if (others.length === 0) return []
    return [
      ...take(yield* recordedNamed(others), null),
      ...takeAnchors(yield* anchorsOf(yield* runsNamed(others)), null)
    ]
  })
  const incoming = [...changes.values()].filter((row) => row !== null)
  let frontier = [...takeAnchors(yield* anchorsOf(anchorIds), null), ...take(incoming, null), ...take(storedRows, null)]
  for (let round = 0; frontier.length > 0 && round < maxRounds; round++)
    frontier = [
      ...(yield* takeNamed(frontier)),
      ...take(yield* recordedNear(frontier), frontier),
      ...takeAnchors(yield* anchorsNear(frontier), frontier)
    ]
  return { rows, sightings: [...sightings.values()] } satisfies Neighbourhood
})

import {
  type ReportChange,
  type RunDecisions,
  type RunGroup,
  type RunReports,
  type RunSighting,
  decisionsOnRuns,
  newerReport,
  publishableRun,
  type RecordedReport
} from "@daybook/core/running"
import { type Calendar, yearOf } from "@daybook/core/shared"
import {
  type RefPair,
  type WorkoutSources,
  workoutSources,
  groupWorkouts,
  reasonOf,
  refOf
} from "@daybook/core/workouts"
import { type Context, Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { forget } from "../EnrichmentTasks.js"
import { date, text, number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { type WrittenRun, visibilityOf, writeChanges } from "./changes.js"
import { recount } from "./recompute.js"
import {
  type PlacedRecord,
  type RecordedRow,
  neighbourhood,
  recordedByKeys,
  recordedOfRuns,
  writeRecorded
} from "./recorded.js"
import { inOrder, lookUp } from "./reports.js"

/** What a new grouping changed. `source` of a written run is the one that leads. */
export interface Regrouping {
  readonly writtenRuns: ReadonlyArray<WrittenRun & { readonly source: string }>
  readonly deleted: ReadonlyArray<number>
}

const noReports: RunReports = { listed: null, detailed: null, archived: null }

/** The run of each report of a group, null if it is hidden. */
const placesIn = (group: RunGroup, rows: ReadonlyMap<string, RecordedRow>) => {
  const isVisible = ({ isAnchor, ref }: RunSighting) => isAnchor || rows.get(ref)?.discarded === false
  const visible = group.members.filter(isVisible)
  const isHidden = visible.length < group.members.length && !group.members[0].isAnchor
  const leader = isHidden ? undefined : visible[0]
  return { leader, visible: isHidden ? [] : visible }
}

/** Deletes the rows of runs that no report leads any more. */
const deleteRuns = Effect.fn("running.deleteRuns")(function* (ids: ReadonlyArray<number>) {
  if (ids.length === 0) return []
  const deleted = yield* sql({ id: number, day: date })`
    DELETE FROM running_activities WHERE id = ANY(${ids}::bigint[]) RETURNING id, day`
  yield* forget("running", "activity", ids)
  yield* recount(deleted.map(({ day }) => yearOf(day)))
  return deleted.map(({ id }) => id)
})

/** Why a report is of the run of a group, null if it leads. */
const placeReasonOf = (group: RunGroup, member: RunSighting, joined: ReadonlyArray<RefPair>): string | null => {
  const leader = group.members[0].ref
  const isDecided = joined.some((pair) => member.ref !== leader && pair.includes(member.ref) && pair.includes(leader))
  return isDecided ? "A correction says that both are one run." : reasonOf(group, member)
}

/** The leaders and the other reports of the runs that reports are, and the place of each stored report. */
const placesOf = (
  sources: WorkoutSources,
  sightings: ReadonlyArray<RunSighting>,
  rows: ReadonlyMap<string, RecordedRow>,
  decisions: RunDecisions
) => {
  const joined = decisions.joined(sightings)
  const leaders = new Map<number, RunSighting>()
  const recordedOf = new Map<number, ReadonlyArray<RecordedReport>>()
  const placed: Array<PlacedRecord> = []
  for (const group of groupWorkouts(sources, sightings, decisions.apart(sightings), joined)) {
    const { leader, visible } = placesIn(group, rows)
    if (leader !== undefined) {
      leaders.set(leader.id, leader)
      recordedOf.set(
        leader.id,
        inOrder(
          sources,
          visible.flatMap(({ ref }) => rows.get(ref)?.report ?? [])
        )
      )
    }
    for (const member of group.members) {
      const row = rows.get(member.ref)
      if (row === undefined) continue
      const run = leader !== undefined && visible.includes(member) ? leader : null
      const reason = run === null ? null : placeReasonOf(group, member, joined)
      placed.push({ ...row, activityId: run?.id ?? null, reason })
    }
  }
  return { leaders, recordedOf, placed }
}

const isEmpty = ({ after }: ReportChange) =>
  after.listed === null && after.archived === null && (after.recorded ?? []).length === 0

/** What runs are reported by, before and after they have other reports of other sources. */
const reportChangesOf = Effect.fn("running.reportChangesOf")(function* (
  ids: ReadonlyArray<number>,
  recordedOf: ReadonlyMap<number, ReadonlyArray<RecordedReport>>
) {
  const existing = yield* lookUp(ids)
  return ids.flatMap((id): ReadonlyArray<ReportChange> => {
    const before = existing.get(id)?.reports ?? noReports
    const { recorded: _, ...own } = before
    const recorded = recordedOf.get(id) ?? []
    const after = recorded.length === 0 ? own : { ...own, recorded }
    return isDeepStrictEqual(before, after) ? [] : [{ id, before, after, wasDeleted: false }]
  })
})

/** Writes the rows of runs, each with the source that leads. */
const writeRemaining = Effect.fn("running.writeRemaining")(function* (
  calendar: Context.Tag.Service<Calendar>,
  changes: ReadonlyArray<ReportChange>,
  leaders: ReadonlyMap<number, RunSighting>
) {
  const sources = yield* sourcesOf(changes.map(({ id }) => id))
  const leading = ({ id }: ReportChange) => sources.get(id) ?? leaders.get(id)?.source ?? ""
  const writtenRuns: Array<Regrouping["writtenRuns"][number]> = []
  for (const source of new Set(changes.map(leading))) {
    const part = changes.filter((change) => leading(change) === source)
    for (const run of yield* writeChanges(calendar, source, part)) writtenRuns.push({ ...run, source })
  }
  return writtenRuns
})

/**
 * Groups everything again that may be a run with the changed reports or runs, and writes what follows. `changes`
 * are new states of rows of `running_recorded`, null for deleted ones.
 */
export const regroup = Effect.fn("running.regroup")(function* (
  calendar: Context.Tag.Service<Calendar>,
  anchorIds: ReadonlyArray<number>,
  changes: ReadonlyMap<string, RecordedRow | null>
) {
  const earlierIds = [...anchorIds, ...[...changes.values()].flatMap((row) => row?.activityId ?? [])]
  const decisions = decisionsOnRuns(yield* correctionsOf("running"))
  const { rows, sightings } = yield* neighbourhood(anchorIds, changes, yield* recordedOfRuns(earlierIds), decisions)
  const { leaders, placed, recordedOf } = placesOf(yield* workoutSources, sightings, rows, decisions)
  const previousIds = [...rows.values()].flatMap(({ activityId }) => activityId ?? [])
  const ids = [...new Set([...leaders.keys(), ...previousIds, ...earlierIds])]
  const reportChanges = yield* reportChangesOf(ids, recordedOf)
  const remaining = reportChanges.filter((change) => !isEmpty(change))
  const writtenRuns = yield* writeRemaining(calendar, remaining, leaders)
  yield* writeRecorded(placed)
  const deletedRefs = [...changes].flatMap(([ref, row]) => (row === null ? [ref] : []))
  if (deletedRefs.length > 0)
    yield* sql`DELETE FROM running_recorded WHERE source || ':' || key = ANY(${deletedRefs}::text[])`
  const deleted = yield* deleteRuns(reportChanges.filter(isEmpty).map(({ id }) => id))
  return { writtenRuns, deleted } satisfies Regrouping
})

const sourcesOf = (ids: ReadonlyArray<number>) =>
  Effect.map(
    sql({ id: number, source: text })`
      SELECT id, source FROM running_activities WHERE id = ANY(${ids}::bigint[])`,
    (rows) => new Map(rows.map(({ id, source }) => [id, source]))
  )

/** What the shared services publish of the runs that a write changed. */
export const publishedOf = ({ deleted, writtenRuns }: Regrouping) => {
  const { concealed, shown } = visibilityOf(writtenRuns)
  const upserted = shown.flatMap(({ after, before, source }) => {
    const run = publishableRun(after)
    const isSame = before !== null && !before.hidden && isDeepStrictEqual(run, publishableRun(before))
    return isSame ? [] : [{ ...run, source }]
  })
  return { upserted, deleted: [...deleted, ...concealed] }
}

/** Stores reports that are matched with those of other sources. */
export const putRecorded = Effect.fn("running.putRecorded")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  reports: ReadonlyArray<RecordedReport>
) {
  const incoming = new Map<string, RecordedReport>()
  for (const { asOf, detail, identities, key, run, source, zoned } of reports) {
    const report = { asOf, detail, identities, key, run, source, zoned }
    const plain = JSON.parse(JSON.stringify(report)) as RecordedReport
    const previous = incoming.get(plain.key)
    incoming.set(plain.key, previous === undefined ? plain : newerReport(plain, previous))
  }
  const storedByKey = new Map((yield* recordedByKeys(source, [...incoming.keys()])).map((row) => [row.report.key, row]))
  const changes = new Map<string, RecordedRow>()
  let [added, changed] = [0, 0]
  for (const report of incoming.values()) {
    const row = storedByKey.get(report.key)
    const next = row === undefined ? report : newerReport(report, row.report)
    if (row !== undefined && isDeepStrictEqual(next, row.report)) continue
    if (row === undefined) added++
    else if (!isDeepStrictEqual({ ...next, asOf: null }, { ...row.report, asOf: null })) changed++
    changes.set(refOf(source, report.key), { discarded: false, activityId: null, ...row, report: next })
  }
  const regrouping: Regrouping =
    changes.size === 0 ? { writtenRuns: [], deleted: [] } : yield* regroup(calendar, [], changes)
  return { regrouping, added, changed, present: [...storedByKey.keys()] }
})

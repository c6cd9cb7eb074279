import { activities as activitiesDomain } from "@daybook/core/activities"
import { hasDomain, type OptionalRow } from "@daybook/core/domain"
import type { Report } from "@daybook/core/running"
import type { Places } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure, Span } from "@daybook/core/sync"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import type { Strava, Urgency } from "./client.js"
import * as Cursor from "./Cursor.js"
import { kindOf } from "../kit/activities/kinds.js"
import { placeOf, storable } from "../kit/activities/report.js"
import type { RunRecord } from "../kit/runs/runPages.js"
import { shoeOf, toDetail } from "./detail.js"
import { startOf, type StravaWorkout, toRun, toWorkout, SummaryActivity } from "./wire.js"

const daySeconds = 86_400
/** Overlap of each sync: runs are uploaded late, edited, hidden, shown again and deleted. */
const overlap = 30 * daySeconds
/** Interval between full syncs. */
const staleAfter = 7 * daySeconds

interface State {
  /** Upper bound of the next request; null means from the newest. */
  readonly before: number | null
  /** Where an incremental sync may end; null during a full sync. */
  readonly until: number | null
  readonly cursor: Cursor.Cursor
  readonly storedCursor: PullRequest["cursor"]
  /** Whether other activities than runs are read. */
  readonly hasActivities: boolean
}

/**
 * Summaries of the athlete's runs and other activities, newest first. Pages by time, not by page number, so that moving
 * rows are not missed.
 */
export const history = (strava: Strava, request: PullRequest): Stream.Stream<Page<RunRecord>, SourceFailure, Places> =>
  Stream.unwrap(
    Effect.zipWith(nowSeconds, hasDomain(activitiesDomain), (now, hasActivities) =>
      Stream.paginateEffect(start(request, now, hasActivities), (state) => step(strava, state))
    )
  )

const nowSeconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const start = ({ cursor: storedCursor, full }: PullRequest, now: number, hasActivities: boolean): State => {
  const cursor = Cursor.readCursor(full ? Option.none() : storedCursor)
  // A list that was read for runs alone is read again.
  const isNew = hasActivities && cursor.activities !== true
  const isDue = isNew || (cursor.walking === null && (cursor.walked === null || now - cursor.walked >= staleAfter))
  const common = { storedCursor, hasActivities }
  return isDue
    ? {
        before: null,
        until: null,
        cursor: {
          ...cursor,
          walking: { began: now, before: now + daySeconds },
          ...(hasActivities && { activities: true })
        },
        ...common
      }
    : { before: null, until: now - overlap, cursor, ...common }
}

/** One decoded response: start times of all activities (seconds), the runs, and whether every row was readable. */
interface ActivityListing {
  readonly starts: ReadonlyArray<number>
  readonly reports: ReadonlyArray<RunRecord>
  readonly whole: boolean
}

const decode = Schema.decodeUnknownOption(SummaryActivity)

/** A report of another activity, with the city where it began. */
export const activityRowOf = ({ start, ...workout }: StravaWorkout): Effect.Effect<OptionalRow, never, Places> => {
  const report = { ...workout, kind: kindOf(workout.sport) }
  if (report.city !== null) return Effect.succeed(storable(report))
  return Effect.map(placeOf({ polyline: report.course, start }), (place) => storable({ ...report, ...place }))
}

const readRows = Effect.fn("strava.readRows")(function* (rows: ReadonlyArray<unknown>, hasActivities: boolean) {
  const activities = rows.flatMap((row) => Option.toArray(decode(row)))
  const starts = activities.flatMap((activity) => {
    const start = startOf(activity)
    return start === null ? [] : [Math.floor(start / 1000)]
  })
  const runs = activities.flatMap((activity): ReadonlyArray<Report> => {
    const run = toRun(activity)
    return run === null ? [] : [{ _tag: "Listed", run }]
  })
  const others = hasActivities ? activities.flatMap((activity) => toWorkout(activity) ?? []) : []
  const reports = [...runs, ...(yield* Effect.forEach(others, activityRowOf))]
  return { starts, reports, whole: starts.length === rows.length } satisfies ActivityListing
})

/** The activity just before `before` was seen already, so an empty response is suspect and requested once more. */
const listActivities = Effect.fn("strava.listActivities")(function* (
  strava: Strava,
  { before, hasActivities }: Pick<State, "before" | "hasActivities">
) {
  const rows = yield* strava.activities(before)
  return yield* readRows(rows.length > 0 ? rows : yield* strava.activities(before), hasActivities)
})

const step = Effect.fn("strava.step")(function* (strava: Strava, state: State) {
  const { before } = state
  const listing = yield* listActivities(strava, state)
  const now = yield* nowSeconds
  const oldest = listing.starts.reduce((least, start) => Math.min(least, start), Infinity)
  const horizon =
    before ??
    Math.max(
      now,
      listing.starts.reduce((most, start) => Math.max(most, start), 0)
    ) + 1
  const isLast = before === null ? listing.starts.length === 0 : oldest >= before - 1
  // At the end the last known activity must be listed: an empty response does not prove the end.
  const isProven = before === null || listing.starts.length > 0
  const covers = listing.whole && isProven ? spanOf(isLast ? 0 : oldest + 1, horizon) : Option.none()
  const after = isLast || oldest + 1 === before ? finish(state) : continueFrom(state, oldest + 1)
  const cursor = Option.some(Cursor.writeCursor(after.cursor))
  const page: Page<RunRecord> = {
    records: listing.reports,
    deleted: [],
    covers,
    // An unchanged cursor is not written.
    cursor: Option.filter(cursor, (text) => !Option.contains(state.storedCursor, text)),
    total: Option.none()
  }
  return [
    page,
    Option.map(after.next, (next): State => ({
      ...next,
      storedCursor: Option.isSome(page.cursor) ? page.cursor : state.storedCursor
    }))
  ] as const
})

const spanOf = (from: number, to: number): Option.Option<Span> =>
  from < to ? Option.some({ from: from * 1000, to: to * 1000 }) : Option.none()

interface After {
  readonly cursor: Cursor.Cursor
  readonly next: Option.Option<State>
}

/** The oldest activity is read: a full sync in progress is complete. */
const finish = ({ cursor }: State): After => ({
  cursor: cursor.walking === null ? cursor : { ...cursor, walked: cursor.walking.began, walking: null },
  next: Option.none()
})

/** Requests activities up to the second of the oldest one seen, which others may share. */
const continueFrom = (state: State, before: number): After => {
  const { cursor, until } = state
  if (until === null) {
    const further = { ...cursor, walking: cursor.walking === null ? null : { ...cursor.walking, before } }
    return { cursor: further, next: Option.some({ ...state, cursor: further, before }) }
  }
  if (before > until) return { cursor, next: Option.some({ ...state, before }) }
  // New runs are read. An interrupted full sync resumes where it stopped, or here if that is further.
  if (cursor.walking === null) return { cursor, next: Option.none() }
  const rest = Math.min(before, cursor.walking.before)
  return { cursor, next: Option.some({ ...state, until: null, before: rest }) }
}

/** A detailed run and the shoes that its response names. */
interface ActivityReport {
  readonly report: Extract<Report, { readonly _tag: "Detailed" }>
  readonly shoes: ReadonlyArray<Report>
}

/** An activity that is no run; null for one that cannot be read. */
interface OtherActivity {
  readonly other: StravaWorkout | null
}

export const isOtherActivity = (one: ActivityReport | OtherActivity | "absent"): one is OtherActivity =>
  typeof one === "object" && "other" in one

/** The current activity: a run, another sport, or absent. */
export const findActivity = (
  strava: Strava,
  id: number,
  urgency: Urgency
): Effect.Effect<ActivityReport | OtherActivity | "absent", SourceFailure> =>
  strava.activity(id, urgency).pipe(
    Effect.map((activity) => {
      const run = toRun(activity)
      if (run === null) return { other: toWorkout(activity) } satisfies OtherActivity
      const shoe = shoeOf(activity)
      return {
        report: { _tag: "Detailed", run, detail: toDetail(activity) },
        shoes: shoe === null ? [] : [{ _tag: "Shoes", shoe }]
      } satisfies ActivityReport
    }),
    Effect.catchIf(
      ({ state }) => state === "not_found",
      () => Effect.succeed("absent" as const)
    )
  )

/** The current run; none when the activity is absent or no run. */
export const readActivity = (
  strava: Strava,
  id: number,
  urgency: Urgency
): Effect.Effect<Option.Option<ActivityReport>, SourceFailure> =>
  Effect.map(findActivity(strava, id, urgency), (result) =>
    typeof result === "string" || isOtherActivity(result) ? Option.none() : Option.some(result)
  )

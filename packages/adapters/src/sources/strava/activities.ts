import type { Report } from "@daybook/core/running"
import type { Page, PullRequest, SourceFailure, Span } from "@daybook/core/sync"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import type { Strava, Urgency } from "./client.js"
import * as Cursor from "./Cursor.js"
import { shoeOf, startOf, toDetail, toRun, SummaryActivity } from "./wire.js"

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
}

/**
 * Summaries of the athlete's runs, newest first. Pages by time, not by page number, so that moving rows are not
 * missed.
 */
export const history = (strava: Strava, request: PullRequest): Stream.Stream<Page<Report>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(nowSeconds, (now) => Stream.paginateEffect(start(request, now), (state) => step(strava, state)))
  )

const nowSeconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const start = ({ cursor: storedCursor, full }: PullRequest, now: number): State => {
  const cursor = Cursor.readCursor(full ? Option.none() : storedCursor)
  const isDue = cursor.walking === null && (cursor.walked === null || now - cursor.walked >= staleAfter)
  return isDue
    ? {
        before: null,
        until: null,
        cursor: { ...cursor, walking: { began: now, before: now + daySeconds } },
        storedCursor: storedCursor
      }
    : { before: null, until: now - overlap, cursor, storedCursor: storedCursor }
}

/** One decoded response: start times of all activities (seconds), the runs, and whether every row was readable. */
interface ActivityListing {
  readonly starts: ReadonlyArray<number>
  readonly reports: ReadonlyArray<Report>
  readonly whole: boolean
}

const decode = Schema.decodeUnknownOption(SummaryActivity)

const readRows = (rows: ReadonlyArray<unknown>): ActivityListing => {
  const activities = rows.flatMap((row) => Option.toArray(decode(row)))
  const starts = activities.flatMap((activity) => {
    const start = startOf(activity)
    return start === null ? [] : [Math.floor(start / 1000)]
  })
  const reports = activities.flatMap((activity): ReadonlyArray<Report> => {
    const run = toRun(activity)
    return run === null ? [] : [{ _tag: "Listed", run }]
  })
  return { starts, reports, whole: starts.length === rows.length }
}

/** The activity just before `before` was seen already, so an empty response is suspect and requested once more. */
const listActivities = Effect.fn("strava.listActivities")(function* (strava: Strava, before: number | null) {
  const rows = yield* strava.activities(before)
  return readRows(rows.length > 0 ? rows : yield* strava.activities(before))
})

const step = Effect.fn("strava.step")(function* (strava: Strava, state: State) {
  const { before } = state
  const listing = yield* listActivities(strava, before)
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
  const page: Page<Report> = {
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
  cursor: cursor.walking === null ? cursor : { walked: cursor.walking.began, walking: null },
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

/** The current activity: a run, another sport, or absent. */
export const findActivity = (
  strava: Strava,
  id: number,
  urgency: Urgency
): Effect.Effect<ActivityReport | "other" | "absent", SourceFailure> =>
  strava.activity(id, urgency).pipe(
    Effect.map((activity) => {
      const run = toRun(activity)
      if (run === null) return "other"
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
    typeof result === "string" ? Option.none() : Option.some(result)
  )

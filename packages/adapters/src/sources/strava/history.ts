import type { Report } from "@daybook/core/running"
import type { Page, PullRequest, SourceFailure, Span } from "@daybook/core/sync"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import * as Cursor from "./Cursor.js"
import type { Strava } from "./Strava.js"
import { startOf, toRun } from "./toRecords.js"
import { SummaryActivity } from "./wire.js"

const daySeconds = 86_400
/** Each sync looks back this far: runs are uploaded late, edited, made private and public again, and deleted. */
const overlap = 30 * daySeconds
/** What lies before is read again every so often. */
const staleAfter = 7 * daySeconds

interface State {
  /** Everything that began before this second is asked for; null means from the newest. */
  readonly before: number | null
  /** Where a sweep over the newest may end; null when the whole account is being read. */
  readonly until: number | null
  readonly cursor: Cursor.Cursor
  /** The cursor as it stands in the database. */
  readonly stored: PullRequest["cursor"]
}

/** The athlete's runs in passing, newest first, by time and not by page number, so that nothing slips through when rows move. */
export const history = (strava: Strava, request: PullRequest): Stream.Stream<Page<Report>, SourceFailure> =>
  Stream.unwrap(Effect.map(nowSeconds, (now) => Stream.paginateEffect(start(request, now), (state) => step(strava, state))))

const nowSeconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const start = ({ cursor: stored, full }: PullRequest, now: number): State => {
  const cursor = Cursor.read(full ? Option.none() : stored)
  const isDue = cursor.walking === null && (cursor.walked === null || now - cursor.walked >= staleAfter)
  return isDue
    ? { before: null, until: null, cursor: { ...cursor, walking: { began: now, before: now + daySeconds } }, stored }
    : { before: null, until: now - overlap, cursor, stored }
}

/** What one answer shows: the seconds at which its activities began, the runs among them, and whether all of it could be read. */
interface Seen {
  readonly starts: ReadonlyArray<number>
  readonly reports: ReadonlyArray<Report>
  readonly whole: boolean
}

const decode = Schema.decodeUnknownOption(SummaryActivity)

const look = (rows: ReadonlyArray<unknown>): Seen => {
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

/** The activity just before `before` was seen already, so that an answer without it is doubted, and asked for once more. */
const ask = Effect.fn("strava.ask")(function*(strava: Strava, before: number | null) {
  const rows = yield* strava.activities(before)
  return look(rows.length > 0 ? rows : yield* strava.activities(before))
})

const step = Effect.fn("strava.step")(function*(strava: Strava, state: State) {
  const { before } = state
  const seen = yield* ask(strava, before)
  const now = yield* nowSeconds
  const oldest = seen.starts.reduce((least, start) => Math.min(least, start), Infinity)
  const horizon = before ?? Math.max(now, seen.starts.reduce((most, start) => Math.max(most, start), 0)) + 1
  const isLast = before === null ? seen.starts.length === 0 : oldest >= before - 1
  // At the end the one activity that is known to be there must be: an answer without any is no proof of an end.
  const isProven = before === null || seen.starts.length > 0
  const covers = seen.whole && isProven ? spanOf(isLast ? 0 : oldest + 1, horizon) : Option.none()
  const after = isLast || oldest + 1 === before ? finished(state) : onwards(state, oldest + 1)
  const cursor = Option.some(Cursor.write(after.cursor))
  const page: Page<Report> = {
    records: seen.reports,
    gone: [],
    covers,
    // A sync that moves nothing writes nothing.
    cursor: Option.filter(cursor, (text) => !Option.contains(state.stored, text)),
    total: Option.none()
  }
  return [page, Option.map(after.next, (next): State => ({ ...next, stored: Option.isSome(page.cursor) ? page.cursor : state.stored }))] as const
})

const spanOf = (from: number, to: number): Option.Option<Span> =>
  from < to ? Option.some({ from: from * 1000, to: to * 1000 }) : Option.none()

interface After {
  readonly cursor: Cursor.Cursor
  readonly next: Option.Option<State>
}

/** The account has no more: a walk through all of it is through. */
const finished = ({ cursor }: State): After => ({
  cursor: cursor.walking === null ? cursor : { walked: cursor.walking.began, walking: null },
  next: Option.none()
})

/** Asks for what began up to the second of the oldest activity seen, which may hold others. */
const onwards = (state: State, before: number): After => {
  const { cursor, until } = state
  if (until === null) {
    const further = { ...cursor, walking: cursor.walking === null ? null : { ...cursor.walking, before } }
    return { cursor: further, next: Option.some({ ...state, cursor: further, before }) }
  }
  if (before > until) return { cursor, next: Option.some({ ...state, before }) }
  // What is new is read; a walk that broke off goes on from where it was, or from here where that is further.
  if (cursor.walking === null) return { cursor, next: Option.none() }
  const rest = Math.min(before, cursor.walking.before)
  return { cursor, next: Option.some({ ...state, until: null, before: rest }) }
}

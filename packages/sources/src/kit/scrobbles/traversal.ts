import type { ListeningRecords, Play } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Chunk, Clock, Effect, Exit, Option, Stream } from "effect"
import { compare, type PlayCounter, isDue } from "./comparison.js"
import * as Cursor from "./cursor.js"
import { type Answer, type Position, stepFrom } from "./cursor.js"

/** Pages read ahead while earlier ones are stored. */
const maxPages = 20
/** Plays stored in one transaction, unless one page has more. Larger batches would block readers for too long. */
const maxPlays = 4_000

/**
 * Reads ahead while pages are stored, and merges the pages that queue up. A fast provider then does not wait for one
 * transaction per page.
 */
const readAhead = <R>(pages: Stream.Stream<Page<Play>, Failure, R>): Stream.Stream<Page<Play>, Failure, R> =>
  Stream.unwrapScoped(
    Effect.map(Stream.toQueueOfElements(pages, { capacity: maxPages }), (queue) =>
      Stream.fromQueue(queue, { maxChunkSize: maxPages }).pipe(Stream.mapChunks(joined), Stream.flattenExitOption)
    )
  )

type Failure = SourceFailure | StorageFailure
type Read = Exit.Exit<Page<Play>, Option.Option<Failure>>

const joined = (reads: Chunk.Chunk<Read>): Chunk.Chunk<Read> => {
  const all: Array<Read> = []
  for (const read of reads) {
    const last = all.at(-1)
    const page =
      last !== undefined && Exit.isSuccess(last) && Exit.isSuccess(read) ? join(last.value, read.value) : null
    if (page === null) all.push(read)
    else all[all.length - 1] = Exit.succeed(page)
  }
  return Chunk.unsafeFromArray(all)
}

/**
 * Merges two pages, the older after the newer. Null if that is too many plays, or if their covered spans are not
 * adjacent.
 */
const join = (newer: Page<Play>, older: Page<Play>): Page<Play> | null => {
  const [upper, lower] = [Option.getOrNull(newer.covers), Option.getOrNull(older.covers)]
  if (upper?.from !== lower?.to || newer.records.length + older.records.length > maxPlays) return null
  return {
    ...older,
    records: [...newer.records, ...older.records],
    deleted: [...newer.deleted, ...older.deleted],
    covers: upper === null || lower === null ? Option.none() : Option.some({ from: lower.from, to: upper.to }),
    cursor: Option.orElse(older.cursor, () => newer.cursor)
  }
}

/** A provider's history of plays, read from the newest to the oldest. */
export interface History extends PlayCounter {
  /**
   * Fetches one response. The adapter must refuse an empty response to a request with `to`: a play just before `to` is
   * known to exist.
   */
  readonly ask: (position: Position) => Effect.Effect<Answer, SourceFailure>
}

/**
 * How far back each sync reads again. Plays can arrive days late from an offline phone, and can be edited or deleted.
 */
export const overlapSeconds = 3 * 86_400

interface State {
  /** Null once everything is read: the comparison is next. */
  readonly position: Position | null
  readonly left: ReadonlyArray<Cursor.Stretch>
  readonly newest: number
  /** The newest play that was known before this traversal; null if there was none. */
  readonly previousNewest: number | null
  /** Plays before this second are outside this traversal. Null if it reads them too, or has compared them. */
  readonly older: number | null
  readonly compared: Cursor.Compared
  readonly seen: number
  /** The cursor once the pages so far are stored. */
  readonly cursor: PullRequest["cursor"]
}

/** A page, and the state to continue from. */
type NextPage = Effect.Effect<
  readonly [Page<Play>, Option.Option<State>],
  SourceFailure | StorageFailure,
  ListeningRecords
>

const beginning = (from: number, to: number | null): Position => ({ from, to, skip: 0, counted: null })

/**
 * Reads new plays first, then the ranges that earlier syncs left unread. Reads the whole history if there is no cursor.
 */
export const traverse = (
  history: History,
  request: PullRequest
): Stream.Stream<Page<Play>, SourceFailure | StorageFailure, ListeningRecords> =>
  Stream.unwrap(
    Effect.map(nowSeconds, (now) =>
      readAhead(
        Stream.paginateEffect(start(request, now), (state): NextPage =>
          state.position === null ? comparing(history, state) : readStep(history, state, state.position)
        )
      )
    )
  )

const nowSeconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const start = (request: PullRequest, now: number): State => {
  const lastCursor = request.full ? Option.none<Cursor.Cursor>() : Cursor.read(request.cursor)
  const before = { seen: 0, cursor: request.cursor }
  const compared: Cursor.Compared = { at: now, apart: 0, rereading: false }
  if (Option.isNone(lastCursor))
    return { ...before, position: beginning(0, null), left: [], newest: 0, previousNewest: null, older: null, compared }
  const { left, newest } = lastCursor.value
  const from = Math.max(0, Math.min(newest, now) - overlapSeconds)
  return {
    ...before,
    position: beginning(from, null),
    // Ranges that begin inside the requested range are read with it.
    left: from === 0 ? [] : left.filter((stretch) => stretch.from < from),
    newest,
    previousNewest: newest,
    // Unread ranges of an earlier sync are not stored yet when the counts are compared.
    older: from === 0 || left.length > 0 ? null : from + 1,
    compared: lastCursor.value.compared ?? compared
  }
}

const readStep = (history: History, state: State, position: Position) =>
  Effect.gen(function* () {
    const answer = yield* askAndVerify(history, position)
    const now = yield* nowSeconds
    const latest = answer.rows.reduce((most, row) => Math.max(most, row.at), 0)
    const horizon = Math.max(now, latest) + 1
    if (position.to === null && answer.rows.length === 0)
      return [emptyHistory(answer, horizon), Option.none<State>()] as const
    const { covers, next, records } = stepFrom(position, answer, horizon)
    const left = next === null || next.to === null ? state.left : [{ from: next.from, to: next.to }, ...state.left]
    const newest = Math.max(state.newest, Math.min(latest, now))
    const cursor = Option.some(Cursor.write({ newest, left, compared: state.compared }))
    const page: Page<Play> = {
      records,
      deleted: [],
      covers: Option.fromNullable(covers),
      // An unchanged cursor is not written.
      cursor: Option.filter(cursor, (text) => !Option.contains(state.cursor, text)),
      total: Option.map(Option.fromNullable(answer.count), (count) => state.seen + Math.max(0, count - position.skip)),
      ...(state.previousNewest === null ? {} : { newSince: state.previousNewest * 1000 })
    }
    return [page, nextState({ ...state, newest, cursor, seen: state.seen + records.length }, next, now)] as const
  })

/**
 * New plays are requested from some days before the newest known play. An empty response therefore means that all of
 * those were deleted, or that the provider is broken. A request for the newest plays of the whole history decides
 * which.
 */
const askAndVerify = (history: History, position: Position) =>
  Effect.flatMap(history.ask(position), (answer) =>
    answer.rows.length === 0 && position.to === null && position.from > 0
      ? history.ask(beginning(0, null))
      : Effect.succeed(answer)
  )

/** Clears the cursor. Whether all stored plays may be deleted is decided by the sync, not by the source. */
const emptyHistory = (answer: Answer, horizon: number): Page<Play> => ({
  records: [],
  deleted: [],
  covers: answer.isEnd && answer.isComplete ? Option.some({ from: 0, to: horizon * 1000 }) : Option.none(),
  cursor: Option.none(),
  total: Option.some(0)
})

const nextState = (state: State, next: Position | null, now: number): Option.Option<State> => {
  if (next !== null) return Option.some({ ...state, position: next })
  const [first, ...rest] = state.left
  if (first !== undefined) return Option.some({ ...state, position: beginning(first.from, first.to), left: rest })
  return state.older !== null && isDue(state.compared, now) ? Option.some({ ...state, position: null }) : Option.none()
}

/** Ends the traversal with the comparison of older plays, which may add ranges to read again. */
const comparing = (history: History, state: State) =>
  Effect.gen(function* () {
    const now = yield* nowSeconds
    const { compared, reread } = yield* compare(history, state.compared, {
      to: state.older ?? 0,
      since: state.seen,
      newest: state.newest,
      now
    })
    const cursor = Option.some(Cursor.write({ newest: state.newest, left: reread, compared }))
    const page: Page<Play> = { records: [], deleted: [], covers: Option.none(), cursor, total: Option.none() }
    return [page, nextState({ ...state, left: reread, older: null, compared, cursor }, null, now)] as const
  })

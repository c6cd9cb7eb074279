import type { ListeningRecords, Play } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Option, Stream } from "effect"
import * as Cursor from "./Cursor.js"
import { readAhead } from "./ahead.js"
import { compare, type Counted, isDue } from "./comparison.js"
import { type Answer, type Position, turn } from "./turn.js"

/** A provider's history of plays, asked from the newest to the oldest. */
export interface History extends Counted {
  /**
   * One answer. An answer without rows to a question with `to` is for the provider's adapter to doubt: a play just
   * before `to` was seen already.
   */
  readonly ask: (position: Position) => Effect.Effect<Answer, SourceFailure>
}

/** Plays can arrive days late, from a phone that was offline, and be mended or deleted: that far each sync looks back. */
export const overlapSeconds = 3 * 86_400

interface State {
  /** Null for the comparison, once all is read. */
  readonly position: Position | null
  readonly left: ReadonlyArray<Cursor.Stretch>
  readonly newest: number
  /** What was the newest play known before this walk; null where none was. */
  readonly known: number | null
  /** Everything before this second is older than what this walk reads; null where it reads that too, or has compared it. */
  readonly older: number | null
  readonly compared: Cursor.Compared
  readonly seen: number
  /** The cursor as it will stand once the pages so far are stored. */
  readonly cursor: PullRequest["cursor"]
}

/** A page, and where the walk goes on. */
type Walked = Effect.Effect<readonly [Page<Play>, Option.Option<State>], SourceFailure | StorageFailure, ListeningRecords>

const beginning = (from: number, to: number | null): Position => ({ from, to, skip: 0, counted: null })

/** Walks what is new first and then what earlier walks left unread; the whole history where there was none. */
export const walk = (history: History, request: PullRequest): Stream.Stream<Page<Play>, SourceFailure | StorageFailure, ListeningRecords> =>
  Stream.unwrap(Effect.map(nowSeconds, (now) =>
    readAhead(Stream.paginateEffect(start(request, now), (state): Walked =>
      state.position === null ? comparing(history, state) : step(history, state, state.position)))))

const nowSeconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const start = (request: PullRequest, now: number): State => {
  const known = request.full ? Option.none<Cursor.Cursor>() : Cursor.read(request.cursor)
  const before = { seen: 0, cursor: request.cursor }
  const compared: Cursor.Compared = { at: now, apart: 0, anew: false }
  if (Option.isNone(known)) return { ...before, position: beginning(0, null), left: [], newest: 0, known: null, older: null, compared }
  const { left, newest } = known.value
  const from = Math.max(0, Math.min(newest, now) - overlapSeconds)
  return {
    ...before,
    position: beginning(from, null),
    // What begins inside of what is asked for now is read with it.
    left: from === 0 ? [] : left.filter((stretch) => stretch.from < from),
    newest,
    known: newest,
    // What an earlier walk left is not stored yet when all is read.
    older: from === 0 || left.length > 0 ? null : from + 1,
    compared: known.value.compared ?? compared
  }
}

const step = (history: History, state: State, position: Position) =>
  Effect.gen(function*() {
    const answer = yield* askDoubting(history, position)
    const now = yield* nowSeconds
    const latest = answer.rows.reduce((most, row) => Math.max(most, row.at), 0)
    const horizon = Math.max(now, latest) + 1
    if (position.to === null && answer.rows.length === 0) return [emptyHistory(answer, horizon), Option.none<State>()] as const
    const { covers, next, records } = turn(position, answer, horizon)
    const left = next === null || next.to === null ? state.left : [{ from: next.from, to: next.to }, ...state.left]
    const newest = Math.max(state.newest, Math.min(latest, now))
    const cursor = Option.some(Cursor.write({ newest, left, compared: state.compared }))
    const page: Page<Play> = {
      records,
      gone: [],
      covers: Option.fromNullable(covers),
      // A sync that moves nothing writes nothing.
      cursor: Option.filter(cursor, (text) => !Option.contains(state.cursor, text)),
      total: Option.map(Option.fromNullable(answer.count), (count) => state.seen + Math.max(0, count - position.skip)),
      ...(state.known === null ? {} : { newSince: state.known * 1000 })
    }
    return [page, following({ ...state, newest, cursor, seen: state.seen + records.length }, next, now)] as const
  })

/**
 * What is new is asked for from some days before the newest play known, so that an answer without any play means that
 * all of those were deleted, or that the provider is not itself. The newest plays of the whole history tell which.
 */
const askDoubting = (history: History, position: Position) =>
  Effect.flatMap(history.ask(position), (answer) =>
    answer.rows.length === 0 && position.to === null && position.from > 0
      ? history.ask(beginning(0, null))
      : Effect.succeed(answer))

/** The next sync begins anew, whatever the cursor was. Whether all that is stored may go is not for a source to say. */
const emptyHistory = (answer: Answer, horizon: number): Page<Play> => ({
  records: [],
  gone: [],
  covers: answer.end && answer.whole ? Option.some({ from: 0, to: horizon * 1000 }) : Option.none(),
  cursor: Option.none(),
  total: Option.some(0)
})

const following = (state: State, next: Position | null, now: number): Option.Option<State> => {
  if (next !== null) return Option.some({ ...state, position: next })
  const [first, ...rest] = state.left
  if (first !== undefined) return Option.some({ ...state, position: beginning(first.from, first.to), left: rest })
  return state.older !== null && isDue(state.compared, now) ? Option.some({ ...state, position: null }) : Option.none()
}

/** Ends the walk with a look at what is older than it, some of which may have to be read again. */
const comparing = (history: History, state: State) =>
  Effect.gen(function*() {
    const now = yield* nowSeconds
    const { again, compared } = yield* compare(history, state.compared, { to: state.older ?? 0, since: state.seen, newest: state.newest, now })
    const cursor = Option.some(Cursor.write({ newest: state.newest, left: again, compared }))
    const page: Page<Play> = { records: [], gone: [], covers: Option.none(), cursor, total: Option.none() }
    return [page, following({ ...state, left: again, older: null, compared, cursor }, null, now)] as const
  })

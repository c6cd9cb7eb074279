import { Clock, Deferred, Duration, Effect, Option } from "effect"
import type { Domain } from "../domains.js"
import { BadInput, errorWithMessage } from "../shared/errors.js"
import { iso } from "../shared/fields.js"
import { ChangeLog, type LogState } from "./ChangeLog.js"
import { type ChangeCursor, decodeCursor, encodeCursor } from "./cursor.js"
import { type ChangePage, changeEntry } from "./views.js"

/** A cursor that the log cannot continue from: the reader has to read everything again. */
export class Resync extends errorWithMessage<object>()(
  "Resync",
  () => "this cursor is older than what is kept: begin again with since=0"
) {}

export interface ChangeRequest {
  /** A cursor, `0`, or `now`; the beginning by default. */
  readonly since: string | undefined
  /** Null means all. */
  readonly domains: ReadonlyArray<Domain> | null
  readonly types: ReadonlyArray<string> | null
  readonly limit: number
  /** Seconds to wait for a change if there is none. */
  readonly wait: number
}

/** The cursor after the newest change. */
export const cursorAt = ({ epoch, head }: LogState): string => encodeCursor({ epoch, seq: head })

/** Whether the log still has everything after a cursor. */
export const continues = ({ begunAt = 0, epoch, seq }: ChangeCursor, state: LogState): boolean =>
  epoch === state.epoch && seq <= state.head && Math.max(seq, begunAt) >= state.purged

/** Reads a cursor. */
export const acceptCursor = (text: string): Effect.Effect<ChangeCursor, BadInput> =>
  Option.match(decodeCursor(text), {
    onNone: () =>
      new BadInput({ message: "since must be the cursor of an earlier answer, 0 for the beginning, or now" }),
    onSome: (cursor) => Effect.succeed(cursor)
  })

const isBeginning = (since: string | undefined) => since === undefined || since === "" || since === "0"

/** Answers what changed since a cursor. */
export class ChangeFeed extends Effect.Service<ChangeFeed>()("@daybook/core/ChangeFeed", {
  effect: Effect.gen(function* () {
    const log = yield* ChangeLog
    const ending = yield* Deferred.make<void>()

    const pageAt = Effect.fn(function* (cursor: ChangeCursor | null, { domains, limit, types }: ChangeRequest) {
      const { changes, isCut, state } = yield* log.read({ after: cursor?.seq ?? 0, domains, types, limit })
      if (cursor !== null && !continues(cursor, state)) return yield* new Resync({})
      const next: ChangeCursor = isCut
        ? { epoch: state.epoch, seq: changes.at(-1)!.seq, ...begunOf(cursor, state) }
        : { epoch: state.epoch, seq: state.head }
      const page: ChangePage = {
        data: changes.map(changeEntry),
        cursor: encodeCursor(next),
        has_more: isCut,
        as_of: iso(yield* Clock.currentTimeMillis)
      }
      return { page, head: state.head }
    })

    return {
      /** The newest number that this process knows, without a query. */
      latest: log.latest,
      /** Answers all that wait, and lets nobody wait again: the host stops. */
      endWaits: () => Deferred.unsafeDone(ending, Effect.void),
      /** What changed since a cursor, oldest first. Fails with `Resync` if the log does not reach back to it. */
      page: Effect.fn("ChangeFeed.page")(function* (request: ChangeRequest) {
        const { since, wait } = request
        if (since === "now") {
          const state = yield* log.state
          const now: ChangePage = {
            data: [],
            cursor: cursorAt(state),
            has_more: false,
            as_of: iso(yield* Clock.currentTimeMillis)
          }
          return now
        }
        const cursor = isBeginning(since) || since === undefined ? null : yield* acceptCursor(since)
        const until = (yield* Clock.currentTimeMillis) + wait * 1_000
        for (;;) {
          const { head, page } = yield* pageAt(cursor, request)
          const left = until - (yield* Clock.currentTimeMillis)
          if (page.data.length > 0 || left <= 0 || (yield* Deferred.isDone(ending))) return page
          const woken = Effect.raceFirst(log.passed(head), Deferred.await(ending))
          const isOver = Option.isNone(yield* Effect.timeoutOption(woken, left))
          if (isOver) return { ...page, as_of: iso(yield* Clock.currentTimeMillis) }
        }
      })
    }
  })
}) {}

/** Removes deletions older than this from the log. Readers that have not seen them begin again. */
export const purgeDeletions = (age: Duration.Duration) =>
  Effect.flatMap(Effect.zip(ChangeLog, Clock.currentTimeMillis), ([log, now]) =>
    log.purge(now - Duration.toMillis(age))
  )

/** A reader that began at the beginning keeps the end of the log at that time until it has reached the end. */
const begunOf = (cursor: ChangeCursor | null, { head }: LogState): Pick<ChangeCursor, "begunAt"> => {
  if (cursor === null) return { begunAt: head }
  return cursor.begunAt === undefined ? {} : { begunAt: cursor.begunAt }
}

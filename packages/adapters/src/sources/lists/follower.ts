import { CollectingRecords, type CollectingChanges, type LookUp, type Wanted } from "@daybook/core/collecting"
import type { StorageFailure } from "@daybook/core/shared"
import { type Follower, type FollowUp, forbearing, type SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Option, Stream } from "effect"

const dayMs = 86_400_000
const missedDays = 30
const failedDays = 1 / 24
/** Waits for what is not found double up to this many times. */
const mostDoublings = 4
const batch = 20

/**
 * Looks up what the collection wants, newest first, until nothing is due; two passes at once would ask for all of it twice.
 * `find` answers whether it found anything; what fails alone waits a while, and the pass goes on without it.
 */
export const follower = (options: {
  readonly id: string
  readonly lookUp: LookUp
  /** After how many days it is looked up anew. */
  readonly foundDays: number
  readonly find: (wanted: Wanted) => Effect.Effect<boolean, SourceFailure | StorageFailure, CollectingChanges>
}): Follower<CollectingChanges> => {
  const turn = Effect.unsafeMakeSemaphore(1)
  const pass = Stream.suspend(() => {
    const seen = new Set<number>()
    const bear = forbearing()
    return Stream.repeatEffectOption(next(options.lookUp, seen)).pipe(
      Stream.flatMap(({ left, wanted }) =>
        Stream.mapAccumEffect(Stream.fromIterable(wanted), left, (left, one) =>
          Effect.as(bear(handle(options, one), settle(options.lookUp, one, failedDays, false)), [left - 1, { done: 1, left: Math.max(0, left - 1) } satisfies FollowUp] as const)))
    )
  })
  const inTurn = Effect.acquireReleaseInterruptible(turn.take(1), () => turn.release(1))
  return { id: options.id, drain: Stream.unwrapScoped(Effect.as(inTurn, pass)) }
}

/** Nothing comes twice, so that a pass ends. */
const next = (lookUp: LookUp, seen: Set<number>) =>
  Effect.gen(function*() {
    const records = yield* CollectingRecords
    const due = yield* Effect.mapError(records.due(lookUp, batch), Option.some)
    const wanted = due.filter(({ subject }) => !seen.has(subject))
    if (wanted.length === 0) return yield* Effect.fail(Option.none<StorageFailure>())
    for (const { subject } of wanted) seen.add(subject)
    const left = due.length < batch ? wanted.length : yield* Effect.mapError(records.dueCount(lookUp), Option.some)
    return { wanted, left }
  })

const handle = ({ find, foundDays, lookUp }: Parameters<typeof follower>[0], wanted: Wanted) =>
  Effect.gen(function*() {
    const found = yield* find(wanted)
    yield* settle(lookUp, wanted, found ? foundDays : missedDays * 2 ** Math.min(wanted.attempts, mostDoublings), found)
  })

const settle = (lookUp: LookUp, { subject }: Wanted, days: number, found: boolean) =>
  Effect.gen(function*() {
    const records = yield* CollectingRecords
    yield* records.settleLookUp(lookUp, subject, (yield* Clock.currentTimeMillis) + days * dayMs, found)
  })

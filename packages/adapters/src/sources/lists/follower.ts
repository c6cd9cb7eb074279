import { CollectingRecords, type CollectingChanges, type LookUp, type Wanted } from "@daybook/core/collecting"
import type { StorageFailure } from "@daybook/core/shared"
import type { Follower, FollowUp, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Option, Stream } from "effect"

const dayMs = 86_400_000
const missedDays = 30
/** Waits for what is not found double up to this many times. */
const mostDoublings = 4
const batch = 20

/** Looks up what the collection wants, newest first, until nothing is due. `find` answers whether it found anything; a failure leaves it due. */
export const follower = (options: {
  readonly id: string
  readonly lookUp: LookUp
  /** After how many days it is looked up anew. */
  readonly foundDays: number
  readonly find: (wanted: Wanted) => Effect.Effect<boolean, SourceFailure | StorageFailure, CollectingChanges>
}): Follower<CollectingChanges> => ({
  id: options.id,
  drain: Stream.suspend(() => {
    const seen = new Set<number>()
    return Stream.repeatEffectOption(next(options.lookUp, seen)).pipe(
      Stream.flatMap(({ left, wanted }) =>
        Stream.mapAccumEffect(Stream.fromIterable(wanted), left, (left, one) =>
          Effect.as(handle(options, one), [left - 1, { done: 1, left: Math.max(0, left - 1) } satisfies FollowUp] as const)))
    )
  })
})

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
    const records = yield* CollectingRecords
    const found = yield* find(wanted)
    const now = yield* Clock.currentTimeMillis
    const days = found ? foundDays : missedDays * 2 ** Math.min(wanted.attempts, mostDoublings)
    yield* records.settleLookUp(lookUp, wanted.subject, now + days * dayMs, found)
  })

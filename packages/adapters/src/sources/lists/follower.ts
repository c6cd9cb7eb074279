import { CollectingRecords, type CollectingChanges, type LookUp, type Wanted } from "@daybook/core/collecting"
import type { StorageFailure } from "@daybook/core/shared"
import { eachDue, type Follower, mayBeOfOne, type SourceFailure } from "@daybook/core/sync"
import { Clock, Effect } from "effect"

const dayMs = 86_400_000
const missedDays = 30
const failedDays = 1 / 24
/** Waits for what is not found double up to this many times. */
const mostDoublings = 4
const batch = 20

/**
 * Looks up what the collection wants, newest first.
 * `find` answers whether it found anything; what fails alone waits a while, and the pass goes on without it.
 */
export const follower = (options: {
  readonly id: string
  readonly lookUp: LookUp
  /** After how many days it is looked up anew. */
  readonly foundDays: number
  readonly find: (wanted: Wanted) => Effect.Effect<boolean, SourceFailure | StorageFailure, CollectingChanges>
}): Follower<CollectingChanges> => {
  const drain = eachDue({
    batch,
    due: (limit) => Effect.flatMap(CollectingRecords, (records) => records.due(options.lookUp, limit)),
    left: Effect.flatMap(CollectingRecords, (records) => records.dueCount(options.lookUp)),
    key: ({ subject }) => subject,
    lookUp: (wanted) => handle(options, wanted),
    putOff: (wanted) => settle(options.lookUp, wanted, failedDays, false),
    isBorne: mayBeOfOne
  })
  return { id: options.id, drain }
}

const handle = ({ find, foundDays, lookUp }: Parameters<typeof follower>[0], wanted: Wanted) =>
  Effect.gen(function*() {
    const found = yield* find(wanted)
    return yield* settle(lookUp, wanted, found ? foundDays : missedDays * 2 ** Math.min(wanted.attempts, mostDoublings), found)
  })

const settle = (lookUp: LookUp, { subject }: Wanted, days: number, found: boolean) =>
  Effect.gen(function*() {
    const records = yield* CollectingRecords
    yield* records.settleLookUp(lookUp, subject, (yield* Clock.currentTimeMillis) + days * dayMs, found)
    return found
  })

import type { SourceFailure } from "@daybook/core/sync"
import { type Faults, Fault } from "@daybook/simulators"
import { Effect } from "effect"
import { expect } from "vitest"

interface SyncCounts {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

const countsOf = ({ added, changed, removed }: SyncCounts) => [added, changed, removed]

/** A synced source survives what its service answers on a bad day, and deletes nothing because of it. */
export const survivesBadDay = <A, E, E2, R, R2>(
  faults: Faults,
  sync: Effect.Effect<SyncCounts, E, R>,
  records: Effect.Effect<A, E2, R2>
) =>
  Effect.gen(function* () {
    yield* sync
    const before = yield* records
    yield* faults.next(
      Fault.Status({ status: 429, retryAfter: 1 }),
      Fault.Status({ status: 429 }),
      Fault.Status({ status: 503 }),
      Fault.Truncated()
    )
    expect(countsOf(yield* sync)).toEqual([0, 0, 0])
    yield* faults.when(() => true, Fault.Status({ status: 401 }))
    const failure = (yield* Effect.flip(sync)) as SourceFailure
    expect(failure.state).toBe("unauthorized")
    yield* faults.clear
    yield* faults.when(() => true, Fault.Empty())
    yield* Effect.exit(sync)
    expect(yield* records).toEqual(before)
    yield* faults.clear
    expect(countsOf(yield* sync)).toEqual([0, 0, 0])
  })

import { Catalogue, type Kind, type Wanted } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import { eachDue, type Follower, type SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"

const dayMs = 86_400_000
const foundDays = 90
const missedDays = 30
const failedDays = 1 / 24
/** Waits for what is not found double up to this many times. */
const mostDoublings = 4

/** Looks one thing up and stores what it finds; answers whether it found anything. */
export type LookUp = (wanted: Wanted) => Effect.Effect<boolean, SourceFailure | StorageFailure, Catalogue>

/** One pass through what is due. */
export interface Pass {
  /** The order in which a batch is best looked up. */
  readonly arrange: (batch: ReadonlyArray<Wanted>) => ReadonlyArray<Wanted>
  readonly lookUp: LookUp
}

/** Looks up what the library wants, most played first. */
export const follower = (options: {
  /** The task in the catalogue, too. */
  readonly id: string
  readonly kind: Kind
  /** Asked of the catalogue at a time. */
  readonly batch: number
  /** Called for each pass, which may remember things to the end of it. */
  readonly pass: () => Pass
}): Follower<Catalogue> => ({
  id: options.id,
  drain: Stream.suspend(() => {
    const { arrange, lookUp } = options.pass()
    return eachDue({
      batch: options.batch,
      due: (limit) => Effect.flatMap(Catalogue, (catalogue) => catalogue.due(options.id, options.kind, limit)),
      left: Effect.flatMap(Catalogue, (catalogue) => catalogue.dueCount(options.id, options.kind)),
      key: ({ id }) => id,
      arrange,
      lookUp: (wanted) => handle(options.id, options.kind, wanted, lookUp),
      putOff: (wanted) => settle(options.id, options.kind, wanted, failedDays, false)
    })
  })
})

/** What was looked up is left alone for a while: 90 days where it was found, else 30, then 60, 120, … */
const handle = (task: string, kind: Kind, wanted: Wanted, lookUp: LookUp) =>
  Effect.gen(function*() {
    const found = yield* lookUp(wanted)
    return yield* settle(task, kind, wanted, found ? foundDays : missedDays * 2 ** Math.min(wanted.attempts, mostDoublings), found)
  })

const settle = (task: string, kind: Kind, { id }: Wanted, days: number, found: boolean) =>
  Effect.gen(function*() {
    yield* (yield* Catalogue).settle(task, kind, [id], (yield* Clock.currentTimeMillis) + days * dayMs, found)
    return found
  })

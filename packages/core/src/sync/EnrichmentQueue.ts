import { Clock, type Context, Effect, type Scope, Stream } from "effect"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import type { EnrichmentTurns } from "./EnrichmentTurns.js"
import type { Follower, FollowUp } from "./Source.js"
import type { SourceFailure } from "./SourceFailure.js"

type OnProgress = (progress: FollowUp) => Effect.Effect<void>

/** Work that follows syncs, item by item: links, tags, pictures, box scores. It is done by one drain at a time. */
export interface EnrichmentQueue {
  readonly id: string
  readonly domain: Domain
  /** The source whose work it is, or null for work that every source of the domain makes. */
  readonly source: string | null
  /** Does what is due and ends when nothing is. Where another drain is at work, it is waited for and its progress passed on. */
  readonly drain: (onProgress: OnProgress) => Effect.Effect<void, SourceFailure | StorageFailure>
}

export const enrichmentQueue = (
  turns: Context.Tag.Service<EnrichmentTurns>,
  of: Pick<EnrichmentQueue, "domain" | "source"> & { readonly follower: Follower<never> }
): EnrichmentQueue => {
  const { domain, follower, source } = of
  const alone = Effect.unsafeMakeSemaphore(1)
  const listeners = new Set<OnProgress>()
  const publish = (progress: FollowUp) => Effect.forEach([...listeners], (listener) => listener(progress), { discard: true })
  const listening = (onProgress: OnProgress) =>
    Effect.acquireRelease(Effect.sync(() => listeners.add(onProgress)), () => Effect.sync(() => listeners.delete(onProgress)))
  return {
    id: follower.id,
    domain,
    source,
    drain: (onProgress) =>
      Effect.scoped(Effect.zipRight(
        listening(onProgress),
        alone.withPermits(1)(inTurn(follower.drain, turns.begin(`${domain}/${follower.id}`), publish))
      ))
  }
}

/** The turn is taken with the first sign of work, so that a look at an empty queue writes nothing. */
const inTurn = (drain: Follower<never>["drain"], begin: Effect.Effect<void, StorageFailure, Scope.Scope>, publish: OnProgress) =>
  Effect.scoped(Effect.suspend(() => {
    let isOurs = false
    const take = Effect.suspend(() => isOurs ? Effect.void : Effect.map(begin, () => void (isOurs = true)))
    return Stream.runForEach(drain, (step) => Effect.zipRight(take, publish(step)))
  }))

/** How long to leave a queue alone after a look at it that took `tookMs`: an idle queue may use a tenth of the time. */
export const restAfter = (tookMs: number, leastMs: number): number => Math.max(leastMs, tookMs * 10)

/** Runs something and says how long it took, milliseconds. */
export const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const start = yield* Clock.currentTimeMillis
    const result = yield* work
    return { result, tookMs: (yield* Clock.currentTimeMillis) - start }
  })

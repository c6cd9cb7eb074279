import { Clock, type Duration, Effect, Option, Ref, Stream } from "effect"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Follower, FollowUp } from "./Source.js"
import { SourceFailure } from "./SourceFailure.js"
import { type SourceEntry, Sources } from "./Sources.js"

export interface FollowOptions {
  /** When to stop, although more is due; the rest is done next time. */
  readonly budget: Duration.DurationInput
  readonly onProgress: (follower: string, progress: FollowUp) => Effect.Effect<void>
}

/** How the look-ups after a sync went. `failures` are providers that stopped; what they owe stays due. */
export interface Followed {
  readonly done: number
  readonly seconds: number
  readonly failures: ReadonlyArray<SourceFailure>
}

/** Does what is due after syncs of a domain: links, metadata, pictures. */
export class Followers extends Effect.Service<Followers>()("@daybook/core/Followers", {
  effect: Effect.map(Sources, (entries) => ({
    drain: Effect.fn("Followers.drain")(function*(domain: Domain, options: FollowOptions) {
      const start = yield* Clock.currentTimeMillis
      const done = yield* Ref.make(0)
      const failures = yield* Ref.make<ReadonlyArray<SourceFailure>>([])
      // A provider that makes us wait must not keep the others waiting.
      yield* Effect.forEach(followersOf(entries, domain), (follower) => drainOne(follower, options, done, failures), { concurrency: "unbounded", discard: true }).pipe(
        Effect.timeoutOption(options.budget)
      )
      const end = yield* Clock.currentTimeMillis
      return { done: yield* Ref.get(done), seconds: (end - start) / 1000, failures: yield* Ref.get(failures) } satisfies Followed
    })
  }))
}) {}

const drainOne = (follower: Follower<never>, { onProgress }: FollowOptions, done: Ref.Ref<number>, failures: Ref.Ref<ReadonlyArray<SourceFailure>>) =>
  Stream.runForEach(follower.drain, (step) => Effect.zipRight(Ref.update(done, (sum) => sum + step.done), onProgress(follower.id, step))).pipe(
    Effect.catchAll((failure: SourceFailure | StorageFailure): Effect.Effect<void, StorageFailure> =>
      failure instanceof SourceFailure ? Ref.update(failures, (all) => [...all, failure]) : Effect.fail(failure))
  )

const followersOf = (entries: ReadonlyArray<SourceEntry>, domain: Domain) =>
  entries.filter((entry) => entry.domain === domain).flatMap((entry) => Option.match(entry.source, { onNone: () => [], onSome: (source) => source.followers }))

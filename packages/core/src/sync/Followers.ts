import { Clock, type Duration, Effect, Option, Stream } from "effect"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import type { FollowUp } from "./Source.js"
import type { SourceFailure } from "./SourceFailure.js"
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
    drain: Effect.fn("Followers.drain")(function*(domain: Domain, { budget, onProgress }: FollowOptions) {
      const start = yield* Clock.currentTimeMillis
      const answers = yield* Effect.forEach(
        followersOf(entries, domain),
        (follower) => {
          const handled = Stream.runFold(Stream.tap(follower.drain, (step) => onProgress(follower.id, step)), 0, (sum, step) => sum + step.done)
          return Effect.either(handled as Effect.Effect<number, SourceFailure | StorageFailure>)
        },
        // A provider that makes us wait must not keep the others waiting.
        { concurrency: "unbounded" }
      ).pipe(Effect.timeoutOption(budget))
      const end = yield* Clock.currentTimeMillis
      const results = Option.getOrElse(answers, () => [])
      const failures = results.flatMap((result) => result._tag === "Left" && result.left._tag === "SourceFailure" ? [result.left] : [])
      const done = results.reduce((sum, result) => result._tag === "Right" ? sum + result.right : sum, 0)
      return { done, seconds: (end - start) / 1000, failures } satisfies Followed
    })
  }))
}) {}

const followersOf = (entries: ReadonlyArray<SourceEntry>, domain: Domain) =>
  entries.filter((entry) => entry.domain === domain).flatMap((entry) => Option.match(entry.source, { onNone: () => [], onSome: (source) => source.followers }))

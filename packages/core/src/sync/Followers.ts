import { Clock, type Duration, Effect, Option, Ref, Stream } from "effect"
import { type Domain, domains } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import { atEveryChange } from "./atEveryChange.js"
import { DataVersions } from "./DataVersions.js"
import { type HallFollower, HallFollowers } from "./HallFollowers.js"
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

/** Does what is due after syncs of a domain: links and metadata by its sources, pictures and embeddings by the halls. */
export class Followers extends Effect.Service<Followers>()("@daybook/core/Followers", {
  effect: Effect.gen(function*() {
    const entries = yield* Sources
    const halls = yield* HallFollowers
    const versions = yield* DataVersions
    const drainHalls = Effect.fn("Followers.drainHalls")((domain: Domain, options: FollowOptions) =>
      followed(options, (run) => run(hallFollowersOf(halls, domain))))
    return {
      /** Everything. What the sources' look-ups bring to light is the halls' work too, so that these go twice. */
      drain: Effect.fn("Followers.drain")((domain: Domain, options: FollowOptions) =>
        followed(options, (run) => {
          const ofSources = run(followersOf(inDomain(entries, domain)))
          const ofHalls = run(hallFollowersOf(halls, domain))
          return Effect.zipRight(Effect.all([ofSources, ofHalls], { concurrency: "unbounded" }), ofHalls)
        })),
      /** One hall's work alone. */
      drainHall: Effect.fn("Followers.drainHall")((id: string, domain: Domain, options: FollowOptions) =>
        followed(options, (run) => run(hallFollowersOf(halls, domain).filter((hall) => hall.id === id)))),
      /** One source's look-ups alone. */
      drainSource: Effect.fn("Followers.drainSource")((id: string, options: FollowOptions) =>
        followed(options, (run) => run(followersOf(entries.filter((entry) => entry.id === id))))),
      /** The look-ups of all sources of a domain, without the halls'. */
      drainSources: Effect.fn("Followers.drainSources")((domain: Domain, options: FollowOptions) =>
        followed(options, (run) => run(followersOf(inDomain(entries, domain))))),
      /** Keeps the halls at work for as long as the scope lives, whichever process stores what they have to follow. */
      attend: (options: FollowOptions) =>
        Effect.forEach(
          domains.filter((domain) => hallFollowersOf(halls, domain).length > 0),
          (domain) => Effect.forkScoped(atEveryChange(() => versions.known(domain), drainHalls(domain, options))),
          { discard: true }
        )
    }
  })
}) {}

type Run = (followers: ReadonlyArray<Follower<never>>) => Effect.Effect<void, StorageFailure>

const followed = (options: FollowOptions, work: (run: Run) => Effect.Effect<unknown, StorageFailure>) =>
  Effect.gen(function*() {
    const start = yield* Clock.currentTimeMillis
    const done = yield* Ref.make(0)
    const failures = yield* Ref.make<ReadonlyArray<SourceFailure>>([])
    // A provider that makes us wait must not keep the others waiting.
    const run: Run = (followers) =>
      Effect.forEach(followers, (follower) => drainOne(follower, options, done, failures), { concurrency: "unbounded", discard: true })
    yield* Effect.timeoutOption(work(run), options.budget)
    const end = yield* Clock.currentTimeMillis
    return { done: yield* Ref.get(done), seconds: (end - start) / 1000, failures: yield* Ref.get(failures) } satisfies Followed
  })

const drainOne = (follower: Follower<never>, { onProgress }: FollowOptions, done: Ref.Ref<number>, failures: Ref.Ref<ReadonlyArray<SourceFailure>>) =>
  Stream.runForEach(follower.drain, (step) => Effect.zipRight(Ref.update(done, (sum) => sum + step.done), onProgress(follower.id, step))).pipe(
    Effect.catchAll((failure: SourceFailure | StorageFailure): Effect.Effect<void, StorageFailure> =>
      failure instanceof SourceFailure ? Ref.update(failures, (all) => [...all, failure]) : Effect.fail(failure))
  )

const inDomain = (entries: ReadonlyArray<SourceEntry>, domain: Domain) => entries.filter((entry) => entry.domain === domain)

const followersOf = (entries: ReadonlyArray<SourceEntry>) =>
  entries.flatMap((entry) => Option.match(entry.source, { onNone: () => [], onSome: (source) => source.followers }))

const hallFollowersOf = (halls: ReadonlyArray<HallFollower>, domain: Domain): ReadonlyArray<Follower<never>> =>
  halls.filter(({ domains }) => domains.includes(domain)).map(({ drain, id }) => ({ id, drain: drain(domain) }))

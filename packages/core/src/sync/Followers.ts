import { Clock, Duration, Effect, Option } from "effect"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import { attendQueue } from "./attendQueue.js"
import { DataVersions } from "./DataVersions.js"
import { type Drained, drainTogether } from "./drainTogether.js"
import { type EnrichmentQueue, enrichmentQueue } from "./EnrichmentQueue.js"
import { EnrichmentTurns } from "./EnrichmentTurns.js"
import { HallFollowers } from "./HallFollowers.js"
import type { FollowUp } from "./Source.js"
import type { SourceFailure } from "./SourceFailure.js"
import { Sources } from "./Sources.js"

export interface FollowOptions {
  /** When to stop, although more is due; the rest is done next time. */
  readonly budget: Duration.DurationInput
  readonly onProgress: (queue: string, progress: FollowUp) => Effect.Effect<void>
}

/** How the work after a sync went. `failures` are providers that stopped; what they owe stays due. */
export interface Followed {
  readonly done: number
  readonly seconds: number
  /** Whether the budget ended before the work did. */
  readonly isCut: boolean
  readonly failures: ReadonlyArray<SourceFailure>
}

/** A host that starts has its first requests to answer: the queues wait so long. */
const startDelay = Duration.seconds(1)

/** The enrichment queues: links and metadata of the sources, pictures and embeddings of the shared services. */
export class Followers extends Effect.Service<Followers>()("@daybook/core/Followers", {
  effect: Effect.gen(function*() {
    const entries = yield* Sources
    const shared = yield* HallFollowers
    const versions = yield* DataVersions
    const turns = yield* EnrichmentTurns
    const ofSources = entries.flatMap(({ domain, id, source }) =>
      Option.match(source, { onNone: () => [], onSome: ({ followers }) => followers })
        .map((follower) => enrichmentQueue(turns, { domain, source: id, follower })))
    const ofServices = shared.flatMap(({ domains, drain, id }) =>
      domains.map((domain) => enrichmentQueue(turns, { domain, source: null, follower: { id, drain: drain(domain) } })))
    const queues = [...ofSources, ...ofServices]
    const drainThose = (options: FollowOptions, isMeant: (queue: EnrichmentQueue) => boolean) =>
      followed(queues.filter(isMeant), options)
    return {
      /** Everything that is due in some domains. */
      drain: Effect.fn("Followers.drain")((domains: ReadonlyArray<Domain>, options: FollowOptions) =>
        drainThose(options, ({ domain }) => domains.includes(domain))),
      /** One shared service's work alone. */
      drainHall: Effect.fn("Followers.drainHall")((id: string, domain: Domain, options: FollowOptions) =>
        drainThose(options, (queue) => queue.source === null && queue.id === id && queue.domain === domain)),
      /** One source's queues alone. */
      drainSource: Effect.fn("Followers.drainSource")((id: string, options: FollowOptions) =>
        drainThose(options, ({ source }) => source === id)),
      /** The queues of all sources of a domain, without those of the shared services. */
      drainSources: Effect.fn("Followers.drainSources")((domain: Domain, options: FollowOptions) =>
        drainThose(options, (queue) => queue.source !== null && queue.domain === domain)),
      /**
       * Works at every queue for as long as the scope lives, whichever process stores what is due. Each has a fiber of
       * its own, so that neither a slow provider nor a long queue makes the others wait.
       */
      attend: Effect.forEach(
        queues,
        (queue) => Effect.forkScoped(Effect.delay(attendQueue(queue, () => versions.known(queue.domain)), startDelay)),
        { discard: true }
      )
    }
  })
}) {}

const followed = (
  queues: ReadonlyArray<EnrichmentQueue>,
  { budget, onProgress }: FollowOptions
): Effect.Effect<Followed, StorageFailure> =>
  Effect.gen(function*() {
    const start = yield* Clock.currentTimeMillis
    const drained: Drained = { done: 0, failures: [] }
    const ended = yield* Effect.timeoutOption(drainTogether(queues, onProgress, drained), budget)
    const end = yield* Clock.currentTimeMillis
    return { ...drained, seconds: (end - start) / 1000, isCut: Option.isNone(ended) }
  })

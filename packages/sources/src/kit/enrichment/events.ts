import {
  AttendingEnrichmentStore,
  type EventTarget,
  type EventType,
  type External,
  type Game,
  eventTask
} from "@daybook/core/attending"
import type { StorageFailure } from "@daybook/core/shared"
import {
  enrichDue,
  type Enrichment,
  EnrichmentTasks,
  concernsOneItem,
  deferRefused,
  type SourceFailure
} from "@daybook/core/sync"
import { Clock, type Context, Duration, Effect, Option, Ref, Stream } from "effect"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maxDoublings = 5
const maxGameDuration = 5 * hourMs

/** When to search again for an unmatched event: with exponential back-off, and for a future event once it is over. */
export const nextSearchAt = (
  { at, attempts, date }: Pick<EventTarget, "at" | "attempts" | "date">,
  now: number
): number => {
  const start = at ?? Date.parse(`${date}T12:00:00Z`)
  const wait = (start > now ? 1 : 3) * dayMs * 2 ** Math.min(attempts, maxDoublings)
  return start > now ? Math.min(now + wait, start + dayMs) : now + wait
}

/** When to check a game again: never once it is final with details; a future one at intervals and after its end. */
export const nextGameCheckAt = (game: Pick<Game, "at" | "details" | "state">, now: number): number => {
  if (game.state === "final" && game.details !== null) return Number.POSITIVE_INFINITY
  if (game.state === "cancelled" || game.state === "abandoned") return now + 30 * dayMs
  const over = (game.at ?? now + 2 * dayMs) + maxGameDuration
  return Math.min(now + 3 * dayMs, Math.max(now + 2 * hourMs, over))
}

/** How many candidates were stored, and why a part of the provider did not answer: it may have the event. */
export interface Search {
  readonly count: number
  readonly refusal: SourceFailure | null
}

/** A provider of facts about events. Both methods store what they find. */
export interface EventProvider {
  /** Task id under which outcomes are recorded. */
  readonly id: string
  readonly kinds: ReadonlyArray<EventType>
  readonly source: External["source"]
  /**
   * Stores teams that calendar rows may name as sides when no event resulted: a known team makes a row a game. Returns
   * why parts of the provider did not answer.
   */
  readonly storeNamedTeams?: (
    named: ReadonlyArray<Sides>
  ) => Effect.Effect<ReadonlyArray<SourceFailure>, SourceFailure | StorageFailure, AttendingEnrichmentStore>
  /** Whether teams are needed although no row names sides. */
  readonly needsTeams?: Effect.Effect<boolean, SourceFailure | StorageFailure, AttendingEnrichmentStore>
  /** Stores candidates for the event. The domain decides which one it is. */
  readonly findCandidates: (
    event: EventTarget
  ) => Effect.Effect<Search, SourceFailure | StorageFailure, AttendingEnrichmentStore>
  /**
   * Stores all facts of the matched event. Returns when to check again (epoch milliseconds; infinity for never), or
   * none when the provider no longer has it.
   */
  readonly refresh: (
    id: string,
    event: EventTarget,
    now: number
  ) => Effect.Effect<Option.Option<number>, SourceFailure | StorageFailure, AttendingEnrichmentStore>
}

/** Two sides as a person wrote them, with the whole title. */
export type Sides = Effect.Effect.Success<Context.Tag.Service<AttendingEnrichmentStore>["unplaced"]>[number]

const batch = 40

/**
 * Enriches events, newest first. An event that a refusing part of the provider may have is looked for again soon, and
 * the pass fails at its end, so that the queue says so.
 */
export const eventEnrichment = (provider: EventProvider): Enrichment<AttendingEnrichmentStore> => ({
  id: provider.id,
  drain: Stream.suspend(() => {
    const refusals: Array<SourceFailure> = []
    return Stream.execute(storeTeams(provider, refusals)).pipe(
      Stream.concat(
        enrichDue({
          task: eventTask(provider.id),
          batch,
          due: (limit) =>
            Effect.flatMap(AttendingEnrichmentStore, (lookups) => lookups.due(provider.id, provider.kinds, limit)),
          left: Effect.flatMap(AttendingEnrichmentStore, (lookups) => lookups.dueCount(provider.id, provider.kinds)),
          subject: ({ id }) => id,
          enrich: (event) => enrichEvent(provider, event, refusals),
          isTolerable: concernsOneItem
        })
      ),
      Stream.concat(Stream.suspend(() => (refusals[0] === undefined ? Stream.empty : Stream.fail(refusals[0]))))
    )
  })
})

const storeTeams = (
  { needsTeams = Effect.succeed(false), storeNamedTeams }: EventProvider,
  refusals: Array<SourceFailure>
) =>
  Effect.gen(function* () {
    if (storeNamedTeams === undefined) return
    const named = yield* (yield* AttendingEnrichmentStore).unplaced
    if (named.length > 0 || (yield* needsTeams)) refusals.push(...(yield* storeNamedTeams(named)))
  })

/** An unmatched event is read once more after candidates were stored: one of them may match. */
const enrichEvent = (provider: EventProvider, event: EventTarget, refusals: Array<SourceFailure>) =>
  Effect.gen(function* () {
    const tasks = yield* EnrichmentTasks
    const { match: matched, refusal } =
      event.external === null ? yield* matchEvent(provider, event) : { match: event, refusal: null }
    const now = yield* Clock.currentTimeMillis
    const isOurs = matched?.external?.source === provider.source
    const until = isOurs ? yield* provider.refresh(matched.external.id, matched, now) : Option.none()
    if (Option.isNone(until) && refusal !== null) {
      if (refusal.state !== "not_found") refusals.push(refusal)
      return yield* deferRefused(eventTask(provider.id), event.id)
    }
    yield* tasks.recordOutcome(
      eventTask(provider.id),
      [event.id],
      Option.getOrElse(until, () => nextSearchAt(event, now)),
      Option.isSome(until)
    )
    return Option.isSome(until)
  })

const matchEvent = (provider: EventProvider, event: EventTarget) =>
  Effect.gen(function* () {
    const lookups = yield* AttendingEnrichmentStore
    const { count, refusal } = yield* provider.findCandidates(event)
    if (count === 0) return { match: event, refusal }
    const due = yield* lookups.due(provider.id, provider.kinds, batch)
    return { match: due.find(({ id }) => id === event.id) ?? null, refusal }
  })

/**
 * Caches a successful result for a duration. Failures are not cached. Unlike `Effect.cachedWithTTL`, the effect keeps
 * its requirements.
 */
export const cachedFor = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  time: Duration.DurationInput
): Effect.Effect<Effect.Effect<A, E, R>> =>
  Effect.gen(function* () {
    const cache = yield* Ref.make<{ readonly until: number; readonly answer: A } | null>(null)
    const one = yield* Effect.makeSemaphore(1)
    return one.withPermits(1)(
      Effect.gen(function* () {
        const cached = yield* Ref.get(cache)
        const now = yield* Clock.currentTimeMillis
        if (cached !== null && now < cached.until) return cached.answer
        const answer = yield* work
        yield* Ref.set(cache, { until: now + Duration.toMillis(time), answer })
        return answer
      })
    )
  })

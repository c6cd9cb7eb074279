import { AttendingLookups, type EventType, type External, type WantedEvent } from "@daybook/core/attending"
import type { StorageFailure } from "@daybook/core/shared"
import type { Follower, FollowUp, SourceFailure } from "@daybook/core/sync"
import { Clock, type Context, Effect, Option, Stream } from "effect"
import { missedUntil } from "./again.js"

/** What a provider of facts knows of events. Both put what they find. */
export interface EventFacts {
  /** The task under which look-ups are settled. */
  readonly id: string
  readonly kinds: ReadonlyArray<EventType>
  readonly source: External["source"]
  /** Puts the teams that may be meant where rows of calendars name sides of which no event came: who they are tells that a row is a game. */
  readonly learn?: (named: ReadonlyArray<Sides>) => Effect.Effect<unknown, SourceFailure | StorageFailure, AttendingLookups>
  /** Puts what may be the event, and says how much that was. Which of it the event is, the room decides. */
  readonly seek: (wanted: WantedEvent) => Effect.Effect<number, SourceFailure | StorageFailure, AttendingLookups>
  /** Puts all that is known of what belongs to the event, and says when to look again (epoch milliseconds; infinity for never); none where the provider no longer has it. */
  readonly tell: (id: string, wanted: WantedEvent, now: number) => Effect.Effect<Option.Option<number>, SourceFailure | StorageFailure, AttendingLookups>
}

/** Two sides, as somebody wrote them. */
export type Sides = Effect.Effect.Success<Context.Tag.Service<AttendingLookups>["unplaced"]>[number]

const batch = 40

/** Looks up events, newest first, until none is due that was not seen in this pass. A failure leaves its event due. */
export const eventFollower = (facts: EventFacts): Follower<AttendingLookups> => ({
  id: facts.id,
  drain: Stream.suspend(() => {
    const seen = new Set<number>()
    return Stream.concat(Stream.execute(learned(facts)), Stream.repeatEffectOption(nextBatch(facts, seen))).pipe(
      Stream.flatMap(({ left, wanted }) =>
        Stream.mapAccumEffect(Stream.fromIterable(wanted), left, (left, one) =>
          Effect.as(handle(facts, one), [left - 1, { done: 1, left: Math.max(0, left - 1) } satisfies FollowUp] as const)))
    )
  })
})

const learned = ({ learn }: EventFacts) =>
  Effect.gen(function*() {
    const named = learn === undefined ? [] : yield* (yield* AttendingLookups).unplaced
    if (learn !== undefined && named.length > 0) yield* learn(named)
  })

const nextBatch = ({ id, kinds }: EventFacts, seen: Set<number>) =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    const due = yield* Effect.mapError(lookups.due(id, kinds, batch), Option.some)
    const wanted = due.filter((one) => !seen.has(one.id))
    if (wanted.length === 0) return yield* Effect.fail(Option.none<StorageFailure>())
    for (const one of wanted) seen.add(one.id)
    const left = due.length < batch ? wanted.length : yield* Effect.mapError(lookups.dueCount(id, kinds), Option.some)
    return { wanted, left }
  })

/** An event that nothing belongs to yet is looked at once more after candidates were put: one may have become its own. */
const handle = (facts: EventFacts, wanted: WantedEvent) =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    const known = wanted.external === null ? yield* sought(facts, wanted) : wanted
    const now = yield* Clock.currentTimeMillis
    const isOurs = known?.external?.source === facts.source
    const until = isOurs ? yield* facts.tell(known.external.id, known, now) : Option.none()
    yield* lookups.settle(facts.id, [wanted.id], Option.getOrElse(until, () => missedUntil(wanted, now)), Option.isSome(until))
  })

const sought = (facts: EventFacts, wanted: WantedEvent) =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    if ((yield* facts.seek(wanted)) === 0) return wanted
    return (yield* lookups.due(facts.id, facts.kinds, batch)).find(({ id }) => id === wanted.id) ?? null
  })

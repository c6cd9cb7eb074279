import { AttendingLookups, type EventType, type External, type WantedEvent } from "@daybook/core/attending"
import type { StorageFailure } from "@daybook/core/shared"
import { eachDue, type Follower, mayBeOfOne, type SourceFailure } from "@daybook/core/sync"
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
  /** Whether there is something to learn although no row names sides. */
  readonly isWanted?: Effect.Effect<boolean, SourceFailure | StorageFailure, AttendingLookups>
  /** Puts what may be the event, and says how much that was. Which of it the event is, the room decides. */
  readonly seek: (wanted: WantedEvent) => Effect.Effect<number, SourceFailure | StorageFailure, AttendingLookups>
  /** Puts all that is known of what belongs to the event, and says when to look again (epoch milliseconds; infinity for never); none where the provider no longer has it. */
  readonly tell: (id: string, wanted: WantedEvent, now: number) => Effect.Effect<Option.Option<number>, SourceFailure | StorageFailure, AttendingLookups>
}

/** Two sides, as somebody wrote them, with the whole title. */
export type Sides = Effect.Effect.Success<Context.Tag.Service<AttendingLookups>["unplaced"]>[number]

const batch = 40
const failedMs = 3_600_000

/** Looks up events, newest first. */
export const eventFollower = (facts: EventFacts): Follower<AttendingLookups> => ({
  id: facts.id,
  drain: Stream.concat(Stream.execute(learned(facts)), eachDue({
    batch,
    due: (limit) => Effect.flatMap(AttendingLookups, (lookups) => lookups.due(facts.id, facts.kinds, limit)),
    left: Effect.flatMap(AttendingLookups, (lookups) => lookups.dueCount(facts.id, facts.kinds)),
    key: ({ id }) => id,
    lookUp: (wanted) => lookUp(facts, wanted),
    putOff: (wanted) => deferred(facts, wanted),
    isBorne: mayBeOfOne
  }))
})

/** One event that cannot be looked up must not keep those after it waiting. */
const deferred = (facts: EventFacts, { id }: WantedEvent) =>
  Effect.flatMap(Effect.all([AttendingLookups, Clock.currentTimeMillis]), ([lookups, now]) =>
    lookups.settle(facts.id, [id], now + failedMs, false))

const learned = ({ isWanted = Effect.succeed(false), learn }: EventFacts) =>
  Effect.gen(function*() {
    if (learn === undefined) return
    const named = yield* (yield* AttendingLookups).unplaced
    if (named.length > 0 || (yield* isWanted)) yield* learn(named)
  })

/** An event that nothing belongs to yet is looked at once more after candidates were put: one may have become its own. */
const lookUp = (facts: EventFacts, wanted: WantedEvent) =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    const known = wanted.external === null ? yield* sought(facts, wanted) : wanted
    const now = yield* Clock.currentTimeMillis
    const isOurs = known?.external?.source === facts.source
    const until = isOurs ? yield* facts.tell(known.external.id, known, now) : Option.none()
    yield* lookups.settle(facts.id, [wanted.id], Option.getOrElse(until, () => missedUntil(wanted, now)), Option.isSome(until))
    return Option.isSome(until)
  })

const sought = (facts: EventFacts, wanted: WantedEvent) =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    if ((yield* facts.seek(wanted)) === 0) return wanted
    return (yield* lookups.due(facts.id, facts.kinds, batch)).find(({ id }) => id === wanted.id) ?? null
  })

import { Effect, Option, Stream } from "effect"
import { forbearing, isUnreadable } from "./forbearing.js"
import type { FollowUp } from "./Source.js"
import type { SourceFailure } from "./SourceFailure.js"

/** What is due, batch by batch, until nothing is that was not seen in this pass: a pass ends, whatever is said to be due. */
export const batchesDue = <A, E, R>(due: Effect.Effect<ReadonlyArray<A>, E, R>, key: (wanted: A) => string | number): Stream.Stream<ReadonlyArray<A>, E, R> =>
  Stream.suspend(() => {
    const seen = new Set<string | number>()
    return Stream.repeatEffectOption(Effect.gen(function*() {
      const wanted = (yield* Effect.mapError(due, Option.some)).filter((one) => !seen.has(key(one)))
      if (wanted.length === 0) return yield* Effect.fail(Option.none<E>())
      for (const one of wanted) seen.add(key(one))
      return wanted
    }))
  })

/** Says that there is work before it begins, so that the queue's turn is taken before anything is asked for. */
export const announced = <E, R, E2, R2>(left: Effect.Effect<number, E, R>, work: Stream.Stream<FollowUp, E2, R2>): Stream.Stream<FollowUp, E | E2, R | R2> =>
  Stream.unwrap(Effect.map(left, (left) => left === 0 ? Stream.empty : Stream.concat(Stream.succeed({ done: 0, left }), work)))

/** Looks up one by one what is due, and says each time how much is left. */
export const eachDue = <A, E, R>({ arrange = (wanted) => wanted, batch, due, isBorne = isUnreadable, key, left, lookUp, putOff }: {
  /** At most `batch` of what is due, most wanted first. */
  readonly due: (batch: number) => Effect.Effect<ReadonlyArray<A>, E, R>
  readonly batch: number
  /** How many are due. */
  readonly left: Effect.Effect<number, E, R>
  readonly key: (wanted: A) => string | number
  /** The order in which a batch is best looked up. */
  readonly arrange?: (batch: ReadonlyArray<A>) => ReadonlyArray<A>
  /** Sees to it that this is not due again soon, and answers whether it found anything. */
  readonly lookUp: (wanted: A) => Effect.Effect<boolean, E | SourceFailure, R>
  /** Sees to it that what alone failed is not due again soon: the pass goes on without it. Where this is not given, any failure ends the pass. */
  readonly putOff?: (wanted: A) => Effect.Effect<unknown, E, R>
  /** Which failures may be of one thing alone. */
  readonly isBorne?: (failure: SourceFailure) => boolean
}): Stream.Stream<FollowUp, E | SourceFailure, R> =>
  announced(left, Stream.suspend(() => {
    const bear = forbearing(isBorne)
    const look = (one: A) => putOff === undefined ? lookUp(one) : bear(lookUp(one), Effect.as(putOff(one), false))
    return batchesDue(due(batch), key).pipe(
      Stream.mapEffect((wanted) => Effect.map(wanted.length < batch ? Effect.succeed(wanted.length) : left, (left) => ({ left, wanted }))),
      Stream.flatMap(({ left, wanted }) =>
        Stream.mapAccumEffect(Stream.fromIterable(arrange(wanted)), left, (left, one) =>
          Effect.map(look(one), (found) => [left - 1, { done: 1, found: found ? 1 : 0, left: Math.max(0, left - 1) } satisfies FollowUp] as const)))
    )
  }))

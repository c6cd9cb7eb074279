import { Clock, Duration, Effect, Ref } from "effect"

/** Lets one call through at a time, with a gap between the beginnings of two. */
export interface Throttle {
  readonly through: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Lets nothing through for a while: whoever else calls meanwhile waits, too. */
  readonly hold: (wait: Duration.Duration) => Effect.Effect<void>
  /** Doubles the gap, up to eight times the first; every call that gets through wins a little back. */
  readonly slower: Effect.Effect<void>
}

const mostSlow = 8
const recovery = 0.98

export const make = (gap: Duration.Duration): Effect.Effect<Throttle> =>
  Effect.gen(function*() {
    const least = Duration.toMillis(gap)
    const one = yield* Effect.makeSemaphore(1)
    const state = yield* Ref.make({ openAt: 0, gap: least })
    const pass = Effect.gen(function*() {
      const { openAt } = yield* Ref.get(state)
      const now = yield* Clock.currentTimeMillis
      if (openAt > now) yield* Effect.sleep(openAt - now)
      const begin = Math.max(now, openAt)
      yield* Ref.update(state, (current) => ({
        openAt: Math.max(current.openAt, begin + current.gap),
        gap: Math.max(least, current.gap * recovery)
      }))
    })
    return {
      through: (call) => one.withPermits(1)(Effect.zipRight(pass, call)),
      hold: (wait) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Ref.update(state, (current) => ({ ...current, openAt: Math.max(current.openAt, now + Duration.toMillis(wait)) }))),
      slower: Ref.update(state, (current) => ({ ...current, gap: Math.min(current.gap * 2, least * mostSlow) }))
    }
  })

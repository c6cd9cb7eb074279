import { Clock, Duration, Effect, Ref, Context, Layer } from "effect"

/** Runs one call at a time, with a gap between the starts of two calls. */
export interface Throttle {
  readonly through: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Delays all further calls by `wait`. */
  readonly hold: (wait: Duration.Duration) => Effect.Effect<void>
  /** Doubles the gap, up to eight times the configured one. Every call that runs reduces it again by 2 %. */
  readonly slower: Effect.Effect<void>
}

const maxSlowdown = 8
const recovery = 0.98

export const make = (gap: Duration.Duration): Effect.Effect<Throttle> =>
  Effect.gen(function* () {
    const minGap = Duration.toMillis(gap)
    const semaphore = yield* Effect.makeSemaphore(1)
    const state = yield* Ref.make({ openAt: 0, gap: minGap })
    const pass = Effect.gen(function* () {
      const { openAt } = yield* Ref.get(state)
      const now = yield* Clock.currentTimeMillis
      if (openAt > now) yield* Effect.sleep(openAt - now)
      const begin = Math.max(now, openAt)
      yield* Ref.update(state, (current) => ({
        openAt: Math.max(current.openAt, begin + current.gap),
        gap: Math.max(minGap, current.gap * recovery)
      }))
    })
    return {
      through: (call) => semaphore.withPermits(1)(Effect.zipRight(pass, call)),
      hold: (wait) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Ref.update(state, (current) => ({
            ...current,
            openAt: Math.max(current.openAt, now + Duration.toMillis(wait))
          }))
        ),
      slower: Ref.update(state, (current) => ({ ...current, gap: Math.min(current.gap * 2, minGap * maxSlowdown) }))
    }
  })

/** The throttles of this process, for providers that several components call: they share one gap. */
export class Throttles extends Context.Tag("@daybook/sources/Throttles")<
  Throttles,
  { readonly of: (baseUrl: string, gap: Duration.Duration) => Effect.Effect<Throttle> }
>() {}

export const layer = Layer.sync(Throttles, () => {
  const byBaseUrl = new Map<string, Throttle>()
  return {
    of: (baseUrl, gap) =>
      Effect.suspend(() => {
        const existing = byBaseUrl.get(baseUrl)
        return existing !== undefined
          ? Effect.succeed(existing)
          : Effect.tap(make(gap), (throttle) => Effect.sync(() => byBaseUrl.set(baseUrl, throttle)))
      })
  }
})

/** The shared throttle of an address. Without the service, a throttle of its own. */
export const sharedThrottle = (baseUrl: string, gap: Duration.Duration) =>
  Effect.flatMap(Effect.serviceOption(Throttles), (throttles) =>
    throttles._tag === "None" ? make(gap) : throttles.value.of(baseUrl, gap)
  )

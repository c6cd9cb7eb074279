import { Context, type Duration, Effect, Layer } from "effect"
import * as Throttle from "./Throttle.js"

/** The throttles of one process, for providers that several parts of it call: all of these share one gap. */
export class Throttles extends Context.Tag("@daybook/adapters/Throttles")<Throttles, {
  readonly of: (baseUrl: string, gap: Duration.Duration) => Effect.Effect<Throttle.Throttle>
}>() {}

export const layer = Layer.sync(Throttles, () => {
  const made = new Map<string, Throttle.Throttle>()
  return {
    of: (baseUrl, gap) =>
      Effect.suspend(() => {
        const known = made.get(baseUrl)
        return known !== undefined ? Effect.succeed(known) : Effect.tap(Throttle.make(gap), (throttle) => Effect.sync(() => made.set(baseUrl, throttle)))
      })
  }
})

/** The shared one; where nothing is shared, one of its own. */
export const shared = (baseUrl: string, gap: Duration.Duration) =>
  Effect.flatMap(Effect.serviceOption(Throttles), (throttles) => throttles._tag === "None" ? Throttle.make(gap) : throttles.value.of(baseUrl, gap))

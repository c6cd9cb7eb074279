import { HomeStore } from "@daybook/core/setup"
import { Clock, Effect, Schedule } from "effect"

/** Readers notice a host that answers nobody for so long, in milliseconds. */
export const noticeable = 250

/**
 * Stores when this process answered nobody for long, looking once a minute, until the scope closes. `takeLongest` is
 * the longest delay of its event loop since it was asked last, in milliseconds.
 */
export const watchStandstill = (takeLongest: () => number) =>
  Effect.gen(function* () {
    const home = yield* HomeStore
    const look = Effect.gen(function* () {
      const milliseconds = Math.round(takeLongest())
      if (milliseconds >= noticeable) yield* home.reportStandstill({ at: yield* Clock.currentTimeMillis, milliseconds })
    })
    // The start of a host is no standstill: nobody knows it yet.
    const watch = Effect.zipRight(
      Effect.sync(takeLongest),
      Effect.repeat(Effect.delay(Effect.ignoreLogged(look), "1 minute"), Schedule.forever)
    )
    yield* Effect.forkScoped(Effect.delay(watch, "5 seconds"))
  })

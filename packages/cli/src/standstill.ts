import { HomeStore, type Standstill } from "@daybook/core/setup"
import { Clock, Effect, Ref, Schedule } from "effect"

/**
 * Milliseconds for which a process may be held. Readers wait for the one that answers. The other one has the lowest
 * priority: a second of it delays an import and the pages of the admin.
 */
export const maxDelay = { answers: 250, works: 1_000 } as const

/**
 * Or shorter delays, once a second for three minutes in a row. A start, a garbage collection or a program that begins
 * next to the host makes a few of them.
 */
export const maxTimes = 60
export const minutesInARow = 3

interface Delays {
  readonly longest: number
  readonly times: number
}

/**
 * Stores when this process was held for long, looking once a minute, until the scope closes. `takeDelays` answers the
 * delays of its event loop since it was asked last: the longest in milliseconds, and how many a reader notices.
 */
export const watchStandstill = (process: Standstill["process"], takeDelays: () => Delays) =>
  Effect.gen(function* () {
    const home = yield* HomeStore
    const minutes = yield* Ref.make(0)
    const look = Effect.gen(function* () {
      const { longest, times } = takeDelays()
      const inARow = yield* Ref.updateAndGet(minutes, (before) => (times >= maxTimes ? before + 1 : 0))
      const isOften = process === "answers" && inARow >= minutesInARow
      if (longest < maxDelay[process] && !isOften) return
      const at = yield* Clock.currentTimeMillis
      yield* home.reportStandstill({ at, process, milliseconds: Math.round(longest), times })
    })
    // The start of a host is no standstill: nobody knows it yet.
    const watch = Effect.zipRight(
      Effect.sync(takeDelays),
      Effect.repeat(Effect.delay(Effect.ignoreLogged(look), "1 minute"), Schedule.forever)
    )
    yield* Effect.forkScoped(Effect.delay(watch, "5 seconds"))
  })

import { Clock, Duration, Effect } from "effect"

/** The time of the simulated world, in epoch milliseconds: all simulators of one person share it. */
export interface SimulatedClock {
  readonly now: Effect.Effect<number>
  readonly set: (instant: Date | number) => Effect.Effect<void>
  readonly advance: (by: Duration.DurationInput) => Effect.Effect<void>
  /** True where time passes by itself. */
  readonly isLive: boolean
}

/** A clock that stands still until it is moved. */
export const stillClock = (start: number): SimulatedClock => {
  let now = start
  return {
    isLive: false,
    now: Effect.sync(() => now),
    set: (instant) => Effect.sync(() => void (now = Number(instant))),
    advance: (by) => Effect.sync(() => void (now += Duration.toMillis(by)))
  }
}

/** A clock that shows `start` now and runs with Effect's clock. */
export const liveClock = (start: number): Effect.Effect<SimulatedClock> =>
  Effect.map(Clock.currentTimeMillis, (made) => {
    let ahead = start - made
    return {
      isLive: true,
      now: Effect.map(Clock.currentTimeMillis, (now) => now + ahead),
      set: (instant) => Effect.map(Clock.currentTimeMillis, (now) => void (ahead = Number(instant) - now)),
      advance: (by) => Effect.sync(() => void (ahead += Duration.toMillis(by)))
    }
  })

import { Duration, Effect, Schedule } from "effect"

/** How often it is seen whether anything is new, whichever process stored it. */
const lookEvery = Duration.seconds(2)
/** What was put off, such as a picture that was not to be had, comes due without any change. */
const lookAnyway = Duration.hours(1)
const afterTrouble = Duration.minutes(1)

/** Works at once, then after every change of the version, and now and then without one. What fails is logged and tried again. */
export const atEveryChange = <A, E extends { readonly message: string }, R>(version: () => number, work: Effect.Effect<A, E, R>): Effect.Effect<never, never, R> => {
  const untilChanged = (seen: number) =>
    Effect.timeoutOption(Effect.repeat(Effect.sync(version), { until: (now) => now !== seen, schedule: Schedule.spaced(lookEvery) }), lookAnyway)
  const untilDone: Effect.Effect<void, never, R> = Effect.catchAll(Effect.asVoid(work), (failure) =>
    Effect.logWarning(failure.message).pipe(Effect.zipRight(Effect.sleep(afterTrouble)), Effect.zipRight(Effect.suspend(() => untilDone))))
  // The version is taken before the work, so that a change meanwhile leads to another round.
  const round = Effect.flatMap(Effect.sync(version), (seen) => Effect.zipRight(untilDone, untilChanged(seen)))
  return Effect.forever(Effect.catchAllDefect(round, (defect) => Effect.zipRight(Effect.logError("what follows a sync broke", defect), Effect.sleep(afterTrouble))))
}

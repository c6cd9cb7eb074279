import { type Fiber, FiberRef, RuntimeFlags, Scheduler } from "effect"

/** How long fibers run before sockets, timers and other requests have their turn, in milliseconds. */
const budget = 4
/** The clock is read once for so many operations of a fiber. A power of two. */
const lookEvery = 16

/** The flags of a fiber are no part of its public type, and reading them by an effect would be another operation. */
const isInterruptible = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  RuntimeFlags.interruptible(
    (fiber as unknown as { readonly currentRuntimeFlags: RuntimeFlags.RuntimeFlags }).currentRuntimeFlags
  )

/**
 * Runs fibers as Effect's own scheduler does, but gives way to the event loop every few milliseconds. That one counts
 * operations, of which one may handle a thousand rows, and continues in the same turn of the loop: a long import would
 * hold up every reader. `now` is in milliseconds.
 *
 * A concurrent `forEach` that is interrupted before its own fiber has started never ends. So tasks run in the order in
 * which they were scheduled, and no fiber gives way in an uninterruptible region, as where `forEach` starts that fiber.
 */
export const makeFairScheduler = (now: () => number = () => performance.now()): Scheduler.Scheduler => {
  const waiting: Array<() => void> = []
  /** When fibers first ran in this turn of the loop; null if they have not. */
  let start: number | null = null
  const isEarly = () => {
    if (start === null) {
      start = now()
      setImmediate(nextTurn)
    }
    return now() - start < budget
  }
  const nextTurn = () => {
    start = null
    while (waiting.length > 0 && isEarly()) waiting.shift()?.()
  }
  const runnerOf = Scheduler.SchedulerRunner.cached((_, drain) => {
    const run = () => drain(0)
    if (waiting.length === 0 && isEarly()) queueMicrotask(run)
    else waiting.push(run)
  })
  return {
    shouldYield: (fiber) =>
      fiber.currentOpCount % lookEvery !== 0 || !isInterruptible(fiber) || isEarly()
        ? Scheduler.defaultScheduler.shouldYield(fiber)
        : fiber.getFiberRef(FiberRef.currentSchedulingPriority),
    scheduleTask: (task, priority, fiber) => runnerOf(fiber).scheduleTask(task, priority)
  }
}

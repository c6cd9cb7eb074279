import * as fc from "fast-check"
import { Effect, Fiber } from "effect"
import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { longestPiece, longestPieceOnHost, maxStepsOnHost } from "../../adapters/test/support/longestPiece.js"
import { makeFairScheduler } from "../src/fairScheduler.js"

const steps = 5_000

const busy = (did: () => void) =>
  Effect.forEach(Array.from({ length: steps }), () => Effect.sync(did), { discard: true })

describe("the scheduler of a host", () => {
  it("gives way to the event loop while a fiber computes", async () => {
    const { longest } = await longestPieceOnHost(busy)
    expect(longest).toBeLessThanOrEqual(maxStepsOnHost)
    // Effect's own scheduler continues in the same turn of the loop.
    expect((await longestPiece(busy)).longest).toBe(steps)
  })

  it("gives way between many fibers that compute", async () => {
    const { longest, value } = await longestPieceOnHost((did) =>
      Effect.gen(function* () {
        const fibers = yield* Effect.replicateEffect(Effect.fork(Effect.as(busy(did), 1)), 5)
        return yield* Fiber.join(Fiber.all(fibers))
      })
    )
    expect(value).toStrictEqual([1, 1, 1, 1, 1])
    expect(longest).toBeLessThanOrEqual(2 * maxStepsOnHost)
  })

  it("continues in the same turn while there is time", async () => {
    const { longest } = await longestPiece((did) =>
      Effect.withScheduler(
        busy(did),
        makeFairScheduler(() => 0)
      )
    )
    expect(longest).toBe(steps)
  })

  it("runs tasks in the order in which they were scheduled, however long they take", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ takes: fc.nat(3), schedules: fc.nat(3) }), { maxLength: 30 }),
        async (tasks) => {
          let milliseconds = 0
          const scheduler = makeFairScheduler(() => milliseconds)
          const ran: Array<number> = []
          let scheduled = 0
          const schedule = () => {
            const number = scheduled++
            // A fiber has a queue of its own; these tasks are of different ones.
            scheduler.scheduleTask(
              () => {
                ran.push(number)
                const { takes = 0, schedules = 0 } = tasks[number] ?? {}
                milliseconds += takes
                for (let more = 0; more < schedules && scheduled < tasks.length; more++) schedule()
              },
              0,
              Effect.runFork(Effect.void)
            )
          }
          schedule()
          while (ran.length < scheduled) await setImmediate()
          expect(ran).toStrictEqual(ran.map((_, index) => index))
        }
      )
    )
  })

  it("ends concurrent work that is interrupted at any moment", async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(3)), fc.nat(60), async (steps, turns) => {
        let milliseconds = 0
        const scheduler = makeFairScheduler(() => (milliseconds += steps.next().value ?? 0))
        const work = Effect.forever(Effect.forEach([1, 2, 3], () => Effect.yieldNow(), { concurrency: "unbounded" }))
        const program = Effect.gen(function* () {
          const fiber = yield* Effect.fork(work)
          for (let turn = 0; turn < turns; turn++) yield* Effect.yieldNow()
          yield* Fiber.interrupt(fiber)
        })
        const fiber = Effect.runFork(Effect.withScheduler(program, scheduler))
        for (let turn = 0; turn < 1_000 && fiber.unsafePoll() === null; turn++) await setImmediate()
        expect(fiber.unsafePoll()).not.toBeNull()
      })
    )
  })
})

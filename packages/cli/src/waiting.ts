import { Waiting } from "@daybook/adapters"
import { Clock, Duration, Effect, Fiber, Layer, Schedule } from "effect"
import { columnsOf } from "./screen.js"
import { fit } from "./text.js"

const clear = "\r\u001b[2K"

/** What is done sooner needs no word. */
const patience = Duration.millis(400)

const seconds = (ms: number): string => ms < 1_000 ? "" : `  ${Math.floor(ms / 1_000)}s`

/** What is under way, the innermost last: that alone is said. */
const underWay: Array<object> = []

/** Says on a terminal what is waited for, and for how long by now, until the work is done. Elsewhere nothing. */
const whileWaiting = <A, E, R>(what: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  if (process.stderr.isTTY !== true) return work
  return Effect.gen(function*() {
    const start = yield* Clock.currentTimeMillis
    const self = {}
    underWay.push(self)
    const draw = Effect.map(Clock.currentTimeMillis, (now) => {
      if (underWay.at(-1) !== self) return
      process.stderr.write(clear + fit(`${what} …${seconds(now - start)}`, columnsOf(process.stderr) - 1))
    })
    const drawing = yield* Effect.fork(Effect.delay(Effect.repeat(draw, Schedule.spaced("1 second")), patience))
    const stop = Effect.zipRight(Fiber.interrupt(drawing), Effect.sync(() => {
      underWay.splice(underWay.indexOf(self), 1)
      process.stderr.write(clear)
    }))
    return yield* Effect.ensuring(work, stop)
  })
}

/** The database says what it is at. */
export const layer = Layer.succeed(Waiting, { during: whileWaiting })

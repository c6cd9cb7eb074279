import { Waiting } from "@daybook/adapters/opening"
import { Clock, Duration, Effect, Fiber, Layer, Option, Ref, Schedule } from "effect"
import { note } from "./print.js"
import { fit, columnsOf, showsBlocks } from "./text.js"

const clear = "\r\u001b[2K"
const barWidth = 24

/** Delay before the terminal shows that the provider has not answered yet. */
const waitingDelay = Duration.millis(400)

const duration = (seconds: number): string =>
  seconds < 60
    ? `${Math.ceil(seconds)}s`
    : seconds < 3600
      ? `${Math.floor(seconds / 60)}m ${Math.round(seconds % 60)}s`
      : `${Math.floor(seconds / 3600)}h ${Math.round((seconds % 3600) / 60)}m`

const [full, empty] = showsBlocks(process.env) ? (["█", "░"] as const) : (["#", "."] as const)
const bar = (share: number) => full.repeat(Math.round(share * barWidth)).padEnd(barWidth, empty)

/** The progress line: count and rate, and with a known total a bar and the ETA. */
const progressLine = (name: string, seen: number, total: Option.Option<number>, seconds: number): string => {
  const rate = seconds > 0 ? seen / seconds : 0
  const pace = `${Math.round(rate).toLocaleString("en-US")}/s`
  return Option.match(
    Option.filter(total, (end) => end > 0),
    {
      onNone: () => `${name}  ${seen.toLocaleString("en-US")}  ${pace}`,
      onSome: (end) => {
        const left = rate > 0 ? `  ETA ${duration(Math.max(0, end - seen) / rate)}` : ""
        return `${name}  ${bar(Math.min(1, seen / end))}  ${seen.toLocaleString("en-US")}/${end.toLocaleString("en-US")}  ${pace}${left}`
      }
    }
  )
}

/** Shows a progress line on a terminal while `work` runs, and clears it afterwards. */
export const withProgress = <A, E, R>(
  name: string,
  work: (
    report: (progress: { readonly seen: number; readonly total: Option.Option<number> }) => Effect.Effect<void>
  ) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const terminal = process.stderr.isTTY === true
    const start = yield* Clock.currentTimeMillis
    const firstTotal = yield* Ref.make(Option.none<number>())
    const report = (progress: { readonly seen: number; readonly total: Option.Option<number> }) =>
      terminal
        ? Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            // The first page has the total; later pages count only the remaining records.
            const total = yield* Ref.updateAndGet(
              firstTotal,
              Option.orElse(() => progress.total)
            )
            process.stderr.write(
              clear + fit(progressLine(name, progress.seen, total, (now - start) / 1000), columnsOf(process.stderr) - 1)
            )
          })
        : Effect.void
    let hasProgress = false
    const onProgress: typeof report = (progress) =>
      Effect.suspend(() => {
        hasProgress = true
        return report(progress)
      })
    const drawWaiting = Effect.map(Clock.currentTimeMillis, (now) => {
      if (hasProgress) return
      const line = `${name}  waiting for the first answer  ${duration((now - start) / 1000)}`
      process.stderr.write(clear + fit(line, columnsOf(process.stderr) - 1))
    })
    const waiting = terminal
      ? yield* Effect.fork(Effect.delay(Effect.repeat(drawWaiting, Schedule.spaced("1 second")), waitingDelay))
      : undefined
    const end = Effect.zipRight(
      waiting === undefined ? Effect.void : Fiber.interrupt(waiting),
      Effect.sync(() => terminal && process.stderr.write(clear))
    )
    return yield* Effect.ensuring(work(onProgress), end)
  })

/** Shorter waits are not shown. */
const displayDelay = Duration.millis(400)

const seconds = (ms: number): string => (ms < 1_000 ? "" : `  ${Math.floor(ms / 1_000)}s`)

/** Nested waits, the innermost last. Only the innermost is shown. */
const activeWaits: Array<object> = []

/** Shows on a terminal what the command waits for and for how long. */
const whileWaiting = <A, E, R>(what: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  if (process.stderr.isTTY !== true) return work
  return Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const self = {}
    activeWaits.push(self)
    const draw = Effect.map(Clock.currentTimeMillis, (now) => {
      if (activeWaits.at(-1) !== self) return
      process.stderr.write(clear + fit(`${what} …${seconds(now - start)}`, columnsOf(process.stderr) - 1))
    })
    const drawing = yield* Effect.fork(Effect.delay(Effect.repeat(draw, Schedule.spaced("1 second")), displayDelay))
    const stop = Effect.zipRight(
      Fiber.interrupt(drawing),
      Effect.sync(() => {
        activeWaits.splice(activeWaits.indexOf(self), 1)
        process.stderr.write(clear)
      })
    )
    return yield* Effect.ensuring(work, stop)
  })
}

/** Shows what the database waits for. */
export const layer = Layer.succeed(Waiting, { during: whileWaiting, announce: note })

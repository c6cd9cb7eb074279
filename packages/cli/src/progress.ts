import { Clock, Duration, Effect, Fiber, Option, Ref, Schedule } from "effect"
import { columnsOf, showsBlocks } from "./screen.js"
import { fit } from "./text.js"

const clear = "\r\u001b[2K"
const barWidth = 24

/** When a terminal that shows nothing yet is told what is waited for. */
const firstWord = Duration.millis(400)

/** Seconds as people say them. */
const duration = (seconds: number): string =>
  seconds < 60 ? `${Math.ceil(seconds)}s` : seconds < 3600 ? `${Math.floor(seconds / 60)}m ${Math.round(seconds % 60)}s` : `${Math.floor(seconds / 3600)}h ${Math.round((seconds % 3600) / 60)}m`

const [full, empty] = showsBlocks(process.env) ? ["█", "░"] as const : ["#", "."] as const
const bar = (share: number) => full.repeat(Math.round(share * barWidth)).padEnd(barWidth, empty)

/** The line of a progress bar: count, rate, and time left where the end is known. */
const progressLine = (name: string, seen: number, total: Option.Option<number>, seconds: number): string => {
  const rate = seconds > 0 ? seen / seconds : 0
  const pace = `${Math.round(rate).toLocaleString("en-US")}/s`
  return Option.match(Option.filter(total, (end) => end > 0), {
    onNone: () => `${name}  ${seen.toLocaleString("en-US")}  ${pace}`,
    onSome: (end) => {
      const left = rate > 0 ? `  ETA ${duration(Math.max(0, end - seen) / rate)}` : ""
      return `${name}  ${bar(Math.min(1, seen / end))}  ${seen.toLocaleString("en-US")}/${end.toLocaleString("en-US")}  ${pace}${left}`
    }
  })
}

/** Draws on a terminal while something runs and cleans up behind itself; draws nothing elsewhere. */
export const withProgress = <A, E, R>(
  name: string,
  work: (report: (progress: { readonly seen: number; readonly total: Option.Option<number> }) => Effect.Effect<void>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.gen(function*() {
    const terminal = process.stderr.isTTY === true
    const start = yield* Clock.currentTimeMillis
    const first = yield* Ref.make(Option.none<number>())
    const report = (progress: { readonly seen: number; readonly total: Option.Option<number> }) =>
      terminal
        ? Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          // The total of a walk is told at its start; later answers only count what is left.
          const total = yield* Ref.updateAndGet(first, Option.orElse(() => progress.total))
          process.stderr.write(clear + fit(progressLine(name, progress.seen, total, (now - start) / 1000), columnsOf(process.stderr) - 1))
        })
        : Effect.void
    let began = false
    const reported: typeof report = (progress) => Effect.suspend(() => {
      began = true
      return report(progress)
    })
    // Until the first records come, a provider that does not answer is all that there is to say.
    const waited = Effect.map(Clock.currentTimeMillis, (now) => {
      if (began) return
      const line = `${name}  waiting for the first answer  ${duration((now - start) / 1000)}`
      process.stderr.write(clear + fit(line, columnsOf(process.stderr) - 1))
    })
    const waiting = terminal
      ? yield* Effect.fork(Effect.delay(Effect.repeat(waited, Schedule.spaced("1 second")), firstWord))
      : undefined
    const end = Effect.zipRight(
      waiting === undefined ? Effect.void : Fiber.interrupt(waiting),
      Effect.sync(() => terminal && process.stderr.write(clear))
    )
    return yield* Effect.ensuring(work(reported), end)
  })

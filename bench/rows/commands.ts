import { Effect } from "effect"
import { BenchFailure } from "../support/BenchFailure.js"
import type { Row } from "../support/Bench.js"
import { exit, node } from "../support/child.js"
import * as Daybook from "../support/daybook.js"
import { atMost } from "../support/Line.js"
import { median } from "../support/statistics.js"

const rounds = 7

/** The commands with their bars in milliseconds. */
const commands = [
  { args: ["--version"], maxMs: 150 },
  { args: ["status"], maxMs: 700 },
  { args: ["keys", "list"], maxMs: 700 }
] as const

/** A process that does nothing: the part of every command that is Node's. */
const emptyProcess = (cwd: string) =>
  Effect.scoped(
    Effect.flatMap(node(["-e", ""], { cwd, stdio: "ignore" }), exit).pipe(
      Effect.filterOrFail(
        (code) => code === 0,
        (code) => new BenchFailure({ message: `an empty process ended with ${code}` })
      )
    )
  )

const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const start = performance.now()
    return Effect.map(work, () => performance.now() - start)
  })

/** The time of short commands next to a running host, from start to exit. */
export const commandTimes: Row = {
  name: "commands",
  measure: (bench) =>
    Effect.gen(function* () {
      const dataset = yield* bench.dataset
      yield* Daybook.serve(dataset)
      const round = Effect.all({
        empty: timed(emptyProcess(dataset.cwd)),
        times: Effect.forEach(commands, ({ args }) => timed(Daybook.run(args, dataset)))
      })
      yield* round
      const measured = yield* Effect.replicateEffect(round, rounds)
      const empty = median(measured.map((one) => one.empty))
      return commands.map(({ args, maxMs }, index) =>
        atMost("commands", maxMs, {
          what: `daybook ${args.join(" ")}`,
          unit: "ms",
          value: median(measured.map(({ times }) => times[index]!)),
          note: `median of ${rounds} next to a running host; an empty process takes ${Math.round(empty)} ms`
        })
      )
    })
}

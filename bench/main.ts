import { Command, Options, ValidationError } from "@effect/cli"
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Cause, Effect, Exit, Option } from "effect"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { run } from "./run.js"
import { rows } from "./rows/index.js"
import { BenchFailure } from "./support/BenchFailure.js"
import { engines } from "./support/Engine.js"

/** The bench's folder. This file is built into `dist`. */
const benchFolder = dirname(dirname(fileURLToPath(import.meta.url)))
const names = rows.map(({ name }) => name)

const options = {
  size: Options.choice("size", ["small", "life", "large"]).pipe(
    Options.withDefault("life" as const),
    Options.withDescription("Size of the sample data")
  ),
  engine: Options.choice("engine", engines).pipe(
    Options.withDefault("embedded" as const),
    Options.withDescription("The embedded engine, or the server at DAYBOOK_TEST_DATABASE_URL (default: the local one)")
  ),
  only: Options.choice("only", names).pipe(
    Options.repeated,
    Options.withDescription("Measure only this row; may be given several times")
  ),
  file: Options.text("file").pipe(
    Options.repeated,
    Options.withDescription("Of exportFiles, measure only the file of this source; may be given several times")
  ),
  keep: Options.boolean("keep").pipe(
    Options.withDescription("Keep the synced data, and reuse the data of an earlier run")
  ),
  fresh: Options.boolean("fresh").pipe(Options.withDescription("With --keep: sync the data again")),
  markdown: Options.boolean("markdown").pipe(Options.withDescription("Print the table as Markdown, for a README")),
  out: Options.text("out").pipe(
    Options.withDefault(join(benchFolder, "results.json")),
    Options.withDescription("The file for the results")
  )
}

const bench = Command.make("bench", options, (options) => run({ ...options, data: join(benchFolder, ".data") })).pipe(
  Command.withDescription(
    "Measure Daybook, each figure next to its own yardstick. Example: npm run bench -- --only unchanged"
  )
)

const printFailure = (cause: Cause.Cause<unknown>) => {
  const failure = Option.getOrNull(Cause.failureOption(cause))
  if (ValidationError.isValidationError(failure) || Cause.isInterruptedOnly(cause)) return Effect.void
  return Effect.sync(() =>
    console.error(`bench: ${failure instanceof BenchFailure ? failure.message : Cause.pretty(cause)}`)
  )
}

const codeOf = (exit: Exit.Exit<unknown, unknown>): number =>
  Exit.isSuccess(exit)
    ? 0
    : ValidationError.isValidationError(Option.getOrNull(Cause.failureOption(exit.cause)))
      ? 2
      : 1

NodeRuntime.runMain(
  Command.run(bench, { name: "bench", version: "0.0.0" })(process.argv).pipe(
    Effect.tapErrorCause(printFailure),
    Effect.provide(NodeContext.layer)
  ),
  { disableErrorReporting: true, teardown: (exit, onExit) => onExit(codeOf(exit)) }
)

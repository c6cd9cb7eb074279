import { ValidationError } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { isatty } from "node:tty"
import { run } from "./Cli.js"
import { environmentFile } from "./environmentFile.js"
import { explain } from "./explain.js"
import { Usage } from "./Failure.js"
import { leanMemory } from "./leanMemory.js"
import { layer as logging } from "./logging.js"
import { note } from "./print.js"
import { layer as waiting } from "./waiting.js"
import { unknownSettings } from "./unknownSettings.js"
import { layer as telemetry } from "./telemetry/index.js"

leanMemory()

const words = process.argv.slice(2)

/** Commands that run until a signal ends them; to any other a signal comes too early. */
const isHost = words[0] === "serve" || words[0] === "demo"

/** What is there after a signal: syncs and imports store page by page, other commands begin again. */
const afterStop = (command = ""): string => {
  if (command === "sync" || command === "import") return "run it again: it goes on where it was"
  return command === "connect" ? "run it again to log in" : "run it again"
}

/** 0 done, 1 failed, 2 wrong usage. */
const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.isInterruptedOnly(exit.cause)) return isHost ? 0 : 1
  const failure = Option.getOrNull(Cause.failureOption(exit.cause))
  return ValidationError.isValidationError(failure) || failure instanceof Usage ? 2 : 1
}

const tell = (cause: Cause.Cause<unknown>) => {
  if (Cause.isInterruptedOnly(cause)) return isHost ? Effect.void : note(`daybook: stopped; ${afterStop(words[0])}`)
  const lines = explain(Option.getOrElse(Cause.failureOption(cause), () => Cause.squash(cause)))
  return Effect.forEach(lines, (line) => note(`daybook: ${line}`), { discard: true })
}

// A reader that has seen enough, such as `head`, is no failure, and a terminal that is gone no reason to leave work half done.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE" || code === "EIO") return
  process.stderr.write(`daybook: the answer cannot be written: ${message}; give it another place\n`)
  process.exit(1)
})
process.stderr.on("error", () => undefined)

const onTerminal = [0, 1, 2].some(isatty)
let hungUp = false
// A closing terminal ends the process like the other signals, and often says so more than once.
process.on("SIGHUP", () => {
  hungUp = true
  if (process.listenerCount("SIGTERM") > 0) process.emit("SIGTERM")
})

/** Node breaks down where it leaves a terminal that is gone: there the signal itself is the end. */
const leave = (code: number, exit: (code: number) => void) => {
  if (!hungUp || !onTerminal) return exit(code)
  process.removeAllListeners("SIGHUP")
  process.kill(process.pid, "SIGHUP")
}

const warnings = Effect.suspend(() => Effect.forEach(unknownSettings(process.env), note, { discard: true }))

const program = Effect.zipRight(Effect.zipRight(environmentFile, warnings), Effect.provide(Effect.suspend(() => run(words)), Layer.mergeAll(Layer.provideMerge(telemetry, logging), waiting))).pipe(
  // What a signal ends goes on with nothing that can be interrupted.
  Effect.onError(tell),
  Effect.provide(NodeContext.layer)
)

NodeRuntime.runMain(program, {
  disableErrorReporting: true,
  disablePrettyLogger: true,
  teardown: (exit, onExit) => leave(codeOf(exit), onExit)
})

import { ValidationError } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { existsSync } from "node:fs"
import { isatty } from "node:tty"
import { setFlagsFromString } from "node:v8"
import { run } from "./Cli.js"
import { suggestion } from "./commandLine.js"
import { makeFairScheduler } from "./fairScheduler.js"
import { Failure, Usage, explain } from "./failures.js"
import { layer as logging } from "./logging.js"
import { lazily } from "./lazily.js"
import { ownCommands } from "./ownProcess.js"
import { note } from "./print.js"
import { layer as waiting } from "./progress.js"
import { configFile } from "./config/file.js"
import type { Configuration } from "./config/loaded.js"
import { readSecretFiles, secretFileNames } from "./config/settings.js"
import { readSettingNames, type SettingName } from "./settingNames.js"
import { layer as telemetry } from "./telemetry/index.js"

/** Variables of this repository's tests and benchmarks. */
const testVariable = /^DAYBOOK_(TEST|KILL|TORTURE|BENCH)_|_ROUNDS$/

/** A warning for each `DAYBOOK_` variable that is not a setting. */
const unknownSettings = (env: NodeJS.ProcessEnv, settings: ReadonlyArray<SettingName>): ReadonlyArray<string> => {
  const names = settings.map(({ name }) => name)
  const accepted = new Set([...names, ...secretFileNames(settings)])
  return Object.keys(env)
    .filter((name) => name.startsWith("DAYBOOK_") && !accepted.has(name) && !testVariable.test(name))
    .sort()
    .map((name) => `note: ${name} is not a setting${suggestion(name, names)}; docs/settings.md lists them`)
}

/** Loads `.env` from the working folder. Variables of the environment take precedence. */
export const environmentFile = Effect.try({
  try: () => {
    if (!isOwn && existsSync(".env")) process.loadEnvFile(".env")
  },
  catch: () =>
    new Failure({ message: "the file .env cannot be read: check that it is a file and that this user may read it" })
})

const memoryFlags = [
  // Collect garbage when the heap has grown by 50 %; V8's default is 300 %. A first sync allocates 100 MB a second, and
  // home servers have little memory.
  "--heap-growing-percent=50",
  // Compile WebAssembly on one thread: memory that compiler threads allocate is never released.
  "--wasm-num-compilation-tasks=1",
  // The young generation of threads started later: 8 MB instead of 32 MB.
  "--max-semi-space-size=4",
  // That of this thread stays as it is once the program is loaded, 8 MB. Node sets its limit, 32 MB, at the start.
  "--semi-space-growth-factor=1"
]

/** Makes V8 use less memory, in this thread and in threads started later. */
const leanMemory = (): void => memoryFlags.forEach((flag) => setFlagsFromString(flag))

leanMemory()
// V8 sets the growth back when a thread starts.
process.on("worker", (worker) => worker.once("online", leanMemory))

const words = process.argv.slice(2)

/** Started by this program, which has read the settings. */
const isOwn = ownCommands.some((command) => command === words[0]) && process.send !== undefined

/** Whether the command runs until a signal ends it. A signal interrupts every other command. */
const isHost = ["serve", "demo", ...ownCommands].includes(words[0] ?? "")

/** What to do after an interruption. Syncs and imports commit page by page; other commands start over. */
const afterStop = (command = ""): string => {
  if (command === "sync" || command === "import") return "run it again: it continues where it stopped"
  return command === "connect" ? "run it again to log in" : "run it again"
}

/** 0 done, 1 failed, 2 wrong usage. */
const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.isInterruptedOnly(exit.cause)) return isHost ? 0 : 1
  const failure = Option.getOrNull(Cause.failureOption(exit.cause))
  return ValidationError.isValidationError(failure) || failure instanceof Usage ? 2 : 1
}

const reportFailure = (cause: Cause.Cause<unknown>) => {
  if (Cause.isInterruptedOnly(cause)) return isHost ? Effect.void : note(`daybook: stopped; ${afterStop(words[0])}`)
  const lines = explain(Option.getOrElse(Cause.failureOption(cause), () => Cause.squash(cause)))
  return Effect.forEach(lines, (line) => note(`daybook: ${line}`), { discard: true })
}

// A reader such as `head` may close the pipe early, and the terminal may be closed. The work goes on in both cases.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE" || code === "EIO") return
  process.stderr.write(`daybook: the output cannot be written: ${message}; redirect it to another place\n`)
  process.exit(1)
})
process.stderr.on("error", () => undefined)

const onTerminal = [0, 1, 2].some(isatty)
let hungUp = false
// A closing terminal ends the process like SIGTERM, and often sends the signal more than once.
process.on("SIGHUP", () => {
  hungUp = true
  if (process.listenerCount("SIGTERM") > 0) process.emit("SIGTERM")
})

/** Node crashes on a normal exit after its terminal was closed, so the process kills itself with SIGHUP. */
const exitProcess = (code: number, exit: (code: number) => void) => {
  if (!hungUp || !onTerminal) return exit(code)
  process.removeAllListeners("SIGHUP")
  process.kill(process.pid, "SIGHUP")
}

const runOwn = ([command, argument = "", address = "", ...more]: ReadonlyArray<string>) =>
  command === "work"
    ? lazily(
        () => import("./actions/work.js"),
        ({ work }) => work({ socketPath: argument, address, schedule: !more.includes("--no-schedule") })
      )
    : lazily(
        () => import("./actions/simulate.js"),
        ({ simulate }) => simulate(argument)
      )

/** Runs the command. `settings` are those of the sources in the configuration. */
const runConfigured = (settings: ReadonlyArray<SettingName>) =>
  Effect.gen(function* () {
    const all = [...(yield* Effect.promise(readSettingNames)), ...settings]
    yield* readSecretFiles(all)
    const layers = Layer.provideMerge(telemetry, logging)
    if (isOwn) return yield* Effect.provide(runOwn(words), layers)
    yield* Effect.forEach(unknownSettings(process.env, all), (line) => note(line), { discard: true })
    yield* Effect.provide(run(words), Layer.mergeAll(layers, waiting))
  })

/** Help is there without a configuration, and so is the command that writes one. */
const needsConfiguration =
  !["init", "help", "simulate"].includes(words[0] ?? "help") && !words.some((word) => /^(-h|--help)$/.test(word))

/** What the configuration file says. Its code is loaded only where there is such a file. */
const fileConfiguration = Effect.suspend((): Effect.Effect<Configuration, Usage> => {
  const file = needsConfiguration ? configFile(process.env) : null
  return file === null
    ? Effect.succeed({ layer: Layer.empty, settings: [] })
    : Effect.flatMap(
        Effect.promise(() => import("./config/load.js")),
        ({ load }) => load(file)
      )
})

/** The configuration file's and the optional domains, whose code is loaded only where there are any. */
const configuration = Effect.flatMap(fileConfiguration, (own): Effect.Effect<Configuration, Usage> =>
  needsConfiguration && (process.env["DAYBOOK_DOMAINS"] ?? "").trim() !== ""
    ? Effect.flatMap(
        Effect.promise(() => import("./config/optional.js")),
        ({ withOptionalDomains }) => withOptionalDomains(own)
      )
    : Effect.succeed(own)
)

const program = environmentFile.pipe(
  Effect.zipRight(configuration),
  Effect.flatMap(({ layer, settings }) => Effect.provide(runConfigured(settings), layer)),

  // After an interruption only uninterruptible effects run.
  Effect.onError(reportFailure),
  Effect.provide(NodeContext.layer)
)

NodeRuntime.runMain(Effect.withScheduler(program, makeFairScheduler()), {
  disableErrorReporting: true,
  disablePrettyLogger: true,
  teardown: (exit, onExit) => exitProcess(codeOf(exit), onExit)
})

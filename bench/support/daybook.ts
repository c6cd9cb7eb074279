import { Effect, type Scope } from "effect"
import type { ChildProcess } from "node:child_process"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import { BenchFailure } from "./BenchFailure.js"
import { exit, node } from "./child.js"
import { watched } from "./memory.js"

/** The command line as it ships. */
const main = () => fileURLToPath(import.meta.resolve("daybook/dist/main.js"))

export interface DaybookOptions {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

/** Nothing here may call a provider that is not simulated. */
const harmless = { DAYBOOK_APPLE_MUSIC_ENABLED: "false", DAYBOOK_RATE_LIMIT: "1000000000", DAYBOOK_LOG_LEVEL: "warning", NO_COLOR: "1" }

const started = (args: ReadonlyArray<string>, { cwd, env }: DaybookOptions) =>
  node([main(), ...args], { cwd, env: { ...harmless, ...env }, stdio: ["ignore", "pipe", "pipe"] })

const text = (stream: Readable | null): Effect.Effect<string> =>
  Effect.promise(async () => {
    const chunks: Array<Buffer> = []
    for await (const chunk of stream ?? []) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString("utf8")
  })

/** Runs a command to its end: what it printed, and the most memory it had in megabytes. */
export const run = (args: ReadonlyArray<string>, options: DaybookOptions): Effect.Effect<{ readonly stdout: string; readonly memory: number }, BenchFailure> =>
  Effect.scoped(Effect.gen(function*() {
    const child = yield* started(args, options)
    const outcome = Effect.all([text(child.stdout), text(child.stderr), exit(child)], { concurrency: "unbounded" })
    const [[stdout, stderr, code], memory] = yield* watched(child.pid ?? 0, outcome)
    if (code !== 0) return yield* new BenchFailure({ message: `daybook ${args.join(" ")} ended with ${code}: ${stderr.trim() || stdout.trim()}` })
    return { stdout, memory }
  }))

export interface Host {
  readonly pid: number
  readonly port: number
}

/** Starts `daybook serve` on a free port and waits until it says that it listens. */
export const serve = (options: DaybookOptions): Effect.Effect<Host, BenchFailure, Scope.Scope> =>
  Effect.gen(function*() {
    const child = yield* started(["serve", "--port", "0", "--no-schedule"], options)
    const complaint = text(child.stderr)
    const ended = Effect.flatMap(Effect.zip(exit(child), complaint, { concurrent: true }), ([code, said]) =>
      Effect.fail(new BenchFailure({ message: `daybook serve ended with ${code}: ${said.trim()}` })))
    return { pid: child.pid ?? 0, port: yield* Effect.raceFirst(listening(child), ended) }
  })

const listening = (child: ChildProcess): Effect.Effect<number> =>
  Effect.async((resume) => {
    if (child.stdout === null) return
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, port] = /^listening on http:\/\/.*:(\d+)/.exec(line) ?? []
      if (port !== undefined) resume(Effect.succeed(Number(port)))
    })
  })

import { Effect, type Scope } from "effect"
import type { ChildProcess } from "node:child_process"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import { BenchFailure } from "./BenchFailure.js"
import { exit, node } from "./child.js"
import { withPeakMemory } from "./memory.js"

/** The built command line. */
const main = () => fileURLToPath(new URL("dist/main.js", import.meta.resolve("@daybook/cli/package.json")))

export interface DaybookOptions {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

/** No process may call a real provider. */
const safeSettings = {
  DAYBOOK_APPLE_MUSIC_ENABLED: "false",
  DAYBOOK_DEEZER_ENABLED: "false",
  DAYBOOK_MUSICBRAINZ_ENABLED: "false",
  // A host embeds new texts in the background, which would slow every figure; `coldHost` measures the model.
  DAYBOOK_EMBEDDINGS: "off",
  DAYBOOK_RATE_LIMIT: "1000000000",
  DAYBOOK_LOG_LEVEL: "warning",
  NO_COLOR: "1"
}

const start = (args: ReadonlyArray<string>, { cwd, env }: DaybookOptions) =>
  node([main(), ...args], { cwd, env: { ...safeSettings, ...env }, stdio: ["ignore", "pipe", "pipe"] })

const text = (stream: Readable | null): Effect.Effect<string> =>
  Effect.promise(async () => {
    const chunks: Array<Buffer> = []
    for await (const chunk of stream ?? []) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString("utf8")
  })

/** Runs a command to its end. Returns its output and its peak memory in megabytes. */
export const run = (
  args: ReadonlyArray<string>,
  options: DaybookOptions
): Effect.Effect<{ readonly stdout: string; readonly memory: number }, BenchFailure> =>
  Effect.scoped(
    Effect.gen(function* () {
      const child = yield* start(args, options)
      const outcome = Effect.all([text(child.stdout), text(child.stderr), exit(child)], { concurrency: "unbounded" })
      const [[stdout, stderr, code], memory] = yield* withPeakMemory(child.pid ?? 0, outcome)
      if (code !== 0)
        return yield* new BenchFailure({
          message: `daybook ${args.join(" ")} ended with ${code}: ${stderr.trim() || stdout.trim()}`
        })
      return { stdout, memory }
    })
  )

export interface Host {
  readonly pid: number
  readonly port: number
}

/** Starts `daybook serve` on a free port and waits until it listens. */
export const serve = (options: DaybookOptions): Effect.Effect<Host, BenchFailure, Scope.Scope> =>
  Effect.gen(function* () {
    const child = yield* start(["serve", "--port", "0", "--no-schedule"], options)
    const errorOutput = text(child.stderr)
    const ended = Effect.flatMap(Effect.zip(exit(child), errorOutput, { concurrent: true }), ([code, errors]) =>
      Effect.fail(new BenchFailure({ message: `daybook serve ended with ${code}: ${errors.trim()}` }))
    )
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

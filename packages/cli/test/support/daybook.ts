import { Duration, Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { tmpdir } from "node:os"
import { resolve } from "node:path"

const main = resolve(import.meta.dirname, "../../dist/main.js")

/**
 * Most commands end before compiled code pays off: compilation was a third of their run time. A large young generation
 * saves another tenth.
 */
const shortLived = ["--interrupt-budget=1000000", "--min-semi-space-size=64", "--max-semi-space-size=64"]

export type Environment = Readonly<Record<string, string>>

/** Timeout in milliseconds for tests that start processes, on a busy machine. */
export const patience = 600_000

/** The result of a process. `code` is null when a signal ended it. */
export interface ProcessResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly pid: number
  readonly ended: Effect.Effect<ProcessResult>
  readonly stdout: () => string
  /** The first line that it wrote, to whichever of the two. Resumes in the turn in which it came. */
  readonly firstLine: Effect.Effect<string>
  /** Waits until stdout or stderr matches the pattern. Returns the first capture, or the match. */
  readonly says: (pattern: RegExp) => Effect.Effect<string>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
}

/** The environment without settings of this machine. */
const baseEnvironment = { PATH: process.env["PATH"] ?? "", NO_COLOR: "1", TMPDIR: tmpdir() }

/** Starts a program and kills it when the scope closes. */
export const start = (
  file: string,
  args: ReadonlyArray<string>,
  options: { readonly env?: Environment; readonly cwd?: string } = {}
): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        spawn(file, args, {
          env: { ...baseEnvironment, ...options.env },
          cwd: options.cwd,
          stdio: ["ignore", "pipe", "pipe"]
        })
      ),
      (child) => Effect.sync(() => child.exitCode === null && child.kill("SIGKILL"))
    ),
    running
  )

const running = (child: ChildProcess): Running => {
  let stdout = ""
  let stderr = ""
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text))
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text))
  const end = new Promise<ProcessResult>((resolveEnd) =>
    child.on("close", (code) => resolveEnd({ code, stdout, stderr }))
  )
  const firstLine = new Promise<string>((resolveLine) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (text: string) => text.includes("\n") && resolveLine(text.split("\n")[0]!))
  })
  const failIfEnded = Effect.suspend(() =>
    child.exitCode === null
      ? Effect.void
      : Effect.dieMessage(`ended too early with ${child.exitCode}: ${stdout}${stderr}`)
  )
  const says = (pattern: RegExp): Effect.Effect<string> =>
    Effect.suspend(() => {
      const match = pattern.exec(stdout) ?? pattern.exec(stderr)
      return match === null
        ? Effect.zipRight(Effect.zipRight(failIfEnded, Effect.sleep(Duration.millis(20))), says(pattern))
        : Effect.succeed(match[1] ?? match[0])
    })
  return {
    pid: child.pid ?? 0,
    ended: Effect.promise(() => end),
    stdout: () => stdout,
    firstLine: Effect.promise(() => firstLine),
    says,
    kill: (signal) => Effect.sync(() => void child.kill(signal))
  }
}

/** Starts `daybook`. `flags` are options of Node. */
export const daybook = (
  args: ReadonlyArray<string>,
  env: Environment = {},
  cwd?: string,
  flags: ReadonlyArray<string> = shortLived
) => start(process.execPath, [...flags, main, ...args], { env, ...(cwd === undefined ? {} : { cwd }) })

/** Runs `daybook` to its end. */
export const run = (args: ReadonlyArray<string>, env: Environment = {}, cwd?: string): Effect.Effect<ProcessResult> =>
  Effect.scoped(Effect.flatMap(daybook(args, env, cwd), ({ ended }) => ended))

/** Runs `daybook` on a terminal with `columns` columns. Stdout is everything written to the terminal. */
export const onTerminal = (
  args: ReadonlyArray<string>,
  env: Environment,
  columns = 120
): Effect.Effect<ProcessResult> =>
  Effect.scoped(
    Effect.flatMap(
      start(
        "script",
        ["-qec", `stty cols ${columns}; ${[process.execPath, ...shortLived, main, ...args].join(" ")}`, "/dev/null"],
        { env: { ...env, TERM: "xterm" } }
      ),
      ({ ended }) => ended
    )
  )

/** The lines of a text without trailing blank lines. */
export const linesOf = (text: string): ReadonlyArray<string> =>
  text.trimEnd() === "" ? [] : text.trimEnd().split("\n")

const drawing = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[mK]`, "g")

/** The lines that a terminal finally shows, without progress lines that were cleared. */
export const shownLines = (text: string): ReadonlyArray<string> =>
  linesOf(text).map((line) =>
    (line.split(`${String.fromCharCode(27)}[2K`).at(-1) ?? "").replaceAll(drawing, "").trimEnd()
  )

import { Duration, Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { tmpdir } from "node:os"
import { resolve } from "node:path"

const main = resolve(import.meta.dirname, "../../dist/main.js")

/** Most commands end before what the compiler makes faster is run again: a third of their time was its own. */
const unhurried = ["--interrupt-budget=1000000", "--wasm-tiering-budget=18000000"]

export type Environment = Readonly<Record<string, string>>

/** Milliseconds for a test that starts processes, on a machine that has much else to do. */
export const patience = 600_000

/** How a process ended. `code` is null for one that a signal cut off. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly pid: number
  readonly ended: Effect.Effect<Ended>
  readonly stdout: () => string
  /** Waits for a line on stdout that fits and gives what it captured. */
  readonly says: (pattern: RegExp) => Effect.Effect<string>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
}

/** Nothing of this machine's settings, so that only what a test says counts. */
const bare = { PATH: process.env["PATH"] ?? "", NO_COLOR: "1", TMPDIR: tmpdir() }

/** Starts a program; it is killed with the scope, if it still runs then. */
export const start = (file: string, args: ReadonlyArray<string>, options: { readonly env?: Environment; readonly cwd?: string } = {}): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => spawn(file, args, { env: { ...bare, ...options.env }, cwd: options.cwd, stdio: ["ignore", "pipe", "pipe"] })),
      (child) => Effect.sync(() => child.exitCode === null && child.kill("SIGKILL"))
    ),
    running
  )

const running = (child: ChildProcess): Running => {
  let stdout = ""
  let stderr = ""
  child.stdout?.setEncoding("utf8").on("data", (text: string) => stdout += text)
  child.stderr?.setEncoding("utf8").on("data", (text: string) => stderr += text)
  const end = new Promise<Ended>((settle) => child.on("close", (code) => settle({ code, stdout, stderr })))
  const look = Effect.suspend(() => child.exitCode === null ? Effect.void : Effect.dieMessage(`ended too early with ${child.exitCode}: ${stdout}${stderr}`))
  const says = (pattern: RegExp): Effect.Effect<string> =>
    Effect.suspend(() => {
      const found = pattern.exec(stdout)
      return found === null ? Effect.zipRight(Effect.zipRight(look, Effect.sleep(Duration.millis(20))), says(pattern)) : Effect.succeed(found[1] ?? found[0])
    })
  return {
    pid: child.pid ?? 0,
    ended: Effect.promise(() => end),
    stdout: () => stdout,
    says,
    kill: (signal) => Effect.sync(() => void child.kill(signal))
  }
}

/** Starts `daybook`, for Node with flags of its own where what is measured is how it runs. */
export const daybook = (args: ReadonlyArray<string>, env: Environment = {}, cwd?: string, flags: ReadonlyArray<string> = unhurried) =>
  start(process.execPath, [...flags, main, ...args], { env, ...(cwd === undefined ? {} : { cwd }) })

/** Runs `daybook` to its end. */
export const run = (args: ReadonlyArray<string>, env: Environment = {}, cwd?: string): Effect.Effect<Ended> =>
  Effect.scoped(Effect.flatMap(daybook(args, env, cwd), ({ ended }) => ended))

/** Runs `daybook` on a terminal of so many columns; gives all that was drawn there. */
export const onTerminal = (args: ReadonlyArray<string>, env: Environment, columns = 120): Effect.Effect<Ended> =>
  Effect.scoped(Effect.flatMap(
    start("script", ["-qec", `stty cols ${columns}; ${[process.execPath, ...unhurried, main, ...args].join(" ")}`, "/dev/null"], { env: { ...env, TERM: "xterm" } }),
    ({ ended }) => ended
  ))

/** Lines of a text, without the empty end. */
export const linesOf = (text: string): ReadonlyArray<string> => text.trimEnd() === "" ? [] : text.trimEnd().split("\n")

const drawing = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[mK]`, "g")

/** Lines as a terminal shows them in the end: what was drawn and cleared before is gone. */
export const shownLines = (text: string): ReadonlyArray<string> =>
  linesOf(text).map((line) => (line.split(`${String.fromCharCode(27)}[2K`).at(-1) ?? "").replaceAll(drawing, "").trimEnd())

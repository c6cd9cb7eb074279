import { Duration, Effect, type Scope } from "effect"
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process"

/** How long a process may take to end when it is told to. */
const patience = Duration.seconds(15)

/** This machine's environment without any setting of Daybook's or Node's own: those that are measured are given. */
const neutral = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || name.startsWith("DAYBOOK_") || name.startsWith("NODE_") ? [] : [[name, value]]))

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Where it runs; a `.env` file there would be read. */
  readonly cwd: string
  readonly stdio: StdioOptions
}

/** Starts this very Node with arguments, and ends the process when the scope closes, if it has not ended by itself. */
export const node = (args: ReadonlyArray<string>, { cwd, env = {}, stdio }: ChildOptions): Effect.Effect<ChildProcess, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, [...args], { cwd, env: { ...neutral(), ...env }, stdio })),
    (child) =>
      Effect.suspend(() => {
        if (child.exitCode !== null || child.signalCode !== null) return Effect.void
        child.kill("SIGTERM")
        return Effect.timeoutTo(exit(child), {
          duration: patience,
          onSuccess: () => undefined,
          onTimeout: () => void child.kill("SIGKILL")
        })
      })
  )

/** Waits for a process to end: its exit code, or -1 where a signal ended it or it never began. */
export const exit = (child: ChildProcess): Effect.Effect<number> =>
  Effect.async((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.succeed(child.exitCode ?? -1))
    child.once("exit", (code) => resume(Effect.succeed(code ?? -1)))
    child.once("error", () => resume(Effect.succeed(-1)))
  })

import { Duration, Effect, type Scope } from "effect"
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process"

/** How long a process may take to end after SIGTERM. */
const stopTimeout = Duration.seconds(15)

/** The environment without settings of Daybook and Node. */
const neutral = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name.startsWith("DAYBOOK_") || name.startsWith("NODE_") ? [] : [[name, value]]
    )
  )

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>
  /** The working folder. A `.env` file there would be read. */
  readonly cwd: string
  readonly stdio: StdioOptions
}

/** Starts this Node with arguments, and ends the process when the scope closes. */
export const node = (args: ReadonlyArray<string>, options: ChildOptions) => program(process.execPath, args, options)

/** Starts a program, and ends it when the scope closes. */
export const program = (
  file: string,
  args: ReadonlyArray<string>,
  { cwd, env = {}, stdio }: ChildOptions
): Effect.Effect<ChildProcess, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => spawn(file, [...args], { cwd, env: { ...neutral(), ...env }, stdio })),
    (child) =>
      Effect.suspend(() => {
        if (child.exitCode !== null || child.signalCode !== null) return Effect.void
        child.kill("SIGTERM")
        return Effect.timeoutTo(exit(child), {
          duration: stopTimeout,
          onSuccess: () => undefined,
          onTimeout: () => void child.kill("SIGKILL")
        })
      })
  )

/** Waits for the exit code. It is -1 after a signal or a failed start. */
export const exit = (child: ChildProcess): Effect.Effect<number> =>
  Effect.async((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.succeed(child.exitCode ?? -1))
    child.once("exit", (code) => resume(Effect.succeed(code ?? -1)))
    child.once("error", () => resume(Effect.succeed(-1)))
  })

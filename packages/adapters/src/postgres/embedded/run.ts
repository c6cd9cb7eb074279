import { Effect } from "effect"
import { execFile, type ExecFileOptions } from "node:child_process"

/** Runs a program to its end. One that cannot be started has failed without output. */
export const run = (program: string, args: ReadonlyArray<string>, options: ExecFileOptions = {}) =>
  Effect.async<{ readonly succeeded: boolean; readonly stdout: string; readonly stderr: string }>((resume) => {
    const child = execFile(program, args, { ...options, encoding: "utf8" }, (error, stdout, stderr) =>
      resume(Effect.succeed({ succeeded: error === null, stdout, stderr }))
    )
    return Effect.sync(() => child.kill("SIGTERM"))
  })

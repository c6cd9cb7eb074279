import { Effect } from "effect"
import { fork } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import { builtProgram } from "../../support/buildProgram.js"

export interface Program {
  /** The address of the open database. */
  readonly url: Effect.Effect<string>
  readonly close: Effect.Effect<void>
  readonly kill: Effect.Effect<void>
}

export const built = builtProgram(resolve(import.meta.dirname, "program.ts"), "embedded")

/** Starts a process that opens a data folder. */
export const launchProgram = (dataDir: string): Program => {
  const child = fork(built.file, [dataDir], { execArgv: [] })
  const url = new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the program ended with ${code}`)))
    child.once("message", (message: { readonly url?: string }) =>
      message.url === undefined ? reject(new Error(JSON.stringify(message))) : resolve(message.url)
    )
  })
  // A test that kills the process does not await it.
  url.catch(() => {})
  const ended = (end: () => void) =>
    Effect.promise(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, "exit")
      end()
      await exit
    })
  return {
    url: Effect.promise(() => url),
    close: ended(() => child.send("close")),
    kill: ended(() => child.kill("SIGKILL"))
  }
}

/** A process with the open database, killed with the scope. */
export const program = (dataDir: string) =>
  Effect.gen(function* () {
    const launched = yield* Effect.acquireRelease(
      Effect.sync(() => launchProgram(dataDir)),
      ({ kill }) => kill
    )
    return { ...launched, url: yield* launched.url }
  })

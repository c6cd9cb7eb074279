import { Redacted } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import type * as Database from "../../../src/postgres/Database.js"
import { builtProgram } from "../../support/buildProgram.js"

const program = builtProgram(resolve(import.meta.dirname, "program.ts"), "webhooks")

export const { make: buildHost, remove: removeHost } = program

export interface Host {
  readonly send: (id: string) => void
  /** Events that the host acknowledged. */
  readonly received: ReadonlySet<string>
  /** Waits until it has acknowledged so many. */
  readonly acknowledged: (count: number) => Promise<void>
  readonly kill: () => Promise<void>
}

/** Starts a host and waits until it accepts webhooks. */
export const startHost = async (address: Database.Address): Promise<Host> => {
  const child: ChildProcess = fork(program.file, [Redacted.value(address)], { execArgv: [] })
  const received = new Set<string>()
  child.on(
    "message",
    (message: { readonly received?: string }) => message.received !== undefined && received.add(message.received)
  )
  // Events sent to a dead host are lost.
  child.on("error", () => {})
  const exit = once(child, "exit")
  const first = await Promise.race([once(child, "message"), exit])
  if (typeof first[0] !== "object") throw new Error(`the host ended with ${String(first[0])}`)
  return {
    send: (id) => void child.send(id),
    received,
    acknowledged: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.size >= count) resolve()
        }
        child.on("message", check)
        check()
      }),
    kill: async () => {
      child.kill("SIGKILL")
      await exit
    }
  }
}

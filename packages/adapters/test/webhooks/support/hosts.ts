import { Option, Redacted } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import type * as Database from "../../../src/postgres/Database.js"
import { builtProgram } from "../../support/buildProgram.js"

/** An address as another process is told it. */
export type Written =
  | { readonly _tag: "Url"; readonly url: string }
  | (Omit<Extract<Database.Address, { readonly _tag: "Host" }>, "password"> & { readonly password: string | null })

const write = (address: Database.Address): Written =>
  address._tag === "Url"
    ? { _tag: "Url", url: Redacted.value(address.url) }
    : { ...address, password: Option.getOrNull(Option.map(address.password, Redacted.value)) }

const program = builtProgram(resolve(import.meta.dirname, "program.ts"), "webhooks")

export const { make: buildHost, remove: removeHost } = program

export interface Host {
  readonly send: (id: string) => void
  /** What the host said it has received. */
  readonly received: ReadonlySet<string>
  readonly kill: () => Promise<void>
}

/** Starts a host and waits until it takes webhooks. */
export const startHost = async (address: Database.Address): Promise<Host> => {
  const child: ChildProcess = fork(program.file, [JSON.stringify(write(address))], { execArgv: [] })
  const received = new Set<string>()
  child.on("message", (message: { readonly received?: string }) => message.received !== undefined && received.add(message.received))
  // What is sent to a host that is gone is lost.
  child.on("error", () => {})
  const gone = once(child, "exit")
  const first = await Promise.race([once(child, "message"), gone])
  if (typeof first[0] !== "object") throw new Error(`the host ended with ${String(first[0])}`)
  return {
    send: (id) => void child.send(id),
    received,
    kill: async () => {
      child.kill("SIGKILL")
      await gone
    }
  }
}

import { databaseAddress } from "@daybook/adapters"
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { Failure } from "../failures.js"
import * as print from "../print.js"

interface PsqlOptions {
  readonly print: boolean
}

/** For a shell: an address has no quotes, because they are escaped in it. */
const commandFor = (address: string): string => `psql '${address}'`

const missing = (address: string) =>
  new Failure({
    message: `psql is not installed: install PostgreSQL's client, or open ${address} with another tool while a host runs`
  })

/** Runs psql in this terminal; the database stays open until it ends. */
const run = (address: string) =>
  Effect.async<void, Failure>((resume) => {
    const child = spawn("psql", [address], { stdio: "inherit" })
    child.once("error", () => resume(missing(address)))
    child.once("exit", (code) =>
      resume(code === 0 ? Effect.void : new Failure({ message: `psql ended with ${code ?? "a signal"}: see above` }))
    )
    return Effect.sync(() => child.kill("SIGTERM"))
  })

export const psql = (options: PsqlOptions) =>
  Effect.scoped(
    Effect.gen(function* () {
      const address = Redacted.value(yield* databaseAddress)
      yield* options.print ? print.line(commandFor(address)) : run(address)
    })
  )

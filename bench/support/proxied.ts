import { Effect } from "effect"
import type { DatabaseAddress } from "./addressOf.js"
import type { Bench } from "./Bench.js"
import { countingProxy } from "./countingProxy.js"

const urlThrough = (address: DatabaseAddress, port: number): string => {
  const url = new URL(
    "connectionString" in address
      ? address.connectionString
      : `postgres://${address.user}@127.0.0.1/${address.database}`
  )
  if ("password" in address && address.password !== undefined) url.password = address.password
  url.hostname = "127.0.0.1"
  url.port = String(port)
  return url.href
}

/** The dataset's database in its own process, reached through the counting proxy. */
export const proxied = (bench: Bench) =>
  Effect.gen(function* () {
    const dataset = yield* bench.dataset
    const { ready } = yield* bench.openEngine
    const { port, takeStatements } = yield* countingProxy(ready)
    return { ...dataset, env: { ...dataset.env, DAYBOOK_DATABASE_URL: urlThrough(ready, port) }, takeStatements }
  })

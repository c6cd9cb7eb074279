import { Effect } from "effect"
import type { Bench } from "./Bench.js"
import { countingProxy } from "./countingProxy.js"

const urlThrough = (address: string, port: number): string => {
  const url = new URL(address)
  url.searchParams.delete("host")
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

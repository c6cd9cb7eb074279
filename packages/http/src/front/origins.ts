import type { ApiKey, Keys } from "@daybook/core/keys"
import { Effect, Runtime } from "effect"
import type { IncomingMessage } from "node:http"
import { refusalOfOrigin } from "../lenses/access.js"
import { type Cors, readingCors } from "./send.js"

/** A page of another site uses a key that shows everything. */
export const isExposed = ({ lens = null, scope }: ApiKey, { headers: { host, origin } }: IncomingMessage): boolean =>
  origin !== undefined && lens === null && scope !== "publish" && !origin.endsWith(`//${host}`)

/** Origins of publishable keys may read, whatever the host allows others. A preflight has no key. */
export const corsOf = (
  { cors, keys }: { readonly cors: Cors; readonly keys: Pick<Keys, "isOrigin"> },
  { headers: { origin }, method }: IncomingMessage,
  key: ApiKey | undefined
): Cors => {
  if (origin === undefined) return cors
  if (key?.scope === "publish") return refusalOfOrigin(key, { origin }) === undefined ? readingCors : noCors
  const isPreflight = method === "OPTIONS" && cors.answer(origin).length === 0
  return isPreflight && keys.isOrigin(origin) ? readingCors : cors
}

const noCors: Cors = { answer: () => [], preflight: () => [] }

/** Remembers which site uses a key that shows everything, and warns once of each such key. */
export const exposedKeys = (keys: Pick<Keys, "recordExposure">) =>
  Effect.map(Effect.runtime(), (runtime) => {
    const warned = new Set<number>()
    return (key: ApiKey, origin: string): void => {
      keys.recordExposure(key, origin)
      const { hint, id, name, scope } = key
      if (warned.has(id)) return
      warned.add(id)
      const text = `a page of another site uses the ${scope} key ${id} "${name}" (…${hint}), which shows everything: give the page a publishable key, and revoke this one`
      Runtime.runFork(runtime)(Effect.logWarning(text))
    }
  })

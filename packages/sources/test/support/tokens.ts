import { Tokens, TokenStore } from "@daybook/core/tokens"
import { Effect, Layer, Option } from "effect"
import type { StoredToken } from "@daybook/core/tokens"
import * as nodeCrypto from "../../../adapters/src/nodeCrypto.js"

/** In-memory logins, for sources without a database. */
export const memoryTokens: Layer.Layer<Tokens> = Layer.suspend(() => {
  const rows = new Map<string, StoredToken>()
  const leases = new Map<string, number>()
  let count = 0
  const store = Layer.succeed(TokenStore, {
    get: (id) => Effect.sync(() => Option.fromNullable(rows.get(id))),
    put: (id, token, over) =>
      Effect.sync(() => {
        if (Option.exists(over, (version) => version !== (rows.get(id)?.version ?? 0))) return false
        rows.set(id, { ...token, version: ++count })
        return true
      }),
    remove: (id) => Effect.sync(() => rows.delete(id)),
    ids: Effect.sync(() => [...rows.keys()].sort()),
    lease: (id) =>
      Effect.sync(() => {
        if (leases.has(id)) return Option.none()
        leases.set(id, ++count)
        return Option.some(count)
      }),
    release: (lease) => Effect.sync(() => leases.forEach((one, id) => one === lease && leases.delete(id)))
  })
  return Tokens.Default.pipe(Layer.provide([store, nodeCrypto.layer]))
})

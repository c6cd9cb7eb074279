import { Tokens, TokenStore } from "@daybook/core/tokens"
import { Effect, Layer } from "effect"
import { layer as crypto } from "../nodeCrypto.js"
import { definitions } from "./index.js"

/** No login was stored yet, and none is to be stored here. */
const noLogins = Layer.succeed(TokenStore, {
  get: () => Effect.succeedNone,
  put: () => Effect.succeed(false),
  remove: () => Effect.succeed(false),
  ids: Effect.succeed([]),
  lease: () => Effect.succeedNone,
  release: () => Effect.void
})

/** Every source and the settings that it lacks, before there is a database: what a new installation asks first. */
export const unopenedSources = Effect.forEach(definitions, ({ domain, follows, id, missing }) =>
  Effect.map(missing, (names) => ({ id, domain, follows, missing: names }))
).pipe(Effect.provide(Tokens.Default.pipe(Layer.provide(Layer.mergeAll(noLogins, crypto)))))

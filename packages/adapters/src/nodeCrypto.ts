import { Crypto } from "@daybook/core/keys"
import { Effect, Layer } from "effect"
import { hash, randomBytes } from "node:crypto"

export const layer = Layer.succeed(Crypto, {
  sha256: (text) => hash("sha256", text, "hex"),
  randomBytes: (count) => Effect.sync(() => randomBytes(count))
})

import { Crypto } from "@daybook/core/keys"
import { Effect, Layer } from "effect"
import { createHash, randomBytes } from "node:crypto"

/** Node's cryptography. */
export const layer = Layer.succeed(Crypto, {
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
  randomBytes: (count) => Effect.sync(() => randomBytes(count))
})

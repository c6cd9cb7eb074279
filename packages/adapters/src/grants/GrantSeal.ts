import { GrantSeal } from "@daybook/core/grants"
import { Effect, Layer } from "effect"
import { createHash, createHmac } from "node:crypto"
import { Secret } from "../Secret.js"

/** Signs with a key that is derived from the instance's secret, which all hosts share. */
export const layer = Layer.effect(
  GrantSeal,
  Effect.map(Secret, (secret) => {
    const key = secret.keyFor("assistants' grants")
    return {
      sign: (text) => createHmac("sha256", key).update(text).digest("base64url"),
      challengeOf: (verifier) => createHash("sha256").update(verifier).digest("base64url"),
      encode: (text) => Buffer.from(text).toString("base64url"),
      decode: (text) => Buffer.from(text, "base64url").toString()
    }
  })
)

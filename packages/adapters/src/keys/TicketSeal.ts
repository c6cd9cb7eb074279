import { TicketSeal } from "@daybook/core/keys"
import { Effect, Layer } from "effect"
import { createHmac } from "node:crypto"
import { Secret } from "../Secret.js"

/** Signs with a key that is derived from the instance's secret, which all hosts share. */
export const layer = Layer.effect(
  TicketSeal,
  Effect.map(Secret, (secret) => {
    const key = secret.keyFor("stream tickets")
    return { sign: (text) => createHmac("sha256", key).update(text).digest("base64url") }
  })
)

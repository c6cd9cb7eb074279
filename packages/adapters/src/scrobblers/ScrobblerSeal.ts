import { ScrobblerSeal } from "@daybook/core/listening"
import { Effect, Layer } from "effect"
import { createHash, createHmac } from "node:crypto"
import { Secret } from "../Secret.js"
import { seal, unseal } from "../SecretBox.js"

/** Signs and encrypts with keys that are derived from the instance's secret, which all hosts share. */
export const layer = Layer.effect(
  ScrobblerSeal,
  Effect.map(Secret, (secret) => {
    const signing = secret.keyFor("scrobbler sessions")
    const sealing = secret.keyFor("scrobbler tokens")
    return {
      md5: (text) => createHash("md5").update(text).digest("hex"),
      sign: (text) => createHmac("sha256", signing).update(text).digest("hex"),
      seal: (place, text) => seal(sealing, place, text),
      open: (place, sealed) => unseal(sealing, place, sealed)
    }
  })
)

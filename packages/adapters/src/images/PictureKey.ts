import { Context, Effect, Layer } from "effect"
import { storage } from "../postgres/storage.js"
import { Secret } from "../Secret.js"
import { storeSetting, storedSetting } from "../postgres/kit/storedSettings.js"

/** The key that signs picture URLs, 32 bytes. */
export class PictureKey extends Context.Tag("@daybook/adapters/PictureKey")<PictureKey, Buffer>() {}

/** The setting that stores the key if it is not derived from the secret. */
const setting = "picture_key"

/** The key derived from the instance's secret. */
export const derived = Effect.map(Secret, (secret) => secret.keyFor("image addresses"))

/**
 * The stored key of an instance that was restored under another secret, or else the derived one. Picture URLs that
 * pages remember stay valid.
 */
export const current = Effect.gen(function* () {
  const key = yield* storedSetting(setting)
  return key === undefined ? yield* derived : Buffer.from(key, "base64url")
})

/** Stores a key, unless it equals the derived one. */
export const keep = (key: Buffer) =>
  Effect.gen(function* () {
    if (key.equals(yield* derived)) return
    yield* storeSetting(setting, key.toString("base64url"))
  })

export const layer = Layer.effect(PictureKey, storage("PictureKey")(current))

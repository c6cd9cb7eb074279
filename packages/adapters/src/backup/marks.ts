import { Effect } from "effect"
import * as PictureKey from "../images/PictureKey.js"
import { Secret } from "../Secret.js"
import type { Marks } from "./dump.js"

/** The same for the same secret. */
export const secretMark = Effect.map(Secret, (secret) => secret.keyFor("mark in backups").subarray(0, 12).toString("hex"))

/** What a backup keeps of the secret: enough to know it again, and the key of the addresses that pages remember. */
export const marks = Effect.gen(function*() {
  const key = yield* PictureKey.current
  const all: Marks = { secret_mark: yield* secretMark, picture_key: key.toString("base64url") }
  return all
})

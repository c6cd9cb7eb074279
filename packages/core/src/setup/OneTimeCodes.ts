import { Clock, Effect } from "effect"
import { Crypto } from "../keys/KeyStore.js"
import { Keys } from "../keys/Keys.js"
import * as Token from "../keys/token.js"
import { BadInput } from "../shared/errors.js"
import { OneTimeCodeStore } from "./ports.js"

const prefix = "svc_open_"
/** How long a code is valid, in milliseconds. */
export const codeLifetime = 60_000
/** How long the key of a tab is valid, in milliseconds. */
const keyLifetime = 12 * 3_600_000

const invalid = new BadInput({
  message: "this address was used already or is older than 60 s: run `daybook open` again"
})

/** Codes in the address that `daybook open` prints. Each gives one browser tab an admin key. */
export class OneTimeCodes extends Effect.Service<OneTimeCodes>()("@daybook/core/OneTimeCodes", {
  effect: Effect.gen(function* () {
    const store = yield* OneTimeCodeStore
    const keys = yield* Keys
    const crypto = yield* Crypto
    return {
      issue: Effect.gen(function* () {
        const code = yield* Effect.repeat(
          Effect.map(crypto.randomBytes(64), (bytes) => Token.withPrefix(prefix, bytes)),
          { until: (text) => text !== null }
        )
        yield* store.add(crypto.sha256(code), (yield* Clock.currentTimeMillis) + codeLifetime)
        return code
      }),
      /** An admin key for twelve hours in exchange for a code, with a limit of its own in requests per minute. */
      redeem: Effect.fn("OneTimeCodes.redeem")(function* (code: string, rateLimit?: number) {
        const now = yield* Clock.currentTimeMillis
        if (!Token.hasForm(prefix, code) || !(yield* store.take(crypto.sha256(code), now))) return yield* invalid
        return yield* keys.create({ name: "opened page", scope: "admin", expiresAt: now + keyLifetime, rateLimit })
      })
    }
  })
}) {}

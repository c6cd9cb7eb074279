import { Clock, Effect } from "effect"
import { Crypto } from "../keys/KeyStore.js"
import { Keys } from "../keys/Keys.js"
import * as Token from "../keys/token.js"
import { NoData } from "../shared/errors.js"

const prefix = "svc_file_"
/** How long an address is valid, in milliseconds. */
const lifetime = 60_000
/** Addresses that wait for their use at a time. */
const maxWaiting = 100

interface Waiting {
  readonly name: string
  readonly key: number
  readonly expiresAt: number
}

const unknown = () => new NoData({ what: "download with this address: it works once, within 60 s" })

/**
 * Addresses that download a backup once, without a header: a browser writes the file to disk while it arrives. They
 * are in memory, because the file is on this host alone. Only the hash of a code is held.
 */
export class BackupDownloads extends Effect.Service<BackupDownloads>()("@daybook/core/BackupDownloads", {
  effect: Effect.gen(function* () {
    const keys = yield* Keys
    const crypto = yield* Crypto
    const waiting = new Map<string, Waiting>()
    const dropOld = (now: number) => {
      for (const [hash, { expiresAt }] of waiting) if (expiresAt <= now) waiting.delete(hash)
      for (const hash of [...waiting.keys()].slice(0, Math.max(0, waiting.size - maxWaiting + 1))) waiting.delete(hash)
    }
    return {
      /** A code for the backup of this name, on behalf of an admin key. */
      issue: Effect.fn("BackupDownloads.issue")(function* (name: string, key: number) {
        const code = yield* Effect.repeat(
          Effect.map(crypto.randomBytes(64), (bytes) => Token.withPrefix(prefix, bytes)),
          { until: (text) => text !== null }
        )
        const now = yield* Clock.currentTimeMillis
        dropOld(now)
        const expiresAt = now + lifetime
        waiting.set(crypto.sha256(code), { name, key, expiresAt })
        return { code, expiresAt }
      }),
      /** The name of the backup. A code works once, and only while its key does. */
      take: Effect.fn("BackupDownloads.take")(function* (code: string) {
        const now = yield* Clock.currentTimeMillis
        const hash = crypto.sha256(code)
        const entry = waiting.get(hash)
        waiting.delete(hash)
        if (entry === undefined || entry.expiresAt <= now || keys.byId(entry.key, now) === undefined)
          return yield* unknown()
        return entry.name
      })
    }
  })
}) {}

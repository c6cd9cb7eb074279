import { Context, Effect } from "effect"
import type { ApiKey } from "./KeyStore.js"
import { Keys } from "./Keys.js"

/** How long a ticket is valid, in milliseconds. */
const lifetime = 12 * 3_600_000

const prefix = "tkt_"
const form = /^tkt_(\d{1,10})\.([0-9a-z]{1,10})\.([\w-]{20,86})$/

/** Signs texts with a key of the instance: on every host, the same text has the same signature. */
export class TicketSeal extends Context.Tag("@daybook/core/TicketSeal")<
  TicketSeal,
  { readonly sign: (text: string) => string }
>() {}

/** Takes the same time wherever the texts differ. */
export const isEqual = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}

/**
 * Tickets stand for a key where a browser cannot send headers: in the address of a stream. They are signed, not stored,
 * and end with their key.
 */
export class Tickets extends Effect.Service<Tickets>()("@daybook/core/Tickets", {
  effect: Effect.gen(function* () {
    const keys = yield* Keys
    const { sign } = yield* TicketSeal
    // The hash of the key is signed too: after a restore, another key may have the id.
    const signature = (key: ApiKey, expiry: string) => sign(`${key.id}.${expiry}.${key.hash}`)
    return {
      issue: (key: ApiKey, now: number) => {
        const expiresAt = now + lifetime
        const expiry = expiresAt.toString(36)
        return { ticket: `${prefix}${key.id}.${expiry}.${signature(key, expiry)}`, expiresAt }
      },
      /** The key that a ticket stands for; undefined if the ticket or the key is no longer valid. */
      keyOf: (ticket: string, now: number): ApiKey | undefined => {
        const [, id, expiry = "", signed = ""] = form.exec(ticket) ?? []
        if (id === undefined || Number.parseInt(expiry, 36) <= now) return undefined
        const key = keys.byId(Number(id), now)
        return key !== undefined && isEqual(signature(key, expiry), signed) ? key : undefined
      }
    }
  })
}) {}

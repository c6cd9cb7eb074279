import { type Context, Effect, Option, Redacted } from "effect"
import type { Crypto } from "../keys/Crypto.js"
import type { HeldToken } from "./Token.js"
import type { TokenStore } from "./TokenStore.js"

/** A token that the provider gave and the database did not take: it is not lost while the process lives. */
export interface Unsaved {
  readonly held: Omit<HeldToken, "version">
  readonly over: Option.Option<number>
}

/** What renewing stands on. */
export interface Ground {
  readonly store: Context.Tag.Service<TokenStore>
  readonly unsaved: Map<string, Unsaved>
  /** One renewal of a login at a time in this process. */
  readonly oneAtATime: (id: string) => Effect.Semaphore
  /** True for a refresh token of the settings that has not been made use of. */
  readonly isNew: (held: Option.Option<HeldToken>, given: Redacted.Redacted) => boolean
  readonly seedsWith: (held: Option.Option<HeldToken>, given: Option.Option<Redacted.Redacted>) => ReadonlyArray<string>
}

const mostSeeds = 50

export const makeGround = (store: Ground["store"], crypto: Context.Tag.Service<Crypto>): Ground => {
  const gates = new Map<string, Effect.Semaphore>()
  const print = (given: Redacted.Redacted) => crypto.sha256(Redacted.value(given))
  const seedsOf = Option.match({ onNone: (): ReadonlyArray<string> => [], onSome: (held: HeldToken) => held.seeds })
  return {
    store,
    unsaved: new Map(),
    oneAtATime: (id) => {
      const gate = gates.get(id) ?? Effect.unsafeMakeSemaphore(1)
      gates.set(id, gate)
      return gate
    },
    isNew: (held, given) => !seedsOf(held).includes(print(given)),
    seedsWith: (held, given) => [...new Set([...seedsOf(held), ...Option.toArray(Option.map(given, print))])].slice(-mostSeeds)
  }
}

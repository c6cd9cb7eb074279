import { Clock, Effect, Option, type Redacted } from "effect"
import { Crypto } from "../keys/Crypto.js"
import { keep } from "./keep.js"
import type { Login } from "./Login.js"
import { makeGround } from "./Ground.js"
import { renew } from "./renew.js"
import type { Token } from "./Token.js"
import { TokenStore } from "./TokenStore.js"

/** How a stored login stands. Times are epoch milliseconds. */
export interface Standing {
  readonly id: string
  /** False where it was encrypted with another secret. */
  readonly readable: boolean
  /** Access tokens are had anew without the person. */
  readonly renews: boolean
  /** When the person has to log in again; none where that is not known or never. */
  readonly endsAt: Option.Option<number>
}

/** Logins at providers: always a valid access token, renewed once however many ask, on however many hosts. */
export class Tokens extends Effect.Service<Tokens>()("@daybook/core/Tokens", {
  effect: Effect.gen(function*() {
    const ground = makeGround(yield* TokenStore, yield* Crypto)
    return {
      /** A token whose access is good for some minutes, renewed before if need be. */
      access: (login: Login) => renew(ground, login, Option.none()),
      /** After a 401: a newer token than the one that the provider refused. */
      renewed: (login: Login, refused: Token) => renew(ground, login, Option.some(refused)),
      /** Keeps what a new login gave, in place of any other. `given` is the refresh token of the settings, which it outdates. */
      keep: (id: string, token: Token, given: Option.Option<Redacted.Redacted>) =>
        Effect.gen(function*() {
          const obtainedAt = yield* Clock.currentTimeMillis
          const held = yield* Effect.catchTag(ground.store.get(id), "UnreadableToken", () => Effect.succeedNone)
          yield* keep(ground, id, { token, obtainedAt, seeds: ground.seedsWith(held, given) }, Option.none())
        }),
      /** Forgets a login that the person took back. False where there was none. */
      forget: (id: string) => ground.store.remove(id),
      /** True where a login is stored, good or not. */
      has: (id: string) => Effect.map(ground.store.ids, (ids) => ids.includes(id)),
      /** Every stored login, in alphabetical order. */
      standings: Effect.flatMap(ground.store.ids, (ids) =>
        Effect.map(Effect.forEach(ids, (id) =>
          Effect.map(ground.store.get(id), Option.map(({ token }) => standingOf(id, token))).pipe(
            Effect.catchTag("UnreadableToken", () => Effect.succeedSome({ id, readable: false, renews: false, endsAt: Option.none() } satisfies Standing))
          )), (standings) => standings.flatMap(Option.toArray)))
    }
  })
}) {}

const standingOf = (id: string, token: Token): Standing => {
  const renews = Option.isSome(token.refresh)
  return { id, readable: true, renews, endsAt: renews ? token.refreshExpiresAt : token.expiresAt }
}

import { Clock, Effect, Option, type Redacted } from "effect"
import { Crypto } from "../keys/KeyStore.js"
import { makeTokenDeps, storeToken, renew } from "./renew.js"
import { type Login, type Token, TokenStore } from "./TokenStore.js"

/** The status of a stored login. Times are epoch milliseconds. */
export interface LoginStatus {
  readonly id: string
  /** False if it was encrypted with another secret. */
  readonly readable: boolean
  /** True if access tokens renew without the person. */
  readonly renews: boolean
  /** When the person has to log in again; none if unknown or never. */
  readonly endsAt: Option.Option<number>
}

/** Logins at providers. Access tokens are always valid and renewed once, however many callers and hosts need them. */
export class Tokens extends Effect.Service<Tokens>()("@daybook/core/Tokens", {
  effect: Effect.gen(function* () {
    const deps = makeTokenDeps(yield* TokenStore, yield* Crypto)
    return {
      /** A token that is valid for some minutes; renewed first if necessary. */
      access: (login: Login) => renew(deps, login, Option.none()),
      /** After a 401: a newer token than the rejected one. */
      renewed: (login: Login, refused: Token) => renew(deps, login, Option.some(refused)),
      /**
       * Stores a new login in place of any other. `configured` is the refresh token of the settings, which it
       * supersedes.
       */
      store: (id: string, token: Token, configured: Option.Option<Redacted.Redacted>) =>
        Effect.gen(function* () {
          const obtainedAt = yield* Clock.currentTimeMillis
          const existing = yield* Effect.catchTag(deps.store.get(id), "UnreadableToken", () => Effect.succeedNone)
          yield* storeToken(deps, id, { token, obtainedAt, seeds: deps.seedsWith(existing, configured) }, Option.none())
        }),
      /** Removes a login. False if there was none. */
      forget: (id: string) => deps.store.remove(id),
      /** True if a login is stored, valid or not. */
      has: (id: string) => Effect.map(deps.store.ids, (ids) => ids.includes(id)),
      /** Every stored login, in alphabetical order. */
      statuses: Effect.flatMap(deps.store.ids, (ids) =>
        Effect.map(
          Effect.forEach(ids, (id) =>
            Effect.map(
              deps.store.get(id),
              Option.map(({ token }) => statusOf(id, token))
            ).pipe(
              Effect.catchTag("UnreadableToken", () =>
                Effect.succeedSome({ id, readable: false, renews: false, endsAt: Option.none() } satisfies LoginStatus)
              )
            )
          ),
          (standings) => standings.flatMap(Option.toArray)
        )
      )
    }
  })
}) {}

const statusOf = (id: string, token: Token): LoginStatus => {
  const renews = Option.isSome(token.refresh)
  return { id, readable: true, renews, endsAt: renews ? token.refreshExpiresAt : token.expiresAt }
}

import type { SourceFailure } from "@daybook/core/sync"
import type { Token } from "@daybook/core/tokens"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect, Either, Option, Redacted } from "effect"
import type { Bearer } from "../kit/provider/Bearer.js"
import type { Provider } from "../kit/provider/Provider.js"

/** The line `Auth=` of an answer: `SID=…`, `LSID=…`, `Auth=anna/0123abcd`. */
const authIn = (text: string): Either.Either<string, string> =>
  Either.fromNullable(
    text
      .split(/\r?\n/)
      .find((line) => line.startsWith("Auth="))
      ?.slice("Auth=".length)
      .trim() || null,
    () => "answers without a token"
  )

/** Tokens by user name and API password (https://freshrss.github.io/FreshRSS/en/developers/06_GoogleReader_API.html). */
export const clientLogin = (
  provider: Provider,
  credentials: { readonly username: string; readonly password: Redacted.Redacted }
): Bearer => {
  let current: Token | null = null
  const fresh: Effect.Effect<Token, SourceFailure> = Effect.map(
    provider.read(
      {
        path: "/api/greader.php/accounts/ClientLogin",
        query: () => ({}),
        isLogin: true,
        form: { Email: credentials.username, Passwd: Redacted.value(credentials.password) }
      },
      (answer) => authIn(answer.text)
    ),
    (auth) => {
      current = {
        access: Redacted.make(auth),
        refresh: Option.none(),
        secret: Option.none(),
        expiresAt: Option.none(),
        refreshExpiresAt: Option.none(),
        account: {}
      }
      return current
    }
  )
  return {
    access: Effect.suspend(() => (current === null ? fresh : Effect.succeed(current))),
    renewed: () => fresh,
    sign: (request, { access }) =>
      HttpClientRequest.setHeader(request, "authorization", `GoogleLogin auth=${Redacted.value(access)}`)
  }
}

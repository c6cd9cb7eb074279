import { type Token, token } from "@daybook/core/tokens"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Clock, Duration, Effect, Either, Option, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { type Answer, Provider, type Signable, Verdict } from "../provider/index.js"
import { authorization } from "./oauth1.js"
import { type ConsumerSettings, id } from "./settings.js"

/** The header that signs a request at this moment. */
export const signing = ({ consumerKey, consumerSecret }: ConsumerSettings, of: Signable, by: Option.Option<Token>) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const token = Option.map(by, ({ access, secret }) => ({ key: Redacted.value(access), secret: Option.match(secret, { onNone: () => "", onSome: Redacted.value }) }))
    const signer = { consumerKey: Redacted.value(consumerKey), consumerSecret: Redacted.value(consumerSecret), token: Option.getOrUndefined(token) }
    return { authorization: authorization(of, signer, { nonce: randomBytes(16).toString("hex"), timestamp: Math.floor(now / 1000) }) }
  })

/**
 * Instapaper's one way to a token: name and password for a token that does not end, `oauth_token=…&oauth_token_secret=…`.
 * The password is not kept.
 */
export const xAuth = (settings: ConsumerSettings): Effect.Effect<(name: string, password: Redacted.Redacted) => Effect.Effect<Token, SourceFailure>, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: id,
      name: "Instapaper",
      baseUrl: settings.baseUrl,
      gap: Duration.zero,
      patience: Duration.seconds(45),
      timeout: Duration.seconds(20),
      sign: (post) => signing(settings, post, Option.none()),
      judge
    }),
    (provider) => (name, password) =>
      provider.read({
        path: "/api/1/oauth/access_token",
        query: () => ({}),
        form: { x_auth_username: name, x_auth_password: Redacted.value(password), x_auth_mode: "client_auth" }
      }, tokenOf(name))
  )

const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 401 || answer.status === 403
    ? Verdict.stop("unauthorized", `refuses the login (HTTP ${answer.status})`, {
      next: "check DAYBOOK_INSTAPAPER_USERNAME and DAYBOOK_INSTAPAPER_PASSWORD, then the consumer key and secret"
    })
    : Verdict.ofStatus(answer)

const tokenOf = (username: string) => ({ text }: Answer): Either.Either<Token, string> => {
  const params = new URLSearchParams(text.trim())
  const [key, secret] = [params.get("oauth_token"), params.get("oauth_token_secret")]
  return key === null || key === "" || secret === null
    ? Either.left("answers the login with something that is no token")
    : Either.right(token({ access: Redacted.make(key), secret: Option.some(Redacted.make(secret)), account: { username } }))
}

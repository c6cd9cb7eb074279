import { type Token, Tokens, token } from "@daybook/core/tokens"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Clock, Config, Duration, Effect, Either, Option, Redacted } from "effect"
import { createHmac, randomBytes } from "node:crypto"
import type { Connection } from "../kit/oauth/Connection.js"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import { type Signable, percentEncode } from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"

export interface Signer {
  readonly consumerKey: string
  readonly consumerSecret: string
  /** Undefined before the login. */
  readonly token?: { readonly key: string; readonly secret: string } | undefined
}

/** Makes each request unique. `timestamp` in epoch seconds. */
export interface Moment {
  readonly nonce: string
  readonly timestamp: number
}

/** The `Authorization` header of a POST, signed with HMAC-SHA1 (RFC 5849 §3). */
export const authorization = ({ form, url }: Signable, signer: Signer, { nonce, timestamp }: Moment): string => {
  const oauth: Readonly<Record<string, string>> = {
    oauth_consumer_key: signer.consumerKey,
    oauth_nonce: nonce,
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(timestamp),
    oauth_version: "1.0",
    ...(signer.token === undefined ? {} : { oauth_token: signer.token.key })
  }
  const key = `${percentEncode(signer.consumerSecret)}&${percentEncode(signer.token?.secret ?? "")}`
  const signature = createHmac("sha1", key)
    .update(baseString(url, [...Object.entries(oauth), ...Object.entries(form)]))
    .digest("base64")
  return `OAuth ${Object.entries({ ...oauth, oauth_signature: signature })
    .map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`)
    .join(", ")}`
}

/**
 * The signature base string (RFC 5849 §3.4.1): method, URL and all parameters, including the query, sorted in encoded
 * form.
 */
export const baseString = (url: string, parameters: ReadonlyArray<readonly [string, string]>): string => {
  const { origin, pathname, searchParams } = new URL(url)
  const sorted = [...parameters, ...searchParams]
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)))
  return ["POST", origin + pathname, sorted.map((pair) => pair.join("=")).join("&")].map(percentEncode).join("&")
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const id = "instapaper"

const consumer = Setting.settings({
  consumerKey: Setting.secret("DAYBOOK_INSTAPAPER_CONSUMER_KEY", "Instapaper consumer key"),
  consumerSecret: Setting.secret("DAYBOOK_INSTAPAPER_CONSUMER_SECRET", "secret of the Instapaper consumer key"),
  baseUrl: Setting.baseUrl("DAYBOOK_INSTAPAPER_BASE_URL", "https://www.instapaper.com", "Instapaper's API")
})
type ConsumerSettings = Setting.ValuesOf<typeof consumer>

const password = Setting.settings({
  name: Setting.requiredAtTimes(
    Setting.text("DAYBOOK_INSTAPAPER_USERNAME", "user name at Instapaper, in place of `daybook connect instapaper`")
  ),
  password: Setting.requiredAtTimes(Setting.secret("DAYBOOK_INSTAPAPER_PASSWORD", "password at Instapaper"))
})
const givenToken = Setting.settings({
  key: Setting.requiredAtTimes(
    Setting.secret("DAYBOOK_INSTAPAPER_OAUTH_TOKEN", "an Instapaper token made by hand; goes before the others")
  ),
  secret: Setting.requiredAtTimes(Setting.secret("DAYBOOK_INSTAPAPER_OAUTH_TOKEN_SECRET", "secret of that token"))
})
const gap = Setting.minInterval("DAYBOOK_INSTAPAPER_MIN_INTERVAL_MS", "250 millis", "Instapaper, twice that for texts")

/**
 * One of these is required: user name and password, a token with its secret, or the login stored by `daybook connect`.
 */
const missing = Effect.gen(function* () {
  const others = yield* consumer.missing
  const byPassword = yield* password.missing
  const byToken = yield* givenToken.missing
  const hasLogin = byPassword.length === 0 || byToken.length === 0 || (yield* (yield* Tokens).has(id))
  return hasLogin ? others : [...others, `${byPassword.join(" and ")} (or run \`daybook connect ${id}\`)`]
})

export const settings = {
  fields: { ...consumer.fields, ...password.fields, ...givenToken.fields, gap },
  missing,
  config: Config.map(
    Config.all({
      consumer: consumer.config,
      login: Config.option(password.config),
      token: Config.option(givenToken.config),
      gap: gap.config
    }),
    // Texts are generated on request.
    ({ consumer, ...rest }) => ({ ...consumer, ...rest, textGap: Duration.times(rest.gap, 2) })
  )
}
export type Settings = Config.Config.Success<typeof settings.config>

/** The header that signs a request, with the current time. */
export const signing = ({ consumerKey, consumerSecret }: ConsumerSettings, of: Signable, by: Option.Option<Token>) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const token = Option.map(by, ({ access, secret }) => ({
      key: Redacted.value(access),
      secret: Option.match(secret, { onNone: () => "", onSome: Redacted.value })
    }))
    const signer = {
      consumerKey: Redacted.value(consumerKey),
      consumerSecret: Redacted.value(consumerSecret),
      token: Option.getOrUndefined(token)
    }
    return {
      authorization: authorization(of, signer, {
        nonce: randomBytes(16).toString("hex"),
        timestamp: Math.floor(now / 1000)
      })
    }
  })

/**
 * Instapaper's only login (xAuth): exchanges user name and password for a token that does not expire,
 * `oauth_token=…&oauth_token_secret=…`. The password is not stored.
 */
export const xAuth = (
  settings: ConsumerSettings
): Effect.Effect<
  (name: string, password: Redacted.Redacted) => Effect.Effect<Token, SourceFailure>,
  never,
  HttpClient.HttpClient
> =>
  Effect.map(
    Provider.make({
      source: id,
      name: "Instapaper",
      baseUrl: settings.baseUrl,
      gap: Duration.zero,
      isLogin: true,
      patience: Duration.seconds(45),
      timeout: Duration.seconds(20),
      sign: (post) => signing(settings, post, Option.none()),
      judge
    }),
    (provider) => (name, password) =>
      provider.read(
        {
          path: "/api/1/oauth/access_token",
          query: () => ({}),
          form: { x_auth_username: name, x_auth_password: Redacted.value(password), x_auth_mode: "client_auth" }
        },
        tokenOf(name)
      )
  )

const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 401 || answer.status === 403
    ? Verdict.stop("unauthorized", `refuses the login (HTTP ${answer.status})`, {
        next: "check DAYBOOK_INSTAPAPER_USERNAME and DAYBOOK_INSTAPAPER_PASSWORD, then the consumer key and secret"
      })
    : Verdict.ofStatus(answer)

const tokenOf =
  (username: string) =>
  ({ text }: Answer): Either.Either<Token, string> => {
    const params = new URLSearchParams(text.trim())
    const [key, secret] = [params.get("oauth_token"), params.get("oauth_token_secret")]
    return key === null || key === "" || secret === null
      ? Either.left("answers the login without a token")
      : Either.right(
          token({ access: Redacted.make(key), secret: Option.some(Redacted.make(secret)), account: { username } })
        )
  }

/** `daybook connect instapaper`: exchanges user name and password for a token. */
export const connection: Connection = {
  id,
  name: "Instapaper",
  application: "https://www.instapaper.com/main/request_oauth_consumer_token",
  missing: consumer.missing,
  given: Effect.succeedNone,
  way: Effect.flatMap(consumer.config, (settings) =>
    Effect.map(xAuth(settings), (login) => ({ kind: "password", login }))
  )
}

/** Tokens of Instapaper cannot be refreshed. */
export const storedLogin = { id, source: id, name: "Instapaper", configuredRefreshToken: Option.none() }

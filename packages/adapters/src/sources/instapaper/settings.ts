import { Tokens } from "@daybook/core/tokens"
import { Duration, Effect, Option } from "effect"
import { Settings as Setting } from "../provider/index.js"

export const id = "instapaper"

const consumer = { consumerKey: Setting.secret("INSTAPAPER_CONSUMER_KEY"), consumerSecret: Setting.secret("INSTAPAPER_CONSUMER_SECRET") }
const baseUrl = Setting.baseUrl("INSTAPAPER_BASE_URL", "https://www.instapaper.com")

export const missingConsumer = Setting.missingOf(["INSTAPAPER_CONSUMER_KEY", "INSTAPAPER_CONSUMER_SECRET"])

/** Name and password, a token with its secret, or the login that `daybook connect` stored: one of them is needed. */
export const missing = Effect.gen(function*() {
  const consumer = yield* missingConsumer
  const byPassword = yield* Setting.missingOf(["INSTAPAPER_USERNAME", "INSTAPAPER_PASSWORD"])
  const byToken = yield* Setting.missingOf(["INSTAPAPER_OAUTH_TOKEN", "INSTAPAPER_OAUTH_TOKEN_SECRET"])
  const hasLogin = byPassword.length === 0 || byToken.length === 0 || (yield* (yield* Tokens).has(id))
  return hasLogin ? consumer : [...consumer, `${byPassword.join(" and ")} (or run \`daybook connect ${id}\`)`]
})

export const consumerSettings = Effect.all({ ...consumer, baseUrl })

const both = <A, B>(a: Option.Option<A>, b: Option.Option<B>) => Option.all([a, b])

export const settings = Effect.all({
  ...consumer,
  baseUrl,
  login: Effect.map(Effect.all([Setting.optionalText("INSTAPAPER_USERNAME"), Setting.optionalSecret("INSTAPAPER_PASSWORD")]), ([name, password]) => both(name, password)),
  token: Effect.map(Effect.all([Setting.optionalSecret("INSTAPAPER_OAUTH_TOKEN"), Setting.optionalSecret("INSTAPAPER_OAUTH_TOKEN_SECRET")]), ([key, secret]) => both(key, secret)),
  gap: Setting.minInterval("INSTAPAPER", "250 millis"),
  /** Texts are made while one waits: half as often, where the setting says nothing else. */
  textGap: Setting.minInterval("INSTAPAPER", Duration.millis(500))
})
export type Settings = Effect.Effect.Success<typeof settings>
export type ConsumerSettings = Effect.Effect.Success<typeof consumerSettings>

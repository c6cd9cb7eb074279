import { type Duration, Effect, type Option, type Redacted } from "effect"
import { missingLogin } from "../oauth/index.js"
import { Settings as Setting } from "../provider/index.js"

export interface Settings {
  /** The media server's address. */
  readonly url: string
  /** None where the person logged in by `daybook connect plex`. */
  readonly token: Option.Option<Redacted.Redacted>
  /** Name or number of the account whose plays count; the server's owner without it. */
  readonly account: Option.Option<string>
  readonly webhookSecret: Option.Option<Redacted.Redacted>
  readonly gap: Duration.Duration
}

export const missing = Effect.map(
  Effect.all([Setting.missingOf(["PLEX_URL"]), missingLogin("plex", "PLEX_TOKEN")]),
  ([url, login]) => [...url, ...login]
)

export const settings = Effect.all({
  url: Setting.baseUrl("PLEX_URL", "http://127.0.0.1:32400"),
  token: Setting.optionalSecret("PLEX_TOKEN"),
  account: Setting.optionalText("PLEX_ACCOUNT"),
  webhookSecret: Setting.optionalSecret("PLEX_WEBHOOK_SECRET"),
  gap: Setting.minInterval("PLEX", "50 millis")
})

/** Where `daybook connect plex` logs in. */
export const login = Effect.all({
  baseUrl: Setting.baseUrl("PLEX_LOGIN_BASE_URL", "https://plex.tv"),
  authUrl: Setting.baseUrl("PLEX_LOGIN_PAGE_URL", "https://app.plex.tv/auth")
})

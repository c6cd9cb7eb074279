import { type Duration, Effect, type Option, type Redacted } from "effect"
import { missingLogin, type OAuthClient } from "../oauth/index.js"
import { Settings as Setting } from "../provider/index.js"

export interface Settings {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** A refresh token that the person got by hand; without one `daybook connect trakt` has stored a login. */
  readonly refreshToken: Option.Option<Redacted.Redacted>
  /** Both without a slash at their end. */
  readonly baseUrl: string
  readonly authBaseUrl: string
  readonly gap: Duration.Duration
}

export const client = ["TRAKT_CLIENT_ID", "TRAKT_CLIENT_SECRET"]

export const missing = Effect.all([Setting.missingOf(client), missingLogin("trakt", "TRAKT_REFRESH_TOKEN")]).pipe(Effect.map((parts) => parts.flat()))

const withoutSlash = (url: string) => url.replace(/\/+$/, "")

export const settings = Effect.all({
  clientId: Setting.text("TRAKT_CLIENT_ID"),
  clientSecret: Setting.secret("TRAKT_CLIENT_SECRET"),
  refreshToken: Setting.optionalSecret("TRAKT_REFRESH_TOKEN"),
  baseUrl: Effect.map(Setting.baseUrl("TRAKT_BASE_URL", "https://api.trakt.tv"), withoutSlash),
  authBaseUrl: Effect.map(Setting.baseUrl("TRAKT_AUTH_BASE_URL", "https://auth.trakt.tv"), withoutSlash),
  gap: Setting.minInterval("TRAKT", "250 millis")
})

/** Daybook as Trakt's OAuth knows it. Each refresh token is good for one use. */
export const oauthClient = ({ authBaseUrl, clientId, clientSecret }: Pick<Settings, "authBaseUrl" | "clientId" | "clientSecret">): OAuthClient => ({
  id: "trakt",
  name: "Trakt",
  tokenUrl: `${authBaseUrl}/oauth/token`,
  clientId,
  clientSecret,
  encoding: "json",
  refreshFields: { redirect_uri: "urn:ietf:wg:oauth:2.0:oob" },
  settings: "DAYBOOK_TRAKT_CLIENT_ID and DAYBOOK_TRAKT_CLIENT_SECRET"
})

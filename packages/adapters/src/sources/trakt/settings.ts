import { type Duration, Effect, type Option, type Redacted } from "effect"
import { type OAuthClient, missingLogin } from "../kit/oauth/tokenEndpoint.js"
import * as Setting from "../kit/settings.js"

export interface Settings {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** A refresh token from the settings. Without it, `daybook connect trakt` has stored a login. */
  readonly refreshToken: Option.Option<Redacted.Redacted>
  /** Both without a trailing slash. */
  readonly baseUrl: string
  readonly authBaseUrl: string
  readonly gap: Duration.Duration
}

export const client = ["TRAKT_CLIENT_ID", "TRAKT_CLIENT_SECRET"]

export const missing = Effect.all([Setting.missingOf(client), missingLogin("trakt", "TRAKT_REFRESH_TOKEN")]).pipe(
  Effect.map((parts) => parts.flat())
)

const withoutSlash = (url: string) => url.replace(/\/+$/, "")

export const settings = Effect.all({
  clientId: Setting.text("TRAKT_CLIENT_ID"),
  clientSecret: Setting.secret("TRAKT_CLIENT_SECRET"),
  refreshToken: Setting.optionalSecret("TRAKT_REFRESH_TOKEN"),
  baseUrl: Effect.map(Setting.baseUrl("TRAKT_BASE_URL", "https://api.trakt.tv"), withoutSlash),
  authBaseUrl: Effect.map(Setting.baseUrl("TRAKT_AUTH_BASE_URL", "https://auth.trakt.tv"), withoutSlash),
  gap: Setting.minInterval("TRAKT", "250 millis")
})

/** Daybook as an OAuth client of Trakt. A refresh token is valid for one use. */
export const oauthClient = ({
  authBaseUrl,
  clientId,
  clientSecret
}: Pick<Settings, "authBaseUrl" | "clientId" | "clientSecret">): OAuthClient => ({
  id: "trakt",
  name: "Trakt",
  tokenUrl: `${authBaseUrl}/oauth/token`,
  clientId,
  clientSecret,
  encoding: "json",
  refreshFields: { redirect_uri: "urn:ietf:wg:oauth:2.0:oob" },
  settings: "DAYBOOK_TRAKT_CLIENT_ID and DAYBOOK_TRAKT_CLIENT_SECRET"
})

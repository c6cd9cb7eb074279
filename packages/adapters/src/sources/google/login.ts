import { Effect, type Option, type Redacted } from "effect"
import { authorizationCode } from "../kit/oauth/authorizationCode.js"
import type { Connection } from "../kit/oauth/Connection.js"
import { type OAuthClient, missingLogin } from "../kit/oauth/tokenEndpoint.js"
import * as Setting from "../kit/settings.js"

/** Settings shared by Google Calendar and Gmail. */
export interface GoogleSettings {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** A refresh token entered by hand; otherwise `daybook connect google` has stored a login. */
  readonly refreshToken: Option.Option<Redacted.Redacted>
  /** Without a trailing slash. */
  readonly authBaseUrl: string
}

export const clientNames = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"]

export const missing = Effect.all([
  Setting.missingOf(clientNames),
  missingLogin("google", "GOOGLE_REFRESH_TOKEN")
]).pipe(Effect.map((parts) => parts.flat()))

const standardAuth = "https://oauth2.googleapis.com"

/** A base URL without a trailing slash. */
export const baseUrl = (setting: string, standard: string) =>
  Effect.map(Setting.baseUrl(setting, standard), (url) => url.replace(/\/+$/, ""))

export const settings = Effect.all({
  clientId: Setting.text("GOOGLE_CLIENT_ID"),
  clientSecret: Setting.secret("GOOGLE_CLIENT_SECRET"),
  refreshToken: Setting.optionalSecret("GOOGLE_REFRESH_TOKEN"),
  authBaseUrl: baseUrl("GOOGLE_AUTH_BASE_URL", standardAuth)
})

/** Login page; Google has a separate host for it. */
const authorizeUrl = (authBaseUrl: string): string =>
  authBaseUrl === standardAuth ? "https://accounts.google.com/o/oauth2/v2/auth" : `${authBaseUrl}/o/oauth2/v2/auth`

/** OAuth client for Google. Refresh tokens do not rotate. */
export const oauthClient = ({
  authBaseUrl,
  clientId,
  clientSecret
}: Pick<GoogleSettings, "authBaseUrl" | "clientId" | "clientSecret">): OAuthClient => ({
  id: "google",
  name: "Google",
  tokenUrl: `${authBaseUrl}/token`,
  clientId,
  clientSecret,
  settings: "DAYBOOK_GOOGLE_CLIENT_ID and DAYBOOK_GOOGLE_CLIENT_SECRET"
})

const scopes = ["https://www.googleapis.com/auth/calendar.readonly", "https://www.googleapis.com/auth/gmail.readonly"]

/**
 * Login at Google for both calendar and mail. `offline` with `consent` yields a refresh token; without it the login
 * ends after an hour.
 */
export const connection: Connection = {
  id: "google",
  name: "Google",
  application: "https://console.cloud.google.com/apis/credentials",
  missing: Setting.missingOf(clientNames),
  given: Setting.optionalSecret("GOOGLE_REFRESH_TOKEN"),
  way: Effect.flatMap(settings, (values) =>
    authorizationCode(oauthClient(values), {
      authorizeUrl: authorizeUrl(values.authBaseUrl),
      scope: scopes.join(" "),
      parameters: { access_type: "offline", prompt: "consent" },
      needs: scopes
    })
  )
}

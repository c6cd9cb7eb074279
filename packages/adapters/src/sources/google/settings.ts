import { Effect, type Option, type Redacted } from "effect"
import type { OAuthClient } from "../oauth/index.js"
import { missingLogin } from "../oauth/index.js"
import { Settings as Setting } from "../provider/index.js"

/** What calendar and mail at Google share. */
export interface GoogleSettings {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** A refresh token that the person got by hand; without one `daybook connect google` has stored a login. */
  readonly refreshToken: Option.Option<Redacted.Redacted>
  /** Without a slash at its end. */
  readonly authBaseUrl: string
}

export const clientNames = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"]

export const missing = Effect.all([Setting.missingOf(clientNames), missingLogin("google", "GOOGLE_REFRESH_TOKEN")]).pipe(Effect.map((parts) => parts.flat()))

const standardAuth = "https://oauth2.googleapis.com"

/** A base URL without a slash at its end. */
export const baseUrl = (setting: string, standard: string) => Effect.map(Setting.baseUrl(setting, standard), (url) => url.replace(/\/+$/, ""))

export const settings = Effect.all({
  clientId: Setting.text("GOOGLE_CLIENT_ID"),
  clientSecret: Setting.secret("GOOGLE_CLIENT_SECRET"),
  refreshToken: Setting.optionalSecret("GOOGLE_REFRESH_TOKEN"),
  authBaseUrl: baseUrl("GOOGLE_AUTH_BASE_URL", standardAuth)
})

/** Where people log in: a host of its own at Google. */
export const authorizeUrl = (authBaseUrl: string): string => authBaseUrl === standardAuth ? "https://accounts.google.com/o/oauth2/v2/auth" : `${authBaseUrl}/o/oauth2/v2/auth`

/** Daybook as Google's OAuth knows it. Refresh tokens do not rotate. */
export const oauthClient = ({ authBaseUrl, clientId, clientSecret }: Pick<GoogleSettings, "authBaseUrl" | "clientId" | "clientSecret">): OAuthClient => ({
  id: "google",
  name: "Google",
  tokenUrl: `${authBaseUrl}/token`,
  clientId,
  clientSecret,
  settings: "DAYBOOK_GOOGLE_CLIENT_ID and DAYBOOK_GOOGLE_CLIENT_SECRET"
})

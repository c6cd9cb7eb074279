import { type Duration, Effect, type Option, type Redacted } from "effect"
import { missingLogin, type OAuthClient } from "../oauth/index.js"
import { Settings as Setting } from "../provider/index.js"

export interface Settings {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** A refresh token that the person got by hand; without one `daybook connect strava` has stored a login. */
  readonly refreshToken: Option.Option<Redacted.Redacted>
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly gap: Duration.Duration
  /** What Strava was told to prove itself with when the webhook was subscribed to; without it no webhook is taken. */
  readonly verifyToken: Option.Option<Redacted.Redacted>
  /** The subscription whose events are ours; without it Strava is asked. */
  readonly subscription: Option.Option<string>
}

/** Who keeps nothing of the API's, as its terms can be read, takes the account archive alone; the mode is what is missing then. */
const missingMode = Effect.map(Setting.oneOf("STRAVA_MODE", ["api", "export"], "api"), (mode) => mode === "api" ? [] : [`${Setting.nameOf("STRAVA_MODE")}=api`])

export const missing = Effect.all([
  missingMode,
  Setting.missingOf(["STRAVA_CLIENT_ID", "STRAVA_CLIENT_SECRET"]),
  missingLogin("strava", "STRAVA_REFRESH_TOKEN")
]).pipe(Effect.map((parts) => parts.flat()))

/** Without a slash at its end. */
export const baseUrl = Effect.map(Setting.baseUrl("STRAVA_BASE_URL", "https://www.strava.com"), (url) => url.replace(/\/+$/, ""))

export const settings = Effect.all({
  clientId: Setting.text("STRAVA_CLIENT_ID"),
  clientSecret: Setting.secret("STRAVA_CLIENT_SECRET"),
  refreshToken: Setting.optionalSecret("STRAVA_REFRESH_TOKEN"),
  baseUrl,
  gap: Setting.minInterval("STRAVA", "250 millis"),
  verifyToken: Setting.optionalSecret("STRAVA_WEBHOOK_VERIFY_TOKEN"),
  subscription: Setting.optionalText("STRAVA_SUBSCRIPTION_ID")
})

/** Daybook as Strava's OAuth knows it. The first answer alone says who the athlete is. */
export const oauthClient = ({ baseUrl, clientId, clientSecret }: Pick<Settings, "baseUrl" | "clientId" | "clientSecret">): OAuthClient => ({
  id: "strava",
  name: "Strava",
  tokenUrl: `${baseUrl}/oauth/token`,
  clientId,
  clientSecret,
  accountOf: (answer): Readonly<Record<string, string>> =>
    typeof answer === "object" && answer !== null && "athlete" in answer && typeof answer.athlete === "object" && answer.athlete !== null && "id" in answer.athlete
      ? { athlete: String(answer.athlete.id) }
      : {},
  settings: "DAYBOOK_STRAVA_CLIENT_ID and DAYBOOK_STRAVA_CLIENT_SECRET"
})

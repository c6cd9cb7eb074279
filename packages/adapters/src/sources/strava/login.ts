import { type Duration, Effect, type Option, type Redacted } from "effect"
import { authorizationCode } from "../kit/oauth/authorizationCode.js"
import type { Connection } from "../kit/oauth/Connection.js"
import { type OAuthClient, missingLogin } from "../kit/oauth/tokenEndpoint.js"
import * as Setting from "../kit/settings.js"

export interface Settings {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** A refresh token entered by hand; otherwise `daybook connect strava` has stored a login. */
  readonly refreshToken: Option.Option<Redacted.Redacted>
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly gap: Duration.Duration
  /** Token of the webhook subscription; without it no webhook is accepted. */
  readonly verifyToken: Option.Option<Redacted.Redacted>
  /** The accepted subscription; without it Strava is asked. */
  readonly subscription: Option.Option<string>
}

/** Owners who read the API's terms as forbidding storage can import archives only. Then the mode counts as missing. */
const missingMode = Effect.map(Setting.oneOf("STRAVA_MODE", ["api", "export"], "api"), (mode) =>
  mode === "api" ? [] : [`${Setting.nameOf("STRAVA_MODE")}=api`]
)

export const missing = Effect.all([
  missingMode,
  Setting.missingOf(["STRAVA_CLIENT_ID", "STRAVA_CLIENT_SECRET"]),
  missingLogin("strava", "STRAVA_REFRESH_TOKEN")
]).pipe(Effect.map((parts) => parts.flat()))

/** Without a trailing slash. */
const baseUrl = Effect.map(Setting.baseUrl("STRAVA_BASE_URL", "https://www.strava.com"), (url) =>
  url.replace(/\/+$/, "")
)

export const settings = Effect.all({
  clientId: Setting.text("STRAVA_CLIENT_ID"),
  clientSecret: Setting.secret("STRAVA_CLIENT_SECRET"),
  refreshToken: Setting.optionalSecret("STRAVA_REFRESH_TOKEN"),
  baseUrl,
  gap: Setting.minInterval("STRAVA", "250 millis"),
  verifyToken: Setting.optionalSecret("STRAVA_WEBHOOK_VERIFY_TOKEN"),
  subscription: Setting.optionalText("STRAVA_SUBSCRIPTION_ID")
})

/** OAuth client for Strava. Only the first token response names the athlete. */
export const oauthClient = ({
  baseUrl,
  clientId,
  clientSecret
}: Pick<Settings, "baseUrl" | "clientId" | "clientSecret">): OAuthClient => ({
  id: "strava",
  name: "Strava",
  tokenUrl: `${baseUrl}/oauth/token`,
  clientId,
  clientSecret,
  accountOf: (answer): Readonly<Record<string, string>> =>
    typeof answer === "object" &&
    answer !== null &&
    "athlete" in answer &&
    typeof answer.athlete === "object" &&
    answer.athlete !== null &&
    "id" in answer.athlete
      ? { athlete: String(answer.athlete.id) }
      : {},
  settings: "DAYBOOK_STRAVA_CLIENT_ID and DAYBOOK_STRAVA_CLIENT_SECRET"
})

/** `activity:read_all` includes private runs and hidden parts of tracks; shoes need the profile scope. */
const scope = "read,activity:read_all,profile:read_all"

/** Login at Strava. An application's callback domain may be `localhost`. */
export const connection: Connection = {
  id: "strava",
  name: "Strava",
  application: "https://www.strava.com/settings/api",
  missing: Setting.missingOf(["STRAVA_CLIENT_ID", "STRAVA_CLIENT_SECRET"]),
  given: Setting.optionalSecret("STRAVA_REFRESH_TOKEN"),
  way: Effect.gen(function* () {
    const base = yield* baseUrl
    const client = oauthClient({
      baseUrl: base,
      clientId: yield* Setting.text("STRAVA_CLIENT_ID"),
      clientSecret: yield* Setting.secret("STRAVA_CLIENT_SECRET")
    })
    return yield* authorizationCode(client, {
      authorizeUrl: `${base}/oauth/authorize`,
      scope,
      parameters: { approval_prompt: "force" },
      host: "localhost",
      needs: ["activity:read_all"]
    })
  })
}

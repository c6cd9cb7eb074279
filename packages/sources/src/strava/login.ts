import { Config, Effect, Option } from "effect"
import { authorizationCode } from "../kit/oauth/authorizationCode.js"
import type { Connection } from "../kit/oauth/Connection.js"
import { type OAuthClient, withLogin } from "../kit/oauth/tokenEndpoint.js"
import * as Setting from "../kit/settings.js"

/** An address without a trailing slash, in place of one that follows from `DAYBOOK_STRAVA_BASE_URL`. */
const plainAddress = (name: string, example: string, sentence: string, absence: string) =>
  Setting.optional(
    Setting.map(Setting.address(name, sentence, example), (url) => url.replace(/\/+$/, "")),
    absence
  )

const declared = Setting.settings({
  mode: Setting.withDefault(
    Setting.oneOf("DAYBOOK_STRAVA_MODE", ["api", "export"], "whether Strava's API is used, or account archives alone"),
    "api",
    "api"
  ),
  clientId: Setting.text("DAYBOOK_STRAVA_CLIENT_ID", "id of your Strava API application"),
  clientSecret: Setting.secret("DAYBOOK_STRAVA_CLIENT_SECRET", "secret of your Strava API application"),
  refreshToken: Setting.optional(
    Setting.secret("DAYBOOK_STRAVA_REFRESH_TOKEN", "a Strava login made by hand, in place of `daybook connect strava`")
  ),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_STRAVA_BASE_URL", "https://www.strava.com", "Strava, without paths"),
  /** Strava announced to move its API, and not its logins, to an address without `/api/v3`. */
  apiBaseUrl: plainAddress(
    "DAYBOOK_STRAVA_API_BASE_URL",
    "https://www.api-v3.strava.com",
    "Strava's API, with its path",
    "`/api/v3` at `DAYBOOK_STRAVA_BASE_URL`"
  ),
  authBaseUrl: plainAddress(
    "DAYBOOK_STRAVA_AUTH_BASE_URL",
    "https://www.strava.com/oauth",
    "logins at Strava, with their path",
    "`/oauth` at `DAYBOOK_STRAVA_BASE_URL`"
  ),
  gap: Setting.minInterval("DAYBOOK_STRAVA_MIN_INTERVAL_MS", "250 millis", "Strava"),
  /** Without it no webhook is accepted. */
  verifyToken: Setting.optional(
    Setting.secret("DAYBOOK_STRAVA_WEBHOOK_VERIFY_TOKEN", "proves Daybook to Strava when it subscribes to webhooks")
  ),
  subscription: Setting.optional(
    Setting.text("DAYBOOK_STRAVA_SUBSCRIPTION_ID", "the Strava subscription whose events count"),
    "asked at Strava"
  )
})
export type Settings = Setting.ValuesOf<typeof declared>

/** The addresses of the API and of logins, with their paths. */
export const addressesOf = ({
  apiBaseUrl,
  authBaseUrl,
  baseUrl
}: Pick<Settings, "apiBaseUrl" | "authBaseUrl" | "baseUrl">): { readonly api: string; readonly auth: string } => ({
  api: Option.getOrElse(apiBaseUrl, () => `${baseUrl}/api/v3`),
  auth: Option.getOrElse(authBaseUrl, () => `${baseUrl}/oauth`)
})

/** Owners who read the API's terms as forbidding storage can import archives only. Then the mode counts as missing. */
const { mode } = declared.fields
const missingMode = Config.map(mode.config, (chosen) => (chosen === "api" ? [] : [`${mode.name}=api`]))

export const settings = withLogin(
  "strava",
  { ...declared, missing: Config.zipWith(missingMode, declared.missing, (noMode, others) => [...noMode, ...others]) },
  declared.fields.refreshToken
)

/** OAuth client for Strava. Only the first token response names the athlete. */
export const oauthClient = (
  authUrl: string,
  { clientId, clientSecret }: Pick<Settings, "clientId" | "clientSecret">
): OAuthClient => ({
  id: "strava",
  name: "Strava",
  tokenUrl: `${authUrl}/token`,
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
  missing: declared.missing,
  given: declared.fields.refreshToken.config,
  way: Effect.gen(function* () {
    const values = yield* declared.config
    const { auth } = addressesOf(values)
    return yield* authorizationCode(oauthClient(auth, values), {
      authorizeUrl: `${auth}/authorize`,
      scope,
      parameters: { approval_prompt: "force" },
      host: "localhost",
      needs: ["activity:read_all"]
    })
  })
}

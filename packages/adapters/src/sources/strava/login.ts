import { Config, Effect } from "effect"
import { authorizationCode } from "../kit/oauth/authorizationCode.js"
import type { Connection } from "../kit/oauth/Connection.js"
import { type OAuthClient, withLogin } from "../kit/oauth/tokenEndpoint.js"
import * as Setting from "../kit/settings.js"

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
  baseUrl: Setting.plainBaseUrl("DAYBOOK_STRAVA_BASE_URL", "https://www.strava.com", "Strava and its API"),
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

/** Owners who read the API's terms as forbidding storage can import archives only. Then the mode counts as missing. */
const { mode } = declared.fields
const missingMode = Config.map(mode.config, (chosen) => (chosen === "api" ? [] : [`${mode.name}=api`]))

export const settings = withLogin(
  "strava",
  { ...declared, missing: Config.zipWith(missingMode, declared.missing, (noMode, others) => [...noMode, ...others]) },
  declared.fields.refreshToken
)

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
  missing: declared.missing,
  given: declared.fields.refreshToken.config,
  way: Effect.gen(function* () {
    const { baseUrl, clientId, clientSecret } = yield* Config.all({
      baseUrl: declared.fields.baseUrl.config,
      clientId: declared.fields.clientId.config,
      clientSecret: declared.fields.clientSecret.config
    })
    const client = oauthClient({ baseUrl, clientId, clientSecret })
    return yield* authorizationCode(client, {
      authorizeUrl: `${baseUrl}/oauth/authorize`,
      scope,
      parameters: { approval_prompt: "force" },
      host: "localhost",
      needs: ["activity:read_all"]
    })
  })
}

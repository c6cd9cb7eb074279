import { Effect } from "effect"
import { authorizationCode } from "../kit/oauth/authorizationCode.js"
import type { Connection } from "../kit/oauth/Connection.js"
import { type OAuthClient, withLogin } from "../kit/oauth/tokenEndpoint.js"
import * as Setting from "../kit/settings.js"

const standardAuth = "https://oauth2.googleapis.com"

const withGoogle = "required with Google"

const declared = Setting.settings({
  clientId: Setting.requiredAtTimes(
    Setting.text("DAYBOOK_GOOGLE_CLIENT_ID", "id of the OAuth client of the Google login"),
    withGoogle
  ),
  clientSecret: Setting.requiredAtTimes(
    Setting.secret("DAYBOOK_GOOGLE_CLIENT_SECRET", "secret of the OAuth client of the Google login"),
    withGoogle
  ),
  refreshToken: Setting.optional(
    Setting.secret("DAYBOOK_GOOGLE_REFRESH_TOKEN", "a Google login made by hand, in place of `daybook connect google`")
  ),
  authBaseUrl: Setting.plainBaseUrl("DAYBOOK_GOOGLE_AUTH_BASE_URL", standardAuth, "logins at Google")
})
export type GoogleSettings = Setting.ValuesOf<typeof declared>

/** The login that Google Calendar and Gmail share. */
export const settings = withLogin("google", declared, declared.fields.refreshToken)

/** The settings of the OAuth client, which a login requires. */
export const clientSettings = [declared.fields.clientId, declared.fields.clientSecret]

export const calendarBaseUrl = Setting.plainBaseUrl(
  "DAYBOOK_CALENDAR_BASE_URL",
  "https://www.googleapis.com/calendar/v3",
  "Google's calendar API"
)
export const gmailBaseUrl = Setting.plainBaseUrl(
  "DAYBOOK_GMAIL_BASE_URL",
  "https://gmail.googleapis.com/gmail/v1",
  "Gmail's API"
)

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
  missing: declared.missing,
  given: declared.fields.refreshToken.config,
  way: Effect.flatMap(declared.config, (values) =>
    authorizationCode(oauthClient(values), {
      authorizeUrl: authorizeUrl(values.authBaseUrl),
      scope: scopes.join(" "),
      parameters: { access_type: "offline", prompt: "consent" },
      needs: scopes
    })
  )
}

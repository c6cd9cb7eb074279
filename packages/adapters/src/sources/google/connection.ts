import { Effect } from "effect"
import { authorizationCode, type Connection } from "../oauth/index.js"
import { Settings as Setting } from "../provider/index.js"
import { authorizeUrl, clientNames, oauthClient, settings } from "./settings.js"

const scopes = ["https://www.googleapis.com/auth/calendar.readonly", "https://www.googleapis.com/auth/gmail.readonly"]

/**
 * How a person logs in at Google, for calendar and mail at once. `offline` and `consent` together give a refresh token,
 * without which the login would end after an hour.
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
    }))
}

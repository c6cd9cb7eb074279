import { Effect } from "effect"
import { authorizationCode, type Connection } from "../oauth/index.js"
import { Settings as Setting } from "../provider/index.js"
import { baseUrl, oauthClient } from "./settings.js"

/** `activity:read_all` shows runs that are for the person's own eyes, and tracks up to the doorstep; shoes need the profile. */
const scope = "read,activity:read_all,profile:read_all"

/** How a person logs in at Strava. An application's callback domain may be `localhost`. */
export const connection: Connection = {
  id: "strava",
  name: "Strava",
  application: "https://www.strava.com/settings/api",
  missing: Setting.missingOf(["STRAVA_CLIENT_ID", "STRAVA_CLIENT_SECRET"]),
  given: Setting.optionalSecret("STRAVA_REFRESH_TOKEN"),
  way: Effect.gen(function*() {
    const base = yield* baseUrl
    const client = oauthClient({ baseUrl: base, clientId: yield* Setting.text("STRAVA_CLIENT_ID"), clientSecret: yield* Setting.secret("STRAVA_CLIENT_SECRET") })
    return yield* authorizationCode(client, {
      authorizeUrl: `${base}/oauth/authorize`,
      scope,
      parameters: { approval_prompt: "force" },
      host: "localhost",
      needs: ["activity:read_all"]
    })
  })
}

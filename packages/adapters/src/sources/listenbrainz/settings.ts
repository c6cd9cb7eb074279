import { Effect } from "effect"
import * as Setting from "../kit/settings.js"

export const missing = Setting.missingOf(["LISTENBRAINZ_USERNAME"])

export const settings = Effect.all({
  username: Setting.text("LISTENBRAINZ_USERNAME"),
  token: Setting.optionalSecret("LISTENBRAINZ_TOKEN"),
  baseUrl: Setting.baseUrl("LISTENBRAINZ_BASE_URL", "https://api.listenbrainz.org"),
  gap: Setting.minInterval("LISTENBRAINZ", "250 millis")
})
export type Settings = Effect.Effect.Success<typeof settings>

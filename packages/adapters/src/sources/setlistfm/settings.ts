import { Effect } from "effect"
import { Settings as Setting } from "../provider/index.js"

export const missing = Setting.missingOf(["SETLISTFM_API_KEY"])

export type Settings = Effect.Effect.Success<typeof settings>

export const settings = Effect.all({
  apiKey: Setting.secret("SETLISTFM_API_KEY"),
  /** Whose list of attended concerts is read; none where only set lists are looked up. */
  username: Setting.optionalText("SETLISTFM_USERNAME"),
  baseUrl: Setting.baseUrl("SETLISTFM_BASE_URL", "https://api.setlist.fm/rest/1.0"),
  gap: Setting.minInterval("SETLISTFM", "500 millis")
})

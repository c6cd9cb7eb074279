import { type Duration, Effect } from "effect"
import { Settings as Setting } from "../provider/index.js"

export interface Settings {
  readonly username: string
  readonly baseUrl: string
  readonly gap: Duration.Duration
}

export const missing = Setting.missingOf(["LETTERBOXD_USERNAME"])

export const settings = Effect.all({
  username: Setting.text("LETTERBOXD_USERNAME"),
  baseUrl: Setting.baseUrl("LETTERBOXD_BASE_URL", "https://letterboxd.com"),
  gap: Setting.minInterval("LETTERBOXD", "1 second")
})

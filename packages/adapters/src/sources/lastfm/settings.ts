import { type Duration, Effect, type Redacted } from "effect"
import * as Setting from "../kit/settings.js"

export interface Settings {
  readonly username: string
  readonly apiKey: Redacted.Redacted
  readonly baseUrl: string
  readonly gap: Duration.Duration
}

export const missing = Setting.missingOf(["LASTFM_USERNAME", "LASTFM_API_KEY"])

export const settings = Effect.all({
  username: Setting.text("LASTFM_USERNAME"),
  apiKey: Setting.secret("LASTFM_API_KEY"),
  baseUrl: Setting.baseUrl("LASTFM_BASE_URL", "https://ws.audioscrobbler.com/2.0/"),
  gap: Setting.minInterval("LASTFM", "250 millis")
})

import { type Duration, Effect, type Redacted } from "effect"
import * as Setting from "../kit/settings.js"

export interface Settings {
  readonly username: string
  readonly token: Redacted.Redacted
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly gap: Duration.Duration
}

export const missing = Setting.missingOf(["DISCOGS_USERNAME", "DISCOGS_TOKEN"])

export const settings = Effect.all({
  username: Setting.text("DISCOGS_USERNAME"),
  token: Setting.secret("DISCOGS_TOKEN"),
  baseUrl: Effect.map(Setting.baseUrl("DISCOGS_BASE_URL", "https://api.discogs.com"), (url) => url.replace(/\/+$/, "")),
  gap: Setting.minInterval("DISCOGS", "1100 millis")
})

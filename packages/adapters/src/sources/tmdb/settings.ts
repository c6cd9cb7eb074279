import { type Duration, Effect, type Redacted } from "effect"
import * as Setting from "../kit/settings.js"

export interface Settings {
  /** The account's read token or its shorter API key. */
  readonly apiKey: Redacted.Redacted
  /** Such as `en-US`. */
  readonly language: string
  readonly baseUrl: string
  readonly imageBaseUrl: string
  readonly gap: Duration.Duration
}

export const missing = Setting.missingOf(["TMDB_API_KEY"])

export const settings = Effect.all({
  apiKey: Setting.secret("TMDB_API_KEY"),
  language: Effect.map(Setting.optionalText("TMDB_LANGUAGE"), (language) =>
    language._tag === "Some" ? language.value : "en-US"
  ),
  baseUrl: Setting.baseUrl("TMDB_BASE_URL", "https://api.themoviedb.org/3"),
  imageBaseUrl: Setting.baseUrl("TMDB_IMAGE_BASE_URL", "https://image.tmdb.org/t/p"),
  gap: Setting.minInterval("TMDB", "100 millis")
})

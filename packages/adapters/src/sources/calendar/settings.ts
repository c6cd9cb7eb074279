import { ConfigError, type Duration, Effect, Either, Option, Redacted } from "effect"
import { baseUrl, clientNames, type GoogleSettings, missing as missingGoogle, settings as googleSettings } from "../google/settings.js"
import { Settings as Setting } from "../provider/index.js"

/** Which of the two roads is set up. */
export type CalendarSettings =
  | { readonly road: "feeds"; readonly urls: ReadonlyArray<Redacted.Redacted>; readonly gap: Duration.Duration }
  | { readonly road: "google"; readonly google: GoogleSettings; readonly calendarId: string; readonly baseUrl: string; readonly gap: Duration.Duration }

const feeds = Setting.optionalText("CALENDAR_ICS_URL")

/** Feeds by themselves will do. */
export const missing = Effect.gen(function*() {
  if (Option.isSome(yield* feeds)) return []
  const lacks = yield* missingGoogle
  const hasBegun = (yield* Setting.missingOf(clientNames)).length < clientNames.length
  return lacks.length === 0 || hasBegun ? lacks : [`${Setting.nameOf("CALENDAR_ICS_URL")} (or ${clientNames.map(Setting.nameOf).join(" and ")})`]
})

/** Whoever knows a feed's address may read it: it is in no message. */
const urlsOf = (text: string): Either.Either<ReadonlyArray<Redacted.Redacted>, ConfigError.ConfigError> => {
  const urls = text.split(/[\s,]+/).filter((part) => part !== "").map((part) => part.replace(/^webcals?:/i, "https:"))
  return urls.every((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    ? Either.right([...new Set(urls)].map((url) => Redacted.make(url)))
    : Either.left(ConfigError.InvalidData(["DAYBOOK_CALENDAR_ICS_URL"], "DAYBOOK_CALENDAR_ICS_URL has a part that is no address: give https, http or webcal addresses with commas between"))
}

export const settings: Effect.Effect<CalendarSettings, ConfigError.ConfigError> = Effect.gen(function*() {
  const given = yield* feeds
  const gap = yield* Setting.minInterval("CALENDAR", "250 millis")
  if (Option.isSome(given)) return { road: "feeds", urls: yield* urlsOf(given.value), gap }
  return {
    road: "google",
    google: yield* googleSettings,
    calendarId: Option.getOrElse(yield* Setting.optionalText("CALENDAR_ID"), () => "primary"),
    baseUrl: yield* baseUrl("CALENDAR_BASE_URL", "https://www.googleapis.com/calendar/v3"),
    gap
  }
})

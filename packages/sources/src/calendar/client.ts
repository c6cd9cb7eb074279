import { addDays, type Days } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Effect, Either, Option, Redacted, Schema } from "effect"
import { advice, judge } from "../google/client.js"
import { calendarBaseUrl, clientSettings, oauthClient, settings as googleSettings } from "../google/login.js"
import { oauthLogin } from "../kit/oauth/tokenEndpoint.js"
import { readJson } from "../kit/provider/Answer.js"
import { bearer } from "../kit/provider/Bearer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"
import { Event, Events } from "./wire.js"

const feeds = Setting.requiredAtTimes(
  Setting.setting({
    name: "DAYBOOK_CALENDAR_ICS_URL",
    type: "list with commas",
    sentence: "addresses of ICS feeds, in place of the Google login; `webcal` works too",
    isSecret: true,
    parse: (text, name) => {
      const urls = text
        .split(/[\s,]+/)
        .filter((part) => part !== "")
        .map((part) => part.replace(/^webcals?:/i, "https:"))
      return urls.every(Setting.isWebUrl)
        ? Either.right([...new Set(urls)].map((url) => Redacted.make(url)))
        : Either.left(
            `${name} has a part that is not an address: give https, http or webcal addresses separated by commas`
          )
    }
  })
)
const gap = Setting.minInterval("DAYBOOK_CALENDAR_MIN_INTERVAL_MS", "250 millis", "the calendar")
const google = {
  calendarId: Setting.withDefault(
    Setting.text("DAYBOOK_CALENDAR_ID", "which Google calendar, where no feed is set"),
    "primary",
    "primary"
  ),
  baseUrl: calendarBaseUrl
}

/** ICS feeds need no Google login. */
const missing = Effect.gen(function* () {
  if (yield* feeds.isSet) return []
  const lacks = yield* googleSettings.missing
  const hasBegun = (yield* Setting.missingOf(clientSettings)).length < clientSettings.length
  return lacks.length === 0 || hasBegun
    ? lacks
    : [`${feeds.name} (or ${clientSettings.map(({ name }) => name).join(" and ")})`]
})

/** Whether ICS feeds or the Google API is configured. */
export const settings = {
  fields: { feeds, ...google, ...googleSettings.fields, gap },
  missing,
  config: Effect.gen(function* () {
    if (yield* feeds.isSet) return { kind: "feeds" as const, urls: yield* feeds.config, gap: yield* gap.config }
    return {
      kind: "google" as const,
      google: yield* googleSettings.config,
      ...(yield* Setting.settings({ ...google, gap }).config)
    }
  })
}
export type CalendarSettings = Effect.Effect.Success<typeof settings.config>

/** One Google calendar. */
export interface GoogleCalendar {
  readonly calendarId: string
  /**
   * A page of all events, of those around some days, or of changes since a sync token. Null when the token has
   * expired.
   */
  readonly events: (from: {
    readonly pageToken?: string | undefined
    readonly syncToken?: string | undefined
    readonly days?: Days | undefined
  }) => Effect.Effect<Events | null, SourceFailure>
  /** An event by id; a deleted one as long as Google keeps it. */
  readonly event: (id: string) => Effect.Effect<Option.Option<Event>, SourceFailure>
}

/** Google's maximum. Requests for a sync token must not bound time or set an order. */
const perPage = 2_500
const httpGone = 410

/** Wide enough for every time zone. */
const bounds = ({ from, to }: Days) => ({
  ...(from === null ? {} : { timeMin: `${addDays(from, -1)}T00:00:00Z` }),
  ...(to === null ? {} : { timeMax: `${addDays(to, 2)}T00:00:00Z` })
})

const readEvents = readJson(Events)

export const make = (
  settings: Extract<CalendarSettings, { readonly kind: "google" }>
): Effect.Effect<GoogleCalendar, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function* () {
    const login = yield* oauthLogin(oauthClient(settings.google), "calendar", settings.google.refreshToken)
    const judgeStatus = judge("Google Calendar API")
    const provider = yield* Provider.make({
      source: "calendar",
      name: "Google Calendar",
      baseUrl: settings.baseUrl,
      gap: settings.gap,
      bearer: yield* bearer(login),
      advice: { ...advice, not_found: "check DAYBOOK_CALENDAR_ID" },
      judge: (answer) => (answer.status === httpGone ? Verdict.good : judgeStatus(answer))
    })
    const path = `/calendars/${encodeURIComponent(settings.calendarId)}/events`
    return {
      calendarId: settings.calendarId,
      events: ({ days, pageToken, syncToken }) =>
        provider.read(
          {
            path,
            query: () => ({
              singleEvents: "true",
              showDeleted: "true",
              maxResults: perPage,
              ...(syncToken === undefined ? {} : { syncToken }),
              ...(days === undefined ? {} : bounds(days)),
              ...(pageToken === undefined ? {} : { pageToken })
            })
          },
          (answer) => (answer.status === httpGone ? Either.right(null) : readEvents(answer))
        ),
      event: (id) =>
        Effect.map(
          Provider.orNone(provider.answer({ path: `${path}/${encodeURIComponent(id)}`, query: () => ({}) })),
          Option.flatMap(({ json, status }) =>
            status === httpGone
              ? Option.none()
              : Option.flatMap(Either.getRight(json), Schema.decodeUnknownOption(Event))
          )
        )
    }
  })

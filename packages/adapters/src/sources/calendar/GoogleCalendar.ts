import { addDays, type Days } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Effect, Either, Option, Schema } from "effect"
import { advice, judge } from "../google/judge.js"
import { oauthClient } from "../google/settings.js"
import { oauthLogin } from "../oauth/index.js"
import { bearer, Provider, Verdict } from "../provider/index.js"
import { readJson } from "../provider/readJson.js"
import type { CalendarSettings } from "./settings.js"
import { Event, Events } from "./wire.js"

/** One calendar at Google. */
export interface GoogleCalendar {
  readonly calendarId: string
  /** A page of all events, of those around some days, or of what changed since a sync token; null where the token is no longer good. */
  readonly events: (from: { readonly pageToken?: string | undefined; readonly syncToken?: string | undefined; readonly days?: Days | undefined }) => Effect.Effect<Events | null, SourceFailure>
  /** An event by its id, a deleted one while Google remembers it. */
  readonly event: (id: string) => Effect.Effect<Option.Option<Event>, SourceFailure>
}

/** The most that Google gives. Where there is to be a sync token, no bound of time and no order go with it. */
const perPage = 2_500
const gone = 410

/** Wide enough for days in every zone. */
const bounds = ({ from, to }: Days) => ({
  ...(from === null ? {} : { timeMin: `${addDays(from, -1)}T00:00:00Z` }),
  ...(to === null ? {} : { timeMax: `${addDays(to, 2)}T00:00:00Z` })
})

const readEvents = readJson(Events)

export const make = (settings: Extract<CalendarSettings, { readonly road: "google" }>): Effect.Effect<GoogleCalendar, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function*() {
    const login = yield* oauthLogin(oauthClient(settings.google), "calendar", settings.google.refreshToken)
    const judged = judge("Google Calendar API")
    const provider = yield* Provider.make({
      source: "calendar",
      name: "Google Calendar",
      baseUrl: settings.baseUrl,
      gap: settings.gap,
      bearer: yield* bearer(login),
      advice: { ...advice, not_found: "check DAYBOOK_CALENDAR_ID" },
      judge: (answer) => answer.status === gone ? Verdict.good : judged(answer)
    })
    const path = `/calendars/${encodeURIComponent(settings.calendarId)}/events`
    return {
      calendarId: settings.calendarId,
      events: ({ days, pageToken, syncToken }) =>
        provider.read({
          path,
          query: () => ({ singleEvents: "true", showDeleted: "true", maxResults: perPage, ...(syncToken === undefined ? {} : { syncToken }), ...(days === undefined ? {} : bounds(days)), ...(pageToken === undefined ? {} : { pageToken }) })
        }, (answer) => answer.status === gone ? Either.right(null) : readEvents(answer)),
      event: (id) =>
        Effect.map(provider.answer({ path: `${path}/${encodeURIComponent(id)}`, query: () => ({}) }), ({ json, status }) =>
          status === gone ? Option.none() : Option.flatMap(Either.getRight(json), Schema.decodeUnknownOption(Event))).pipe(
          Effect.catchIf((failure) => failure.state === "not_found", () => Effect.succeedNone)
        )
    }
  })

import { attendingWriter } from "@daybook/core/attending"
import { Effect, Redacted } from "effect"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { connection } from "../google/login.js"
import type { Pull } from "../kit/mentions/pull.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as GoogleCalendar from "./client.js"
import { type CalendarSettings, settings } from "./client.js"
import { exportFile, recognise } from "./exportFile.js"
import * as Feed from "./feed.js"
import { pullFeeds, pullFeedsDays } from "./pullFeeds.js"
import { pullGoogle, pullGoogleDays } from "./pullGoogle.js"

const pullOf = (values: CalendarSettings): Effect.Effect<Pull, never, HttpClient.HttpClient | Tokens> =>
  values.kind === "google"
    ? Effect.map(GoogleCalendar.make(values), (calendar) => ({
        pull: (request) => pullGoogle(calendar, request),
        pullDays: (days) => pullGoogleDays(calendar, days)
      }))
    : Effect.map(
        Effect.forEach(values.urls, (url, index) => Feed.make(url, index + 1, values.gap)),
        (feeds) => ({
          pull: (request) => pullFeeds(feeds, request),
          pullDays: (days) => pullFeedsDays(feeds, days),
          // Feeds drop past events.
          mayListNothing: true
        })
      )

/** Events of the owner's calendar: from Google's API, or from ICS feeds of any calendar. */
export const calendar = pulling({
  id: "calendar",
  about: {
    title: "Calendar",
    brings: "Concerts, games and other outings from a calendar.",
    keys: "https://console.cloud.google.com/apis/credentials",
    exports: "https://calendar.google.com/calendar/r/settings/export"
  },
  writer: attendingWriter,
  syncType: "calendar",
  schedule: { cron: "0 4 * * *", zone: "America/Los_Angeles" },
  settings,
  calls: (values) => (values.kind === "google" ? [values.baseUrl] : values.urls.map(Redacted.value)),
  open: pullOf,
  importFile: exportFile,
  recognise,
  connect: connection
})

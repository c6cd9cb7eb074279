import { type AttendingWriteServices, attendingWriter, type Mention } from "@daybook/core/attending"
import { source } from "@daybook/core/sync"
import { Effect, Option, Redacted, Stream } from "effect"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import { connection } from "../google/login.js"
import type { Pull } from "../kit/mentions/pull.js"
import type { SourceDefinition } from "../kit/SourceDefinition.js"
import * as GoogleCalendar from "./client.js"
import { type CalendarSettings, missing, settings } from "./client.js"
import { exportFile } from "./exportFile.js"
import * as Feed from "./feed.js"
import { pullFeeds, pullFeedsDays } from "./pullFeeds.js"
import { pullGoogle, pullGoogleDays } from "./pullGoogle.js"

const id = "calendar"

const common = { id, writer: attendingWriter, syncType: "calendar", importFile: Option.some(exportFile) }

const pullOf = (values: CalendarSettings): Effect.Effect<Pull, never, HttpClient.HttpClient | Tokens> =>
  values.kind === "google"
    ? Effect.map(GoogleCalendar.make(values), (calendar) => ({
        pull: (request) => pullGoogle(calendar, request),
        pullDays: (days) => pullGoogleDays(calendar, days)
      }))
    : Effect.map(
        Effect.forEach(values.urls, (url, index) => Feed.make(url, index + 1, values.gap)),
        (feeds) => ({ pull: (request) => pullFeeds(feeds, request), pullDays: (days) => pullFeedsDays(feeds, days) })
      )

/** Events of the owner's calendar: from Google's API, or from ICS feeds of any calendar. */
export const calendar: SourceDefinition<AttendingWriteServices | DocumentParser> = {
  id,
  domain: "attending",
  schedule: Option.some({ cron: "0 4 * * *", zone: "America/Los_Angeles" }),
  enrichesOnly: false,
  missing,
  calls: Effect.map(settings, (values) =>
    values.kind === "google" ? [values.baseUrl] : values.urls.map(Redacted.value)
  ),
  make: Effect.flatMap(settings, (values) =>
    Effect.map(pullOf(values), (pull) =>
      source<Mention, AttendingWriteServices | DocumentParser>({ ...common, ...pull })
    )
  ),
  archive: source<Mention, AttendingWriteServices | DocumentParser>({ ...common, pull: () => Stream.empty }),
  connect: connection
}

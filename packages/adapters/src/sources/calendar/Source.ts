import { type AttendingWrites, attendingRoom, type Mention } from "@daybook/core/attending"
import { source } from "@daybook/core/sync"
import { Effect, Option, Redacted, Stream } from "effect"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { connection } from "../google/connection.js"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import type { Pull } from "../mentions/Pull.js"
import type { SourceDefinition } from "../SourceDefinition.js"
import { exportFile } from "./exportFile.js"
import * as Feed from "./Feed.js"
import * as GoogleCalendar from "./GoogleCalendar.js"
import { pullFeeds, pullFeedsDays } from "./pullFeeds.js"
import { pullGoogle, pullGoogleDays } from "./pullGoogle.js"
import { type CalendarSettings, missing, settings } from "./settings.js"

const id = "calendar"

const stored = { id, room: attendingRoom, syncType: "calendar", importFile: Option.some(exportFile) }

const pullOf = (values: CalendarSettings): Effect.Effect<Pull, never, HttpClient.HttpClient | Tokens> =>
  values.road === "google"
    ? Effect.map(GoogleCalendar.make(values), (calendar) => ({ pull: (request) => pullGoogle(calendar, request), pullDays: (days) => pullGoogleDays(calendar, days) }))
    : Effect.map(Effect.forEach(values.urls, (url, index) => Feed.make(url, index + 1, values.gap)), (feeds) => ({
      pull: (request) => pullFeeds(feeds, request),
      pullDays: (days) => pullFeedsDays(feeds, days)
    }))

/** What the person's calendar says they go to: Google's own interface, or feeds of any calendar. */
export const calendar: SourceDefinition<AttendingWrites | DocumentParser> = {
  id,
  domain: "attending",
  schedule: Option.some({ cron: "0 4 * * *", zone: "America/Los_Angeles" }),
  follows: false,
  missing,
  calls: Effect.map(settings, (values) => values.road === "google" ? [values.baseUrl] : values.urls.map(Redacted.value)),
  make: Effect.flatMap(settings, (values) => Effect.map(pullOf(values), (pull) => source<Mention, AttendingWrites | DocumentParser>({ ...stored, ...pull }))),
  archive: source<Mention, AttendingWrites | DocumentParser>({ ...stored, pull: () => Stream.empty }),
  connect: connection
}

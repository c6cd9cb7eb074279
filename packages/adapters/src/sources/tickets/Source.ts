import { type AttendingWrites, attendingRoom, type Mention } from "@daybook/core/attending"
import { source } from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Effect, Option, Stream } from "effect"
import { connection } from "../google/connection.js"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import type { Pull } from "../mentions/Pull.js"
import type { SourceDefinition } from "../SourceDefinition.js"
import { exportFile } from "./exportFile.js"
import * as Gmail from "./gmail/Gmail.js"
import { pull as pullGmail, pullDays as gmailDays } from "./gmail/pull.js"
import type { ImapSettings } from "./imap/Imap.js"
import { pull as pullImap, pullDays as imapDays } from "./imap/pull.js"
import { missing, settings, type TicketsSettings } from "./settings.js"

const id = "tickets"

const stored = { id, room: attendingRoom, syncType: "tickets", importFile: Option.some(exportFile) }

const pullOf = (values: TicketsSettings): Effect.Effect<Pull, never, HttpClient.HttpClient | Tokens> =>
  values.road === "imap"
    ? Effect.succeed({ pull: (request) => pullImap(values.imap, request), pullDays: (days) => imapDays(values.imap, days) })
    : Effect.map(Gmail.make(values.gmail), (gmail) => ({
      pull: (request) => pullGmail(gmail, request, values.senders),
      pullDays: (days) => gmailDays(gmail, days, values.senders)
    }))

const imapUrl = ({ host, port }: ImapSettings) => `imap://${host.includes(":") ? `[${host}]` : host}:${port}`

/** What sellers of tickets write: Gmail's own interface, or any mail server. */
export const tickets: SourceDefinition<AttendingWrites | DocumentParser> = {
  id,
  domain: "attending",
  schedule: Option.some({ cron: "0 4 * * *", zone: "America/Los_Angeles" }),
  follows: false,
  missing,
  calls: Effect.map(settings, (values) => [values.road === "imap" ? imapUrl(values.imap) : values.gmail.baseUrl]),
  make: Effect.flatMap(settings, (values) => Effect.map(pullOf(values), (pull) => source<Mention, AttendingWrites | DocumentParser>({ ...stored, ...pull }))),
  archive: source<Mention, AttendingWrites | DocumentParser>({ ...stored, pull: () => Stream.empty }),
  connect: connection
}

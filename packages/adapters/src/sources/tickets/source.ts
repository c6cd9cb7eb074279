import { type AttendingWriteServices, attendingWriter, type Mention } from "@daybook/core/attending"
import { source } from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Effect, Option, Stream } from "effect"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import { connection } from "../google/login.js"
import type { Pull } from "../kit/mentions/pull.js"
import type { SourceDefinition } from "../kit/SourceDefinition.js"
import { exportFile } from "./exportFile.js"
import * as Gmail from "./gmail/client.js"
import { pull as pullGmail, pullDays as gmailDays } from "./gmail/pull.js"
import type { ImapSettings } from "./imap/client.js"
import { pull as pullImap, pullDays as imapDays } from "./imap/pull.js"
import { missing, settings, type TicketsSettings } from "./settings.js"

const id = "tickets"

const common = { id, writer: attendingWriter, syncType: "tickets", importFile: Option.some(exportFile) }

const pullOf = (values: TicketsSettings): Effect.Effect<Pull, never, HttpClient.HttpClient | Tokens> =>
  values.kind === "imap"
    ? Effect.succeed({
        pull: (request) => pullImap(values.imap, request),
        pullDays: (days) => imapDays(values.imap, days)
      })
    : Effect.map(Gmail.make(values.gmail), (gmail) => ({
        pull: (request) => pullGmail(gmail, request, values.senders),
        pullDays: (days) => gmailDays(gmail, days, values.senders)
      }))

const imapUrl = ({ host, port }: ImapSettings) => `imap://${host.includes(":") ? `[${host}]` : host}:${port}`

/** Mails of ticket sellers: from Gmail's API, or from any IMAP server. */
export const tickets: SourceDefinition<AttendingWriteServices | DocumentParser> = {
  id,
  domain: "attending",
  schedule: Option.some({ cron: "0 4 * * *", zone: "America/Los_Angeles" }),
  enrichesOnly: false,
  missing,
  calls: Effect.map(settings, (values) => [values.kind === "imap" ? imapUrl(values.imap) : values.gmail.baseUrl]),
  make: Effect.flatMap(settings, (values) =>
    Effect.map(pullOf(values), (pull) =>
      source<Mention, AttendingWriteServices | DocumentParser>({ ...common, ...pull })
    )
  ),
  archive: source<Mention, AttendingWriteServices | DocumentParser>({ ...common, pull: () => Stream.empty }),
  connect: connection
}

import { attendingWriter } from "@daybook/core/attending"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Effect } from "effect"
import { connection } from "../google/login.js"
import type { Pull } from "../kit/mentions/pull.js"
import { pulling } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"
import * as Gmail from "./gmail/client.js"
import { pull as pullGmail, pullDays as gmailDays } from "./gmail/pull.js"
import type { ImapSettings } from "./imap/client.js"
import { pull as pullImap, pullDays as imapDays } from "./imap/pull.js"
import { settings, type TicketsSettings } from "./settings.js"

/** A mailbox need not keep the mails whose events are stored. */
const mayListNothing = true

const pullOf = (values: TicketsSettings): Effect.Effect<Pull, never, HttpClient.HttpClient | Tokens> =>
  values.kind === "imap"
    ? Effect.succeed({
        mayListNothing,
        pull: (request) => pullImap(values.imap, request),
        pullDays: (days) => imapDays(values.imap, days)
      })
    : Effect.map(Gmail.make(values.gmail), (gmail) => ({
        mayListNothing,
        pull: (request) => pullGmail(gmail, request, values.senders),
        pullDays: (days) => gmailDays(gmail, days, values.senders)
      }))

const imapUrl = ({ host, port }: ImapSettings) => `imap://${host.includes(":") ? `[${host}]` : host}:${port}`

/** Mails of ticket sellers: from Gmail's API, or from any IMAP server. */
export const tickets = pulling({
  id: "tickets",
  about: {
    title: "Ticket mails",
    brings: "Events with seats and prices, from the mails of ticket sellers.",
    keys: "https://console.cloud.google.com/apis/credentials"
  },
  writer: attendingWriter,
  syncType: "tickets",
  schedule: { cron: "0 4 * * *", zone: "America/Los_Angeles" },
  settings,
  calls: (values) => [values.kind === "imap" ? imapUrl(values.imap) : values.gmail.baseUrl],
  open: pullOf,
  importFile: exportFile,
  recognise,
  connect: connection
})

import { type ConfigError, ConfigError as Wrong, Duration, Effect, Option } from "effect"
import { baseUrl, clientNames, missing as missingGoogle, settings as googleSettings } from "../google/login.js"
import * as Setting from "../kit/settings.js"
import type { GmailSettings } from "./gmail/client.js"
import type { ImapSettings } from "./imap/client.js"

/** Whether IMAP or Gmail is configured; IMAP settings take precedence. */
export type TicketsSettings =
  | { readonly kind: "imap"; readonly imap: ImapSettings }
  | { readonly kind: "gmail"; readonly gmail: GmailSettings; readonly senders: ReadonlyArray<string> }

const sendersName = "TICKET_SENDERS"
const sender = /^(?:[\w.+-]{1,64}@)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** `DAYBOOK_TICKET_SENDERS`: additional sellers, such as `tickets.mlb.com, box@theatre.example`. */
export const ticketSenders: Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError> = Effect.flatMap(
  Setting.optionalText(sendersName),
  Option.match({
    onNone: () => Effect.succeed([]),
    onSome: (value): Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError> => {
      const senders = value
        .toLowerCase()
        .split(/[\s,;]+/)
        .map((one) => one.replace(/^@|^\*@?\.?/, ""))
        .filter((one) => one !== "")
      const wrong = senders.find((one) => !sender.test(one))
      const name = Setting.nameOf(sendersName)
      return wrong === undefined
        ? Effect.succeed([...new Set(senders)])
        : Effect.fail(
            Wrong.InvalidData(
              [name],
              `${name} holds "${wrong}": give addresses or domains separated by commas, such as tickets.mlb.com, box@theatre.example`
            )
          )
    }
  })
)

const imapNames = ["IMAP_HOST", "IMAP_USERNAME", "IMAP_PASSWORD"]

export const missing = Effect.gen(function* () {
  const noImap = yield* Setting.missingOf(imapNames)
  if (noImap.length === 0) return []
  const lacks = yield* missingGoogle
  if (lacks.length === 0) return []
  if (noImap.length < imapNames.length) return noImap
  const hasBegun = (yield* Setting.missingOf(clientNames)).length < clientNames.length
  return hasBegun
    ? lacks
    : [`${imapNames.map(Setting.nameOf).join(", ")} (or ${clientNames.map(Setting.nameOf).join(" and ")})`]
})

const port = Effect.flatMap(
  Setting.optionalText("IMAP_PORT"),
  Option.match({
    onNone: () => Effect.succeed(993),
    onSome: (value): Effect.Effect<number, ConfigError.ConfigError> =>
      /^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65_536
        ? Effect.succeed(Number(value))
        : Effect.fail(
            Wrong.InvalidData(["DAYBOOK_IMAP_PORT"], `DAYBOOK_IMAP_PORT is "${value}": give a port from 1 to 65535`)
          )
  })
)

const imap = Effect.all({
  host: Setting.text("IMAP_HOST"),
  port,
  username: Setting.text("IMAP_USERNAME"),
  password: Setting.secret("IMAP_PASSWORD"),
  mailbox: Setting.optionalText("IMAP_MAILBOX"),
  patience: Effect.succeed(Duration.seconds(75)),
  senders: ticketSenders
})

const gmail = Effect.all({
  google: googleSettings,
  baseUrl: baseUrl("GMAIL_BASE_URL", "https://gmail.googleapis.com/gmail/v1"),
  gap: Setting.minInterval("TICKETS", "220 millis")
})

export const settings: Effect.Effect<TicketsSettings, ConfigError.ConfigError> = Effect.gen(function* () {
  const noImap = yield* Setting.missingOf(imapNames)
  return noImap.length === 0
    ? { kind: "imap", imap: yield* imap }
    : { kind: "gmail", gmail: yield* gmail, senders: yield* ticketSenders }
})

import { Duration, Effect, Either } from "effect"
import { clientSettings, gmailBaseUrl, settings as googleSettings } from "../google/login.js"
import * as Setting from "../kit/settings.js"

const sender = /^(?:[\w.+-]{1,64}@)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** Additional sellers, such as `tickets.mlb.com, box@theatre.example`. */
export const ticketSenders = Setting.withDefault(
  Setting.setting<ReadonlyArray<string>>({
    name: "DAYBOOK_TICKET_SENDERS",
    type: "list with commas",
    sentence: "more senders of tickets, such as `tickets.mlb.com, box@theatre.example`",
    parse: (value, name) => {
      const senders = value
        .toLowerCase()
        .split(/[\s,;]+/)
        .map((one) => one.replace(/^@|^\*@?\.?/, ""))
        .filter((one) => one !== "")
      const wrong = senders.find((one) => !sender.test(one))
      return wrong === undefined
        ? Either.right([...new Set(senders)])
        : Either.left(
            `${name} holds "${wrong}": give addresses or domains separated by commas, such as tickets.mlb.com, box@theatre.example`
          )
    }
  }),
  [],
  { absence: "none" }
)

const withImap = "required with IMAP"

const password = Setting.secret("DAYBOOK_IMAP_PASSWORD", "app password at the mail server")

/** The login at Google is not sent to a mail server. */
const mailServer = <A>(of: Setting.Setting<A>) => Setting.destination(of, [password.name])

const imap = Setting.settings({
  host: Setting.requiredAtTimes(
    mailServer(Setting.text("DAYBOOK_IMAP_HOST", "mail server for tickets, in place of the Google login")),
    withImap
  ),
  port: Setting.withDefault(
    mailServer(
      Setting.setting({
        name: "DAYBOOK_IMAP_PORT",
        type: "number, 1 to 65535",
        sentence: "port of the mail server",
        parse: (value, name) =>
          /^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65_536
            ? Either.right(Number(value))
            : Either.left(Setting.refusal(name, value, "a port from 1 to 65535"))
      })
    ),
    993,
    "993"
  ),
  username: Setting.requiredAtTimes(Setting.text("DAYBOOK_IMAP_USERNAME", "user name at the mail server"), withImap),
  password: Setting.requiredAtTimes(password, withImap),
  mailbox: Setting.optional(Setting.text("DAYBOOK_IMAP_MAILBOX", "the mailbox to read"), "all mail, else `INBOX`"),
  senders: ticketSenders
})
const imapNames = [imap.fields.host.name, imap.fields.username.name, imap.fields.password.name]

const gmail = {
  baseUrl: gmailBaseUrl,
  gap: Setting.minInterval("DAYBOOK_TICKETS_MIN_INTERVAL_MS", "220 millis", "Gmail")
}

const missing = Effect.gen(function* () {
  const noImap = yield* imap.missing
  if (noImap.length === 0) return []
  const lacks = yield* googleSettings.missing
  if (lacks.length === 0) return []
  if (noImap.length < imapNames.length) return noImap
  const hasBegun = (yield* Setting.missingOf(clientSettings)).length < clientSettings.length
  return hasBegun ? lacks : [`${imapNames.join(", ")} (or ${clientSettings.map(({ name }) => name).join(" and ")})`]
})

/** Whether IMAP or Gmail is configured; IMAP settings take precedence. */
export const settings = {
  fields: { ...imap.fields, ...googleSettings.fields, ...gmail },
  missing,
  config: Effect.gen(function* () {
    if ((yield* imap.missing).length === 0)
      return { kind: "imap" as const, imap: { ...(yield* imap.config), patience: Duration.seconds(75) } }
    return {
      kind: "gmail" as const,
      gmail: { google: yield* googleSettings.config, ...(yield* Setting.settings(gmail).config) },
      senders: yield* ticketSenders.config
    }
  })
}
export type TicketsSettings = Effect.Effect.Success<typeof settings.config>

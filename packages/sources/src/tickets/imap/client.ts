import { addDays, type Days } from "@daybook/core/shared"
import { type SourceFailure } from "@daybook/core/sync"
import { type Duration, Effect, Option, Redacted, type Scope } from "effect"
import type { ImapFlow } from "imapflow"
import { Setback, failureOf, lasting, patiently, transient } from "../../kit/provider/retries.js"
import { forwardMarks, gmailQuery, senderParts, ticketSubjects } from "../query.js"

export interface ImapSettings {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted
  /** None for all mail, when the server has such a mailbox, else the inbox. */
  readonly mailbox: Option.Option<string>
  readonly patience: Duration.Duration
  /** Additional sellers: addresses or domains. */
  readonly senders: ReadonlyArray<string>
}

/** A mailbox opened read-only. */
export interface Mailbox {
  readonly path: string
  /** UIDVALIDITY; it changes when UIDs are renumbered. */
  readonly validity: string
}

export interface Imap {
  readonly mailbox: Effect.Effect<Mailbox, SourceFailure>
  /** UIDs above `after` of sellers' mails on some days, sorted. */
  readonly search: (after: number, days: Days) => Effect.Effect<ReadonlyArray<number>, SourceFailure>
  /** Raw messages. Deleted ones are omitted, very large ones truncated. */
  readonly raw: (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Uint8Array>, SourceFailure>
}

/** Size limit in bytes. Sellers' mails have 50 to 300 KB; forwarded ones may contain pictures. */
const maxMailBytes = 15_000_000
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 15_000, socketTimeout: 60_000 }
/** Timeout of the first greeting without TLS. */
const soon = { greetingTimeout: 2_000 }
const of = { source: "tickets", name: "the mail server" }

interface Session {
  readonly client: ImapFlow
  readonly mailbox: Mailbox
}

/** Connects on first use and reconnects after a failure. The connection ends with the scope. */
export const make = (settings: ImapSettings): Effect.Effect<Imap, never, Scope.Scope> =>
  Effect.gen(function* () {
    let open: Session | null = null
    const close = Effect.sync(() => {
      open?.client.close()
      open = null
    })
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => (open === null ? Promise.resolve() : open.client.logout().catch(() => undefined))).pipe(
        Effect.timeoutOption("5 seconds"),
        Effect.zipRight(close)
      )
    )
    const session = Effect.suspend(() =>
      open !== null && open.client.usable
        ? Effect.succeed(open)
        : Effect.tap(
            attempt(() => connect(settings)),
            (opened) => Effect.sync(() => void (open = opened))
          )
    )
    const call = <A>(use: (session: Session) => Promise<A>): Effect.Effect<A, SourceFailure> =>
      patiently(
        () =>
          Effect.tapError(
            Effect.flatMap(session, (opened) => attempt(() => use(opened))),
            () => close
          ),
        { name: of.name, patience: settings.patience, onSetback: () => Effect.void }
      ).pipe(Effect.mapError((setback) => (setback instanceof Setback ? failureOf(setback, of) : setback)))
    return {
      mailbox: call(({ mailbox }) => Promise.resolve(mailbox)),
      search: (after, days) => call(({ client }) => search(client, after, days, settings.senders)),
      raw: (uids) => call(({ client }) => fetch(client, uids))
    }
  })

const attempt = <A>(use: () => Promise<A>): Effect.Effect<A, Setback> =>
  Effect.tryPromise({ try: use, catch: setbackOf })

/**
 * A plain-text server greets first; a silent server expects TLS, whatever the port. A slow plain-text server fails the
 * TLS handshake and gets another, longer attempt.
 */
const connect = (settings: ImapSettings): Promise<Session> =>
  settings.port === tlsPort
    ? openSession(settings, true)
    : openSession(settings, false, soon).catch((error: unknown) =>
        isSilence(error)
          ? openSession(settings, true).catch((other: unknown) =>
              isNoTls(other) ? openSession(settings, false) : Promise.reject(other)
            )
          : Promise.reject(error)
      )

const tlsPort = 993
const isSilence = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "GREETING_TIMEOUT"
const isNoTls = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  /^(?:EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/.test(String(error.code))

const openSession = async (
  settings: ImapSettings,
  secure: boolean,
  timing: Partial<typeof timeouts> = {}
): Promise<Session> => {
  // A large library, loaded only for owners of an IMAP mailbox.
  const imap = await import("imapflow")
  const client = new imap.ImapFlow({
    host: settings.host,
    port: settings.port,
    secure,
    // Passwords are sent unencrypted to this machine only.
    ...(secure || isHere(settings.host) ? {} : { doSTARTTLS: true }),
    auth: { user: settings.username, pass: Redacted.value(settings.password) },
    logger: false,
    disableAutoIdle: true,
    maxLiteralSize: 4 * maxMailBytes,
    maxResponseSize: 5 * maxMailBytes,
    maxLineLength: maxMailBytes,
    ...timeouts,
    ...timing
  })
  // Without a listener a socket error would end the process. The waiting call reports it as well.
  client.on("error", () => undefined)
  try {
    await client.connect()
    const path = Option.getOrElse(settings.mailbox, () => null) ?? (await allMail(client))
    const { uidValidity } = await client.mailboxOpen(path, { readOnly: true })
    return { client, mailbox: { path, validity: String(uidValidity) } }
  } catch (error) {
    client.close()
    throw error
  }
}

const isHere = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

/** Mailbox names are localised; the special-use flag identifies them (RFC 6154). */
const allMail = async (client: ImapFlow): Promise<string> =>
  (await client.list()).find(({ specialUse }) => specialUse === "\\All")?.path ?? "INBOX"

const search = async (
  client: ImapFlow,
  after: number,
  days: Days,
  senders: ReadonlyArray<string>
): Promise<ReadonlyArray<number>> => {
  const uid = `${after + 1}:*`
  const query = client.capabilities.has("X-GM-EXT-1")
    ? { uid, gmailraw: gmailQuery(days, senders) }
    : {
        uid,
        ...(days.from === null ? {} : { since: days.from }),
        ...(days.to === null ? {} : { before: addDays(days.to, 1) }),
        or: [
          ...senderParts(senders).map((from) => ({ from })),
          ...ticketSubjects.map((subject) => ({ subject })),
          ...forwardMarks.map((mark) => ({ subject: `${mark}:` }))
        ]
      }
  const uids = await client.search(query, { uid: true })
  // A range that begins after the last message still contains it. The library reports a refused search as a value, not
  // an error.
  if (!Array.isArray(uids)) throw Object.assign(new Error("refused"), { responseStatus: "NO" })
  return uids.filter((one) => one > after).sort((a, b) => a - b)
}

const fetch = async (client: ImapFlow, uids: ReadonlyArray<number>): Promise<ReadonlyArray<Uint8Array>> => {
  const messages = await client.fetchAll(
    uids.join(","),
    { uid: true, source: { maxLength: maxMailBytes } },
    { uid: true }
  )
  return messages.flatMap(({ source }) => (source === undefined ? [] : [new Uint8Array(source)]))
}

/** Error texts may contain what was sent, so only the kind is used. */
const setbackOf = (error: unknown): Setback => {
  const details = typeof error === "object" && error !== null ? (error as Readonly<Record<string, unknown>>) : {}
  const code = String(details["code"] ?? details["serverResponseCode"] ?? "")
  if (details["authenticationFailed"] === true) {
    return lasting(
      "unauthorized",
      "refuses the login",
      Option.some("check DAYBOOK_IMAP_USERNAME and DAYBOOK_IMAP_PASSWORD: most servers want an app password")
    )
  }
  if (details["mailboxMissing"] === true || code === "NONEXISTENT")
    return lasting("not_found", "has no such mailbox", Option.some("check DAYBOOK_IMAP_MAILBOX"))
  if (/CERT|SIGNATURE|SSL|TLS/i.test(code)) {
    return lasting(
      "unavailable",
      "shows a certificate that is not trusted, or speaks without encryption",
      Option.some(
        "check DAYBOOK_IMAP_HOST and DAYBOOK_IMAP_PORT; to trust a certificate of your own, name its file in NODE_EXTRA_CA_CERTS"
      )
    )
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return transient("unavailable", "cannot be reached: its host name is unknown")
  if (code === "ECONNREFUSED") return transient("unavailable", "cannot be reached: connection refused")
  if (/TIMEOUT/i.test(code)) return transient("unavailable", "did not answer in time")
  if (/OVERQUOTA|LIMIT|THROTTLED/i.test(code)) return transient("rate_limited", "got too many calls")
  return details["responseStatus"] === "NO" || details["responseStatus"] === "BAD"
    ? transient("bad_answer", "refused the command")
    : transient("unavailable", "cut the connection")
}

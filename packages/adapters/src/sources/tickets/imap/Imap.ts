import { addDays, type Days } from "@daybook/core/shared"
import { type SourceFailure } from "@daybook/core/sync"
import { type Duration, Effect, Option, Redacted, type Scope } from "effect"
import type { ImapFlow } from "imapflow"
import { patiently } from "../../provider/patiently.js"
import { failureOf, lasting, Setback, transient } from "../../provider/Setback.js"
import { forwardMarks, gmailQuery, senderParts, ticketSubjects } from "../query.js"

export interface ImapSettings {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted
  /** None for all mail, where the server has such a mailbox, else the inbox. */
  readonly mailbox: Option.Option<string>
  readonly patience: Duration.Duration
  /** Sellers besides the known ones: addresses, or domains. */
  readonly senders: ReadonlyArray<string>
}

/** A mailbox that is open for reading alone. */
export interface Mailbox {
  readonly path: string
  /** Another one when its numbers count anew. */
  readonly validity: string
}

export interface Imap {
  readonly mailbox: Effect.Effect<Mailbox, SourceFailure>
  /** Numbers of mails of sellers after a number that came on some days, in their order. */
  readonly search: (after: number, days: Days) => Effect.Effect<ReadonlyArray<number>, SourceFailure>
  /** Raw messages; what is gone meanwhile is left out, and what is very large is cut. */
  readonly raw: (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Uint8Array>, SourceFailure>
}

/** A mail of a seller's has 50 to 300 KB; a forwarded one may have pictures. Bytes. */
const largest = 15_000_000
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 15_000, socketTimeout: 60_000 }
/** How long a first greeting is waited for. */
const soon = { greetingTimeout: 2_000 }
const of = { source: "tickets", name: "the mail server" }

interface Session {
  readonly client: ImapFlow
  readonly mailbox: Mailbox
}

/** A connection that is made when it is needed, and made anew when it was cut. It ends with the scope. */
export const make = (settings: ImapSettings): Effect.Effect<Imap, never, Scope.Scope> =>
  Effect.gen(function*() {
    let open: Session | null = null
    const close = Effect.sync(() => {
      open?.client.close()
      open = null
    })
    yield* Effect.addFinalizer(() => Effect.promise(() => open === null ? Promise.resolve() : open.client.logout().catch(() => undefined)).pipe(Effect.timeoutOption("5 seconds"), Effect.zipRight(close)))
    const session = Effect.suspend(() => open !== null && open.client.usable ? Effect.succeed(open) : Effect.tap(attempt(() => begin(settings)), (made) => Effect.sync(() => void (open = made))))
    const call = <A>(use: (session: Session) => Promise<A>): Effect.Effect<A, SourceFailure> =>
      patiently(() => Effect.tapError(Effect.flatMap(session, (made) => attempt(() => use(made))), () => close), {
        name: of.name,
        patience: settings.patience,
        onSetback: () => Effect.void
      }).pipe(Effect.mapError((setback) => setback instanceof Setback ? failureOf(setback, of) : setback))
    return {
      mailbox: call(({ mailbox }) => Promise.resolve(mailbox)),
      search: (after, days) => call(({ client }) => search(client, after, days, settings.senders)),
      raw: (uids) => call(({ client }) => fetch(client, uids))
    }
  })

const attempt = <A>(use: () => Promise<A>): Effect.Effect<A, Setback> => Effect.tryPromise({ try: use, catch: setbackOf })

/**
 * Whoever speaks in the open greets first and at once; a server that says nothing waits for TLS, whatever its port. One that
 * is only slow answers TLS with what is none, and is heard out.
 */
const begin = (settings: ImapSettings): Promise<Session> =>
  settings.port === tlsPort
    ? connected(settings, true)
    : connected(settings, false, soon).catch((error: unknown) =>
      isSilence(error) ? connected(settings, true).catch((other: unknown) => isNoTls(other) ? connected(settings, false) : Promise.reject(other)) : Promise.reject(error))

const tlsPort = 993
const isSilence = (error: unknown): boolean => typeof error === "object" && error !== null && "code" in error && error.code === "GREETING_TIMEOUT"
const isNoTls = (error: unknown): boolean => typeof error === "object" && error !== null && "code" in error && /^(?:EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/.test(String(error.code))

const connected = async (settings: ImapSettings, secure: boolean, timing: Partial<typeof timeouts> = {}): Promise<Session> => {
  // A large library, which only those wait for who have such a mailbox.
  const imap = await import("imapflow")
  const client = new imap.ImapFlow({
    host: settings.host,
    port: settings.port,
    secure,
    // A password goes over an open line to this machine alone.
    ...(secure || isHere(settings.host) ? {} : { doSTARTTLS: true }),
    auth: { user: settings.username, pass: Redacted.value(settings.password) },
    logger: false,
    disableAutoIdle: true,
    maxLiteralSize: 4 * largest,
    maxResponseSize: 5 * largest,
    maxLineLength: largest,
    ...timeouts,
    ...timing
  })
  // Without a listener an error of the socket would end the process; the call that waits is told of it too.
  client.on("error", () => undefined)
  try {
    await client.connect()
    const path = Option.getOrElse(settings.mailbox, () => null) ?? await allMail(client)
    const { uidValidity } = await client.mailboxOpen(path, { readOnly: true })
    return { client, mailbox: { path, validity: String(uidValidity) } }
  } catch (error) {
    client.close()
    throw error
  }
}

const isHere = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

/** Names of mailboxes are in the person's language: what it is for tells them apart (RFC 6154). */
const allMail = async (client: ImapFlow): Promise<string> => (await client.list()).find(({ specialUse }) => specialUse === "\\All")?.path ?? "INBOX"

const search = async (client: ImapFlow, after: number, days: Days, senders: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
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
  const found = await client.search(query, { uid: true })
  // A range that begins behind the last message still holds that.
  // A search that the server refuses is no error to the client library.
  if (!Array.isArray(found)) throw Object.assign(new Error("refused"), { responseStatus: "NO" })
  return found.filter((one) => one > after).sort((a, b) => a - b)
}

const fetch = async (client: ImapFlow, uids: ReadonlyArray<number>): Promise<ReadonlyArray<Uint8Array>> => {
  const messages = await client.fetchAll(uids.join(","), { uid: true, source: { maxLength: largest } }, { uid: true })
  return messages.flatMap(({ source }) => source === undefined ? [] : [new Uint8Array(source)])
}

/** An error's own text may hold what was sent: only its kind is taken from it. */
const setbackOf = (error: unknown): Setback => {
  const told = typeof error === "object" && error !== null ? error as Readonly<Record<string, unknown>> : {}
  const code = String(told["code"] ?? told["serverResponseCode"] ?? "")
  if (told["authenticationFailed"] === true) {
    return lasting("unauthorized", "refuses the login", Option.some("check DAYBOOK_IMAP_USERNAME and DAYBOOK_IMAP_PASSWORD: most servers want an app password"))
  }
  if (told["mailboxMissing"] === true || code === "NONEXISTENT") return lasting("not_found", "has no such mailbox", Option.some("check DAYBOOK_IMAP_MAILBOX"))
  if (/CERT|SIGNATURE|SSL|TLS/i.test(code)) {
    return lasting("unavailable", "shows a certificate that is not trusted, or speaks without encryption", Option.some("check DAYBOOK_IMAP_HOST and DAYBOOK_IMAP_PORT; to trust a certificate of your own, name its file in NODE_EXTRA_CA_CERTS"))
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return transient("unavailable", "cannot be reached: its host name is unknown")
  if (code === "ECONNREFUSED") return transient("unavailable", "cannot be reached: connection refused")
  if (/TIMEOUT/i.test(code)) return transient("unavailable", "did not answer in time")
  if (/OVERQUOTA|LIMIT|THROTTLED/i.test(code)) return transient("rate_limited", "got too many calls")
  return told["responseStatus"] === "NO" || told["responseStatus"] === "BAD" ? transient("bad_answer", "does not do what it was asked") : transient("unavailable", "cut the connection")
}

import { Effect, type Scope } from "effect"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { makeMailbox } from "../mails/mailbox.js"
import type { Letter } from "../mails/mime.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import type { SimulatedClock } from "../shared/Simulator.js"
import { converse, type ImapFault } from "./conversation.js"
import type { Numbered } from "./protocol.js"

/** What a test holds of a simulated mail server. */
export interface ImapControl {
  /** The environment under which Daybook's `tickets` reads mail here. */
  readonly settings: Readonly<Record<string, string>>
  /** Commands so far, such as `SEARCH UID 1:*`, without those of logins. */
  readonly commands: Effect.Effect<ReadonlyArray<string>>
  /** Seconds for which each client that sent nothing stayed, and so waited for a greeting. */
  readonly silences: Effect.Effect<ReadonlyArray<number>>
  /** The next commands of this name meet the fault. */
  readonly fail: (command: string, fault: ImapFault, times?: number) => Effect.Effect<void>
  /** Renumbers all mails: UIDs no longer mean what they meant (a new UIDVALIDITY). */
  readonly renumber: Effect.Effect<void>
  readonly deliver: (letter: Letter) => Effect.Effect<void>
}

/** PEM. */
interface Certificate {
  readonly key: string
  readonly cert: string
}

const account = { username: "me@example.com", password: "abcd efgh ijkl mnop", allMail: "[Gmail]/Alle Nachrichten" }

/**
 * A mail server with the person's mails, on a loopback port of its own until the scope closes. Without a certificate it
 * speaks in the open: for this machine alone.
 */
export const serveImap = (options: {
  readonly sampleOwner: SampleOwner
  readonly clock: SimulatedClock
  readonly isGmail?: boolean
  readonly tls?: Certificate
}): Effect.Effect<ImapControl, never, Scope.Scope> =>
  Effect.gen(function* () {
    const mailbox = makeMailbox(options.sampleOwner, options.clock)
    const commands: Array<string> = []
    const silences: Array<number> = []
    const faults: Array<{ readonly command: string; readonly fault: ImapFault; left: number }> = []
    const sockets = new Set<Socket>()
    let validity = 1_700_000_001
    let first = 1
    const mails = (): ReadonlyArray<Numbered> =>
      Effect.runSync(mailbox.mails).map((mail, index) => ({ uid: first + index * 2, mail }))
    const fault = (command: string, rest: string) => {
      commands.push(command === "LOGIN" || command === "AUTHENTICATE" ? command : `${command} ${rest}`.trim())
      const rule = faults.find((one) => one.command === command && one.left > 0)
      if (rule !== undefined) rule.left--
      return rule?.fault
    }
    const listen = (socket: Socket) =>
      converse(socket, { ...account, isGmail: options.isGmail ?? false, validity: () => validity, mails, fault })
    const server: Server = options.tls === undefined ? createServer(listen) : createTlsServer(options.tls, listen)
    server.on("connection", (socket: Socket) => {
      const since = performance.now()
      sockets.add(socket)
      socket
        .on("close", () => {
          sockets.delete(socket)
          if (socket.bytesRead === 0) silences.push((performance.now() - since) / 1_000)
        })
        .on("error", () => socket.destroy())
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.sync(() => {
          server.close()
          sockets.forEach((socket) => socket.destroy())
        })
    )
    return {
      settings: {
        DAYBOOK_IMAP_HOST: "127.0.0.1",
        DAYBOOK_IMAP_PORT: String((server.address() as AddressInfo).port),
        DAYBOOK_IMAP_USERNAME: account.username,
        DAYBOOK_IMAP_PASSWORD: account.password
      },
      commands: Effect.sync(() => [...commands]),
      silences: Effect.sync(() => [...silences]),
      fail: (command, fault, times = 1) => Effect.sync(() => void faults.push({ command, fault, left: times })),
      renumber: Effect.sync(() => {
        validity++
        first += 100
      }),
      deliver: mailbox.deliver
    }
  })

import type { Duplex } from "node:stream"
import { type Answer, checkPassword, greet, isWatcher, type Terms, admit } from "./admission.js"
import * as protocol from "./protocol.js"
import { makeMessageReader } from "./readers.js"
import { makeSessionLocks, type SessionLocks } from "./SessionLocks.js"
import { makeSubscriptions, type Subscriptions } from "./SessionState.js"

/** A client connection: its unanswered messages and its channels. */
export interface Connection {
  readonly subscriptions: Subscriptions
  readonly locks: SessionLocks
  /** Removes and returns all complete messages that wait for the engine. */
  readonly take: () => ReadonlyArray<Buffer>
  readonly waits: () => boolean
  readonly isOpen: () => boolean
  /** Whether the client connected only to detect the end of the engine. */
  readonly isWatch: () => boolean
  readonly write: (bytes: Buffer) => void
  /** Writes now, or after the handshake if that is not complete. */
  readonly send: (bytes: Buffer) => void
  /** Sends an error and closes the connection. */
  readonly dismiss: (code: string, text: string) => void
}

export interface ConnectionEvents {
  /** Whether the connection holds the engine's session. */
  readonly holds: (connection: Connection) => boolean
  readonly onMessages: (connection: Connection) => void
  readonly onClose: (connection: Connection) => void
}

const greetingMillis = 10_000
/** How long a client may take to read the last messages. */
const lingerMillis = 1_000
const limits = { untyped: 16 * 1024, typed: 64 * 1024 * 1024 }

/** Backpressure: reading stops at this many unanswered bytes. */
const inboxLimit = 1024 * 1024

export const makeConnection = (socket: Duplex, terms: Terms, events: ConnectionEvents): Connection => {
  const inbox = makeInbox(socket)
  const subscriptions = makeSubscriptions()
  const locks = makeSessionLocks()
  let open = true
  let stays = false
  let greeted = false
  let untold: Buffer = nothing

  const close = (lastWords: Buffer) => {
    if (!open) return
    open = false
    socket.end(lastWords)
    setTimeout(() => socket.destroy(), lingerMillis).unref()
    events.onClose(connection)
  }
  const dismiss = (code: string, text: string) => close(protocol.errorResponse("FATAL", code, text))

  const hear = (message: Buffer) => {
    const sql = protocol.sqlOf(message)
    const admission = admit(message, sql)
    if (admission._tag === "Bye") return close(nothing)
    if (admission._tag === "Violation") return dismiss("08P01", `invalid frontend message type ${message[0]}`)
    if (admission._tag === "Nothing") return
    // A driver that cancels a query waits for this answer. Queued behind its own transaction, it would wait forever.
    // Nothing needs to be cancelled: statements run one at a time, to completion.
    const alone = admission._tag === "Cancel" && inbox.size() === 0 && !events.holds(connection)
    if (alone) return connection.write(protocol.booleanRow("pg_cancel_backend", false))
    inbox.put(admission.message)
    if (sql === undefined) return
    subscriptions.note(sql)
    locks.note(sql)
  }

  const connection: Connection = {
    subscriptions,
    locks,
    take: inbox.take,
    waits: () => inbox.size() > 0,
    isOpen: () => open,
    isWatch: () => stays,
    write: (bytes) => void (open && socket.write(bytes)),
    send: (bytes) => {
      if (greeted) connection.write(bytes)
      else untold = bytes
    },
    dismiss
  }
  const onRead = () => {
    if (open && inbox.size() > 0) events.onMessages(connection)
  }
  const onGreeted = (isWatch: boolean) => {
    stays = isWatch
    greeted = true
    connection.write(untold)
  }
  readFrom(socket, terms, { hear, close, dismiss, isOpen: connection.isOpen, onGreeted, onRead })
  socket.on("error", () => socket.destroy())
  socket.on("close", () => close(nothing))
  return connection
}

const nothing = Buffer.alloc(0)

interface Listener {
  readonly hear: (message: Buffer) => void
  readonly close: (lastWords: Buffer) => void
  readonly dismiss: (code: string, text: string) => void
  readonly isOpen: () => boolean
  readonly onGreeted: (isWatch: boolean) => void
  /** Called when all received messages have been delivered. */
  readonly onRead: () => void
}

/** Completes the handshake and passes on the client's messages after it. */
const readFrom = (socket: Duplex, terms: Terms, listener: Listener): void => {
  const reader = makeMessageReader(limits)
  const slow = setTimeout(() => socket.destroy(), greetingMillis)
  socket.once("close", () => clearTimeout(slow))
  let stage: Answer["next"] = "greet"
  let isWatch = false

  const receive = (message: Buffer) => {
    if (stage === "session") return listener.hear(message)
    if (stage === "greet") isWatch = isWatcher(message)
    const answer = stage === "greet" ? greet(terms, message) : checkPassword(terms, message)
    stage = answer.next
    if (stage === "end") return listener.close(answer.reply)
    if (stage !== "greet") reader.typed()
    socket.write(answer.reply)
    if (stage !== "session") return
    clearTimeout(slow)
    listener.onGreeted(isWatch)
  }

  socket.on("data", (chunk: Buffer) => {
    for (let more = chunk; listener.isOpen(); more = nothing) {
      const messages = reader.push(more)
      if ("violation" in messages) return listener.dismiss("08P01", messages.violation)
      if (messages.length === 0) break
      for (const message of messages) if (listener.isOpen()) receive(message)
    }
    listener.onRead()
  })
}

const makeInbox = (socket: Duplex) => {
  let messages: Array<Buffer> = []
  let bytes = 0
  return {
    size: () => messages.length,
    put: (message: Buffer) => {
      messages.push(message)
      bytes += message.length
      if (bytes > inboxLimit) socket.pause()
    },
    take: () => {
      const batch = messages
      messages = []
      bytes = 0
      socket.resume()
      return batch
    }
  }
}

import { type } from "./protocol.js"

/** The bytes are not a message of the protocol, or the message is too large. */
export interface Violation {
  readonly violation: string
}

export interface MessageReader {
  /** Accepts received bytes and returns the messages that they complete, each with its header. */
  readonly push: (chunk: Buffer) => ReadonlyArray<Buffer> | Violation
  /** Until this is called, messages have no type byte, as at the start of a connection. */
  readonly typed: () => void
}

/** Maximum message lengths, in bytes. */
export interface Limits {
  readonly untyped: number
  readonly typed: number
}

/**
 * Splits a stream of bytes into messages. Chunks are joined only when a message is complete, so that the cost is linear
 * in its length. Before `typed`, returns one message at a time, because the next may have either form.
 */
export const makeMessageReader = (limits: Limits): MessageReader => {
  const store = makeStore()
  let prefix: 0 | 1 = 0
  /** The length of the next message, once its header has arrived. */
  let length: number | undefined

  const push = (chunk: Buffer) => {
    store.put(chunk)
    const messages: Array<Buffer> = []
    while (store.size() >= (length ?? prefix + 4)) {
      if (length === undefined) {
        const stated = store.joined().readUInt32BE(prefix)
        if (stated < 4 || stated > (prefix === 0 ? limits.untyped : limits.typed)) {
          return { violation: `invalid message length ${stated}` }
        }
        length = prefix + stated
      } else {
        messages.push(store.take(length))
        length = undefined
        if (prefix === 0) break
      }
    }
    return messages
  }
  return { push, typed: () => void (prefix = 1) }
}

/** Received bytes that are not yet part of a returned message. */
const makeStore = () => {
  let chunks: Array<Buffer> = []
  let size = 0
  const joined = (): Buffer => {
    const [first, ...others] = chunks
    if (first !== undefined && others.length === 0) return first
    const whole = Buffer.concat(chunks)
    chunks = [whole]
    return whole
  }
  return {
    size: () => size,
    joined,
    put: (chunk: Buffer) => {
      if (chunk.length === 0) return
      chunks.push(chunk)
      size += chunk.length
    },
    take: (length: number): Buffer => {
      const whole = joined()
      chunks = whole.length === length ? [] : [whole.subarray(length)]
      size -= length
      return whole.subarray(0, length)
    }
  }
}

/** The engine's answer to one batch of messages, without the bytes that pass through to the client. */
export interface Reply {
  /** How often the engine became ready; `status` is the last state: I idle, T in a transaction, E in a failed one. */
  ready: number
  status: "I" | "T" | "E" | undefined
  readonly tags: Array<string>
  /** Complete NotificationResponse messages, possibly for other connections. */
  readonly notifications: Array<Buffer>
  /** Whether a reported session setting changed. */
  parametersChanged: boolean
}

export interface ReplyReader {
  /** `view` is the engine's own memory and must be copied. */
  readonly push: (view: Uint8Array) => void
  readonly finish: () => Reply
}

/** Messages that must be parsed completely. For all others only the length is read. */
const watched = new Set<number>([type.CommandComplete, type.Notification, type.Parameter, type.Ready])

/**
 * Parses the engine's replies from chunks of any size, extracts notifications, and copies the rest to `forward`, after
 * `prefix`.
 */
export const makeReplyReader = (forward: (bytes: Buffer) => void, prefix?: Buffer): ReplyReader => {
  const reply: Reply = { ready: 0, status: undefined, tags: [], notifications: [], parametersChanged: false }
  const output = makeOutput(forward)
  if (prefix !== undefined) output.put(prefix)
  let stash: Buffer = Buffer.alloc(0)
  /** Remaining bytes of a message that passes through. */
  let skip = 0

  const push = (view: Uint8Array) => {
    const bytes = Buffer.concat([stash, view])
    let start = 0
    let at = Math.min(skip, bytes.length)
    skip -= at
    while (at < bytes.length) {
      const kind = bytes[at]!
      const end = bytes.length - at < 5 ? Infinity : at + 1 + bytes.readInt32BE(at + 1)
      if (end === Infinity || (end > bytes.length && watched.has(kind))) break
      if (watched.has(kind)) note(reply, kind, bytes.subarray(at, end))
      if (kind === type.Notification) {
        output.put(bytes.subarray(start, at))
        start = end
      }
      skip = Math.max(0, end - bytes.length)
      at = Math.min(end, bytes.length)
    }
    output.put(bytes.subarray(start, at))
    stash = bytes.subarray(at)
  }

  const finish = () => {
    output.flush()
    return reply
  }
  return { push, finish }
}

const note = (reply: Reply, kind: number, whole: Buffer): void => {
  if (kind === type.Ready) {
    reply.ready++
    reply.status = String.fromCharCode(whole[5]!) as "I" | "T" | "E"
  } else if (kind === type.CommandComplete) {
    reply.tags.push(whole.toString("latin1", 5, whole.length - 1))
  } else if (kind === type.Notification) {
    reply.notifications.push(whole)
  } else {
    reply.parametersChanged = true
  }
}

const outputSize = 64 * 1024

/** Joins small pieces, and sends parts of a long answer before it is complete. */
const makeOutput = (forward: (bytes: Buffer) => void) => {
  let pieces: Array<Buffer> = []
  let length = 0
  const flush = () => {
    if (length > 0) forward(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces))
    pieces = []
    length = 0
  }
  const put = (bytes: Buffer) => {
    if (bytes.length === 0) return
    pieces.push(bytes)
    length += bytes.length
    if (length >= outputSize) flush()
  }
  return { put, flush }
}

import { type } from "./protocol.js"

/** What the engine said in one go, apart from the bytes that go on to the client as they are. */
export interface Reply {
  /** How often the engine came to rest, and how at the last: I idle, T in a transaction, E in a failed one. */
  ready: number
  status: "I" | "T" | "E" | undefined
  readonly tags: Array<string>
  /** Whole NotificationResponse messages, which may be meant for other connections. */
  readonly notifications: Array<Buffer>
  /** Whether a reported setting of the session changed. */
  parametersChanged: boolean
}

export interface ReplyReader {
  /** `view` is the engine's own memory and is not kept. */
  readonly push: (view: Uint8Array) => void
  readonly finish: () => Reply
}

/** The messages that must be seen whole; all others pass through by their length alone. */
const watched = new Set<number>([type.CommandComplete, type.Notification, type.Parameter, type.Ready])

/**
 * Follows the engine's replies through chunks that end anywhere, takes the notifications out, and hands the rest
 * to `forward` in pieces of its own memory.
 */
export const makeReplyReader = (forward: (bytes: Buffer) => void): ReplyReader => {
  const reply: Reply = { ready: 0, status: undefined, tags: [], notifications: [], parametersChanged: false }
  const output = makeOutput(forward)
  let stash: Buffer = Buffer.alloc(0)
  /** How much of a message that passes through is still to come. */
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

/** Joins small pieces, and lets a long answer go while the rest of it is still made. */
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

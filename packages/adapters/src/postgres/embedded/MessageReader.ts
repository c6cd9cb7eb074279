/** What came is no message of the protocol, or a larger one than is taken. */
export interface Violation {
  readonly violation: string
}

export interface MessageReader {
  /** Takes what came off the wire and gives the messages that are whole by now, each with its header. */
  readonly push: (chunk: Buffer) => ReadonlyArray<Buffer> | Violation
  /** Until this is called, messages have no type byte, as at the start of a connection. */
  readonly typed: () => void
}

/** Longest messages, in bytes. */
export interface Limits {
  readonly untyped: number
  readonly typed: number
}

/**
 * Cuts a stream of bytes into messages. Chunks are joined only once a message is whole, so a large one costs its
 * length and not its square. Before `typed`, one message at a time: what follows may be of either form.
 */
export const makeMessageReader = (limits: Limits): MessageReader => {
  const store = makeStore()
  let prefix: 0 | 1 = 0
  /** The length of the next message, once its header is here. */
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

/** Bytes that have come and are not taken yet. */
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

import { Chunk, Effect, Stream } from "effect"
import { type GrowingBytes, growingBytes } from "./bytes.js"

/** Larger mails are truncated, bytes. */
const maxMailBytes = 30 * 1_048_576
const newline = 10
const quote = 62
const mark = Buffer.from("From ")
/** Bytes of a line that decide what it is. */
const searched = 64

/**
 * Messages of an mbox file (RFC 4155) in bounded memory. Each begins after a `From ` line that follows an empty line.
 * `>From` is unescaped.
 */
export const messages = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    const cut = cutter()
    return Stream.concat(
      Stream.mapConcatChunk(bytes, (part) => Chunk.unsafeFromArray(cut.feed(part))),
      Stream.fromIterableEffect(Effect.sync(cut.end))
    )
  })

/** The start of a line decides what it is, so long lines are appended piece by piece. */
const cutter = () => {
  let message: GrowingBytes | null = null
  /** The start of an incomplete line. */
  let open = growingBytes()
  let openLength = 0
  let isMark = false
  let isAfterBlank = true
  const finish = (): ReadonlyArray<Uint8Array> => {
    const whole = message === null ? [] : [new Uint8Array(message.finish())]
    message = growingBytes(maxMailBytes)
    return whole
  }
  /** Handles a line or the start of a long one. Returns the message that ends before it. */
  const begin = (bytes: Buffer): ReadonlyArray<Uint8Array> => {
    isMark = isAfterBlank && bytes[0] === mark[0] && bytes.subarray(0, mark.length).equals(mark)
    isAfterBlank = bytes.length === 1 || (bytes.length === 2 && bytes[0] === 13)
    if (isMark) return finish()
    message?.append(
      bytes[0] === quote && /^>+From /.test(bytes.subarray(0, searched).toString("latin1")) ? bytes.subarray(1) : bytes
    )
    return []
  }
  const take = (piece: Buffer, isEnd: boolean): ReadonlyArray<Uint8Array> => {
    let ended: ReadonlyArray<Uint8Array> = []
    if (openLength === 0 && (isEnd || piece.length > searched)) ended = begin(piece)
    else if (openLength > searched) {
      if (!isMark) message?.append(piece)
    } else {
      open.append(piece)
      if (isEnd || openLength + piece.length > searched) ended = begin(Buffer.from(open.finish()))
    }
    if (openLength > 0 && isEnd) open = growingBytes()
    openLength = isEnd ? 0 : openLength + piece.length
    return ended
  }
  return {
    feed: (part: Uint8Array): Array<Uint8Array> => {
      const all = Buffer.from(part.buffer, part.byteOffset, part.length)
      const ended: Array<Uint8Array> = []
      for (let start = 0; start < all.length;) {
        const at = all.indexOf(newline, start)
        const end = at === -1 ? all.length : at + 1
        ended.push(...take(all.subarray(start, end), at !== -1))
        start = end
      }
      return ended
    },
    end: (): ReadonlyArray<Uint8Array> => [...(openLength > 0 ? take(Buffer.alloc(0), true) : []), ...finish()]
  }
}

import { Chunk, Effect, Stream } from "effect"

/** A mail larger than this, in bytes, is cut. */
const largest = 30 * 1_048_576
const newline = 10
const mark = Buffer.from("From ")

/** The messages of an mbox file (RFC 4155), in bounded memory: each begins behind a line `From …` that follows an empty one. `>From` in them is undone. */
export const messages = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    const cut = cutter()
    return Stream.concat(
      Stream.mapConcatChunk(bytes, (part) => Chunk.unsafeFromArray(cut.feed(part))),
      Stream.fromIterableEffect(Effect.sync(cut.end))
    )
  })

const cutter = () => {
  let rest = Buffer.alloc(0)
  let message: Array<Buffer> | null = null
  let size = 0
  let isAfterBlank = true
  const finish = (): ReadonlyArray<Uint8Array> => {
    const whole = message === null ? [] : [new Uint8Array(Buffer.concat(message))]
    message = []
    size = 0
    return whole
  }
  const line = (bytes: Buffer): ReadonlyArray<Uint8Array> => {
    const isStart = isAfterBlank && bytes.subarray(0, mark.length).equals(mark)
    isAfterBlank = bytes.length === 1 || (bytes.length === 2 && bytes[0] === 13)
    if (isStart) return finish()
    const given = /^>+From /.test(bytes.subarray(0, 64).toString("latin1")) ? bytes.subarray(1) : bytes
    if (message !== null && size <= largest) message.push(given)
    size += given.length
    return []
  }
  return {
    feed: (part: Uint8Array): Array<Uint8Array> => {
      const all = Buffer.concat([rest, part])
      const found: Array<Uint8Array> = []
      let start = 0
      for (let end = all.indexOf(newline); end !== -1; end = all.indexOf(newline, start)) {
        found.push(...line(all.subarray(start, end + 1)))
        start = end + 1
      }
      rest = all.subarray(start)
      if (rest.length > largest) {
        found.push(...line(rest))
        rest = Buffer.alloc(0)
      }
      return found
    },
    end: (): ReadonlyArray<Uint8Array> => [...(rest.length > 0 ? line(rest) : []), ...finish()]
  }
}

import { Chunk, Stream } from "effect"

/** A line longer than this, in characters, is no line: its place is taken by `unreadableLine`. */
const longest = 1_048_576

/** Stands for a line that is too long to be one. */
const unreadableLine = "\ufffd"

/** The lines of a UTF-8 text, without a byte order mark and without their ends (LF or CRLF), in bounded memory. */
export const lines = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const decoder = new TextDecoder()
    const cut = cutter()
    return bytes.pipe(
      Stream.mapConcatChunk((part) => Chunk.unsafeFromArray(cut(decoder.decode(part, { stream: true })))),
      Stream.concat(Stream.suspend(() => {
        const last = cut(`${decoder.decode()}\n`)
        return Stream.fromIterable(last.at(-1) === "" ? last.slice(0, -1) : last)
      }))
    )
  })

/** Cuts text into lines as it comes; what has no end yet is kept for the next part. */
const cutter = () => {
  let kept = ""
  let tooLong = false
  return (text: string): Array<string> => {
    const parts = text.split("\n")
    const rest = parts.pop() ?? ""
    if (parts.length > 0) {
      parts[0] = tooLong ? unreadableLine : kept + (parts[0] ?? "")
      kept = ""
      tooLong = false
    }
    if (!tooLong) kept += rest
    if (kept.length > longest) {
      kept = ""
      tooLong = true
    }
    return parts.map((line) => line.endsWith("\r") ? line.slice(0, -1) : line)
  }
}

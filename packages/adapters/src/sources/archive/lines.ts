import { Chunk, Stream } from "effect"

/** A line longer than this, in characters, is no line: its place is taken by `unreadableLine`. */
const longest = 1_048_576

/** Stands for a line that is too long to be one. */
const unreadableLine = "\ufffd"

/** The lines of a text without their ends (LF, CRLF or CR), in bounded memory. */
export const lines = <E, R>(text: Stream.Stream<string, E, R>): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const cut = cutter()
    return text.pipe(
      Stream.mapConcatChunk((part) => Chunk.unsafeFromArray(cut(part))),
      Stream.concat(Stream.suspend(() => {
        const last = cut("\n")
        return Stream.fromIterable(last.at(-1) === "" ? last.slice(0, -1) : last)
      }))
    )
  })

/** Cuts text into lines as it comes; what has no end yet is kept for the next part. */
const cutter = () => {
  let kept = ""
  let tooLong = false
  let endedByReturn = false
  return (given: string): Array<string> => {
    // A CRLF may be divided between two parts.
    const text = endedByReturn && given.startsWith("\n") ? given.slice(1) : given
    if (given !== "") endedByReturn = given.endsWith("\r")
    const parts = text.split(/\r\n|\n|\r/)
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
    return parts
  }
}

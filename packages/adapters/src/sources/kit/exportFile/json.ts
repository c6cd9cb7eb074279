import { Chunk, Stream } from "effect"

/** Maximum length of an object in characters. `unreadableObject` replaces a longer one. */
const maxObjectLength = 1_048_576

/** Replaces an object that is too large. */
const unreadableObject = "\ufffd"

/** Splits a streamed JSON array into the texts of its objects. Calls `cutShort` if the array is not complete. */
export const jsonObjects = <E, R>(
  text: Stream.Stream<string, E, R>,
  cutShort: () => void
): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const { cut, isWhole } = objectCutter()
    return Stream.mapConcatChunk(text, (part) => Chunk.unsafeFromArray(cut(part))).pipe(
      Stream.concat(
        Stream.drain(
          Stream.sync(() => {
            if (!isWhole()) cutShort()
          })
        )
      )
    )
  })

const objectCutter = () => {
  let pending = ""
  let depth = 0
  let inText = false
  let escaped = false
  let tooLarge = false
  let first = ""
  let last = ""
  const cut = (part: string): Array<string> => {
    const objects: Array<string> = []
    let start = 0
    for (let at = 0; at < part.length; at++) {
      const character = part[at]!
      if (inText) {
        if (escaped) escaped = false
        else if (character === "\\") escaped = true
        else if (character === '"') inText = false
      } else if (character === '"') inText = depth > 0
      else if (character === "{") {
        if (depth++ === 0) start = at
      } else if (character === "}" && depth > 0 && --depth === 0) {
        objects.push(tooLarge ? unreadableObject : pending + part.slice(start, at + 1))
        pending = ""
        tooLarge = false
      }
      if (depth === 0 && character.trim() !== "") last = character
      if (first === "") first = last !== "" ? last : depth > 0 ? character : ""
    }
    if (depth > 0 && !tooLarge) pending += part.slice(start)
    if (pending.length > maxObjectLength) {
      pending = ""
      tooLarge = true
    }
    return objects
  }
  return { cut, isWhole: () => depth === 0 && last === (first === "[" ? "]" : "}") }
}

/** Maximum length of a line in characters. `unreadableLine` replaces a longer one. */
const maxLineLength = 1_048_576

/** Replaces a line that is too long. */
const unreadableLine = "\ufffd"

/** The lines of a text without their ends (LF, CRLF or CR), in bounded memory. */
export const lines = <E, R>(text: Stream.Stream<string, E, R>): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const cut = lineCutter()
    return text.pipe(
      Stream.mapConcatChunk((part) => Chunk.unsafeFromArray(cut(part))),
      Stream.concat(
        Stream.suspend(() => {
          const last = cut("\n")
          return Stream.fromIterable(last.at(-1) === "" ? last.slice(0, -1) : last)
        })
      )
    )
  })

/** Splits streamed text into lines. An unfinished line waits for the next part. */
const lineCutter = () => {
  let pending = ""
  let tooLong = false
  let endedByReturn = false
  return (part: string): Array<string> => {
    // A CRLF may be split between two parts.
    const text = endedByReturn && part.startsWith("\n") ? part.slice(1) : part
    if (part !== "") endedByReturn = part.endsWith("\r")
    const parts = text.split(/\r\n|\n|\r/)
    const rest = parts.pop() ?? ""
    if (parts.length > 0) {
      parts[0] = tooLong ? unreadableLine : pending + (parts[0] ?? "")
      pending = ""
      tooLong = false
    }
    if (!tooLong) pending += rest
    if (pending.length > maxLineLength) {
      pending = ""
      tooLong = true
    }
    return parts
  }
}

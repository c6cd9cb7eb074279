import { Chunk, Stream } from "effect"

/** Maximum length of an object in characters. `unreadableObject` replaces a longer one. */
const maxObjectLength = 1_048_576

/** Replaces an object that is too large. */
const unreadableObject = "\ufffd"

/** Splits a streamed JSON array into the texts of its objects. Calls `cutShort` if the array is not complete. */
export const jsonObjects = <E, R>(
  text: Stream.Stream<string, E, R>,
  cutShort: () => void
): Stream.Stream<string, E, R> => cutObjects(text, () => objectCutter(), cutShort)

/**
 * The same for an array in a JSON object, the first one or that of a name: `{"version":"1","listens":[…]}`. For an
 * array itself as well. What follows it is ignored. `maxLength` is the longest object, in characters.
 */
export const listedObjects = <E, R>(
  text: Stream.Stream<string, E, R>,
  cutShort: () => void,
  name?: string,
  maxLength: number = maxObjectLength
): Stream.Stream<string, E, R> => cutObjects(text, () => listCutter(name, maxLength), cutShort)

interface Cutter {
  readonly cut: (part: string) => Array<string>
  readonly isWhole: () => boolean
}

const cutObjects = <E, R>(
  text: Stream.Stream<string, E, R>,
  makeCutter: () => Cutter,
  cutShort: () => void
): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const { cut, isWhole } = makeCutter()
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

/** Passes on the text from the first bracket that is not in a string; with a name, from the one after that name. */
const listCutter = (name: string | undefined, maxLength: number): Cutter => {
  const objects = objectCutter(true, maxLength)
  let isInside = false
  let inText = false
  let escaped = false
  let isFirst = true
  let lastText = ""
  const startOf = (part: string): number => {
    for (let at = 0; at < part.length; at++) {
      const character = part[at]!
      if (escaped) escaped = false
      else if (inText && character === "\\") escaped = true
      else if (character === '"') {
        inText = !inText
        if (inText) lastText = ""
      } else if (inText)
        lastText = name !== undefined && lastText.length <= name.length ? lastText + character : lastText
      else if (character === "[" && (name === undefined || isFirst || lastText === name)) return at
      isFirst &&= character.trim() === ""
    }
    return -1
  }
  return {
    cut: (part) => {
      if (isInside) return objects.cut(part)
      const start = startOf(part)
      isInside = start !== -1
      return isInside ? objects.cut(part.slice(start)) : []
    },
    isWhole: objects.hasEnded
  }
}

const objectCutter = (
  isFirstList = false,
  maxLength = maxObjectLength
): Cutter & { readonly hasEnded: () => boolean } => {
  let pending = ""
  let depth = 0
  let inText = false
  let escaped = false
  let tooLarge = false
  let first = ""
  let last = ""
  let hasEnded = false
  const cut = (part: string): Array<string> => {
    const objects: Array<string> = []
    let start = 0
    for (let at = 0; at < part.length && !(isFirstList && hasEnded); at++) {
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
      hasEnded ||= depth === 0 && character === "]"
      if (first === "") first = last !== "" ? last : depth > 0 ? character : ""
    }
    if (depth > 0 && !tooLarge) pending += part.slice(start)
    if (pending.length > maxLength) {
      pending = ""
      tooLarge = true
    }
    return objects
  }
  return { cut, isWhole: () => depth === 0 && last === (first === "[" ? "]" : "}"), hasEnded: () => hasEnded }
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

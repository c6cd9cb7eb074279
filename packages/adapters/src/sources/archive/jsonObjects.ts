import { Chunk, Stream } from "effect"

/** An object larger than this, in characters, is none: its place is taken by `unreadableObject`. */
const longest = 1_048_576

/** Stands for an object that is too large to be one. */
const unreadableObject = "\ufffd"

/**
 * Cuts the objects out of a JSON array of objects as its text comes, each as the text of its own. `cutShort` is called
 * at the end of a text that is not a whole array.
 */
export const jsonObjects = <E, R>(text: Stream.Stream<string, E, R>, cutShort: () => void): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const { cut, isWhole } = cutter()
    return Stream.mapConcatChunk(text, (part) => Chunk.unsafeFromArray(cut(part))).pipe(
      Stream.concat(Stream.drain(Stream.sync(() => {
        if (!isWhole()) cutShort()
      })))
    )
  })

const cutter = () => {
  let kept = ""
  let depth = 0
  let inText = false
  let escaped = false
  let tooLarge = false
  let first = ""
  let last = ""
  const cut = (part: string): Array<string> => {
    const found: Array<string> = []
    let start = 0
    for (let at = 0; at < part.length; at++) {
      const sign = part[at]!
      if (inText) {
        if (escaped) escaped = false
        else if (sign === "\\") escaped = true
        else if (sign === "\"") inText = false
      } else if (sign === "\"") inText = depth > 0
      else if (sign === "{") {
        if (depth++ === 0) start = at
      } else if (sign === "}" && depth > 0 && --depth === 0) {
        found.push(tooLarge ? unreadableObject : kept + part.slice(start, at + 1))
        kept = ""
        tooLarge = false
      }
      if (depth === 0 && sign.trim() !== "") last = sign
      if (first === "") first = last !== "" ? last : depth > 0 ? sign : ""
    }
    if (depth > 0 && !tooLarge) kept += part.slice(start)
    if (kept.length > longest) {
      kept = ""
      tooLarge = true
    }
    return found
  }
  return { cut, isWhole: () => depth === 0 && last === (first === "[" ? "]" : "}") }
}

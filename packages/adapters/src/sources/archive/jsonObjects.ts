import { Chunk, Stream } from "effect"

/** An object larger than this, in characters, is none: its place is taken by `unreadableObject`. */
const longest = 1_048_576

/** Stands for an object that is too large to be one. */
const unreadableObject = "\ufffd"

/** Cuts the objects out of a JSON array of objects as its text comes, each as the text of its own. */
export const jsonObjects = <E, R>(text: Stream.Stream<string, E, R>): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const cut = cutter()
    return Stream.mapConcatChunk(text, (part) => Chunk.unsafeFromArray(cut(part)))
  })

const cutter = () => {
  let kept = ""
  let depth = 0
  let inText = false
  let escaped = false
  let tooLarge = false
  return (part: string): Array<string> => {
    const found: Array<string> = []
    let start = 0
    for (let at = 0; at < part.length; at++) {
      const sign = part[at]
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
    }
    if (depth > 0 && !tooLarge) kept += part.slice(start)
    if (kept.length > longest) {
      kept = ""
      tooLarge = true
    }
    return found
  }
}

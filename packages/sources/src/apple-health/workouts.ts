import { Chunk, Stream } from "effect"

/** Maximum length of an element of a workout, in characters. Watches write an event for each segment of a run. */
const maxElementLength = 16 * 1_048_576

/** Start of an element that matters. Its attributes follow after white space, so `<WorkoutRoute` is not one. */
const startOfElement = /<(Workout|ExportDate)\s/g

/** The end of a tag. Values may contain `>`. */
const endOfTag = (text: string, from: number): number => {
  let quote = ""
  for (let at = from; at < text.length; at++) {
    const character = text[at]!
    if (quote !== "") quote = character === quote ? "" : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === ">") return at
  }
  return -1
}

/** The elements `Workout` and `ExportDate` of an export, as text. An element that is too long is null. */
interface ElementCutter {
  readonly feed: (part: string) => Array<string | null>
  /** Whether the document ended as it should. */
  readonly isWhole: () => boolean
}

/**
 * Cuts elements out of a document without parsing the rest: nearly all of it are single measurements, and its
 * declaration of types is not well-formed.
 */
const elementCutter = (): ElementCutter => {
  let pending = ""
  let isOpen = false
  let tail = ""
  const feed = (part: string): Array<string | null> => {
    const elements: Array<string | null> = []
    const text = pending + part
    tail = (tail + part).slice(-64)
    let from = 0
    isOpen = false
    while (true) {
      startOfElement.lastIndex = from
      const match = startOfElement.exec(text)
      if (match === null) break
      const tagEnd = endOfTag(text, match.index)
      const close = `</${match[1]}>`
      const isEmpty = tagEnd !== -1 && text[tagEnd - 1] === "/"
      const closeAt = tagEnd === -1 || isEmpty ? -1 : text.indexOf(close, tagEnd)
      const end = isEmpty ? tagEnd + 1 : closeAt === -1 ? -1 : closeAt + close.length
      if (end === -1) {
        from = match.index
        isOpen = true
        break
      }
      elements.push(text.slice(match.index, end))
      from = end
    }
    // The start of an element may be split between two parts.
    pending = isOpen ? text.slice(from) : text.slice(Math.max(from, text.length - 12))
    if (pending.length > maxElementLength) {
      elements.push(null)
      pending = pending.slice(-12)
      isOpen = false
    }
    return elements
  }
  return { feed, isWhole: () => !isOpen && /<\/HealthData>\s*$/.test(tail) }
}

/** The elements of a streamed document. Calls `cutShort` if it has no end. */
export const healthElements = <E, R>(
  text: Stream.Stream<string, E, R>,
  cutShort: () => void
): Stream.Stream<string | null, E, R> =>
  Stream.suspend(() => {
    const { feed, isWhole } = elementCutter()
    return Stream.mapConcatChunk(text, (part) => Chunk.unsafeFromArray(feed(part))).pipe(
      Stream.concat(
        Stream.drain(
          Stream.sync(() => {
            if (!isWhole()) cutShort()
          })
        )
      )
    )
  })

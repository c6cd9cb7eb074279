import type { Document } from "./Document.js"
import type { Window } from "./Embedder.js"
import { searchedBody } from "./indexed.js"

/** How much of a chunk the next one repeats, so that no sentence is only ever seen cut in two. */
const overlapShare = 8

/**
 * The parts of a text that are embedded, the first with its title and subtitle: where there are more than the window
 * wants, that first one and others spread evenly over the rest. Never empty texts; none for an empty document.
 */
export const chunksOf = ({ body, subtitle, title }: Pick<Document, "title" | "subtitle" | "body">, { characters, chunks }: Window): ReadonlyArray<string> => {
  const heading = [title, subtitle].filter((text) => text !== null && text !== "").join("\n")
  const text = `${heading}\n${searchedBody(body ?? "")}`.replace(/\s+/gu, " ").trim()
  const parts = cutUp(text, characters)
  if (parts.length <= chunks) return parts
  const step = (parts.length - 1) / Math.max(1, chunks - 1)
  return Array.from({ length: chunks }, (_, index) => parts[Math.round(index * step)]!)
}

/** Cuts between words, as far as there are any. */
const cutUp = (text: string, characters: number): ReadonlyArray<string> => {
  const parts: Array<string> = []
  for (let start = 0; start < text.length;) {
    const limit = start + characters
    const space = limit < text.length ? text.lastIndexOf(" ", limit) : -1
    const end = limit >= text.length ? text.length : space > start ? space : limit
    const part = text.slice(start, end).trim()
    if (part !== "") parts.push(part)
    if (end >= text.length) break
    const back = text.indexOf(" ", end - Math.floor(characters / overlapShare))
    start = back > start && back < end ? back + 1 : end
  }
  return parts
}

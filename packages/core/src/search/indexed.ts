import type { Document } from "./Document.js"
import { termsOf, wordsOf } from "./terms.js"

/** How much of a body can be searched for, in characters (contract §9). */
const bodyLimit = 12_000

const keyLimit = 120

/** A document as it is found: words in one spelling, by field. */
export interface IndexedDocument {
  /** The title's terms in one line: what a search for the beginning of a title goes by. */
  readonly titleKey: string
  readonly title: ReadonlyArray<string>
  readonly subtitle: ReadonlyArray<string>
  readonly body: ReadonlyArray<string>
}

/** A title's terms, or a search's, in one line. */
export const keyOf = (terms: ReadonlyArray<string>): string => Array.from(terms.join(" ")).slice(0, keyLimit).join("")

/** The first 12,000 characters of a body, never half a one. */
export const searchedBody = (body: string): string => body.slice(0, bodyLimit).replace(/[\ud800-\udbff]$/u, "")

export const indexed = ({ body, subtitle, title }: Pick<Document, "title" | "subtitle" | "body">): IndexedDocument => ({
  titleKey: keyOf(termsOf(title)),
  title: wordsOf(title),
  subtitle: wordsOf(subtitle ?? ""),
  body: wordsOf(searchedBody(body ?? ""))
})

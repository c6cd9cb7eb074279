import type { Document } from "../document/Document.js"
import type { Pair } from "../document/pairs.js"

/** The text of a mail with its labels and values: what everything in it is read from. */
export interface Source {
  readonly document: Document
  readonly pairs: ReadonlyArray<Pair>
}

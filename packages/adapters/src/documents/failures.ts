import { Data } from "effect"

/** Has more bytes than are read, or fills the memory of the thread. */
export class DocumentTooLarge extends Data.TaggedError("DocumentTooLarge")<{ readonly message: string }> {}

/** Has more parts, elements or levels of nesting than are read. */
export class DocumentTooComplex extends Data.TaggedError("DocumentTooComplex")<{ readonly message: string }> {}

/** Took longer than its time limit. */
export class DocumentTooSlow extends Data.TaggedError("DocumentTooSlow")<{ readonly message: string }> {}

/** The parser failed; another attempt would end the same way. */
export class DocumentUnreadable extends Data.TaggedError("DocumentUnreadable")<{ readonly message: string }> {}

/** Why a document was not read. `message` says what happened; it never quotes the document. */
export type DocumentFailure = DocumentTooLarge | DocumentTooComplex | DocumentTooSlow | DocumentUnreadable

const kinds = { DocumentTooLarge, DocumentTooComplex, DocumentTooSlow, DocumentUnreadable } as const

/** A failure as it crosses from the thread to the host: classes do not. */
export interface FailureMessage {
  readonly kind: keyof typeof kinds
  readonly message: string
}

export const isDocumentFailure = (cause: unknown): cause is DocumentFailure => Object.values(kinds).some((kind) => cause instanceof kind)

export const toMessage = ({ _tag, message }: DocumentFailure): FailureMessage => ({ kind: _tag, message })

export const fromMessage = ({ kind, message }: FailureMessage): DocumentFailure => new kinds[kind]({ message })

/** The failure that an error of a parser stands for. */
export const failureOf = (cause: unknown): DocumentFailure => {
  if (isDocumentFailure(cause)) return cause
  // V8's word for a recursion that is too deep, and for a string or array that is too long.
  if (cause instanceof RangeError) return new DocumentTooComplex({ message: "it is nested too deeply, or one of its texts is too long" })
  return new DocumentUnreadable({ message: "its parser failed on it" })
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576 * 10) / 10} MB`

/** Fails for a document of more bytes than are read. */
export const checkBytes = (bytes: number, most: number): void => {
  if (bytes > most) throw new DocumentTooLarge({ message: `it has ${megabytes(bytes)}; up to ${megabytes(most)} are read` })
}

/** Fails for a document that has more of something than is read. */
export const checkCount = (count: number, most: number, what: string): void => {
  if (count > most) throw new DocumentTooComplex({ message: `it has more than ${most.toLocaleString("en")} ${what}` })
}

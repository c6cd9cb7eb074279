import { Data } from "effect"

const megabyte = 1_048_576

/** Limits of one HTML document, far above real pages and mails. */
export interface HtmlLimits {
  readonly elements: number
  /** Nesting depth. Chrome's limit is 512. */
  readonly nesting: number
  /** Attributes of one element. */
  readonly attributes: number
}

/**
 * Limits for each kind of untrusted document. Bytes are of the original; times are per document in the thread,
 * milliseconds.
 */
export const limits = {
  mail: {
    bytes: 40 * megabyte,
    millis: 20_000,
    /** MIME parts, including attached mails. */
    parts: 2_000,
    /** Nesting depth of MIME parts. */
    nesting: 32,
    /** Headers of all parts together. */
    headerBytes: megabyte / 4,
    /** Bytes kept of one text or HTML part. Sellers' mails have up to 300 KB. */
    textBytes: 2_000_000,
    html: { elements: 50_000, nesting: 512, attributes: 200 }
  },
  pass: { bytes: 10 * megabyte, millis: 10_000 },
  calendar: { bytes: 32 * megabyte, millis: 60_000 },
  page: { bytes: 8 * megabyte, millis: 20_000, html: { elements: 100_000, nesting: 512, attributes: 200 } }
} as const

/** Heap of the thread. A mail of 40 MB and a calendar of 32 MB need less. */
export const heapMegabytes = 512

/** Exceeds the size limit or the thread's memory. */
export class DocumentTooLarge extends Data.TaggedError("DocumentTooLarge")<{ readonly message: string }> {}

/** Exceeds the limits of parts, elements or nesting. */
export class DocumentTooComplex extends Data.TaggedError("DocumentTooComplex")<{ readonly message: string }> {}

/** Exceeded its time limit. */
export class DocumentTooSlow extends Data.TaggedError("DocumentTooSlow")<{ readonly message: string }> {}

/** The parser failed; a retry would fail the same way. */
export class DocumentUnreadable extends Data.TaggedError("DocumentUnreadable")<{ readonly message: string }> {}

/** Why a document was not read. `message` never quotes the document. */
export type DocumentFailure = DocumentTooLarge | DocumentTooComplex | DocumentTooSlow | DocumentUnreadable

const kinds = { DocumentTooLarge, DocumentTooComplex, DocumentTooSlow, DocumentUnreadable } as const

/** A failure as a message: class instances cannot cross threads. */
export interface FailureMessage {
  readonly kind: keyof typeof kinds
  readonly message: string
}

export const isDocumentFailure = (cause: unknown): cause is DocumentFailure =>
  Object.values(kinds).some((kind) => cause instanceof kind)

export const toMessage = ({ _tag, message }: DocumentFailure): FailureMessage => ({ kind: _tag, message })

export const fromMessage = ({ kind, message }: FailureMessage): DocumentFailure => new kinds[kind]({ message })

/** Maps a parser's error to a failure. */
export const failureOf = (cause: unknown): DocumentFailure => {
  if (isDocumentFailure(cause)) return cause
  // V8 throws RangeError for deep recursion and for strings or arrays that are too long.
  if (cause instanceof RangeError)
    return new DocumentTooComplex({ message: "it is nested too deeply, or one of its texts is too long" })
  return new DocumentUnreadable({ message: "its parser failed on it" })
}

const megabytes = (bytes: number) => `${Math.round((bytes / 1_048_576) * 10) / 10} MB`

/** Throws for a document over the size limit. */
export const checkBytes = (bytes: number, max: number): void => {
  if (bytes > max)
    throw new DocumentTooLarge({ message: `it has ${megabytes(bytes)}; up to ${megabytes(max)} are read` })
}

/** Throws for a document over a limit of parts. */
export const checkCount = (count: number, max: number, what: string): void => {
  if (count > max) throw new DocumentTooComplex({ message: `it has more than ${max.toLocaleString("en")} ${what}` })
}

const megabyte = 1_048_576

/** What is read of one HTML document. No page or mail that people read comes near. */
export interface HtmlLimits {
  readonly elements: number
  /** Elements within each other. Chrome keeps 512. */
  readonly nesting: number
  /** Attributes of one element. */
  readonly attributes: number
}

/**
 * Limits for each kind of document that others write. Bytes are of the document as it comes; times are for one document in
 * the thread, in milliseconds.
 */
export const limits = {
  mail: {
    bytes: 40 * megabyte,
    millis: 20_000,
    /** MIME parts, those of attached mails included. */
    parts: 2_000,
    /** MIME parts within each other. */
    nesting: 32,
    /** Headers of all parts together. */
    headerBytes: megabyte / 4,
    /** Of one text or HTML part as much is kept. Sellers' mails have up to 300 KB. */
    textBytes: 2_000_000,
    html: { elements: 50_000, nesting: 512, attributes: 200 }
  },
  pass: { bytes: 10 * megabyte, millis: 10_000 },
  calendar: { bytes: 32 * megabyte, millis: 60_000 },
  page: { bytes: 8 * megabyte, millis: 20_000, html: { elements: 100_000, nesting: 512, attributes: 200 } }
} as const

/** Heap of the thread. A mail of 40 MB and a calendar of 32 MB need less. */
export const heapMegabytes = 512

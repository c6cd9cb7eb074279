import type { Document } from "../document/Document.js"

/** A mail as its readers see it; of a forwarded one the mail inside. */
export interface Mail {
  /** Its Message-ID without brackets, else its hash: the same wherever it came from. */
  readonly key: string
  /** SHA-256 of the raw message, line ends apart. */
  readonly hash: string
  /** The sender's address; "" where there is none. */
  readonly from: string
  /** What the sender calls itself; "" where it does not say. */
  readonly sender: string
  /** What the people are called whom it was sent to. */
  readonly recipients: ReadonlyArray<string>
  readonly subject: string
  /** When it was written, epoch milliseconds; 0 where it does not say. */
  readonly sentAt: number
  /** "" where it has none. */
  readonly html: string
  /** The text, of the HTML where there is some: sellers' own text parts lose lines. */
  readonly document: Document
  /** What is in the passes for wallets that are attached. */
  readonly passes: ReadonlyArray<unknown>
  /** Calendars that are attached. */
  readonly calendars: ReadonlyArray<string>
  /** Mails that are attached whole, as some programs forward them. */
  readonly attached: ReadonlyArray<Mail>
  /** Sent to many, by its own headers. */
  readonly isBulk: boolean
}

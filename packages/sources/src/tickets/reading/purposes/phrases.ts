/**
 * Purpose of a mail. `order` is a purchase and `received` a transfer to the reader. `cancelled`, `moved`, `given`,
 * `sold` and `refunded` change what is known, `offered` and `unclear` wait for review, `upgrade` adds to an order. The
 * others are not about tickets that somebody has.
 */
export const purposes = [
  "order",
  "received",
  "upgrade",
  "cancelled",
  "moved",
  "given",
  "sold",
  "refunded",
  "offered",
  "unclear",
  "sale",
  "cart",
  "declined",
  "reservation",
  "waitlist",
  "offer",
  "addOn",
  "parking",
  "plan",
  "insurance",
  "goods",
  "reminder",
  "survey",
  "account",
  "marketing"
] as const
export type Purpose = (typeof purposes)[number]

/** Patterns of one purpose. */
interface PurposePatterns {
  /** In the subject and in the first lines. */
  readonly anywhere?: RegExp
  /** Words that say it in a subject only; in the text they may be of a footer or an offer. */
  readonly subject?: RegExp
}

/** What the mails of one language say. */
export interface LanguagePhrases {
  readonly language: string
  /** Frequent words, by which the language is recognised. */
  readonly frequent: RegExp
  /** Sentences and headings that only a completed purchase has. */
  readonly bought: RegExp
  /** Names an order of the reader; with its number and its tickets a purchase, too. */
  readonly named: RegExp
  /** Lines that say what would be, not what is. */
  readonly conditional: RegExp
  readonly purposes: Readonly<Partial<Record<Purpose, PurposePatterns>>>
}

/** Latin letters and digits. A class of all alphabets takes a hundred times as long to compile. */
const letter = "[0-9A-Za-zÀ-ɏ]"

/** Matches whole words in Latin letters, ignoring case. */
export const words = (...patterns: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?<!${letter})(?:${patterns.join("|")})(?!${letter})`, "i")

/** Matches in scripts without blanks. */
export const parts = (...patterns: ReadonlyArray<string>): RegExp => new RegExp(patterns.join("|"), "u")

import type { Mention } from "@daybook/core/attending"
import type { PageContent } from "@daybook/core/reading"
import type { Span } from "../sources/ics/Span.js"
import type { FailureMessage } from "./failures.js"

/** A document that others wrote, as the thread gets it. */
export type DocumentRequest =
  | { readonly _tag: "Page"; readonly html: string; readonly url: string }
  /** The text of an article, as a read-later service gives it. */
  | { readonly _tag: "Article"; readonly html: string }
  | { readonly _tag: "Mail"; readonly raw: Uint8Array } & MailOptions
  | { readonly _tag: "Pass"; readonly raw: Uint8Array }
  | { readonly _tag: "Calendar"; readonly text: string; readonly window: CalendarWindow }

export interface MailOptions {
  /** A person imported it by itself. */
  readonly isHandedIn: boolean
  /** Addresses and domains of sellers besides the known ones. */
  readonly senders: ReadonlyArray<string>
}

/** Now, and for which days series are told. Epoch milliseconds. */
export interface CalendarWindow extends Span {
  readonly now: number
}

/** Whose a mail is, known before it is taken apart. */
export interface Envelope {
  /** As in `Mail`. */
  readonly key: string
  readonly hash: string
  readonly from: string
  readonly subject: string
  readonly sentAt: number
}

/** What a calendar says, apart from its rows. */
export interface CalendarSummary {
  /** Events that could not be read. */
  readonly broken: number
  readonly isCalendar: boolean
  /** True where the calendar ends as it says it does. */
  readonly isWhole: boolean
  /** True where series have more events than are told. */
  readonly isCut: boolean
}

export type DocumentAnswer =
  | { readonly _tag: "Page"; readonly page: PageContent }
  | { readonly _tag: "Article"; readonly text: string | null }
  | { readonly _tag: "Mentions"; readonly mentions: ReadonlyArray<Mention> }
  | { readonly _tag: "Calendar"; readonly summary: CalendarSummary }
  | { readonly _tag: "Refused"; readonly failure: FailureMessage }

/** What comes before the answer. */
export type DocumentPart =
  | { readonly _tag: "Envelope"; readonly envelope: Envelope }
  | { readonly _tag: "Mentions"; readonly mentions: ReadonlyArray<Mention> }

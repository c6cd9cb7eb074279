import type { Mention } from "@daybook/core/attending"
import type { PageContent } from "@daybook/core/reading"
import type { LeftOut } from "@daybook/core/sync"
import type { Span } from "../kit/ics/calendarFile.js"
import type { FailureMessage } from "./limits.js"

/** An untrusted document, as sent to the thread. */
export type DocumentRequest =
  | { readonly _tag: "Page"; readonly html: string; readonly url: string }
  /** HTML of an article from a read-later service. */
  | { readonly _tag: "Article"; readonly html: string }
  | ({ readonly _tag: "Mail"; readonly raw: Uint8Array } & MailOptions)
  | { readonly _tag: "Pass"; readonly raw: Uint8Array }
  | { readonly _tag: "Calendar"; readonly text: string; readonly window: CalendarWindow }

export interface MailOptions {
  /** A person imported this mail by itself. */
  readonly isHandedIn: boolean
  /** Addresses and domains of additional sellers. */
  readonly senders: ReadonlyArray<string>
}

/** Now, and the span for which series are expanded. Epoch milliseconds. */
export interface CalendarWindow extends Span {
  readonly now: number
}

/** Identity of a mail, known before it is parsed. */
export interface Envelope {
  /** As in `Mail`. */
  readonly key: string
  readonly hash: string
  readonly from: string
  readonly subject: string
  readonly sentAt: number
}

/** Result of a calendar, apart from its rows. */
export interface CalendarSummary {
  /** Number of events that could not be read. */
  readonly broken: number
  /** The first of them. */
  readonly leftOut: ReadonlyArray<LeftOut>
  readonly isCalendar: boolean
  /** True when the calendar is complete. */
  readonly isWhole: boolean
  /** True when series were cut off at the limit. */
  readonly isCut: boolean
}

export type DocumentAnswer =
  | { readonly _tag: "Page"; readonly page: PageContent }
  | { readonly _tag: "Article"; readonly text: string | null }
  | { readonly _tag: "Mentions"; readonly mentions: ReadonlyArray<Mention> }
  | { readonly _tag: "Calendar"; readonly summary: CalendarSummary }
  | { readonly _tag: "Refused"; readonly failure: FailureMessage }

/** Parts sent before the answer. */
export type DocumentPart =
  | { readonly _tag: "Envelope"; readonly envelope: Envelope }
  | { readonly _tag: "Mentions"; readonly mentions: ReadonlyArray<Mention> }

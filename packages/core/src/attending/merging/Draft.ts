import type { LocalDate } from "../../shared/LocalDate.js"
import type { Concert } from "../concerts.js"
import type { Game } from "../games.js"
import type { EventType } from "../kinds.js"
import type { External, Order, PerformerMention, VenueMention } from "../records.js"

/** Why something is no event yet. */
export type Doubt = "unread" | "undated" | "unconfirmed"

/** An order of an event, what was said of it last. `key` names it within the event. */
export interface DraftOrder extends Order {
  readonly key: string
}

/** What mentions come to. */
export interface Draft {
  /** Of the mentions, each once; the first names the draft. */
  readonly members: ReadonlyArray<string>
  /** Null where it is an event for sure. */
  readonly doubt: Doubt | null
  /** Null only where there is doubt. */
  readonly kind: EventType | null
  readonly title: string
  readonly subtitle: string | null
  /** Null only where there is doubt. */
  readonly date: LocalDate | null
  readonly lastDate: LocalDate | null
  /** Epoch milliseconds. */
  readonly at: number | null
  /** The same as ISO 8601 with the venue's offset. */
  readonly startsAt: string | null
  /** First instant after its last day at the venue; epoch milliseconds. */
  readonly over: number | null
  readonly status: "scheduled" | "postponed" | "cancelled"
  /** Whether the person is there, once it is over. */
  readonly going: boolean
  readonly external: External | null
  readonly game: Game | null
  /** The concerts of the set-list service that belong to it, the one that gave its name first. */
  readonly concerts: ReadonlyArray<Concert>
  readonly venue: VenueMention | null
  readonly teams: { readonly home: string; readonly away: string } | null
  readonly mySide: "home" | "away" | null
  readonly performers: ReadonlyArray<PerformerMention>
  readonly orders: ReadonlyArray<DraftOrder>
  readonly notes: string | null
  /** Which mention, game or concert gave each field. */
  readonly origins: Readonly<Record<string, string>>
  /** Why each member is in it. */
  readonly reasons: Readonly<Record<string, string>>
}

import type { EventType, PerformerMention } from "@daybook/core/attending"
import type { LocalDate } from "@daybook/core/shared"
import type { Fixture } from "./fixtures.js"
import type { Place } from "./places.js"

/** Who sells tickets. `door` is paid on the spot: nothing is written of it. */
export type Vendor = "ticketmaster" | "axs" | "seatgeek" | "stubhub" | "eventbrite" | "vividseats"

/** One order, as its confirmation tells it. */
export interface Purchase {
  readonly vendor: Vendor
  readonly orderId: string
  /** Null where nobody has a seat. */
  readonly section: string | null
  readonly row: string | null
  readonly seats: ReadonlyArray<string>
  readonly quantity: number
  /** Of the whole order, minor units. */
  readonly totalCents: number
  readonly currency: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** Something that the person goes to, or meant to. */
export interface Outing {
  /** Its own for good, and the same in every telling. */
  readonly key: string
  readonly kind: EventType
  /** Of a concert the headliner's name, of a play its title, of a game "away at home", of a festival its name. */
  readonly title: string
  readonly place: Place
  readonly date: LocalDate
  /** The last date, inclusive, of what lasts several days. */
  readonly lastDate: LocalDate | null
  /** Start at the place, `HH:MM`; null for what lasts several days. */
  readonly time: string | null
  /** Start, epoch milliseconds; of what lasts several days the start of the first. */
  readonly at: number
  /** The game; null of everything else. */
  readonly fixture: Fixture | null
  readonly performers: ReadonlyArray<PerformerMention>
  /** When it came into the calendar or was bought: nothing knows of it before. Epoch milliseconds. */
  readonly knownAt: number
  /** Put off, and when that was told: `date` and `time` are the new ones. */
  readonly moved: { readonly from: LocalDate; readonly time: string; readonly at: number } | null
  /** When it was called off, epoch milliseconds; null where it takes place. */
  readonly cancelledAt: number | null
  /** Whether the person goes. */
  readonly goes: boolean
  readonly purchases: ReadonlyArray<Purchase>
  /** Whether a row of the calendar tells of it. Where the person does not go after all, it is declined there. */
  readonly inCalendar: boolean
  /** Whether the set-list service knows it, and whether the person marked it there as attended. */
  readonly setlist: { readonly id: string; readonly isMarked: boolean } | null
}

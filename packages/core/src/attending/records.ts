import type { LocalDate } from "../shared/LocalDate.js"
import type { EventType } from "./kinds.js"

/** What one calendar row, ticket mail, attended list, import or the person says of one event. Unique in its source by `key`. */
export interface Mention {
  /** The natural key at the source: id of a calendar row (with its recurrence), Message-ID and place of a reservation in it. */
  readonly key: string
  /** When it was said: a mail's arrival, a calendar row's last change; epoch milliseconds. Later words on one thing win. */
  readonly saidAt: number
  /** `unread` is a mail from a seller that nobody understands: kept for review. */
  readonly state: "confirmed" | "cancelled" | "postponed" | "unread"
  /** Null where it cannot be told from this mention alone. */
  readonly kind: EventType | null
  /** The event's name as the source writes it; a mail's subject where it is unread. */
  readonly title: string | null
  /** The venue's calendar date. Null where not told. */
  readonly date: LocalDate | null
  /** The last date of an event of several days, inclusive; null for one day. */
  readonly lastDate: LocalDate | null
  /** Start on the venue's clock, `HH:MM`; null for all-day rows and where not told. */
  readonly time: string | null
  /** Start as an instant (epoch milliseconds) where the source knows the offset. */
  readonly at: number | null
  readonly venue: VenueMention | null
  readonly performers: ReadonlyArray<PerformerMention>
  /** Team names as written, where the title is of the form "away at home" or says so otherwise. */
  readonly teams: { readonly home: string; readonly away: string } | null
  /** Known to a provider of facts, such as a set list's id. */
  readonly external: External | null
  readonly orders: ReadonlyArray<Order>
  /** False where the person declined, true where the source says they were there, null where neither. */
  readonly attended: boolean | null
  readonly notes: string | null
  /** True where the form of a calendar row is that of everyday life: one of a series, a call, a few minutes, many invited. Absent where not known. */
  readonly routine?: boolean
  /** How it was read, so that it can be read again: SHA-256 of the raw message, and the version of the reading. */
  readonly evidence: Evidence | null
}

interface Evidence {
  readonly hash: string
  readonly parser: number
  readonly excerpt: string | null
  /** Why the message is unread: what happened and what to do next. */
  readonly reason?: string | null
}

export interface VenueMention {
  readonly name: string
  readonly address: string | null
  readonly city: string | null
  readonly state: string | null
  /** ISO 3166, two letters. */
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly capacity: number | null
  /** IANA name. */
  readonly zone: string | null
}

export interface PerformerMention {
  readonly name: string
  readonly type: "musical_artist" | "comedian" | "theater_company" | "speaker" | "other"
  readonly role: "headliner" | "opener" | "support" | "guest" | "mc"
  /** MusicBrainz's id of the artist. */
  readonly mbid: string | null
}

/** One order at a seller. Unique by vendor and order id; without an id it is the mention's own. */
export interface Order {
  /** Such as `ticketmaster`, `axs`, `seatgeek`, `manual`. */
  readonly vendor: string
  readonly orderId: string | null
  readonly section: string | null
  readonly row: string | null
  /** Placeholders such as "GA" or "-" are no seats. */
  readonly seats: ReadonlyArray<string>
  readonly quantity: number | null
  /** Of the whole order, minor units. */
  readonly totalCents: number | null
  /** ISO 4217. */
  readonly currency: string | null
  /** Epoch milliseconds. */
  readonly purchasedAt: number | null
}

export const externalSources = ["mlb_stats_api", "espn", "setlist_fm"] as const
/** Who knows facts of an event: `mlb_stats_api`, `espn`, `setlist_fm`, and their id of it. */
export interface External {
  readonly source: typeof externalSources[number]
  readonly id: string
}

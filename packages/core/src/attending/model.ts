import type { LocalDate } from "../shared/LocalDate.js"
import type { EventType } from "./kinds.js"

/**
 * One report of an event: a calendar row, a ticket mail, an entry of an attended list, an import or a manual entry.
 * Unique in its source by `key`.
 */
export interface Mention {
  /**
   * The natural key at the source: the id of a calendar row with its recurrence, or the Message-ID and the position of
   * the reservation in the mail.
   */
  readonly key: string
  /**
   * The time of the report, epoch milliseconds: a mail's arrival, a calendar row's last change. The latest report wins.
   */
  readonly saidAt: number
  /** `unread` is a seller's mail that no parser understands. It is stored for review. */
  readonly state: "confirmed" | "cancelled" | "postponed" | "unread"
  /** Null if this mention alone does not determine it. */
  readonly kind: EventType | null
  /** The event's name as the source writes it; the subject of an unread mail. */
  readonly title: string | null
  /** The date at the venue. Null if not reported. */
  readonly date: LocalDate | null
  /** The last date of an event of several days, inclusive; null for one day. */
  readonly lastDate: LocalDate | null
  /** Local start at the venue, `HH:MM`; null for all-day rows and if not reported. */
  readonly time: string | null
  /** Start as an instant (epoch milliseconds), if the source has the offset. */
  readonly at: number | null
  readonly venue: VenueMention | null
  readonly performers: ReadonlyArray<PerformerMention>
  /** Team names as written, if the title has the form "away at home" or the source names them. */
  readonly teams: { readonly home: string; readonly away: string } | null
  /** The id at a provider of games or concerts, such as a set list's id. */
  readonly external: External | null
  readonly orders: ReadonlyArray<Order>
  /** True if these tickets were transferred to somebody else: those of `orders`, or all if it has no count. */
  readonly isTransferred?: boolean
  /** False if the owner declined, true if the source confirms attendance, else null. */
  readonly attended: boolean | null
  readonly notes: string | null
  /**
   * True if a calendar row has the form of an everyday appointment: one of a series, a call, a few minutes, many
   * guests. Absent if unknown.
   */
  readonly routine?: boolean
  /** SHA-256 of the raw message and the parser's version, so that it can be parsed again. */
  readonly evidence: Evidence | null
}

interface Evidence {
  readonly hash: string
  readonly parser: number
  readonly excerpt: string | null
  /** Why the message could not be parsed, and what to do next. */
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

/** One order at a seller. Unique by vendor and order id; without an id it belongs only to its mention. */
export interface Order {
  /** Such as `ticketmaster`, `axs`, `seatgeek`, `manual`. */
  readonly vendor: string
  readonly orderId: string | null
  readonly section: string | null
  readonly row: string | null
  /** Without placeholders such as "GA" or "-". */
  readonly seats: ReadonlyArray<string>
  readonly quantity: number | null
  /** The total of the order, in minor units. */
  readonly totalCents: number | null
  /** ISO 4217. */
  readonly currency: string | null
  /** Epoch milliseconds. */
  readonly purchasedAt: number | null
}

export const externalSources = ["mlb_stats_api", "espn", "setlist_fm"] as const
/** An event's provider (`mlb_stats_api`, `espn`, `setlist_fm`) and its id there. */
export interface External {
  readonly source: (typeof externalSources)[number]
  readonly id: string
}

/** A concert as the set-list service reports it. */
export interface Concert {
  /** The service's id of the set list. */
  readonly id: string
  readonly date: LocalDate
  readonly artist: { readonly name: string; readonly mbid: string | null }
  readonly venue: VenueMention | null
  readonly tour: string | null
  readonly url: string
  readonly songs: ReadonlyArray<{
    readonly name: string
    readonly cover: string | null
    readonly encore: number | null
    readonly tape: boolean
  }>
}

/** Whether the mention contains nothing but a cancellation. */
const isBareCancellation = ({ at, date, orders, state, title }: Mention): boolean =>
  state === "cancelled" && date === null && at === null && title === null && orders.length === 0

/**
 * Completes a bare cancellation with the stored mention of the same key. Null if there is none, since the cancelled
 * event is then unknown. Other mentions are returned unchanged.
 */
export const completeMention = (mention: Mention, storedMention: Mention | undefined): Mention | null => {
  if (!isBareCancellation(mention)) return mention
  return storedMention === undefined
    ? null
    : { ...storedMention, state: "cancelled", saidAt: Math.max(storedMention.saidAt, mention.saidAt) }
}

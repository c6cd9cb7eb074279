import { type RowOf, bigint, choice, date, instant, integer, number, text, texts, unknownOf } from "../kit/record.js"
import type { LocalDate } from "../shared/LocalDate.js"
import { type EventType, categories, eventTypes } from "./kinds.js"

export const mentionStates = ["confirmed", "cancelled", "postponed", "unread"] as const

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
  readonly state: (typeof mentionStates)[number]
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
  /**
   * True if the owner no longer has these tickets, because they were transferred to somebody else, sold or refunded:
   * those of `orders`, or all if it has no count.
   */
  readonly isTransferred?: boolean
  /** True if it only moves an order to another day: it does not prove that there is an order. */
  readonly isMove?: boolean
  /** True if the price of its orders adds to what was paid before, as for an upgrade. */
  readonly isAddition?: boolean
  /** False if the owner declined, true if the source confirms attendance, else null. */
  readonly attended: boolean | null
  readonly notes: string | null
  /**
   * True if a calendar row has the form of an everyday appointment: one of a series, a call, a few minutes, many
   * guests. Absent if unknown.
   */
  readonly routine?: boolean
  /** The dates that a calendar row had before it was moved, oldest first. Absent if it never was. */
  readonly formerDates?: ReadonlyArray<LocalDate>
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

/** Where a venue is. Coordinates in degrees. */
export const venuePosition = {
  name: text({ sensitivity: "public", description: "Name", example: "Tidewater Park" }),
  city: text({ nullable: true, sensitivity: "city", description: "City", example: "Portland" }),
  state: text({ nullable: true, sensitivity: "region", description: "State or region", example: "Oregon" }),
  /** ISO 3166, two letters. */
  country: text({ nullable: true, sensitivity: "country", description: "Country", example: "Germany" }),
  latitude: number({ nullable: true, sensitivity: "closed", description: "Latitude in degrees", example: 45.52 }),
  longitude: number({ nullable: true, sensitivity: "closed", description: "Longitude in degrees", example: -122.68 })
}

/** The position of a venue's city, if the gazetteer contains it. */
export const cityPosition = {
  cityLatitude: number({
    nullable: true,
    sensitivity: "closed",
    description: "Latitude of the city in degrees, from GeoNames",
    example: 47.60621
  }),
  cityLongitude: number({
    nullable: true,
    sensitivity: "closed",
    description: "Longitude of the city in degrees, from GeoNames",
    example: -122.33207
  })
}

export const venueCapacity = {
  capacity: integer({ nullable: true, sensitivity: "public", description: "Capacity in people", example: 41200 })
}

export const venueFields = { ...venuePosition, ...cityPosition, ...venueCapacity }

export const venueMentionFields = {
  ...venuePosition,
  ...venueCapacity,
  address: text({ nullable: true }),
  /** IANA name. */
  zone: text({ nullable: true })
}
export interface VenueMention extends RowOf<typeof venueMentionFields> {}

export const performerRole = {
  name: text({ sensitivity: "public", description: "Name", example: "Velmora Tide" }),
  type: choice(["musical_artist", "comedian", "theater_company", "speaker", "other"])({
    as: "performer_type",
    sensitivity: "public",
    description: "Kind of performer"
  }),
  role: choice(["headliner", "opener", "support", "guest", "mc"])({
    sensitivity: "public",
    description: "Role at the event"
  })
}

export const performerFields = {
  ...performerRole,
  /** MusicBrainz's id of the artist. */
  mbid: text({
    nullable: true,
    sensitivity: "public",
    description: "MusicBrainz id if the source reports one, otherwise null",
    example: "8f6bd1e4-fbe1-4f50-aa9b-94c450ec0f11"
  })
}
export interface PerformerMention extends RowOf<typeof performerFields> {}

export const orderPlace = {
  /** Such as `ticketmaster`, `axs`, `seatgeek`, `manual`. */
  vendor: text({ sensitivity: "public", description: "Ticket vendor", example: "ticketmaster" }),
  orderId: text({ nullable: true, sensitive: true, description: "Order number", example: "12-34567/SEA" }),
  section: text({ nullable: true, sensitive: true, description: "Section", example: "118" }),
  row: text({ nullable: true, sensitive: true, description: "Row", example: "12" })
}

export const orderPrice = {
  quantity: integer({ nullable: true, sensitivity: "public", description: "Count", example: 2 }),
  /** The total of the order, in minor units. */
  totalCents: bigint({
    nullable: true,
    sensitive: true,
    as: "total_price_cents",
    description: "Total price in hundredths of the currency",
    example: 12400
  }),
  currency: text({ nullable: true, sensitivity: "public", description: "ISO 4217 currency code", example: "USD" }),
  purchasedAt: instant({
    nullable: true,
    sensitivity: "public",
    description: "Time of purchase",
    example: "2026-05-02T17:30:00.000Z"
  })
}

export const orderFields = {
  ...orderPlace,
  /** Without placeholders such as "GA" or "-". */
  seats: texts({ sensitive: true }),
  ...orderPrice
}

/** One order at a seller. Unique by vendor and order id; without an id it belongs only to its mention. */
export interface Order extends RowOf<typeof orderFields> {}

/** The provider of set lists. Each act of an evening has a set list, and so an id, of its own. */
export const setListProvider = "setlist_fm"
/**
 * Providers of results. They say what an id is of, as `imdb` does for a film, and are no ids of sources: `mlb` and
 * `espn` only add results to events, and entry by hand may name any of them.
 */
export const externalSources = ["mlb_stats_api", "espn", setListProvider] as const
/** An event's provider (`mlb_stats_api`, `espn`, `setlist_fm`) and its id there. */
export const externalFields = { source: choice(externalSources)(), id: text() }
export interface External extends RowOf<typeof externalFields> {}

/** Why mentions are not an event yet. */
export const doubts = ["unread", "undated", "unconfirmed"] as const
export type Doubt = (typeof doubts)[number]
/** Why an event is not shown: a doubt, or a correction hides it or makes it part of another event. */
export const eventDoubts = [...doubts, "hidden"] as const
export type EventDoubt = (typeof eventDoubts)[number]

/** Fields of an event. */
export const eventTitle = {
  title: text({ sensitivity: "public", description: "Title of the event", example: "Harbor City at Tidewater" }),
  subtitle: text({
    nullable: true,
    sensitivity: "public",
    description: "Subtitle; null if there is none",
    example: "Velmora Tide"
  })
}
export const eventStatuses = ["scheduled", "postponed", "cancelled"] as const
export const eventFields = {
  category: choice(categories)({ sensitivity: "public", description: "Category: sports, music or arts" }),
  kind: choice(eventTypes)({ as: "event_type", sensitivity: "public", description: "Type of the event" }),
  date: date(),
  lastDate: date({ nullable: true }),
  /** ISO 8601 with the venue's offset. */
  startsAt: text({ nullable: true }),
  ...eventTitle,
  status: choice(eventStatuses)(),
  notes: text({ nullable: true, sensitive: true, description: "Notes", example: "A gift" }),
  season: integer({ nullable: true }),
  /** The side of the owner's team. */
  mySide: choice(["home", "away"])({ nullable: true })
}

const emptyMention: Omit<Mention, "key" | "saidAt"> = {
  state: "confirmed",
  kind: null,
  title: null,
  date: null,
  lastDate: null,
  time: null,
  at: null,
  venue: null,
  performers: [],
  teams: null,
  external: null,
  orders: [],
  attended: null,
  notes: null,
  evidence: null
}

/** A mention with the given parts; all others are empty. */
export const mention = (parts: Pick<Mention, "key" | "saidAt"> & Partial<Mention>): Mention => ({
  ...emptyMention,
  ...parts
})

/** An order with the given parts; all others are empty. */
export const order = (parts: Pick<Order, "vendor"> & Partial<Order>): Order => ({
  ...unknownOf(orderFields),
  seats: [],
  ...parts
})

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

/** When an event begins, epoch milliseconds: without a time, at noon UTC of its day. Null without a day. */
export const beginOf = ({ at, date }: Mention): number | null =>
  at ?? (date === null ? null : Date.parse(`${date}T12:00:00Z`))

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

/** Moves of a row that are stored. */
const maxMoves = 5

/** Adds the dates that the row had before, so that tickets of those days are found on the new one. */
export const withFormerDates = (mention: Mention, before: Mention | undefined): Mention => {
  const moved = before?.date == null || before.date === mention.date ? [] : [before.date]
  const dates = [...(before?.formerDates ?? []), ...(mention.formerDates ?? []), ...moved]
  const former = [...new Set(dates)].filter((date) => date !== mention.date).slice(-maxMoves)
  return former.length === 0 || mention.orders.length > 0 ? mention : { ...mention, formerDates: former }
}

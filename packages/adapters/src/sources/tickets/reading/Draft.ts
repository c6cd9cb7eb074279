import type { Mention, Order } from "@daybook/core/attending"

/** What one way of reading finds of one event in a mail; null where it finds nothing. */
export type Draft = Pick<Mention, "kind" | "title" | "date" | "lastDate" | "time" | "at" | "venue" | "performers" | "teams"> & {
  readonly state: "confirmed" | "cancelled" | "postponed" | null
  readonly order: Order | null
}

const nothing: Draft = { state: null, kind: null, title: null, date: null, lastDate: null, time: null, at: null, venue: null, performers: [], teams: null, order: null }

export const draft = (given: Partial<Draft>): Draft => ({ ...nothing, ...given })

/** True of what names an event and its day, or its instant. */
export const isWhole = (one: Draft): boolean => one.title !== null && (one.date !== null || one.at !== null)

/** What `one` says, and for what it does not say, `other`. Of another day nothing is taken. */
export const filled = (one: Draft, other: Draft): Draft => {
  if (one.date !== null && other.date !== null && one.date !== other.date) return one
  const order = one.order === null || other.order === null ? one.order ?? other.order : filledOrder(one.order, other.order)
  return {
    state: one.state ?? other.state,
    kind: one.kind ?? other.kind,
    title: one.title ?? other.title,
    date: one.date ?? other.date,
    lastDate: one.date === null ? other.lastDate : one.lastDate,
    time: one.time ?? other.time,
    at: one.time === null && one.at === null ? other.at : one.at,
    venue: one.venue ?? other.venue,
    performers: one.performers.length > 0 ? one.performers : other.performers,
    teams: one.teams ?? other.teams,
    order
  }
}

const filledOrder = (one: Order, other: Order): Order => {
  // Two orders in one mail are two.
  if (one.orderId !== null && other.orderId !== null && one.orderId !== other.orderId) return one
  const isPriced = one.totalCents !== null
  return {
    vendor: one.vendor,
    orderId: one.orderId ?? other.orderId,
    section: one.section ?? other.section,
    row: one.row ?? other.row,
    seats: one.seats.length > 0 ? one.seats : other.seats,
    quantity: one.quantity ?? other.quantity,
    totalCents: one.totalCents ?? other.totalCents,
    currency: isPriced ? one.currency : other.currency,
    purchasedAt: one.purchasedAt ?? other.purchasedAt
  }
}

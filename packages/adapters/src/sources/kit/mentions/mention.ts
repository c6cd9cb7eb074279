import type { Mention, Order } from "@daybook/core/attending"

const nothing: Omit<Mention, "key" | "saidAt"> = {
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
  ...nothing,
  ...parts
})

/** An order with the given parts; all others are empty. */
export const order = (parts: Pick<Order, "vendor"> & Partial<Order>): Order => ({
  orderId: null,
  section: null,
  row: null,
  seats: [],
  quantity: null,
  totalCents: null,
  currency: null,
  purchasedAt: null,
  ...parts
})

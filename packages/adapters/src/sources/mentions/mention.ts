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

/** A mention of what is given; all else is not told. */
export const mention = (given: Pick<Mention, "key" | "saidAt"> & Partial<Mention>): Mention => ({ ...nothing, ...given })

/** An order of what is given; all else is not told. */
export const order = (given: Pick<Order, "vendor"> & Partial<Order>): Order => ({
  orderId: null,
  section: null,
  row: null,
  seats: [],
  quantity: null,
  totalCents: null,
  currency: null,
  purchasedAt: null,
  ...given
})

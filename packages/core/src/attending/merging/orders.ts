import type { Order } from "../records.js"
import type { DraftOrder } from "./Draft.js"
import { mentionKey, type Told } from "./Told.js"

interface Said {
  readonly key: string
  readonly saidAt: number
  readonly order: Order
}

/** The orders of an event, one each: of what several mails say the last counts, and seats of one mail add up. */
export const ordersOf = (told: ReadonlyArray<Told>): ReadonlyArray<DraftOrder> => {
  const said = told.flatMap((one) => one.mention.orders.map((order, place): Said => ({ key: keyOf(one, order, place), saidAt: one.mention.saidAt, order })))
  const byKey = new Map<string, Array<Said>>()
  for (const one of said) byKey.set(one.key, [...(byKey.get(one.key) ?? []), one])
  return [...byKey.entries()].map(([key, of]) => orderOf(key, of)).toSorted((a, b) => a.key < b.key ? -1 : 1)
}

const keyOf = (told: Told, { orderId, vendor }: Order, place: number) => orderId === null ? `${mentionKey(told)}#${place}` : `${vendor}/${orderId}`

const orderOf = (key: string, said: ReadonlyArray<Said>): DraftOrder => {
  const newest = said.toSorted((a, b) => b.saidAt - a.saidAt || (JSON.stringify(a.order) < JSON.stringify(b.order) ? -1 : 1))
  const says = <A>(ask: (order: Order) => A | null): A | null => newest.map(({ order }) => ask(order)).find((value) => value !== null) ?? null
  const seated = newest.find(({ order }) => order.seats.length > 0)
  const seats = seated === undefined ? [] : [...new Set(newest.filter(({ saidAt }) => saidAt === seated.saidAt).flatMap(({ order }) => order.seats))].toSorted(bySeat)
  return {
    key,
    vendor: newest[0]!.order.vendor,
    orderId: newest[0]!.order.orderId,
    section: says(({ section }) => section),
    row: says(({ row }) => row),
    seats,
    quantity: seats.length > 0 ? seats.length : quantityOf(newest),
    totalCents: says(({ totalCents }) => totalCents),
    currency: says(({ currency, totalCents }) => totalCents === null ? null : currency),
    purchasedAt: newest.map(({ order }) => order.purchasedAt).reduce((least, at) => least === null ? at : at === null ? least : Math.min(least, at), null)
  }
}

/** Tickets without seats that were handed in one by one, such as passes for wallets, add up as seats do. */
const quantityOf = (newest: ReadonlyArray<Said>): number | null => {
  const [first, ...more] = newest.filter(({ order }) => order.quantity !== null)
  if (first === undefined) return null
  const singles = [first, ...more.filter(({ saidAt }) => saidAt === first.saidAt)]
  return singles.every(({ order }) => order.quantity === 1) ? singles.length : first.order.quantity
}

const bySeat = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true })

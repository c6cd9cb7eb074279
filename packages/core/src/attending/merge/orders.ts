import type { Order } from "../model.js"
import { type DraftOrder, type StoredMention, mentionKey } from "./model.js"

interface OrderReport {
  readonly key: string
  readonly saidAt: number
  readonly order: Order
  readonly isAddition: boolean
}

/** The orders of an event without the tickets that were transferred to somebody else. */
export const ordersOf = (mentions: ReadonlyArray<StoredMention>): ReadonlyArray<DraftOrder> => {
  const transfers = mentions.filter(isTransfer).flatMap(({ mention }) => mention.orders)
  const orders = purchasesOf(mentions.filter((one) => !isTransfer(one)))
  return orders.flatMap((order) => {
    const ofOrder = transfers.filter((transfer) => isOfOrder(transfer, order, orders))
    return ofOrder.length === 0 ? [order] : (withoutTransfers(order, ofOrder) ?? [])
  })
}

export const isTransfer = ({ mention }: StoredMention): boolean => mention.isTransferred === true

/** Whether it tells that tickets were bought. */
export const provesOrder = (one: StoredMention): boolean =>
  one.mention.orders.length > 0 && !isTransfer(one) && one.mention.isMove !== true

/** By its number. A transfer without one belongs to the only order at its seller, or to the order with its seats. */
const isOfOrder = (transfer: Order, order: DraftOrder, orders: ReadonlyArray<DraftOrder>): boolean =>
  transfer.vendor === order.vendor &&
  (transfer.orderId === null
    ? orders.filter(({ vendor }) => vendor === transfer.vendor).length === 1 || hasSeats(order, transfer)
    : transfer.orderId === order.orderId)

const hasSeats = (order: DraftOrder, { row, seats, section }: Order): boolean =>
  seats.length > 0 &&
  section === order.section &&
  row === order.row &&
  seats.every((seat) => order.seats.includes(seat))

/** The rest of an order; null if nothing remains. The mails "sent" and "accepted" are one transfer. */
const withoutTransfers = (order: DraftOrder, transfers: ReadonlyArray<Order>): DraftOrder | null => {
  const transferred = new Set(transfers.flatMap(({ seats }) => seats))
  const seats = order.seats.filter((seat) => !transferred.has(seat))
  const isWhole = transfers.some(({ quantity, seats }) => quantity === null && seats.length === 0)
  if (isWhole) return null
  if (order.quantity === null) return order
  const left = order.quantity - Math.max(transferred.size, ...transfers.map(({ quantity }) => quantity ?? 0))
  if (left <= 0) return null
  return { ...order, seats: seats.length === left ? seats : [], quantity: left }
}

/** The purchases of an event. The latest mail about an order wins; seats within one mail are combined. */
const purchasesOf = (mentions: ReadonlyArray<StoredMention>): ReadonlyArray<DraftOrder> => {
  const reports = mentions.flatMap((one) =>
    one.mention.orders.map((order, place): OrderReport => ({
      key: keyOf(one, order, place),
      saidAt: one.mention.saidAt,
      order,
      isAddition: one.mention.isAddition === true
    }))
  )
  const byKey = new Map<string, Array<OrderReport>>()
  for (const one of reports) byKey.set(one.key, [...(byKey.get(one.key) ?? []), one])
  return [...byKey.entries()]
    .map(([key, ofOrder]) => orderOf(key, ofOrder))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

const keyOf = (storedMention: StoredMention, { orderId, vendor }: Order, place: number) =>
  orderId === null ? `${mentionKey(storedMention)}#${place}` : `${vendor}/${orderId}`

const orderOf = (key: string, reports: ReadonlyArray<OrderReport>): DraftOrder => {
  const newest = reports.toSorted(
    (a, b) => b.saidAt - a.saidAt || (JSON.stringify(a.order) < JSON.stringify(b.order) ? -1 : 1)
  )
  const firstOf = <A>(pick: (order: Order) => A | null): A | null =>
    newest.map(({ order }) => pick(order)).find((value) => value !== null) ?? null
  const withSeats = newest.find(({ order }) => order.seats.length > 0)
  const seats =
    withSeats === undefined
      ? []
      : [
          ...new Set(newest.filter(({ saidAt }) => saidAt === withSeats.saidAt).flatMap(({ order }) => order.seats))
        ].toSorted(bySeat)
  return {
    key,
    vendor: newest[0]!.order.vendor,
    orderId: newest[0]!.order.orderId,
    section: firstOf(({ section }) => section),
    row: firstOf(({ row }) => row),
    seats,
    quantity: seats.length > 0 ? seats.length : quantityOf(newest),
    totalCents: totalOf(newest),
    currency: firstOf(({ currency, totalCents }) => (totalCents === null ? null : currency)),
    purchasedAt: newest
      .map(({ order }) => order.purchasedAt)
      .reduce((least, at) => (least === null ? at : at === null ? least : Math.min(least, at)), null)
  }
}

/** The newest total, with what was paid in addition since. */
const totalOf = (newest: ReadonlyArray<OrderReport>): number | null => {
  const priced = newest.filter(({ order }) => order.totalCents !== null)
  const base = priced.find(({ isAddition }) => !isAddition)
  const added = priced.filter(({ isAddition, saidAt }) => isAddition && (base === undefined || saidAt > base.saidAt))
  const all = base === undefined ? added : [base, ...added]
  return all.length === 0 ? null : all.reduce((sum, { order }) => sum + order.totalCents!, 0)
}

/** Sums single tickets without seats of one report, such as wallet passes. */
const quantityOf = (newest: ReadonlyArray<OrderReport>): number | null => {
  const [first, ...more] = newest.filter(({ order }) => order.quantity !== null)
  if (first === undefined) return null
  const singles = [first, ...more.filter(({ saidAt }) => saidAt === first.saidAt)]
  return singles.every(({ order }) => order.quantity === 1) ? singles.length : first.order.quantity
}

const bySeat = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true })

import type { Order } from "@daybook/core/attending"
import { moneyIn } from "../mentions/cents.js"
import { order } from "../mentions/mention.js"
import { placeInHouse, seatsOf } from "../mentions/seats.js"
import { vendorOf } from "../mentions/sellers.js"

const count = (text: string | null): number | null => text !== null && /^\d{1,3}\b/.test(text) ? Number.parseInt(text, 10) : null

/**
 * The order in a calendar row's description, where it was made from a mail, or by a person who writes such lines:
 *
 *     Reservation Number: K4L-99210
 *     Provider: SeatGeek
 *     Guests: 3
 *     Seats: 18, 19, 20
 */
export const orderIn = (description: string | null): Order | null => {
  if (description === null) return null
  const value = (label: string) => new RegExp(`^\\s*(?:${label})\\s*(?:#|no\\.?)?\\s*:\\s*(.{1,200}?)\\s*$`, "im").exec(description)?.[1] ?? null
  const provider = value("provider|vendor|seller")
  const orderId = value("reservation number|confirmation number|order number|order")
  if (provider === null || vendorOf(provider) === "") return null
  const seats = seatsOf(value("seats?"))
  const price = moneyIn(value("total|price|order total") ?? "")
  return order({
    vendor: vendorOf(provider),
    orderId: orderId === null ? null : orderId.slice(0, 80),
    section: placeInHouse(value("section|sec")),
    row: placeInHouse(value("row")),
    seats,
    quantity: seats.length > 0 ? seats.length : count(value("guests|tickets|quantity|qty")),
    totalCents: price?.cents ?? null,
    currency: price?.currency ?? null
  })
}

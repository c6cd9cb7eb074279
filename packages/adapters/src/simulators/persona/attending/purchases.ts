import { type Dice, dice } from "../dice.js"
import type { Purchase, Vendor } from "./Outing.js"

const day = 86_400_000

export interface PurchaseOf {
  readonly seed: number
  readonly key: string
  readonly vendors: ReadonlyArray<Vendor>
  /** Of one ticket, minor units. */
  readonly price: number
  readonly isSeated: boolean
  /** Epoch milliseconds. */
  readonly boughtAt: number
}

/** The orders for one outing: mostly one, now and then another for a friend who joins later. */
export const purchasesFor = (of: PurchaseOf): ReadonlyArray<Purchase> => {
  const chance = dice(of.seed, "orders", of.key)
  const first = purchase(of, chance, of.boughtAt)
  return chance.chance(0.1) ? [first, purchase(of, chance, of.boughtAt + 2 * day)] : [first]
}

const purchase = ({ isSeated, price, vendors }: PurchaseOf, chance: Dice, at: number): Purchase => {
  const vendor = chance.pick(vendors)
  const quantity = chance.pick([1, 2, 2, 2, 3, 4])
  const seat = 1 + chance.below(18)
  const fees = chance.pick([0, 350, 1_295])
  return {
    vendor,
    orderId: orderIdOf(vendor, chance),
    section: isSeated ? String(chance.pick([110, 127, 145, 183, 191, 212, 317, 334])) : null,
    row: isSeated ? chance.pick(["A", "C", "F", "9", "14", "22"]) : null,
    seats: isSeated ? Array.from({ length: quantity }, (_, index) => String(seat + index)) : [],
    quantity,
    totalCents: quantity * (price + chance.below(4_000)) + fees,
    currency: "USD",
    at: at + chance.below(8 * 3_600_000)
  }
}

const digits = (chance: Dice, count: number) => Array.from({ length: count }, (_, index) => (index === 0 ? 1 + chance.below(9) : chance.below(10))).join("")

/** Each seller numbers its orders in its own way. */
const orderIdOf = (vendor: Vendor, chance: Dice): string => {
  switch (vendor) {
    case "ticketmaster": return `${digits(chance, 2)}-${digits(chance, 5)}/SEA`
    case "axs": return digits(chance, 8)
    case "seatgeek": return digits(chance, 9)
    case "stubhub": return digits(chance, 9)
    case "eventbrite": return digits(chance, 10)
    case "vividseats": return digits(chance, 8)
  }
}

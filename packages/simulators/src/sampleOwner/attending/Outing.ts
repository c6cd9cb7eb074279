import type { EventType, PerformerMention } from "@daybook/core/attending"
import type { LocalDate } from "@daybook/core/shared"
import { type Dice, dice } from "../dice.js"
import type { Fixture } from "./fixtures.js"
import type { Place } from "./places.js"

/** Who sells tickets. `door` is paid on the spot: nothing is written of it. */
export type Vendor = "ticketmaster" | "axs" | "seatgeek" | "stubhub" | "eventbrite" | "vividseats"

/** One order, as its confirmation tells it. */
export interface Purchase {
  readonly vendor: Vendor
  readonly orderId: string
  /** Null where nobody has a seat. */
  readonly section: string | null
  readonly row: string | null
  readonly seats: ReadonlyArray<string>
  readonly quantity: number
  /** Of the whole order, minor units. */
  readonly totalCents: number
  readonly currency: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** Something that the person goes to, or meant to. */
export interface Outing {
  /** Its own for good, and the same in every telling. */
  readonly key: string
  readonly kind: EventType
  /** Of a concert the headliner's name, of a play its title, of a game "away at home", of a festival its name. */
  readonly title: string
  readonly place: Place
  readonly date: LocalDate
  /** The last date, inclusive, of what lasts several days. */
  readonly lastDate: LocalDate | null
  /** Start at the place, `HH:MM`; null for what lasts several days. */
  readonly time: string | null
  /** Start, epoch milliseconds; of what lasts several days the start of the first. */
  readonly at: number
  /** The game; null of everything else. */
  readonly fixture: Fixture | null
  readonly performers: ReadonlyArray<PerformerMention>
  /** When it came into the calendar or was bought: nothing knows of it before. Epoch milliseconds. */
  readonly knownAt: number
  /** Put off, and when that was told: `date` and `time` are the new ones. */
  readonly moved: { readonly from: LocalDate; readonly time: string; readonly at: number } | null
  /** When it was called off, epoch milliseconds; null where it takes place. */
  readonly cancelledAt: number | null
  /** Whether the person goes. */
  readonly goes: boolean
  readonly purchases: ReadonlyArray<Purchase>
  /** Whether a row of the calendar tells of it. Where the person does not go after all, it is declined there. */
  readonly inCalendar: boolean
  /** Whether the set-list service knows it, and whether the person marked it there as attended. */
  readonly setlist: { readonly id: string; readonly isMarked: boolean } | null
}

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

const digits = (chance: Dice, count: number) =>
  Array.from({ length: count }, (_, index) => (index === 0 ? 1 + chance.below(9) : chance.below(10))).join("")

/** Each seller numbers its orders in its own way. */
const orderIdOf = (vendor: Vendor, chance: Dice): string => {
  switch (vendor) {
    case "ticketmaster":
      return `${digits(chance, 2)}-${digits(chance, 5)}/SEA`
    case "axs":
      return digits(chance, 8)
    case "seatgeek":
      return digits(chance, 9)
    case "stubhub":
      return digits(chance, 9)
    case "eventbrite":
      return digits(chance, 10)
    case "vividseats":
      return digits(chance, 8)
  }
}

import { type EventType, type Order, type PerformerMention, type VenueMention, order } from "@daybook/core/attending"
import { isLocalDate } from "@daybook/core/shared"
import { centsOf, moneyIn, placeInHouse, seatsOf } from "../../../kit/mentions/orders.js"
import { countryCode, stateCode } from "../../../kit/mentions/regions.js"
import { teamsOf } from "../../../kit/mentions/teams.js"
import { venue, venueOf } from "../../../kit/mentions/venue.js"
import { cleanName, plainText } from "../../../kit/values.js"
import { dateOf, timeOf, shownAt, instantOf } from "../../../kit/WallClock.js"
import { type Draft, draft } from "../draft.js"
import { isNode, type Node } from "./markup.js"

const list = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
const nodes = (value: unknown): ReadonlyArray<Node> => list(value).filter(isNode)
const text = (value: unknown): string | null => {
  const [one] = list(value)
  if (typeof one === "number") return String(one)
  return typeof one === "string" ? cleanName(plainText(one.slice(0, 2_000))) : null
}
/** Type names without their URL. */
const typesOf = (node: Node): ReadonlyArray<string> =>
  list(node["@type"]).flatMap((type) => (typeof type === "string" ? [type.split(/[/#:]/).at(-1) ?? type] : []))

const isReservation = (node: Node) => typesOf(node).some((type) => type === "EventReservation")
const isEvent = (node: Node) => typesOf(node).some((type) => /^(?:\w*Event|Festival)$/.test(type))

const isOrder = (node: Node) => typesOf(node).some((type) => type === "Order" || type === "Invoice")

/** An order of events as a reservation; other ordered goods are ignored. */
const ofOrder = (node: Node): Node => {
  const offers = nodes(node["acceptedOffer"])
  const items = nodes(node["orderedItem"])
  const events = [
    ...nodes(offers.map((offer) => offer["itemOffered"]).flat()),
    ...items,
    ...nodes(items.map((item) => item["orderedItem"]).flat())
  ]
  const [offer] = offers
  return {
    reservationNumber: node["orderNumber"] ?? node["confirmationNumber"],
    reservationStatus: node["orderStatus"],
    bookingTime: node["orderDate"],
    totalPrice: node["totalPrice"] ?? node["price"] ?? (offers.length === 1 ? offer?.["price"] : undefined),
    priceCurrency: node["priceCurrency"] ?? offer?.["priceCurrency"],
    numSeats: nodes(offer?.["eligibleQuantity"])[0]?.["value"] ?? items[0]?.["orderQuantity"],
    reservationFor: events
  }
}

const kinds: Readonly<Record<string, EventType>> = {
  MusicEvent: "concert",
  Festival: "concert",
  MusicFestival: "concert",
  TheaterEvent: "theater",
  ComedyEvent: "comedy",
  DanceEvent: "other",
  ExhibitionEvent: "other"
}

/**
 * Events of schema.org markup (https://developers.google.com/gmail/markup/reference/event-reservation). Reservations
 * of one number are one order, and their prices are not summed. Events count only without a reservation.
 */
export const reservations = (all: ReadonlyArray<Node>, vendor: string): ReadonlyArray<Draft> => {
  const reserved = [...all.filter(isReservation), ...all.filter(isOrder).map(ofOrder)].flatMap((node) =>
    nodes(node["reservationFor"])
      .filter(isEvent)
      .map((event) => ofReservation(node, event, vendor))
  )
  const bare =
    reserved.length > 0 ? [] : all.filter(isEvent).map((event): Reserved => ({ ...ofEvent(event), counted: null }))
  return grouped([...reserved, ...bare].filter(({ title }) => title !== null))
}

/** An order with the number of tickets in the markup, and the stated number of seats. */
interface TicketCount {
  readonly order: Order
  readonly tickets: number
  readonly seatsStated: number | null
  /** Whether a seat or a number identifies this ticket. */
  readonly named: boolean
}

type Reserved = Omit<Draft, "order"> & { readonly counted: TicketCount | null }

const grouped = (drafts: ReadonlyArray<Reserved>): ReadonlyArray<Draft> => {
  const groups = new Map<string, Reserved>()
  for (const one of drafts) {
    const key = JSON.stringify([one.title, one.date, one.time, one.counted?.order.orderId ?? null])
    const existing = groups.get(key)
    // Some mails repeat the markup.
    if (existing !== undefined && JSON.stringify(existing) === JSON.stringify(one) && one.counted?.named === true)
      continue
    groups.set(
      key,
      existing === undefined
        ? one
        : {
            ...existing,
            counted:
              existing.counted === null || one.counted === null
                ? (existing.counted ?? one.counted)
                : joined(existing.counted, one.counted)
          }
    )
  }
  return [...groups.values()].map(({ counted, ...of }) => ({
    ...of,
    order: counted === null ? null : { ...counted.order, quantity: quantityOf(counted) }
  }))
}

/** Null if one reservation states no number: the mail's text may say it. */
const quantityOf = ({ named, order, seatsStated, tickets }: TicketCount): number | null =>
  order.seats.length > 0
    ? order.seats.length
    : tickets > 1 || seatsStated !== null || named
      ? Math.max(1, seatsStated ?? 0, tickets)
      : null

/** A reservation without any number is for one. */
export const withQuantity = (one: Draft): Draft =>
  one.order?.quantity === null ? { ...one, order: { ...one.order, quantity: 1 } } : one

/** Some sellers state the order's total on each seat; named seats are counted instead. */
const joined = (one: TicketCount, other: TicketCount): TicketCount => {
  const seats = [...new Set([...one.order.seats, ...other.order.seats])]
  return {
    tickets: one.tickets + other.tickets,
    named: false,
    seatsStated:
      one.seatsStated === null || other.seatsStated === null || one.seatsStated === other.seatsStated
        ? (one.seatsStated ?? other.seatsStated)
        : one.seatsStated + other.seatsStated,
    order: {
      ...one.order,
      seats,
      totalCents: one.order.totalCents ?? other.order.totalCents,
      currency: one.order.currency ?? other.order.currency
    }
  }
}

const ofReservation = (node: Node, event: Node, vendor: string): Reserved => {
  const status =
    text(node["reservationStatus"] ?? node["status"])
      ?.split("/")
      .at(-1) ?? ""
  const tickets = nodes(node["reservedTicket"])
  const seats = nodes(tickets.map((ticket) => ticket["ticketedSeat"]).flat())
  const numbers = seats.flatMap((seat) => seatsOf(text(seat["seatNumber"])))
  const [first] = seats
  const price = priceOf(node, tickets)
  const count = Number(text(node["numSeats"] ?? node["partySize"]) ?? Number.NaN)
  return {
    ...ofEvent(event),
    state:
      /cancel/i.test(status) || eventState(event) === "cancelled"
        ? "cancelled"
        : (eventState(event) ?? (unconfirmed.test(status) ? null : "confirmed")),
    counted: {
      tickets: Math.max(1, tickets.length),
      named: numbers.length > 0,
      seatsStated: Number.isInteger(count) && count > 0 && count < 1_000 ? count : null,
      order: order({
        vendor,
        orderId: text(node["reservationNumber"] ?? node["reservationId"])?.slice(0, 80) ?? null,
        section: placeInHouse(text(first?.["seatSection"])),
        row: placeInHouse(text(first?.["seatRow"])),
        seats: [...new Set(numbers)],
        totalCents: price.cents,
        currency: price.currency,
        purchasedAt: instantOf(text(node["bookingTime"]))
      })
    }
  }
}

/** `ReservationPending`, `ReservationHold`, `OrderPaymentDue`, `OrderProblem`. */
const unconfirmed = /pending|hold|paymentdue|problem/i

const priceOf = (
  node: Node,
  tickets: ReadonlyArray<Node>
): { readonly cents: number | null; readonly currency: string | null } => {
  const price =
    text(node["totalPrice"]) ??
    text(node["price"]) ??
    (tickets.length === 1 ? text(tickets[0]?.["totalPrice"] ?? tickets[0]?.["price"]) : null)
  const code = text(node["priceCurrency"]) ?? text(tickets[0]?.["priceCurrency"])
  const currency = code !== null && /^[A-Z]{3}$/.test(code) ? code : null
  if (price === null) return { cents: null, currency: null }
  const money = moneyIn(price)
  return { cents: centsOf(price, currency) ?? money?.cents ?? null, currency: currency ?? money?.currency ?? null }
}

const eventState = (event: Node): Draft["state"] => {
  const status = text(event["eventStatus"]) ?? ""
  return /cancel/i.test(status) ? "cancelled" : /postpone/i.test(status) ? "postponed" : null
}

const ofEvent = (event: Node): Draft => {
  const types = typesOf(event)
  const title = text(event["name"])
  const place = venueIn(list(event["location"])[0])
  const kind = types.map((type) => kinds[type]).find((one) => one !== undefined) ?? null
  const [home, away] = [
    text(nodes(event["homeTeam"])[0]?.["name"] ?? event["homeTeam"]),
    text(nodes(event["awayTeam"])[0]?.["name"] ?? event["awayTeam"])
  ]
  const [start, end] = [momentOf(text(event["startDate"]), place?.zone), momentOf(text(event["endDate"]), place?.zone)]
  return draft({
    state: eventState(event),
    kind,
    title,
    ...start,
    lastDate:
      end.date !== null && start.date !== null && end.date > start.date && (end.time === null || end.time > "12:00")
        ? end.date
        : null,
    venue: place,
    performers:
      kind === "concert" || kind === "comedy" ? performersOf(event["performer"] ?? event["performers"], kind) : [],
    teams: home !== null && away !== null ? { home, away } : kind === null ? teamsOf(title, place?.name ?? null) : null
  })
}

/**
 * Parses `2026-04-18T20:00:00-07:00`, `2024-06-23 14:00:00` or `2024-06-23` into local time of the venue, in `zone`. A
 * UTC time without a known zone gives the instant only.
 */
export const momentOf = (
  value: string | null,
  zone: string | null | undefined
): Pick<Draft, "date" | "time" | "at"> => {
  const [whole, date = "", time, offset] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(
      value?.trim() ?? ""
    ) ?? []
  if (whole === undefined || !isLocalDate(date)) return { date: null, time: null, at: null }
  const at =
    time === undefined || offset === undefined
      ? Number.NaN
      : Date.parse(`${date}T${time}:00${offset.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2")}`)
  if (time === undefined || Number.isNaN(at)) return { date, time: time ?? null, at: null }
  const wall = shownAt(at, offset === "Z" ? null : Date.parse(`${date}T${time}:00Z`), zone)
  return wall === null ? { date: null, time: null, at } : { date: dateOf(wall), time: timeOf(wall), at }
}

const performersOf = (value: unknown, kind: EventType): ReadonlyArray<PerformerMention> =>
  list(value)
    .slice(0, 40)
    .flatMap((one, index): ReadonlyArray<PerformerMention> => {
      const name = text(isNode(one) ? one["name"] : one)
      return name === null
        ? []
        : [
            {
              name,
              type: kind === "comedy" ? "comedian" : "musical_artist",
              role: index === 0 ? "headliner" : "support",
              mbid: null
            }
          ]
    })

const venueIn = (place: unknown): VenueMention | null => {
  if (typeof place === "string") return venueOf(plainText(place.slice(0, 1_000)))
  if (!isNode(place)) return null
  const [address] = list(place["address"])
  if (!isNode(address)) {
    const located = venueOf(text(address))
    return venue(
      text(place["name"]) ?? located?.name,
      located === null
        ? {}
        : {
            city: located.city,
            state: located.state,
            country: located.country,
            address: [located.name, located.address].filter((part) => part !== null).join(", ")
          }
    )
  }
  const country = text(nodes(address["addressCountry"])[0]?.["name"] ?? address["addressCountry"])
  const region = text(address["addressRegion"])
  return venue(text(place["name"]), {
    address: text(address["streetAddress"]),
    city: text(address["addressLocality"]),
    state: region === null ? null : (stateCode(region) ?? region),
    country: country === null ? null : countryCode(country)
  })
}

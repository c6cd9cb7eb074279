import type { EventType, Order, PerformerMention, VenueMention } from "@daybook/core/attending"
import { isLocalDate } from "@daybook/core/shared"
import { instantOf } from "../../../clocks/instantOf.js"
import { shownAt } from "../../../clocks/shownAt.js"
import { dateOf, timeOf } from "../../../clocks/WallClock.js"
import { centsOf, moneyIn } from "../../../mentions/cents.js"
import { countryCode } from "../../../mentions/countries.js"
import { order } from "../../../mentions/mention.js"
import { placeInHouse, seatsOf } from "../../../mentions/seats.js"
import { stateCode } from "../../../mentions/states.js"
import { teamsOf } from "../../../mentions/teams.js"
import { venue, venueOf } from "../../../mentions/venue.js"
import { cleanName } from "../../../scrobbles/index.js"
import { plainText } from "../../../archive/plainText.js"
import { type Draft, draft } from "../Draft.js"
import { isNode, type Node } from "./jsonLd.js"

const list = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
const nodes = (value: unknown): ReadonlyArray<Node> => list(value).filter(isNode)
const text = (value: unknown): string | null => {
  const [one] = list(value)
  if (typeof one === "number") return String(one)
  return typeof one === "string" ? cleanName(plainText(one.slice(0, 2_000))) : null
}
/** Names of types, without the address before them. */
const typesOf = (node: Node): ReadonlyArray<string> => list(node["@type"]).flatMap((type) => typeof type === "string" ? [type.split(/[/#:]/).at(-1) ?? type] : [])

const isReservation = (node: Node) => typesOf(node).some((type) => type === "EventReservation")
const isEvent = (node: Node) => typesOf(node).some((type) => /^(?:\w*Event|Festival)$/.test(type))

const isOrder = (node: Node) => typesOf(node).some((type) => type === "Order" || type === "Invoice")

/** An order of events, as a reservation; what else can be ordered is no event. */
const ofOrder = (node: Node): Node => {
  const offers = nodes(node["acceptedOffer"])
  const items = nodes(node["orderedItem"])
  const events = [...nodes(offers.map((offer) => offer["itemOffered"]).flat()), ...items, ...nodes(items.map((item) => item["orderedItem"]).flat())]
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

const kinds: Readonly<Record<string, EventType>> = { MusicEvent: "concert", Festival: "concert", MusicFestival: "concert", TheaterEvent: "theater", ComedyEvent: "comedy", DanceEvent: "other", ExhibitionEvent: "other" }

/**
 * Events of schema.org markup (https://developers.google.com/gmail/markup/reference/event-reservation). Reservations of one
 * number are one order, whose price is not to be added up; events stand for themselves where no reservation has them.
 */
export const reservations = (all: ReadonlyArray<Node>, vendor: string): ReadonlyArray<Draft> => {
  const reserved = [...all.filter(isReservation), ...all.filter(isOrder).map(ofOrder)].flatMap((node) => nodes(node["reservationFor"]).filter(isEvent).map((event) => ofReservation(node, event, vendor)))
  const bare = reserved.length > 0 ? [] : all.filter(isEvent).map((event): Reserved => ({ ...ofEvent(event), counted: null }))
  return grouped([...reserved, ...bare].filter(({ title }) => title !== null))
}

/** An order with how many tickets markup lists, and how many seats it says that there are. */
interface Counted {
  readonly order: Order
  readonly tickets: number
  readonly told: number | null
  /** Whether a seat or a number tells this ticket from others. */
  readonly named: boolean
}

type Reserved = Omit<Draft, "order"> & { readonly counted: Counted | null }

const grouped = (drafts: ReadonlyArray<Reserved>): ReadonlyArray<Draft> => {
  const groups = new Map<string, Reserved>()
  for (const one of drafts) {
    const key = JSON.stringify([one.title, one.date, one.time, one.counted?.order.orderId ?? null])
    const known = groups.get(key)
    // Some mails say the same twice.
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(one) && one.counted?.named === true) continue
    groups.set(key, known === undefined ? one : { ...known, counted: known.counted === null || one.counted === null ? known.counted ?? one.counted : joined(known.counted, one.counted) })
  }
  return [...groups.values()].map(({ counted, ...of }) => ({ ...of, order: counted === null ? null : { ...counted.order, quantity: quantityOf(counted) } }))
}

const quantityOf = ({ order, tickets, told }: Counted): number => order.seats.length > 0 ? order.seats.length : Math.max(1, told ?? 0, tickets)

/** Some sellers write on each seat how many the whole order has: where seats are named, they are counted. */
const joined = (one: Counted, other: Counted): Counted => {
  const seats = [...new Set([...one.order.seats, ...other.order.seats])]
  return {
    tickets: one.tickets + other.tickets,
    named: false,
    told: one.told === null || other.told === null || one.told === other.told ? one.told ?? other.told : one.told + other.told,
    order: { ...one.order, seats, totalCents: one.order.totalCents ?? other.order.totalCents, currency: one.order.currency ?? other.order.currency }
  }
}

const ofReservation = (node: Node, event: Node, vendor: string): Reserved => {
  const status = text(node["reservationStatus"] ?? node["status"])?.split("/").at(-1) ?? ""
  const tickets = nodes(node["reservedTicket"])
  const seats = nodes(tickets.map((ticket) => ticket["ticketedSeat"]).flat())
  const numbers = seats.flatMap((seat) => seatsOf(text(seat["seatNumber"])))
  const [first] = seats
  const price = priceOf(node, tickets)
  const count = Number(text(node["numSeats"] ?? node["partySize"]) ?? Number.NaN)
  return {
    ...ofEvent(event),
    state: /cancel/i.test(status) || eventState(event) === "cancelled" ? "cancelled" : eventState(event) ?? "confirmed",
    counted: {
      tickets: Math.max(1, tickets.length),
      named: numbers.length > 0,
      told: Number.isInteger(count) && count > 0 && count < 1_000 ? count : null,
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

const priceOf = (node: Node, tickets: ReadonlyArray<Node>): { readonly cents: number | null; readonly currency: string | null } => {
  const given = text(node["totalPrice"]) ?? text(node["price"]) ?? (tickets.length === 1 ? text(tickets[0]?.["totalPrice"] ?? tickets[0]?.["price"]) : null)
  const code = text(node["priceCurrency"]) ?? text(tickets[0]?.["priceCurrency"])
  const currency = code !== null && /^[A-Z]{3}$/.test(code) ? code : null
  if (given === null) return { cents: null, currency: null }
  const money = moneyIn(given)
  return { cents: centsOf(given, currency) ?? money?.cents ?? null, currency: currency ?? money?.currency ?? null }
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
  const [home, away] = [text(nodes(event["homeTeam"])[0]?.["name"] ?? event["homeTeam"]), text(nodes(event["awayTeam"])[0]?.["name"] ?? event["awayTeam"])]
  const [start, end] = [momentOf(text(event["startDate"]), place?.zone), momentOf(text(event["endDate"]), place?.zone)]
  return draft({
    state: eventState(event),
    kind,
    title,
    ...start,
    lastDate: end.date !== null && start.date !== null && end.date > start.date && (end.time === null || end.time > "12:00") ? end.date : null,
    venue: place,
    performers: kind === "concert" || kind === "comedy" ? performersOf(event["performer"] ?? event["performers"], kind) : [],
    teams: home !== null && away !== null ? { home, away } : kind === null ? teamsOf(title, place?.name ?? null) : null
  })
}

/**
 * `2026-04-18T20:00:00-07:00`, `2024-06-23 14:00:00`, `2024-06-23`: on the clocks of the place, which keeps `zone`; of a
 * time in UTC, where nobody knows those, the instant alone.
 */
export const momentOf = (given: string | null, zone: string | null | undefined): Pick<Draft, "date" | "time" | "at"> => {
  const [whole, date = "", time, offset] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(given?.trim() ?? "") ?? []
  if (whole === undefined || !isLocalDate(date)) return { date: null, time: null, at: null }
  const at = time === undefined || offset === undefined ? Number.NaN : Date.parse(`${date}T${time}:00${offset.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2")}`)
  if (time === undefined || Number.isNaN(at)) return { date, time: time ?? null, at: null }
  const shown = shownAt(at, offset === "Z" ? null : Date.parse(`${date}T${time}:00Z`), zone)
  return shown === null ? { date: null, time: null, at } : { date: dateOf(shown), time: timeOf(shown), at }
}

const performersOf = (given: unknown, kind: EventType): ReadonlyArray<PerformerMention> =>
  list(given).slice(0, 40).flatMap((one, index): ReadonlyArray<PerformerMention> => {
    const name = text(isNode(one) ? one["name"] : one)
    return name === null ? [] : [{ name, type: kind === "comedy" ? "comedian" : "musical_artist", role: index === 0 ? "headliner" : "support", mbid: null }]
  })

const venueIn = (place: unknown): VenueMention | null => {
  if (typeof place === "string") return venueOf(plainText(place.slice(0, 1_000)))
  if (!isNode(place)) return null
  const [address] = list(place["address"])
  if (!isNode(address)) {
    const told = venueOf(text(address))
    return venue(text(place["name"]) ?? told?.name, told === null ? {} : { city: told.city, state: told.state, country: told.country, address: [told.name, told.address].filter((part) => part !== null).join(", ") })
  }
  const country = text(nodes(address["addressCountry"])[0]?.["name"] ?? address["addressCountry"])
  const region = text(address["addressRegion"])
  return venue(text(place["name"]), {
    address: text(address["streetAddress"]),
    city: text(address["addressLocality"]),
    state: region === null ? null : stateCode(region) ?? region,
    country: country === null ? null : countryCode(country)
  })
}

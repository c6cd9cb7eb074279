import { type Mention, mention, order } from "@daybook/core/attending"
import { lastDateOf } from "../kit/ics/times.js"
import { type Fields, fieldsOf, listOf, numberOf, someFieldsOf, textOf, wordOf } from "../kit/jsonValues.js"
import { centsOf } from "../kit/mentions/orders.js"
import { teamsOf } from "../kit/mentions/teams.js"
import { venue } from "../kit/mentions/venue.js"
import { isoInstant } from "../kit/schemas.js"
import { cleanName, degreesOf } from "../kit/values.js"
import { dateOf, timeOf, wallClock, writtenWall } from "../kit/WallClock.js"

/**
 * Orders of an account at Eventbrite, with their events. Amounts are in minor units, and as text; any member may be
 * missing:
 *
 *   {"pagination":{"object_count":2,"page_number":1,"page_size":50,"page_count":1,"continuation":"dGhl",
 *     "has_more_items":false},
 *    "orders":[{"id":"1137115653","status":"placed","created":"2025-02-01T18:00:00Z","changed":"2025-02-01T18:00:05Z",
 *     "costs":{"gross":{"currency":"USD","value":5600,"major_value":"56.00","display":"$56.00"}},
 *     "event":{"id":"900001","name":{"text":"Żarnelka Trio","html":"…"},"status":"live","online_event":false,
 *      "start":{"timezone":"America/Los_Angeles","local":"2025-03-14T19:00:00","utc":"2025-03-15T02:00:00Z"},
 *      "end":{"timezone":"America/Los_Angeles","local":"2025-03-14T22:00:00","utc":"2025-03-15T05:00:00Z"},
 *      "venue":{"name":"Jazz Cellar","address":{"address_1":"1 Quay St","city":"Seattle","region":"WA",
 *       "country":"US","latitude":"47.6","longitude":"-122.3"}}}}]}
 */

/** What a page is asked with. */
export type PageQuery = Readonly<Record<string, string | number>>

/** Pages go on by a token. Where there is none, by number. */
export const nextPageOf = (pagination: unknown): PageQuery | null => {
  const of = someFieldsOf(pagination)
  const continuation = textOf(of["continuation"]) ?? ""
  if (of["has_more_items"] === true && continuation !== "") return { continuation }
  const [page, pages] = [numberOf(of["page_number"]), numberOf(of["page_count"])]
  return of["has_more_items"] !== false && page !== null && pages !== null && page < pages ? { page: page + 1 } : null
}

/** Why an order is no mention of an event. `unfinished`: nothing was bought. */
export type NoMention = "unfinished" | "no event" | "unknown status"

const orderStates: Readonly<Record<string, Mention["state"] | "unfinished">> = {
  placed: "confirmed",
  completed: "confirmed",
  refunded: "cancelled",
  deleted: "cancelled",
  canceled: "cancelled",
  cancelled: "cancelled",
  started: "unfinished",
  pending: "unfinished",
  processing: "unfinished",
  abandoned: "unfinished",
  expired: "unfinished"
}

/** The number of an order, as it is in mails; null for a row without one. */
export const orderIdOf = (row: unknown): string | null => wordOf(someFieldsOf(row)["id"])?.trim().slice(0, 80) || null

const stateOf = (row: Fields, event: Fields): Mention["state"] | NoMention => {
  const state = orderStates[textOf(row["status"])?.toLowerCase() ?? "placed"] ?? "unknown status"
  const called = textOf(event["status"])?.toLowerCase()
  if (state !== "confirmed") return state
  return called === "canceled" || called === "cancelled" ? "cancelled" : called === "postponed" ? "postponed" : state
}

/** A text, or an object with a text: the API writes names both ways. */
const nameOf = (value: unknown): string | null => cleanName(textOf(value) ?? textOf(someFieldsOf(value)["text"]))

/** Start at the place of the event, and the last day of one that lasts longer than a day. */
const timesOf = (event: Fields): Pick<Mention, "at" | "date" | "lastDate" | "time"> => {
  const [start, end] = [someFieldsOf(event["start"]), someFieldsOf(event["end"])]
  const at = isoInstant(textOf(start["utc"]))
  const clock = wallClock(textOf(start["timezone"]) ?? "")
  const wall = writtenWall(textOf(start["local"])) ?? (at === null ? null : (clock?.wallOf(at) ?? null))
  if (wall === null) return { at, date: null, time: null, lastDate: null }
  const endWall = writtenWall(textOf(end["local"]))
  return {
    at: at ?? clock?.instantOf(wall) ?? null,
    date: dateOf(wall),
    time: timeOf(wall),
    lastDate: endWall === null ? null : lastDateOf({ kind: "time", wall, clock }, endWall - wall)
  }
}

const venueOf = (event: Fields): Mention["venue"] => {
  if (event["online_event"] === true) return null
  const place = someFieldsOf(event["venue"])
  const address = someFieldsOf(place["address"])
  const text = (name: string) => cleanName(textOf(address[name]))
  const zone = textOf(someFieldsOf(event["start"])["timezone"])
  const country = text("country")?.toUpperCase() ?? null
  return venue(textOf(place["name"]), {
    address: [text("address_1"), text("address_2")].filter((part) => part !== null).join(", ") || null,
    city: text("city"),
    state: text("region"),
    country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
    ...degreesOf(
      numberOf(address["latitude"] ?? place["latitude"]),
      numberOf(address["longitude"] ?? place["longitude"])
    ),
    zone: wallClock(zone ?? "") === null ? null : zone
  })
}

/** Tickets of the order; null unless the answer has its attendees. */
const quantityOf = (row: Fields): number | null => {
  const attendees = listOf(row["attendees"])
    .filter((one) => fieldsOf(one) !== null)
    .map(someFieldsOf)
  const valid = attendees.filter(({ cancelled, refunded }) => cancelled !== true && refunded !== true)
  return attendees.length === 0 ? null : valid.reduce((sum, one) => sum + (numberOf(one["quantity"]) ?? 1), 0)
}

const purchaseOf = (row: Fields, orderId: string): Mention["orders"][number] => {
  const gross = someFieldsOf(someFieldsOf(row["costs"])["gross"])
  const code = textOf(gross["currency"])?.toUpperCase() ?? null
  const currency = code !== null && /^[A-Z]{3}$/.test(code) ? code : null
  const [major, minor] = [wordOf(gross["major_value"]), numberOf(gross["value"])]
  return order({
    vendor: "eventbrite",
    orderId,
    quantity: quantityOf(row),
    totalCents:
      major !== null
        ? centsOf(major, currency)
        : minor !== null && Number.isInteger(minor) && minor >= 0
          ? minor
          : null,
    currency,
    purchasedAt: isoInstant(textOf(row["created"]))
  })
}

/** An order as a mention of its event; or why it is none. The event may have changed after the order. */
export const toMention = (row: unknown): Mention | NoMention => {
  const fields = someFieldsOf(row)
  const event = fieldsOf(fields["event"])
  const id = orderIdOf(row)
  const title = nameOf(event?.["name"])
  if (event === null || id === null || title === null) return "no event"
  const state = stateOf(fields, event)
  if (state === "unfinished" || state === "no event" || state === "unknown status") return state
  const place = venueOf(event)
  const changes = [fields["created"], fields["changed"], event["changed"]].map(
    (value) => isoInstant(textOf(value)) ?? 0
  )
  return mention({
    key: id,
    saidAt: Math.max(...changes),
    state,
    title,
    ...timesOf(event),
    venue: place,
    teams: teamsOf(title, place?.name ?? null),
    orders: [purchaseOf(fields, id)]
  })
}

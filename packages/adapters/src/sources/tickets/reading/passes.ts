import { plainText } from "../../archive/plainText.js"
import { cleanName } from "../../scrobbles/index.js"
import { order } from "../../mentions/mention.js"
import { placeInHouse, seatsOf } from "../../mentions/seats.js"
import { vendorOf } from "../../mentions/sellers.js"
import { teamsOf } from "../../mentions/teams.js"
import { placeOf, venue, venueOf } from "../../mentions/venue.js"
import { type Draft, draft } from "./Draft.js"
import { isNode, type Node } from "./schemaOrg/jsonLd.js"
import { momentOf } from "./schemaOrg/reservations.js"

const most = 20

/**
 * The event of passes for a wallet (https://developer.apple.com/documentation/walletpasses/pass), of which one mail has one
 * for each seat; none where they are no tickets:
 *
 *     {"organizationName":"AXS","serialNumber":"8812","relevantDate":"2026-04-18T20:00-07:00",
 *      "eventTicket":{"primaryFields":[{"key":"event","label":"EVENT","value":"Velmora Tide"}],
 *        "secondaryFields":[{"key":"venue","label":"VENUE","value":"The Fillmore"}],
 *        "auxiliaryFields":[{"key":"section","label":"SEC","value":"12"},{"key":"seat","label":"SEAT","value":"4"}]},
 *      "semantics":{"eventName":"Velmora Tide","venueName":"The Fillmore","eventStartDate":"2026-04-18T20:00-07:00"}}
 */
export const passes = (given: ReadonlyArray<unknown>, seller: string | null): ReadonlyArray<Draft> => {
  const found = new Map<string, Draft>()
  for (const one of given.slice(0, most).flatMap((pass) => isNode(pass) ? passDraft(pass, seller) ?? [] : [])) {
    const key = `${one.title} ${one.date ?? one.at} ${one.order?.orderId}`
    const known = found.get(key)
    found.set(key, known?.order == null || one.order === null ? one : { ...known, order: beside(known.order, one.order) })
  }
  return [...found.values()]
}

/** The name that a pass has for good, however often it is made anew: its type and serial number; null where it lacks one of them. */
export const passName = (pass: unknown): string | null => {
  const [type, serial] = isNode(pass) ? [text(pass["passTypeIdentifier"]), text(pass["serialNumber"])] : []
  return type == null || serial == null ? null : `${type}/${serial}`
}

type Ordered = NonNullable<Draft["order"]>

const beside = (one: Ordered, other: Ordered): Ordered => {
  const seats = [...new Set([...one.seats, ...other.seats])]
  return { ...one, seats, quantity: Math.max(seats.length, (one.quantity ?? 0) + (other.quantity ?? 0)) }
}

const passDraft = (pass: Node, seller: string | null): Draft | null => {
  const ticket = pass["eventTicket"]
  if (!isNode(ticket)) return null
  const semantics = isNode(pass["semantics"]) ? pass["semantics"] : {}
  const fields = ["headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields"].flatMap((name) => fieldsOf(ticket[name]))
  const value = (label: RegExp) => fields.find(({ key, label: shown }) => label.test(shown) || label.test(key))?.value ?? null
  const told = text(semantics["venueName"]) ?? value(/^(?:venue|location|where)(?:.?name)?$/i)
  const region = placeOf(text(semantics["venueRegionName"]) ?? "")
  const place = told === null ? null : region.city === null ? venueOf(told) : venue(told, region)
  const when = momentOf((text(semantics["eventStartDate"]) ?? text(pass["relevantDate"]) ?? firstDate(pass["relevantDates"]))?.replace(/(T\d{2}:\d{2})(Z|[+-])/, "$1:00$2") ?? null, place?.zone)
  const title = cleanName(text(semantics["eventName"]) ?? fieldsOf(ticket["primaryFields"])[0]?.value ?? null)
  if (title === null || (when.date === null && when.at === null)) return null
  const [seat] = nodesIn(semantics["seats"])
  const seats = seatsOf(text(seat?.["seatNumber"]) ?? value(/^seats?(?:.?(?:number|no))?\.?$/i))
  return draft({
    title,
    ...when,
    venue: place,
    teams: teamsOf(title, place?.name ?? null),
    order: order({
      vendor: seller ?? vendorOf(text(pass["organizationName"]) ?? ""),
      orderId: value(/^(?:order|confirmation|booking)(?:.?(?:number|no|id|#))?\.?$/i),
      section: placeInHouse(text(seat?.["seatSection"]) ?? value(/^sec(?:tion)?\.?$/i)),
      row: placeInHouse(text(seat?.["seatRow"]) ?? value(/^row$/i)),
      seats,
      quantity: Math.max(1, seats.length)
    })
  })
}

interface Field {
  readonly key: string
  readonly label: string
  readonly value: string
}

const nodesIn = (given: unknown): ReadonlyArray<Node> => Array.isArray(given) ? given.filter(isNode) : []

const fieldsOf = (given: unknown): ReadonlyArray<Field> =>
  nodesIn(given).flatMap((field) => {
    const value = text(field["value"])
    return value === null ? [] : [{ key: text(field["key"]) ?? "", label: text(field["label"]) ?? "", value }]
  })

const firstDate = (given: unknown): string | null => {
  const [one] = nodesIn(given)
  return text(one?.["date"]) ?? text(one?.["startDate"])
}

const text = (given: unknown): string | null => {
  const said = typeof given === "number" ? String(given) : typeof given === "string" ? plainText(given.slice(0, 1_000)) ?? "" : ""
  return said.trim().slice(0, 200) || null
}

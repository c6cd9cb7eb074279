import { plainText } from "../../archive/plainText.js"
import { order } from "../../mentions/mention.js"
import { placeInHouse, seatsOf } from "../../mentions/seats.js"
import { vendorOf } from "../../mentions/sellers.js"
import { teamsOf } from "../../mentions/teams.js"
import { placeOf, venue, venueOf } from "../../mentions/venue.js"
import { cleanName } from "../../scrobbles/index.js"
import { type Draft, draft } from "./Draft.js"
import { isTitle } from "./sanity.js"
import { isNode, type Node } from "./schemaOrg/jsonLd.js"
import { momentOf } from "./schemaOrg/reservations.js"

const most = 20

/**
 * The event of passes for a wallet (https://developer.apple.com/documentation/walletpasses/pass), of which one mail has one
 * for each seat; none where they are no tickets to an event:
 *
 *     {"organizationName":"AXS","serialNumber":"8812","relevantDate":"2026-04-18T20:00-07:00",
 *      "eventTicket":{"primaryFields":[{"key":"event","label":"EVENT","value":"Velmora Tide"}],
 *        "secondaryFields":[{"key":"venue","label":"VENUE","value":"The Fillmore"}],
 *        "auxiliaryFields":[{"key":"section","label":"SEC","value":"12"},{"key":"seat","label":"SEAT","value":"4"}]},
 *      "semantics":{"eventName":"Velmora Tide","venueName":"The Fillmore","eventStartDateInfo":{"date":"2026-04-18T20:00-07:00"},
 *        "seats":[{"seatSection":"12","seatNumber":"4"}]}}
 *
 * Since iOS 18 the fields may be empty and the semantics tell all.
 */
export const passes = (given: ReadonlyArray<unknown>, seller: string | null): ReadonlyArray<Draft> => {
  const found = new Map<string, Draft>()
  for (const one of given.slice(0, most).flatMap((pass) => isNode(pass) ? passDraft(pass, seller) ?? [] : [])) {
    const key = `${one.title} ${one.date ?? one.at} ${one.order?.orderId}`
    const known = found.get(key)
    found.set(key, known?.order == null || one.order === null ? one : { ...known, order: merged(known.order, one.order) })
  }
  return [...found.values()]
}

/** The name that a pass has for good, however often it is made again: its type and serial number; null where it lacks one of them. */
export const passName = (pass: unknown): string | null => {
  const [type, serial] = isNode(pass) ? [text(pass["passTypeIdentifier"]), text(pass["serialNumber"])] : []
  return type == null || serial == null ? null : `${type}/${serial}`
}

type Ordered = NonNullable<Draft["order"]>

/** Two passes of one order: as many tickets as there are seats, else as many as there are passes. */
const merged = (one: Ordered, other: Ordered): Ordered => {
  const seats = [...new Set([...one.seats, ...other.seats])]
  return { ...one, seats, quantity: seats.length > 0 ? seats.length : (one.quantity ?? 0) + (other.quantity ?? 0) }
}

const passDraft = (pass: Node, seller: string | null): Draft | null => {
  const ticket = pass["eventTicket"]
  if (!isNode(ticket)) return null
  const semantics = isNode(pass["semantics"]) ? pass["semantics"] : {}
  const fields = ["headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields"].flatMap((name) => fieldsOf(ticket[name]))
  const [primary] = fieldsOf(ticket["primaryFields"])
  if (text(semantics["eventName"]) === null && isOfSomethingElse(primary, fields)) return null
  const place = venueOfPass(semantics, fields)
  const when = momentOf(startOf(pass, semantics, fields)?.replace(/(T\d{2}:\d{2})(Z|[+-])/, "$1:00$2") ?? null, place?.zone)
  const title = cleanName(text(semantics["eventName"]) ?? primary?.value ?? valueOf(fields, /^(?:event|show|artist)(?:.?name)?$/i) ?? named(pass))
  return title === null ? null : draft({ title, ...when, venue: place, teams: teamsOf(title, place?.name ?? null), order: orderOf(pass, semantics, fields, seller) })
}

const startOf = (pass: Node, semantics: Node, fields: ReadonlyArray<Field>): string | null => {
  const info = semantics["eventStartDateInfo"]
  return (isNode(info) ? text(info["date"]) : null) ?? text(semantics["eventStartDate"]) ?? text(pass["relevantDate"]) ?? firstDate(pass["relevantDates"]) ??
    fields.find(({ label, key, value }) => /^\d{4}-\d{2}-\d{2}T/.test(value) && !/order|purchase|door|expir/i.test(`${key} ${label}`))?.value ?? null
}

const venueOfPass = (semantics: Node, fields: ReadonlyArray<Field>) => {
  const told = text(semantics["venueName"]) ?? valueOf(fields, /^(?:venue|loc|location|where|place|theat(?:er|re)|stadium|arena)(?:.?name)?$/i)
  const region = placeOf(text(semantics["venueRegionName"]) ?? "")
  return told === null ? null : region.city === null ? venueOf(told) : venue(told, region)
}

const orderOf = (pass: Node, semantics: Node, fields: ReadonlyArray<Field>, seller: string | null) => {
  const said = nodesIn(semantics["seats"])
  const [seat] = said
  const numbers = said.flatMap((one) => seatsOf(text(one["seatNumber"])))
  const seats = [...new Set(numbers.length > 0 ? numbers : seatsOf(valueOf(fields, /^seats?(?:.?(?:number|no))?\.?$/i)))]
  return order({
    vendor: seller ?? vendorOf(text(pass["organizationName"]) ?? ""),
    orderId: valueOf(fields, /^(?:order|confirmation|booking)(?:.?(?:number|no|id|#))?\.?$/i),
    section: placeInHouse(text(seat?.["seatSection"]) ?? valueOf(fields, /^sec(?:tion)?\.?$/i)),
    row: placeInHouse(text(seat?.["seatRow"]) ?? valueOf(fields, /^row$/i)),
    seats,
    quantity: Math.max(1, seats.length)
  })
}

/** What other things that are sold call the field that names them. */
const othersName = /\b(?:hotel|room|zimmer|flight|flug|train|zug|coach|bus|car|vehicle|parking|membership|member|coupon|offer|gift|balance|points|loyalty|property|apartment)\b/i
/** And their other fields: of them a ticket may have one. */
const othersFields = /\b(?:hotel|check-?\s?in|check-?\s?out|rooms?|zimmer\w*|nights?|nächte|anreise|abreise|aufenthalt|ankunft|stay|departure|arrival|boarding|rate|pick-?up|drop-?off|licen[cs]e plate)\b/i

/** Apple has no style for hotels, so they come as event tickets. */
const isOfSomethingElse = (primary: Field | undefined, fields: ReadonlyArray<Field>): boolean => {
  const labelOf = ({ key, label }: Field) => `${label} ${key.replace(/[-_]/g, " ")}`
  return (primary !== undefined && othersName.test(labelOf(primary))) || fields.filter((field) => othersFields.test(labelOf(field))).length > 1
}

/** What a pass without fields shows above itself. */
const named = (pass: Node): string | null => {
  const shown = text(pass["logoText"])
  return shown !== null && shown !== text(pass["organizationName"]) && isTitle(shown) ? shown : null
}

interface Field {
  readonly key: string
  readonly label: string
  readonly value: string
}

const valueOf = (fields: ReadonlyArray<Field>, label: RegExp): string | null => fields.find(({ key, label: shown }) => label.test(shown) || label.test(key))?.value ?? null

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

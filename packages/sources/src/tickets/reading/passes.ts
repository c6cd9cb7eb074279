import { order } from "@daybook/core/attending"
import { placeInHouse, seatsOf } from "../../kit/mentions/orders.js"
import { vendorOf } from "../../kit/mentions/sellers.js"
import { teamsOf } from "../../kit/mentions/teams.js"
import { placeOf, venue, venueOf } from "../../kit/mentions/venue.js"
import { cleanName, plainText } from "../../kit/values.js"
import type { Meaning } from "../document/labels.js"
import { meaningOf } from "../document/vocabulary.js"
import { dateIn } from "./dates.js"
import { type Draft, draft } from "./draft.js"
import { isTitle } from "./sanity.js"
import { isNode, type Node } from "./schemaOrg/markup.js"
import { momentOf } from "./schemaOrg/reservations.js"
import { isSeat, seatingOn } from "./seating.js"
import { timeIn } from "./times.js"

const maxPasses = 20

/**
 * The event of passes for a wallet (https://developer.apple.com/documentation/walletpasses/pass), of which one mail has
 * one for each seat; none where they are no tickets to an event:
 *
 *     {"organizationName":"AXS","serialNumber":"8812","relevantDate":"2026-04-18T20:00-07:00",
 *      "eventTicket":{"primaryFields":[{"key":"event","label":"EVENT","value":"Velmora Tide"}],
 *        "secondaryFields":[{"key":"venue","label":"VENUE","value":"The Fillmore"}],
 *        "auxiliaryFields":[{"key":"section","label":"SEC","value":"12"},{"key":"seat","label":"SEAT","value":"4"}]},
 *      "semantics":{"eventName":"Velmora Tide","venueName":"The Fillmore",
 *        "eventStartDateInfo":{"date":"2026-04-18T20:00-07:00"},"seats":[{"seatSection":"12","seatNumber":"4"}]}}
 *
 * Since iOS 18 the fields may be empty and the semantics tell all.
 */
export const passes = (rawPasses: ReadonlyArray<unknown>, seller: string | null): ReadonlyArray<Draft> => {
  const drafts = new Map<string, Draft>()
  for (const one of rawPasses
    .slice(0, maxPasses)
    .flatMap((pass) => (isNode(pass) ? (passDraft(pass, seller) ?? []) : []))) {
    const key = `${one.title} ${one.date ?? one.at} ${one.order?.orderId}`
    const existing = drafts.get(key)
    drafts.set(
      key,
      existing?.order == null || one.order === null ? one : { ...existing, order: merged(existing.order, one.order) }
    )
  }
  return [...drafts.values()]
}

/** Permanent name of a pass across updates: type and serial number; null when one is missing. */
export const passName = (pass: unknown): string | null => {
  const [type, serial] = isNode(pass) ? [text(pass["passTypeIdentifier"]), text(pass["serialNumber"])] : []
  return type == null || serial == null ? null : `${type}/${serial}`
}

type PassOrder = NonNullable<Draft["order"]>

/** Merges passes of one order: as many tickets as seats, else as many as passes. */
const merged = (one: PassOrder, other: PassOrder): PassOrder => {
  const seats = [...new Set([...one.seats, ...other.seats])]
  return { ...one, seats, quantity: seats.length > 0 ? seats.length : (one.quantity ?? 0) + (other.quantity ?? 0) }
}

/** Whether a pass was used, transferred or refunded. */
export const isVoid = (pass: unknown): boolean => isNode(pass) && pass["voided"] === true

/** Whether an event's name or venue is that of a car park. */
export const isOfParking = ({ title, venue }: Pick<Draft, "title" | "venue">): boolean =>
  [title, venue?.name].some((name) =>
    /^(?:parking|parken|parcheggio|estacionamiento|estacionamento|stationnement|駐車)|\b(?:parking|car park|parkhaus)(?: lot| pass| [a-z0-9])?$/i.test(
      name ?? ""
    )
  )

const passDraft = (pass: Node, seller: string | null): Draft | null => {
  const ticket = pass["eventTicket"]
  if (!isNode(ticket)) return null
  const semantics = isNode(pass["semantics"]) ? pass["semantics"] : {}
  const fields = ["headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields"].flatMap((name) =>
    fieldsOf(ticket[name])
  )
  const [primary] = fieldsOf(ticket["primaryFields"])
  if (text(semantics["eventName"]) === null && isOfSomethingElse(primary, fields)) return null
  const place = venueOfPass(semantics, fields)
  const start = startOf(pass, semantics, fields)
  const when =
    start === null ? writtenStart(fields) : momentOf(start.replace(/(T\d{2}:\d{2})(Z|[+-])/, "$1:00$2"), place?.zone)
  const title = cleanName(
    text(semantics["eventName"]) ??
      primary?.value ??
      valueOf(fields, /^(?:event|show|artist)(?:.?name)?$/i) ??
      logoName(pass)
  )
  return title === null
    ? null
    : draft({
        title,
        ...when,
        venue: place,
        teams: teamsOf(title, place?.name ?? null),
        order: orderOf(pass, semantics, fields, seller)
      })
}

const startOf = (pass: Node, semantics: Node, fields: ReadonlyArray<Field>): string | null => {
  const info = semantics["eventStartDateInfo"]
  return (
    (isNode(info) ? text(info["date"]) : null) ??
    text(semantics["eventStartDate"]) ??
    text(pass["relevantDate"]) ??
    firstDate(pass["relevantDates"]) ??
    fields.find(
      ({ label, key, value }) =>
        /^\d{4}-\d{2}-\d{2}T/.test(value) && !/order|purchase|door|expir/i.test(`${key} ${label}`)
    )?.value ??
    null
  )
}

/** A date as text: `Sa, 24.08.2024 19:00`, with the time perhaps in a field of its own. */
const writtenStart = (fields: ReadonlyArray<Field>): Pick<Draft, "date" | "time" | "at"> => {
  const isOther = ({ key, label }: Field) =>
    /order|purchase|door|expir|einlass|bestell|kauf|gültig|achat|compra|acquisto/i.test(`${key} ${label}`)
  const dated = fields
    .filter((field) => !isOther(field))
    .flatMap(({ value }) => {
      const match = dateIn(value, { received: 0, dayFirst: true })
      return match === null || !match.hasYear ? [] : [match.when]
    })[0]
  if (dated === undefined) return { date: null, time: null, at: null }
  const labelled = fields.find(({ key, label, value }) => meaningIn(label, key) === "time" && timeIn(value) !== null)
  return {
    date: dated.date,
    time: dated.time ?? (labelled === undefined ? null : timeIn(labelled.value)),
    at: dated.at
  }
}

/** Meaning of a field by its label, else by its key, in any language of mails. */
const meaningIn = (label: string, key: string): Meaning | null =>
  meaningOf(label) ?? meaningOf(key.replace(/[-_]/g, " ")) ?? null

/** The number of a seat. `PLACE` is the label of a seat in French, and of a venue in English. */
const seatNumber = /^(?:[A-Z]{1,2}[- ]?)?\d{1,4}[a-z]?$/i

const venueOfPass = (semantics: Node, all: ReadonlyArray<Field>) => {
  const fields = all.filter(({ value }) => !seatNumber.test(value))
  const name =
    text(semantics["venueName"]) ??
    valueOf(fields, /^(?:venue|loc|location|where|theat(?:er|re)|stadium|arena)(?:.?name)?$/i) ??
    meant(fields, "venue")
  const region = placeOf(text(semantics["venueRegionName"]) ?? "")
  return name === null ? null : region.city === null ? venueOf(name) : venue(name, region)
}

const orderOf = (pass: Node, semantics: Node, fields: ReadonlyArray<Field>, seller: string | null) => {
  const seatNodes = nodesIn(semantics["seats"])
  const [seat] = seatNodes
  const numbers = seatNodes.flatMap((one) => seatsOf(text(one["seatNumber"])))
  const seats = [
    ...new Set(
      numbers.length > 0
        ? numbers
        : seatsOf(
            valueOf(fields, /^seats?(?:.?(?:number|no))?\.?$/i) ??
              meant(fields, "seats") ??
              fields.find(({ label, value }) => /^place$/i.test(label) && seatNumber.test(value))?.value ??
              null
          )
    )
  ]
  const printed = seatingOn(fields.map(({ label, value }) => `${label} ${value}`))
  return order({
    vendor: seller ?? vendorOf(text(pass["organizationName"]) ?? ""),
    orderId:
      valueOf(fields, /^(?:order|confirmation|booking)(?:.?(?:number|no|id|#))?\.?$/i) ??
      meant(fields, "order") ??
      meant(fields, "booking"),
    section: placeInHouse(
      text(seat?.["seatSection"]) ??
        valueOf(fields, /^sec(?:tion)?\.?$/i) ??
        meant(fields, "section") ??
        printed?.section
    ),
    row: placeInHouse(text(seat?.["seatRow"]) ?? printed?.row ?? valueOf(fields, /^row$/i) ?? meant(fields, "row")),
    seats: seats.some(isSeat) ? seats.filter(isSeat) : (printed?.seats ?? []),
    quantity: Math.max(1, seats.some(isSeat) ? seats.filter(isSeat).length : (printed?.seats.length ?? 0))
  })
}

/** Labels of the name field of other goods. */
const othersName =
  /\b(?:hotel|room|zimmer|flight|flug|train|zug|coach|bus|car|vehicle|parking|membership|member|coupon|offer|gift|balance|points|loyalty|property|apartment)\b/i
/** Labels of their other fields. A ticket may have one of them. */
const othersFields =
  /\b(?:hotel|check-?\s?in|check-?\s?out|rooms?|zimmer\w*|nights?|nächte|anreise|abreise|aufenthalt|ankunft|stay|departure|arrival|boarding|rate|pick-?up|drop-?off|licen[cs]e plate)\b/i

/** Apple has no style for hotels, so they use event tickets. */
const isOfSomethingElse = (primary: Field | undefined, fields: ReadonlyArray<Field>): boolean => {
  const labelOf = ({ key, label }: Field) => `${label} ${key.replace(/[-_]/g, " ")}`
  return (
    (primary !== undefined && othersName.test(labelOf(primary))) ||
    fields.filter((field) => othersFields.test(labelOf(field))).length > 1
  )
}

/** The logo text of a pass without fields. */
const logoName = (pass: Node): string | null => {
  const logo = text(pass["logoText"])
  return logo !== null && logo !== text(pass["organizationName"]) && isTitle(logo) ? logo : null
}

interface Field {
  readonly key: string
  readonly label: string
  readonly value: string
}

const valueOf = (fields: ReadonlyArray<Field>, label: RegExp): string | null =>
  fields.find(({ key, label: fieldLabel }) => label.test(fieldLabel) || label.test(key))?.value ?? null

const meant = (fields: ReadonlyArray<Field>, meaning: Meaning): string | null =>
  fields.find(({ key, label }) => meaningIn(label, key) === meaning)?.value ?? null

const nodesIn = (value: unknown): ReadonlyArray<Node> => (Array.isArray(value) ? value.filter(isNode) : [])

const fieldsOf = (nodes: unknown): ReadonlyArray<Field> =>
  nodesIn(nodes).flatMap((field) => {
    const value = text(field["value"])
    return value === null ? [] : [{ key: text(field["key"]) ?? "", label: text(field["label"]) ?? "", value }]
  })

const firstDate = (value: unknown): string | null => {
  const [one] = nodesIn(value)
  return text(one?.["date"]) ?? text(one?.["startDate"])
}

const text = (value: unknown): string | null => {
  const plain =
    typeof value === "number"
      ? String(value)
      : typeof value === "string"
        ? (plainText(value.slice(0, 1_000)) ?? "")
        : ""
  return plain.trim().slice(0, 200) || null
}

import { type Mention, type Order, mention, order } from "@daybook/core/attending"
import { addDays, daysBetween } from "@daybook/core/shared"
import type { CalendarRow } from "../kit/ics/CalendarRow.js"
import { moneyIn, placeInHouse, seatsOf } from "../kit/mentions/orders.js"
import { vendorOf } from "../kit/mentions/sellers.js"
import { teamsOf } from "../kit/mentions/teams.js"
import { venueOf, venue as venueMention } from "../kit/mentions/venue.js"
import { cleanName, plainText } from "../kit/values.js"
import { dateOf, timeOf, shownAt } from "../kit/WallClock.js"

const maxDescriptionLength = 20_000
const maxNotesLength = 2_000
const maxSummaryLength = 2_000
const maxLocationLength = 2_000

/** Start in local time of the venue; as written when its zone is unknown. */
const startAt = (
  { lastDate, start }: CalendarRow,
  zone: string | null | undefined
): Pick<Mention, "date" | "lastDate" | "time"> => {
  const asWritten = { date: start?.date ?? null, lastDate, time: start?.time ?? null }
  if (start?.at == null) return asWritten
  const wall = start.date === null ? null : Date.parse(`${start.date}T${start.time}:00Z`)
  const localWall = shownAt(start.at, wall, zone)
  if (localWall === null || localWall === wall) return asWritten
  const date = dateOf(localWall)
  return {
    date,
    time: timeOf(localWall),
    lastDate: lastDate === null ? null : addDays(lastDate, daysBetween(start.date ?? dateOf(start.at), date))
  }
}

/** `Jazz Cellar (1 Quay St, Seattle, WA)`: Meetup writes the address like this. */
const withoutBrackets = (text: string): string => {
  const whole = text.trim()
  const open = whole.indexOf("(")
  const inside = whole.slice(open + 1, -1)
  const isAddress = open > 0 && whole.endsWith(")") && inside.includes(",") && !/[()]/.test(inside)
  return isAddress ? `${whole.slice(0, open)}, ${inside}` : text
}

const withoutUnstorable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, "")

/** Outlook and Exchange keep a cancelled meeting under such a title, in their language, without a status. */
const cancelledPrefix =
  /^(?:cancell?ed|abgesagt|abgebrochen|annulée?|annulé\(e\)|cancelad[oa]|annullat[oa]|geannuleerd|afgelast|キャンセル済み|キャンセル)\s?[:：]\s*(?=\S)/iu

const readTexts = ({ description: rawDescription, location, summary }: CalendarRow) => {
  const description = rawDescription === null ? null : plainText(rawDescription.slice(0, maxDescriptionLength))
  const name = cleanName(summary?.slice(0, maxSummaryLength))
  return {
    title: cleanName(name?.replace(cancelledPrefix, "")) ?? name,
    isCalledOff: name !== null && cancelledPrefix.test(name),
    description,
    venue: location === null ? null : venueOf(withoutBrackets(withoutUnstorable(location.slice(0, maxLocationLength)))),
    ordered: orderIn(description)
  }
}

let latest: { readonly row: CalendarRow; readonly texts: ReturnType<typeof readTexts> } | undefined

/** Rows of a series are adjacent and have the same texts, so these are parsed once. */
const textsOf = (row: CalendarRow) => {
  const isSame =
    latest !== undefined &&
    row.summary === latest.row.summary &&
    row.description === latest.row.description &&
    row.location === latest.row.location
  if (latest === undefined || !isSame) latest = { row, texts: readTexts(row) }
  return latest.texts
}

/** One calendar row as a mention of an event. */
export const rowMention = (row: CalendarRow): Mention => {
  const { own } = row
  const { description, isCalledOff, ordered, title, venue: located } = textsOf(row)
  const venue = own === undefined ? located : own.venue && venueMention(own.venue.name, own.venue)
  return mention({
    key: row.key,
    // Feeds have whole seconds.
    saidAt: row.changedAt === null ? 0 : Math.floor(row.changedAt / 1_000) * 1_000,
    state: row.isCancelled || isCalledOff ? "cancelled" : "confirmed",
    title,
    ...startAt(row, venue?.zone),
    at: row.start?.at ?? null,
    venue,
    teams: teamsOf(title, venue?.name ?? null),
    orders: ordered === null ? [] : [ordered],
    kind: own?.event_type ?? null,
    attended: own?.attended ?? (row.isDeclined ? false : null),
    ...(row.isRoutine ? { routine: true } : {}),
    notes: description?.slice(0, maxNotesLength).replace(/[\p{Surrogate}]/gu, "\ufffd") ?? null
  })
}

const count = (text: string | null): number | null =>
  text !== null && /^\d{1,3}\b/.test(text) ? Number.parseInt(text, 10) : null

/**
 * Reads an order from the description of a calendar row. Programs that read mails write such lines, and people do:
 *
 *     Reservation Number: K4L-99210
 *     Provider: SeatGeek
 *     Guests: 3
 *     Seats: 18, 19, 20
 */
const orderIn = (description: string | null): Order | null => {
  if (description === null) return null
  const value = (label: string) =>
    new RegExp(`^\\s*(?:${label})\\s*(?:#|no\\.?)?\\s*:\\s*(.{1,200}?)\\s*$`, "im").exec(description)?.[1] ?? null
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

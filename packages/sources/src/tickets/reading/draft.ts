import { type Mention, type Order, mention } from "@daybook/core/attending"
import { stateCode } from "../../kit/mentions/regions.js"
import { cleanName } from "../../kit/values.js"
import type { Mail } from "../mail/mail.js"

/** Result of one parser for one event of a mail; null fields were not found. */
export type Draft = Pick<
  Mention,
  "kind" | "title" | "date" | "lastDate" | "time" | "at" | "venue" | "performers" | "teams"
> & { readonly state: "confirmed" | "cancelled" | "postponed" | null; readonly order: Order | null }

const nothing: Draft = {
  state: null,
  kind: null,
  title: null,
  date: null,
  lastDate: null,
  time: null,
  at: null,
  venue: null,
  performers: [],
  teams: null,
  order: null
}

export const draft = (parts: Partial<Draft>): Draft => ({ ...nothing, ...parts })

/** Whether a draft has a title and a day or an instant. */
export const isWhole = (one: Draft): boolean => one.title !== null && (one.date !== null || one.at !== null)

/** Fills gaps of `one` from `other`, unless they are of different days. */
export const filled = (one: Draft, other: Draft): Draft => {
  if (one.date !== null && other.date !== null && one.date !== other.date) return one
  const order =
    one.order === null || other.order === null ? (one.order ?? other.order) : filledOrder(one.order, other.order)
  return {
    state: one.state ?? other.state,
    kind: one.kind ?? other.kind,
    title: one.title ?? other.title,
    date: one.date ?? other.date,
    lastDate: one.date === null ? other.lastDate : one.lastDate,
    time: one.time ?? other.time,
    at: one.time === null && one.at === null ? other.at : one.at,
    venue: one.venue ?? other.venue,
    performers: one.performers.length > 0 ? one.performers : other.performers,
    teams: one.teams ?? other.teams,
    order
  }
}

const filledOrder = (one: Order, other: Order): Order => {
  // Different order ids are different orders.
  if (one.orderId !== null && other.orderId !== null && one.orderId !== other.orderId) return one
  const isPriced = one.totalCents !== null
  return {
    vendor: one.vendor,
    orderId: one.orderId ?? other.orderId,
    section: one.section ?? other.section,
    row: one.row ?? other.row,
    seats: one.seats.length > 0 ? one.seats : other.seats,
    quantity: one.quantity ?? other.quantity,
    totalCents: one.totalCents ?? other.totalCents,
    currency: isPriced ? one.currency : other.currency,
    purchasedAt: one.purchasedAt ?? other.purchasedAt
  }
}

/** Version of the mail parser. Increment it when results change, so that mails are read again. */
export const parserVersion = 11

const maxExcerptLength = 600

/** Identity of a mail for its mentions. */
type MailIdentity = Pick<Mail, "key" | "hash" | "sentAt">

/** A certain mention of one event, numbered when a mail has several. */
export const draftMention = (mail: MailIdentity, { order, state, title, ...event }: Draft, place: number): Mention =>
  mention({
    ...event,
    key: place === 0 ? mail.key : `${mail.key}#${place + 1}`,
    saidAt: mail.sentAt,
    title: cleanName(title),
    state: state ?? "confirmed",
    orders: ordersOf(order, event.venue),
    evidence: { hash: mail.hash, parser: parserVersion, excerpt: null, reason: null }
  })

/** A mention for review, with its known data and the reason. */
export const unreadMention = (
  mail: MailIdentity,
  { order, state: _, title, ...event }: Draft,
  subject: string,
  reason: string,
  text: string
): Mention =>
  mention({
    ...event,
    key: mail.key,
    saidAt: mail.sentAt,
    state: "unread",
    title: cleanName(title) ?? cleanName(subject),
    orders: order?.orderId == null ? [] : ordersOf(order, event.venue),
    evidence: { hash: mail.hash, parser: parserVersion, excerpt: cleanName(text.slice(0, maxExcerptLength)), reason }
  })

const ordersOf = (order: Draft["order"], venue: Draft["venue"]): Mention["orders"] =>
  order === null
    ? []
    : [order.totalCents === 0 && order.currency === null ? { ...order, currency: currencyAt(venue) } : order]

/** Free tickets get the currency of the venue's country, when known. */
const currencyAt = (venue: Draft["venue"]): string | null => {
  const country = venue?.country ?? (stateCode(venue?.state ?? "") === null ? null : "US")
  return country === null ? null : (currencies[country] ?? null)
}

const currencies: Readonly<Record<string, string>> = {
  US: "USD",
  CA: "CAD",
  GB: "GBP",
  AU: "AUD",
  NZ: "NZD",
  JP: "JPY",
  DE: "EUR",
  FR: "EUR",
  IE: "EUR",
  NL: "EUR",
  ES: "EUR",
  IT: "EUR"
}

import type { Mention } from "@daybook/core/attending"
import { mention } from "../../mentions/mention.js"
import { stateCode } from "../../mentions/states.js"
import { cleanName } from "../../scrobbles/index.js"
import type { Mail } from "../mail/Mail.js"
import type { Draft } from "./Draft.js"
import { parserVersion } from "./parserVersion.js"

const longestExcerpt = 600

/** Names a mention and says how it was read. */
type Told = Pick<Mail, "key" | "hash" | "sentAt">

/** What a mail says for sure of one event, the first or a further one of it. */
export const toMention = (mail: Told, { order, state, title, ...event }: Draft, place: number): Mention =>
  mention({
    ...event,
    key: place === 0 ? mail.key : `${mail.key}#${place + 1}`,
    saidAt: mail.sentAt,
    title: cleanName(title),
    state: state ?? "confirmed",
    orders: ordersOf(order, event.venue),
    evidence: { hash: mail.hash, parser: parserVersion, excerpt: null, reason: null }
  })

/** What waits for the person, with what is known of it and why it waits. */
export const unreadMention = (mail: Told, { order, state: _, title, ...event }: Draft, subject: string, reason: string, text: string): Mention =>
  mention({
    ...event,
    key: mail.key,
    saidAt: mail.sentAt,
    state: "unread",
    title: cleanName(title) ?? cleanName(subject),
    orders: order?.orderId == null ? [] : ordersOf(order, event.venue),
    evidence: { hash: mail.hash, parser: parserVersion, excerpt: cleanName(text.slice(0, longestExcerpt)), reason }
  })

const ordersOf = (order: Draft["order"], venue: Draft["venue"]): Mention["orders"] =>
  order === null ? [] : [order.totalCents === 0 && order.currency === null ? { ...order, currency: currencyAt(venue) } : order]

/** What is free is so in the money of the place, as far as that is known. */
const currencyAt = (venue: Draft["venue"]): string | null => {
  const country = venue?.country ?? (stateCode(venue?.state ?? "") === null ? null : "US")
  return country === null ? null : currencies[country] ?? null
}

const currencies: Readonly<Record<string, string>> = { US: "USD", CA: "CAD", GB: "GBP", AU: "AUD", NZ: "NZD", JP: "JPY", DE: "EUR", FR: "EUR", IE: "EUR", NL: "EUR", ES: "EUR", IT: "EUR" }

import type { Mention } from "@daybook/core/attending"
import { mention } from "../../mentions/mention.js"
import { type SellerId, sellerOf, vendorOf } from "../../mentions/sellers.js"
import { stateCode } from "../../mentions/states.js"
import { cleanName } from "../../scrobbles/index.js"
import { forwarded } from "../mail/forwarded.js"
import type { Mail } from "../mail/Mail.js"
import { vendors } from "../vendors/index.js"
import { attachedCalendar } from "./attachedCalendar.js"
import { type Draft, draft, filled, isWhole } from "./Draft.js"
import { orderIn } from "./orders.js"
import { passes, passName } from "./passes.js"
import { jsonLd } from "./schemaOrg/jsonLd.js"
import { parserVersion } from "./parserVersion.js"
import { microdata } from "./schemaOrg/microdata.js"
import { reservations } from "./schemaOrg/reservations.js"
import { type About, aboutOf, titleOf } from "./subjects.js"

/** More are no confirmation. */
const mostMentions = 40
const longestExcerpt = 600

/**
 * What a mail says of events; nothing where it is no seller's or not about something bought. A seller's mail that nobody
 * understands, or any that somebody handed in by itself (`handedIn`), is kept unread.
 */
export const readTickets = (given: Mail, handedIn = false): ReadonlyArray<Mention> => {
  const direct = sellerOf(given.from)
  const attached = direct === null ? given.attached.flatMap((mail) => readTickets(mail)) : []
  if (attached.length > 0) return attached.slice(0, mostMentions)
  const inner = direct === null ? forwarded(given) : null
  const mail = inner ?? given
  const seller = direct ?? (inner === null ? null : sellerOf(inner.from))
  const about = aboutOf(mail.subject)
  if (about === "other" && !handedIn) return []
  const drafts = draftsOf(mail, seller, about)
  if (drafts.length > 0) return drafts.slice(0, mostMentions).map((one, place) => toMention(mail, one, place))
  const isOffer = mail.isBulk && orderIn("", mail.lines, null).orderId === null
  return handedIn || (seller !== null && !isOffer) ? [unread(mail)] : []
}

/** What a pass for a wallet that somebody handed in says. */
export const readPass = (pass: unknown, hash: string): ReadonlyArray<Mention> =>
  safely([] as ReadonlyArray<Draft>, () => passes([pass], null)).map((one) => toMention({ key: `pass:${passName(pass) ?? hash}`, hash, sentAt: 0 }, one, 0))

const draftsOf = (mail: Mail, seller: SellerId | null, about: About): ReadonlyArray<Draft> => {
  const vendor = seller ?? vendorOf(mail.from.slice(mail.from.lastIndexOf("@") + 1).split(".").at(-2) ?? "")
  const marked = safely([] as ReadonlyArray<Draft>, () => reservations([...jsonLd(mail.html), ...microdata(mail.html)], vendor))
  const reserved = marked.filter((one) => isWhole(one) && (seller !== null || one.order !== null))
  const changed = about === "cancelled" || about === "postponed" ? about : null
  if (reserved.length > 1) return reserved.map((one) => ({ ...one, state: changed ?? one.state }))
  const wallet = safely([] as ReadonlyArray<Draft>, () => passes(mail.passes, seller))
  if (seller === null) return reserved.length > 0 ? reserved : wallet
  const isTransfer = /transfer/i.test(mail.subject)
  const written = safely(null, () => vendors.find(({ id }) => id === seller)?.read(mail) ?? null) ?? draft({})
  const ordered = safely(null, () => orderIn(seller, mail.lines, isTransfer || mail.sentAt === 0 ? null : mail.sentAt))
  const attached = [...wallet, ...safely([] as ReadonlyArray<Draft>, () => attachedCalendar(mail)).filter(isWhole)]
  const base = reserved[0] ?? (isWhole(written) ? written : attached[0] ?? written)
  const merged = [written, ...attached.slice(0, 2), draft({ order: ordered })].reduce(filled, base)
  if (changed !== null) return changes(merged, changed, mail)
  return isWhole(merged) ? [merged] : []
}

/** What is called off or put off may be told with little more than a name. A new date is news of the same order. */
const changes = (merged: Draft, changed: "cancelled" | "postponed", mail: Mail): ReadonlyArray<Draft> => {
  const title = titleOf(mail.subject) ?? merged.title
  if (title === null && merged.order?.orderId == null) return []
  const isMoved = changed === "postponed" && merged.date !== null && /resched|new date|date change|has moved/i.test(mail.subject)
  // Nothing was bought by this mail.
  const order = merged.order === null || merged.order.orderId === null ? null : { ...merged.order, purchasedAt: null }
  return [{ ...merged, title, order, state: isMoved ? "confirmed" : changed }]
}

const safely = <A>(otherwise: A, read: () => A): A => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

const toMention = (mail: Pick<Mail, "key" | "hash" | "sentAt">, { order, state, title, ...event }: Draft, place: number): Mention =>
  mention({
    ...event,
    key: place === 0 ? mail.key : `${mail.key}#${place + 1}`,
    saidAt: mail.sentAt,
    title: cleanName(title),
    state: state ?? "confirmed",
    orders: order === null ? [] : [order.totalCents === 0 && order.currency === null ? { ...order, currency: currencyAt(event.venue) } : order],
    evidence: { hash: mail.hash, parser: parserVersion, excerpt: null }
  })

/** What is free is so in the money of the place, as far as that is known. */
const currencyAt = (venue: Draft["venue"]): string | null => {
  const country = venue?.country ?? (stateCode(venue?.state ?? "") === null ? null : "US")
  return country === null ? null : currencies[country] ?? null
}

const currencies: Readonly<Record<string, string>> = { US: "USD", CA: "CAD", GB: "GBP", AU: "AUD", NZ: "NZD", JP: "JPY", DE: "EUR", FR: "EUR", IE: "EUR", NL: "EUR", ES: "EUR", IT: "EUR" }

const unread = (mail: Mail): Mention =>
  mention({
    key: mail.key,
    saidAt: mail.sentAt,
    state: "unread",
    title: cleanName(mail.subject),
    evidence: { hash: mail.hash, parser: parserVersion, excerpt: cleanName(mail.lines.join(" ").slice(0, longestExcerpt)) }
  })

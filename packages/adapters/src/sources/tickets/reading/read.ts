import type { EventType, Mention } from "@daybook/core/attending"
import { isOneOf, sellerOf, vendorAt, writesDayFirst } from "../../mentions/sellers.js"
import { textOf } from "../document/Document.js"
import { pairsOf } from "../document/pairs.js"
import { forwarded } from "../mail/forwarded.js"
import type { Mail } from "../mail/Mail.js"
import { attachedCalendar } from "./attachedCalendar.js"
import { cancelledTitleOf, purposeOf, type Purpose } from "./classify.js"
import { type Draft, draft, filled, isWhole } from "./Draft.js"
import { eventIn } from "./event.js"
import { toMention, unreadMention } from "./mentions.js"
import { orderIdIn, orderIn } from "./orders.js"
import type { Source } from "./Source.js"
import { passes, passName } from "./passes.js"
import { jsonLd } from "./schemaOrg/jsonLd.js"
import { microdata } from "./schemaOrg/microdata.js"
import { reservations } from "./schemaOrg/reservations.js"

/** More are no confirmation. */
const mostMentions = 40

/**
 * What a mail says of events; nothing where it is no seller's (`senders` are sellers besides the known ones) or not about
 * something bought. What is not sure waits unread with its reason, as does whatever somebody handed in by itself
 * (`handedIn`) that nobody understands. A pure function: it reads no clock and no setting.
 */
export const readTickets = (given: Mail, handedIn = false, senders: ReadonlyArray<string> = []): ReadonlyArray<Mention> => {
  const direct = vendorIn(given.from, senders)
  const attached = direct === null ? given.attached.flatMap((mail) => readTickets(mail, false, senders)) : []
  if (attached.length > 0) return attached.slice(0, mostMentions)
  const inner = direct === null ? forwarded(given) : null
  const mail = inner ?? given
  const seller = direct ?? (inner === null ? null : vendorIn(inner.from, senders))
  return read(mail, seller, handedIn)
}

/** What a pass for a wallet that somebody handed in says. */
export const readPass = (pass: unknown, hash: string): ReadonlyArray<Mention> => {
  const mail = { key: `pass:${passName(pass) ?? hash}`, hash, sentAt: 0 }
  return safely([], () => passes([pass], null)).map((one) => isWhole(one) ? toMention(mail, one, 0) : unreadMention(mail, one, one.title ?? "", "It does not say when the event is.", ""))
}

const vendorIn = (address: string, senders: ReadonlyArray<string>): string | null => sellerOf(address) ?? (isOneOf(address, senders) ? vendorAt(address) : null)

/** Sellers of music alone, and one whose subject is the event's name and nothing else. */
const kinds: Readonly<Record<string, EventType>> = { dice: "concert", seetickets: "concert", frontgate: "concert" }
const subjectIsTitle = "dice"

const kept: ReadonlyArray<Purpose> = ["order", "cancelled", "postponed", "offer", "unclear"]

const read = (mail: Mail, seller: string | null, handedIn: boolean): ReadonlyArray<Mention> => {
  const found = findingsIn(mail, seller)
  const { purpose, reserved } = found
  if (!kept.includes(purpose)) return []
  if (reserved.length > 1 && (purpose === "order" || purpose === "cancelled")) {
    return reserved.slice(0, mostMentions).map((one, place) => toMention(mail, purpose === "order" ? one : { ...one, state: purpose }, place))
  }
  if (seller === null && !handedIn && reserved.length === 0 && found.attached.length === 0) return []
  const { doubt, event } = written(mail, seller, found)
  if (purpose === "cancelled" || purpose === "postponed") return changed(mail, event, purpose, found)
  const unproven = seller === null && reserved.length === 0 && found.attached.length === 0 && event.order?.orderId == null && event.order?.totalCents == null
  const reason = purpose === "offer" ? "Somebody offers these tickets; whether they were accepted it does not say." : purpose === "unclear" ? "It does not say that anything was bought." : unproven ? "It does not say what was ordered." : doubt
  return [reason === null ? toMention(mail, event, 0) : unread(mail, event, reason)]
}

/** What was found in a mail before its text is read. */
interface Findings {
  readonly source: Source
  readonly purpose: Purpose
  /** Events of markup, reservations among them. */
  readonly reserved: ReadonlyArray<Draft>
  /** Events of passes and calendars that are attached. */
  readonly attached: ReadonlyArray<Draft>
}

const findingsIn = (mail: Mail, seller: string | null): Findings => {
  const source = { document: mail.document, pairs: pairsOf(mail.document) }
  const vendor = seller ?? vendorAt(mail.from)
  const marked = markedIn(mail, vendor)
  const booked = marked.filter(({ order }) => order !== null)
  // Several events that nobody reserved are what else there is to see.
  const reserved = booked.length > 0 ? booked : seller !== null && marked.length === 1 ? marked : []
  const wallet = safely([], () => passes(mail.passes, seller)).filter(isWhole)
  const calendars = seller === null ? [] : safely([], () => attachedCalendar(mail)).filter(isWhole)
  const order = safely(null, () => orderIn(vendor, source, mail.subject, null))
  const evidence = {
    orderId: order?.orderId != null,
    total: order?.totalCents != null,
    seats: order !== null && (order.seats.length > 0 || order.section !== null),
    reservation: booked.length > 0 || wallet.length > 0
  }
  return { source, purpose: purposeOf(mail, textOf(mail.document), evidence), reserved, attached: [...wallet, ...calendars] }
}

/** Events of markup: where a mail has both kinds, they say the same. */
const markedIn = ({ html }: Mail, vendor: string): ReadonlyArray<Draft> => {
  const found = safely([], () => reservations(jsonLd(html), vendor)).filter(isWhole)
  return found.length > 0 ? found : safely([], () => reservations(microdata(html), vendor)).filter(isWhole)
}

/** The event of a mail: of its markup, else of what is attached, else of its text; each fills in what the one before lacks. */
const written = (mail: Mail, seller: string | null, { attached, purpose, reserved, source }: Findings): { readonly event: Draft; readonly doubt: string | null } => {
  const isMoved = purpose === "postponed"
  const isGiven = /transfer|received tickets/i.test(mail.subject)
  const vendor = seller ?? vendorAt(mail.from)
  const { doubt, event } = safely({ event: draft({}), doubt: "Its text could not be read." }, () =>
    eventIn(source, { received: mail.sentAt, dayFirst: isDayFirst(mail, source), isMoved, subject: mail.subject, subjectIsTitle: vendor === subjectIsTitle, people: peopleIn(mail, source) }))
  const text = { ...event, kind: kinds[vendor] ?? null }
  const ordered = safely(null, () => orderIn(vendor, source, mail.subject, isGiven || isMoved || mail.sentAt === 0 ? null : mail.sentAt))
  const base = reserved[0] ?? (doubt === null ? text : attached[0] ?? text)
  return { event: [text, ...attached.slice(0, 2), draft({ order: ordered })].reduce(filled, base), doubt: base === text ? doubt : null }
}

const greeted = /^(?:hi|hello|hey|dear)\s(?:mr\.?\s|ms\.?\s|mrs\.?\s)?(\p{L}[\p{L} .'’-]{1,60}?)[,!.]*$/iu

/** Who sent it, and whom it calls by name. */
const peopleIn = ({ document, recipients, sender }: Mail, { pairs }: Source): ReadonlyArray<string> => [
  sender,
  ...recipients,
  ...pairs.flatMap(({ meaning, value }) => meaning === "person" ? value.slice(0, 1) : []),
  ...textOf(document).slice(0, top).flatMap((line) => greeted.exec(line)?.[1] ?? [])
]

/** `3/4/2026` is the third of April where another date of the mail, its sender's country, its language or its money says so. */
const isDayFirst = (mail: Mail, { document }: Source): boolean => {
  const lines = textOf(document)
  const shown = lines.flatMap((line) => /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(?:20)?\d{2}(?![\d/])/.exec(line.slice(0, 400)) ?? null).filter((match) => match !== null)
  if (shown.some(([, one]) => Number(one) > 12)) return true
  if (shown.some(([, , other]) => Number(other) > 12)) return false
  const has = (pattern: RegExp) => lines.some((line) => pattern.test(line))
  return writesDayFirst(mail.from) || has(otherLanguage) || (has(/[£€]\s?\d|\d\s?€|\b(?:A|NZ)\$/) && !has(/(?<![AZ])\$\s?\d/))
}

const otherLanguage = /\b(?:bestell\w*|veranstaltung\w*|uhrzeit|datum|vielen dank|commande|billets?|merci|lieu|pedido|fecha|gracias|entradas|recinto|ordine|biglietti|grazie|luogo|bestelling|bedankt)\b/i

const top = 25

/** What is called off or put off: it names an order, or an event and its day. A new date is news of the same order. */
const changed = (mail: Mail, event: Draft, state: "cancelled" | "postponed", { source }: Findings): ReadonlyArray<Mention> => {
  const lines = textOf(mail.document).slice(0, top)
  const title = cancelledTitleOf(mail.subject) ?? event.title ?? lines.map(cancelledTitleOf).find((one) => one !== null) ?? null
  const orderId = orderIdIn(source, mail.subject)
  const isMoved = state === "postponed" && event.date !== null && [mail.subject, ...lines].some((line) => /resched|new date|date change|has moved|moved to|verlegt|verschoben auf/i.test(line))
  // Nothing was bought by this mail.
  const order = event.order === null || orderId === null ? null : { ...event.order, purchasedAt: null }
  if (order === null && (title === null || (event.date === null && event.at === null))) {
    return [unread(mail, { ...event, title }, `It says that something is ${state}, and neither which order nor which day.`)]
  }
  return [toMention(mail, { ...event, title, order, state: isMoved ? "confirmed" : state }, 0)]
}

const unread = (mail: Mail, event: Draft, reason: string): Mention => unreadMention(mail, event, mail.subject, reason, textOf(mail.document).join(" "))

const safely = <A>(otherwise: A, read: () => A): A => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

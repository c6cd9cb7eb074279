import type { EventType, Mention } from "@daybook/core/attending"
import { rowMention } from "../../calendar/toMention.js"
import { calendarFile } from "../../kit/ics/calendarFile.js"
import { isOneOf, sellerOf, vendorAt, writesDayFirst } from "../../kit/mentions/sellers.js"
import { textOf } from "../document/document.js"
import { pairsOf } from "../document/pairs.js"
import { forwarded } from "../mail/forwarded.js"
import type { Mail } from "../mail/mail.js"
import { cancelledTitleOf, purposeOf, type Purpose } from "./classify.js"
import { type Draft, draft, draftMention, filled, isWhole, unreadMention } from "./draft.js"
import { type EventContext, eventIn, severalDays } from "./event.js"
import { orderIdIn, orderIn } from "./orders.js"
import type { LabelledDocument } from "../document/pairs.js"
import { passes, passName } from "./passes.js"
import { jsonLd, microdata } from "./schemaOrg/markup.js"
import { reservations } from "./schemaOrg/reservations.js"
import { showsIn } from "./shows.js"

const dayMs = 86_400_000

/** Events of calendars attached by a seller. */
const attachedCalendar = ({ calendars, sentAt }: Mail): ReadonlyArray<Draft> =>
  calendars
    .slice(0, 4)
    .flatMap((text) =>
      calendarFile(text, sentAt, { from: sentAt - dayMs, to: sentAt + 400 * dayMs, steps: 10_000 }).rows.slice(0, 10)
    )
    .map((row) => {
      const { at, date, lastDate, state, teams, time, title, venue } = rowMention(row)
      return draft({ state: state === "cancelled" ? "cancelled" : null, title, date, lastDate, time, at, venue, teams })
    })

/** Maximum number of events of a confirmation. */
const mostMentions = 40

/**
 * Mentions of events in a mail; empty when it is not from a seller (`senders` are additional ones) or not about a
 * purchase. Uncertain mentions wait for review with a reason, as do unreadable mails imported by a person
 * (`handedIn`). A pure function: no clock, no settings.
 */
export const readTickets = (
  original: Mail,
  handedIn = false,
  senders: ReadonlyArray<string> = []
): ReadonlyArray<Mention> => {
  const direct = vendorIn(original.from, senders)
  const attached = direct === null ? original.attached.flatMap((mail) => readTickets(mail, false, senders)) : []
  if (attached.length > 0) return attached.slice(0, mostMentions)
  const inner = direct === null ? forwarded(original) : null
  const mail = inner ?? original
  const seller = direct ?? (inner === null ? null : vendorIn(inner.from, senders))
  return read(mail, seller, handedIn)
}

/** Mentions of an imported wallet pass. */
export const readPass = (pass: unknown, hash: string): ReadonlyArray<Mention> => {
  const mail = { key: `pass:${passName(pass) ?? hash}`, hash, sentAt: 0 }
  return safely([], () => passes([pass], null)).map((one) =>
    isWhole(one)
      ? draftMention(mail, one, 0)
      : unreadMention(mail, one, one.title ?? "", "It does not say when the event is.", "")
  )
}

const vendorIn = (address: string, senders: ReadonlyArray<string>): string | null =>
  sellerOf(address) ?? (isOneOf(address, senders) ? vendorAt(address) : null)

/** Sellers of music only, and one whose subject is the event's name. */
const kinds: Readonly<Record<string, EventType>> = { dice: "concert", seetickets: "concert", frontgate: "concert" }
const subjectIsTitle = "dice"

const storedPurposes: ReadonlyArray<Purpose> = ["order", "cancelled", "postponed", "transferred", "offer", "unclear"]

const read = (mail: Mail, seller: string | null, handedIn: boolean): ReadonlyArray<Mention> => {
  const findings = findingsIn(mail, seller)
  const { purpose, reserved } = findings
  if (!storedPurposes.includes(purpose)) return []
  if (reserved.length > 1 && (purpose === "order" || purpose === "cancelled")) {
    return reserved
      .slice(0, mostMentions)
      .map((one, place) => draftMention(mail, purpose === "order" ? one : { ...one, state: purpose }, place))
  }
  if (seller === null && !handedIn && reserved.length === 0 && findings.attached.length === 0) return []
  const { doubt, event } = eventOf(mail, seller, findings)
  if (purpose === "cancelled" || purpose === "postponed") return changeOf(mail, event, purpose, findings)
  if (purpose === "transferred") return transferredMentions(mail, event, doubt, findings)
  const unproven =
    seller === null &&
    reserved.length === 0 &&
    findings.attached.length === 0 &&
    event.order?.orderId == null &&
    event.order?.totalCents == null
  const shows = purpose === "order" && !unproven && doubt === severalDays ? showsOf(mail, seller, event, findings) : []
  if (shows.length > 0) return shows
  const reason =
    purpose === "offer"
      ? "Somebody offers these tickets; it does not say whether they were accepted."
      : purpose === "unclear"
        ? "It does not say that anything was bought."
        : unproven
          ? "It does not say what was ordered."
          : doubt
  return [reason === null ? draftMention(mail, event, 0) : unread(mail, event, reason)]
}

/** Findings in a mail before its text is parsed. */
interface Findings {
  readonly source: LabelledDocument
  readonly purpose: Purpose
  /** Events of markup, including reservations. */
  readonly reserved: ReadonlyArray<Draft>
  /** Events of attached passes and calendars. */
  readonly attached: ReadonlyArray<Draft>
}

const findingsIn = (mail: Mail, seller: string | null): Findings => {
  const source = { document: mail.document, pairs: pairsOf(mail.document) }
  const vendor = seller ?? vendorAt(mail.from)
  const marked = markupIn(mail, vendor)
  const booked = marked.filter(({ order }) => order !== null)
  // Several unreserved events are recommendations.
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
  return {
    source,
    purpose: purposeOf(mail, textOf(mail.document), evidence),
    reserved,
    attached: [...wallet, ...calendars]
  }
}

/** Events of markup. When a mail has both formats, they agree. */
const markupIn = ({ html }: Mail, vendor: string): ReadonlyArray<Draft> => {
  const fromJsonLd = safely([], () => reservations(jsonLd(html), vendor)).filter(isWhole)
  return fromJsonLd.length > 0 ? fromJsonLd : safely([], () => reservations(microdata(html), vendor)).filter(isWhole)
}

/** The event of a mail from markup, else attachments, else text. Each fills gaps of the one before. */
const eventOf = (
  mail: Mail,
  seller: string | null,
  { attached, purpose, reserved, source }: Findings
): { readonly event: Draft; readonly doubt: string | null } => {
  const isGiven = /transfer|received tickets/i.test(mail.subject)
  const vendor = seller ?? vendorAt(mail.from)
  const by = readingOf(mail, vendor, source, purpose)
  const { doubt, event } = safely({ event: draft({}), doubt: "Its text could not be read." }, () => eventIn(source, by))
  const text = { ...event, kind: kinds[vendor] ?? null }
  const ordered = safely(null, () =>
    orderIn(vendor, source, mail.subject, isGiven || by.isMoved || mail.sentAt === 0 ? null : mail.sentAt)
  )
  const base = reserved[0] ?? (doubt === null ? text : (attached[0] ?? text))
  return {
    event: [text, ...attached.slice(0, 2), draft({ order: ordered })].reduce(filled, base),
    doubt: base === text ? doubt : null
  }
}

const readingOf = (mail: Mail, vendor: string, source: LabelledDocument, purpose: Purpose): EventContext => ({
  received: mail.sentAt,
  dayFirst: isDayFirst(mail, source),
  isMoved: purpose === "postponed",
  subject: mail.subject,
  subjectIsTitle: vendor === subjectIsTitle,
  people: peopleIn(mail, source)
})

/** The shows of an order, each with its tickets. The total price belongs to no single show. */
const showsOf = (mail: Mail, seller: string | null, whole: Draft, { purpose, source }: Findings) => {
  const vendor = seller ?? vendorAt(mail.from)
  const shows = safely([], () => showsIn(source, readingOf(mail, vendor, source, purpose)))
  return shows.slice(0, mostMentions).map(({ event, seating }, place) => {
    const order = whole.order === null ? null : { ...whole.order, ...seating, totalCents: null, currency: null }
    return draftMention(mail, { ...event, kind: kinds[vendor] ?? null, order }, place)
  })
}

const greeted = /^(?:hi|hello|hey|dear)\s(?:mr\.?\s|ms\.?\s|mrs\.?\s)?(\p{L}[\p{L} .'’-]{1,60}?)[,!.]*$/iu

/** Sender, recipients and people addressed by name. */
const peopleIn = ({ document, recipients, sender }: Mail, { pairs }: LabelledDocument): ReadonlyArray<string> => [
  sender,
  ...recipients,
  ...pairs.flatMap(({ meaning, value }) => (meaning === "person" ? value.slice(0, 1) : [])),
  ...textOf(document)
    .slice(0, top)
    .flatMap((line) => greeted.exec(line)?.[1] ?? [])
]

/** `3/4/2026` is 3 April when another date, the sender's country, the language or the currency says so. */
const isDayFirst = (mail: Mail, { document }: LabelledDocument): boolean => {
  const lines = textOf(document)
  const numericDates = lines
    .flatMap((line) => /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(?:20)?\d{2}(?![\d/])/.exec(line.slice(0, 400)) ?? null)
    .filter((match) => match !== null)
  if (numericDates.some(([, one]) => Number(one) > 12)) return true
  if (numericDates.some(([, , other]) => Number(other) > 12)) return false
  const has = (pattern: RegExp) => lines.some((line) => pattern.test(line))
  return (
    writesDayFirst(mail.from) ||
    has(otherLanguage) ||
    (has(/[£€]\s?\d|\d\s?€|\b(?:A|NZ)\$/) && !has(/(?<![AZ])\$\s?\d/))
  )
}

const otherLanguage =
  /\b(?:bestell\w*|veranstaltung\w*|uhrzeit|datum|vielen dank|commande|billets?|merci|lieu|pedido|fecha|gracias|entradas|recinto|ordine|biglietti|grazie|luogo|bestelling|bedankt)\b/i

const top = 25

/** A cancellation or postponement must name an order, or an event and its day. A new day confirms the same order. */
const changeOf = (
  mail: Mail,
  event: Draft,
  state: "cancelled" | "postponed",
  { source }: Findings
): ReadonlyArray<Mention> => {
  const lines = textOf(mail.document).slice(0, top)
  const title =
    cancelledTitleOf(mail.subject) ?? event.title ?? lines.map(cancelledTitleOf).find((one) => one !== null) ?? null
  const orderId = orderIdIn(source, mail.subject)
  const isMoved =
    state === "postponed" &&
    event.date !== null &&
    [mail.subject, ...lines].some((line) =>
      /resched|new date|date change|has moved|moved to|verlegt|verschoben auf/i.test(line)
    )
  // This mail is not a purchase.
  const order = event.order === null || orderId === null ? null : { ...event.order, purchasedAt: null }
  if (order === null && (title === null || (event.date === null && event.at === null))) {
    return [
      unread(mail, { ...event, title }, `It says that something is ${state}, and neither which order nor which day.`)
    ]
  }
  return [draftMention(mail, { ...event, title, order, state: isMoved ? "confirmed" : state }, 0)]
}

/**
 * Transferred tickets: of an order, or of an event and its day. Without a known order the mention waits with a reason.
 */
const transferredMentions = (
  mail: Mail,
  event: Draft,
  doubt: string | null,
  { source }: Findings
): ReadonlyArray<Mention> => {
  const orderId = orderIdIn(source, mail.subject)
  if (event.order === null || (orderId === null && (doubt !== null || event.title === null || event.date === null)))
    return [unread(mail, event, "It says that tickets went to somebody else, and neither which order nor which event.")]
  const order = { ...event.order, totalCents: null, currency: null, purchasedAt: null }
  const { evidence, ...rest } = draftMention(mail, { ...event, order }, 0)
  const reason = "It says that tickets went to somebody else, and no order of this event is known."
  return [{ ...rest, isTransferred: true, evidence: evidence === null ? null : { ...evidence, reason } }]
}

const unread = (mail: Mail, event: Draft, reason: string): Mention =>
  unreadMention(mail, event, mail.subject, reason, textOf(mail.document).join(" "))

const safely = <A>(otherwise: A, read: () => A): A => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

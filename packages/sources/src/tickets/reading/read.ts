import type { EventType, Mention } from "@daybook/core/attending"
import { rowMention } from "../../calendar/toMention.js"
import { calendarFile } from "../../kit/ics/calendarFile.js"
import { moneyIn } from "../../kit/mentions/orders.js"
import { isOneOf, sellerOf, vendorAt, writesDayFirst } from "../../kit/mentions/sellers.js"
import { textOf } from "../document/document.js"
import { pairsOf } from "../document/pairs.js"
import { forwarded } from "../mail/forwarded.js"
import type { Mail } from "../mail/mail.js"
import { purposeOf, type PurposeReading } from "./classify.js"
import { changeOf, goneMentions, unread } from "./changes.js"
import { type Draft, draft, draftMention, filled, isWhole, unreadMention } from "./draft.js"
import { type EventContext, type EventReading, eventIn, severalDays } from "./event.js"
import { localized } from "./localized.js"
import { orderIn } from "./orders.js"
import type { LabelledDocument } from "../document/pairs.js"
import type { Meaning } from "../document/labels.js"
import { isOfParking, isVoid, passes, passName } from "./passes.js"
import type { Purpose } from "./purposes/phrases.js"
import { jsonLd, microdata } from "./schemaOrg/markup.js"
import { withQuantity, reservations } from "./schemaOrg/reservations.js"
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
const maxMentions = 40

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
  if (attached.length > 0) return attached.slice(0, maxMentions)
  // An answer is above the mail that it quotes.
  const isReply = reply.test(original.subject)
  const inner = direct === null && !isReply ? forwarded(original) : null
  const mail = inner ?? original
  const seller = direct ?? (inner === null ? null : vendorIn(inner.from, senders))
  return read(mail, seller, handedIn)
}

const reply = /^\s*(?:re|aw|antw|sv|r|res|rif|回复|返信)\s*:/i

/** Mentions of an imported wallet pass. */
export const readPass = (pass: unknown, hash: string): ReadonlyArray<Mention> => {
  const mail = { key: `pass:${passName(pass) ?? hash}`, hash, sentAt: 0 }
  return safely([], () => passes([pass], null)).map((one) => {
    const doubt = isVoid(pass)
      ? "The pass is void: its ticket was used, transferred or refunded."
      : isOfParking(one)
        ? "It is for parking."
        : isWhole(one)
          ? null
          : "It does not say when the event is."
    return doubt === null ? draftMention(mail, one, 0) : unreadMention(mail, one, one.title ?? "", doubt, "")
  })
}

const vendorIn = (address: string, senders: ReadonlyArray<string>): string | null =>
  sellerOf(address) ?? (isOneOf(address, senders) ? vendorAt(address) : null)

/** Sellers of music only, and one whose subject is the event's name. */
const kinds: Readonly<Record<string, EventType>> = { dice: "concert", seetickets: "concert", frontgate: "concert" }
const subjectIsTitle = "dice"

/** Labels of totals that were paid. */
const paid =
  /\b(?:paid|charged|bezahlt|pagado|abonado|pagato|pago|voldaan|betaald)\b|voldaan|payé|réglé|お支払い?(?:済|金額|額)|ご請求額/i

/** A seller without order numbers, and the labels of its receipts. */
const withoutNumbers = "dice"
const receipt: ReadonlyArray<ReadonlyArray<Meaning>> = [["venue"], ["when"], ["price", "total"]]

/** Purposes that are stored. The others are about nothing that somebody has. */
const storedPurposes: ReadonlySet<Purpose> = new Set([
  "order",
  "received",
  "upgrade",
  "cancelled",
  "moved",
  "given",
  "sold",
  "refunded",
  "offered",
  "unclear"
])

const read = (mail: Mail, seller: string | null, handedIn: boolean): ReadonlyArray<Mention> => {
  const findings = findingsIn(mail, seller)
  const { reserved, source } = findings
  const { purpose } = findings.reading
  if (!storedPurposes.has(purpose)) return []
  if (reserved.length > 1 && (purpose === "order" || purpose === "cancelled")) {
    return reserved
      .slice(0, maxMentions)
      .map((one, place) =>
        draftMention(mail, withQuantity(purpose === "order" ? one : { ...one, state: purpose }), place)
      )
  }
  if (seller === null && !handedIn && reserved.length === 0 && findings.attached.length === 0) return []
  const reading = eventOf(mail, seller, findings)
  if (purpose === "cancelled" || purpose === "moved") return changeOf(mail, reading, purpose, source)
  if (purpose === "given" || purpose === "sold" || purpose === "refunded")
    return goneMentions(mail, reading, purpose, source)
  const { doubt, event } = reading
  const shows = purpose === "order" && doubt === severalDays ? showsOf(mail, seller, event, findings) : []
  if (shows.length > 0) return shows
  const reason = findings.reading.doubt ?? (isOfParking(event) ? "It may be about parking alone." : doubt)
  if (reason !== null) return [unread(mail, event, reason)]
  const mention = draftMention(mail, event, 0)
  return [purpose === "upgrade" ? { ...mention, isAddition: true } : mention]
}

/** Findings in a mail before its text is parsed. */
interface Findings {
  readonly source: LabelledDocument
  readonly reading: PurposeReading
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
  const wallet = safely([], () =>
    passes(
      mail.passes.filter((pass) => !isVoid(pass)),
      seller
    )
  ).filter((one) => isWhole(one) && !isOfParking(one))
  const calendars = seller === null ? [] : safely([], () => attachedCalendar(mail)).filter(isWhole)
  const order = safely(null, () => orderIn(vendor, source, mail.subject, null))
  const evidence = {
    orderId: order?.orderId != null,
    total: order?.totalCents != null,
    isShop: /fan ?shop|tienda oficial|merch|official store|boutique|web ?shop|loja oficial|グッズ/i.test(mail.sender),
    seats: order !== null && (order.seats.length > 0 || order.row !== null),
    tickets: order !== null && (order.seats.length > 0 || order.section !== null || order.quantity !== null),
    // A reservation that is pending or on hold proves nothing.
    reservation: booked.some(({ state }) => state !== null) || wallet.length > 0,
    isSeller: seller !== null,
    isPaid: source.pairs.some(
      ({ label, meaning, value }) => meaning === "total" && paid.test(label) && moneyIn(value[0] ?? "") !== null
    ),
    isReceipt:
      vendor === withoutNumbers &&
      !mail.isBulk &&
      receipt.every((of) => source.pairs.some(({ meaning }) => of.includes(meaning)))
  }
  return {
    source,
    reading: purposeOf(mail, textOf(mail.document), evidence),
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
  { attached, reading, reserved, source }: Findings
): EventReading => {
  const isPurchase = reading.purpose !== "received" && !/transfer|received tickets/i.test(mail.subject)
  const vendor = seller ?? vendorAt(mail.from)
  const by = readingOf(mail, vendor, source, reading.purpose)
  const { doubt, event: fromText, isNewDay } = safely(unreadable, () => eventIn(source, by))
  const text = { ...fromText, kind: kinds[vendor] ?? null }
  const ordered = safely(null, () =>
    orderIn(vendor, source, mail.subject, !isPurchase || by.isMoved || mail.sentAt === 0 ? null : mail.sentAt)
  )
  const base = reserved[0] ?? (doubt === null ? text : (attached[0] ?? text))
  const whole = [text, ...attached.slice(0, 2), draft({ order: ordered })].reduce(filled, base)
  return {
    event: localized(reserved.length > 0 ? withQuantity(whole) : whole, mail),
    doubt: base === text ? doubt : null,
    isNewDay
  }
}

const unreadable: EventReading = { event: draft({}), doubt: "Its text could not be read.", isNewDay: false }

const readingOf = (mail: Mail, vendor: string, source: LabelledDocument, purpose: Purpose): EventContext => ({
  received: mail.sentAt,
  dayFirst: isDayFirst(mail, source),
  isMoved: purpose === "moved",
  subject: mail.subject,
  subjectIsTitle: vendor === subjectIsTitle,
  people: peopleIn(mail, source)
})

/** The shows of an order, each with its tickets. The total price belongs to no single show. */
const showsOf = (mail: Mail, seller: string | null, whole: Draft, { reading, source }: Findings) => {
  const vendor = seller ?? vendorAt(mail.from)
  const shows = safely([], () => showsIn(source, readingOf(mail, vendor, source, reading.purpose)))
  return shows.slice(0, maxMentions).map(({ event, seating }, place) => {
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

const safely = <A>(otherwise: A, read: () => A): A => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

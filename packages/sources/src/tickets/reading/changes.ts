import type { Mention } from "@daybook/core/attending"
import { textOf } from "../document/document.js"
import type { LabelledDocument } from "../document/pairs.js"
import type { Mail } from "../mail/mail.js"
import { changeIn } from "./changedTitles.js"
import { type Draft, draftMention, unreadMention } from "./draft.js"
import type { EventReading } from "./event.js"
import { orderIdIn } from "./orders.js"
import { words } from "./purposes/phrases.js"
import { isTitle } from "./sanity.js"
import { withoutCity } from "./titles.js"

/** Lines with headlines and first sentences. */
const top = 25

/** A new day rather than none yet. */
const movedTo = words(
  "rescheduled|(?:date|time) change|new date|has moved|moved to|verlegt|verschoben auf|neuer termin|nouvelle date|reportée?s? au|déplacée?|nueva fecha|reprogramad[ao]|trasladad[ao]|nuova data|spostat[oa]|rinviat[oa] al|nieuwe datum|verplaatst|nova data|remarcad[oa]|reagendad[oa]|adiad[oa] para|振替|日程変更"
)

/** A mention for review, with the text of the mail. */
export const unread = (mail: Mail, event: Draft, reason: string): Mention =>
  unreadMention(mail, event, mail.subject, reason, textOf(mail.document).join(" "))

/** A title that is the sentence about the change is none: `Il tuo ordine è stato annullato`. */
const withoutChange = (title: string | null): string | null => {
  const change = title === null ? null : changeIn(title)
  return change === null ? title : change.title
}

/** A cancellation or postponement must name an order, or an event and its day. A new day confirms the same order. */
export const changeOf = (
  mail: Mail,
  { doubt, event, isNewDay }: EventReading,
  change: "cancelled" | "moved",
  source: LabelledDocument
): ReadonlyArray<Mention> => {
  const inSubject = changeIn(mail.subject)?.title ?? null
  const title =
    (inSubject === null ? null : withoutCity(inSubject, event.venue?.city)) ??
    withoutChange(event.title) ??
    textOf(mail.document)
      .slice(0, top)
      .map((line) => changeIn(line)?.title ?? null)
      .find((one) => one !== null && isTitle(one)) ??
    null
  const orderId = orderIdIn(source, mail.subject)
  // This mail is not a purchase.
  const order = event.order === null || orderId === null ? null : { ...event.order, purchasedAt: null }
  if (order === null && (title === null || (event.date === null && event.at === null))) {
    const what = change === "cancelled" ? "cancelled" : "postponed"
    return [
      unread(mail, { ...event, title }, `It says that something is ${what}, and neither which order nor which day.`)
    ]
  }
  const saysNewDay =
    isNewDay || [mail.subject, ...textOf(mail.document).slice(0, top)].some((line) => movedTo.test(line))
  const state = change === "cancelled" ? "cancelled" : saysNewDay && event.date !== null ? "confirmed" : "postponed"
  // The order knows its event better than a text that was hard to read.
  const isNamed = order === null || doubt === null || inSubject !== null
  const one = draftMention(
    mail,
    { ...event, title: isNamed ? title : null, venue: isNamed ? event.venue : null, order, state },
    0
  )
  if (state !== "confirmed" || one.evidence === null) return [one]
  const reason = "It says that an event has a new day, and no order of this event is known."
  return [{ ...one, isMove: true, evidence: { ...one.evidence, reason } }]
}

const fate = {
  given: "tickets went to somebody else",
  sold: "tickets were sold",
  refunded: "tickets were refunded"
} as const

/**
 * Tickets that the reader no longer has: of an order, or of an event and its day. Without a known order the mention
 * waits with a reason.
 */
export const goneMentions = (
  mail: Mail,
  { doubt, event }: EventReading,
  change: keyof typeof fate,
  source: LabelledDocument
): ReadonlyArray<Mention> => {
  const orderId = orderIdIn(source, mail.subject)
  if (event.order === null || (orderId === null && (doubt !== null || event.title === null || event.date === null)))
    return [unread(mail, event, `It says that ${fate[change]}, and neither which order nor which event.`)]
  const order = { ...event.order, totalCents: null, currency: null, purchasedAt: null }
  const { evidence, ...rest } = draftMention(mail, { ...event, order }, 0)
  const reason = `It says that ${fate[change]}, and no order of this event is known.`
  return [{ ...rest, isTransferred: true, evidence: evidence === null ? null : { ...evidence, reason } }]
}

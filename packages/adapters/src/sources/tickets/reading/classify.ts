import type { Mail } from "../mail/mail.js"

/**
 * Purpose of a seller's mail. `order`, `cancelled`, `postponed` and `transferred` are stored; `offer` and `unclear`
 * wait for review.
 */
export type Purpose =
  | "order"
  | "cancelled"
  | "postponed"
  | "offer"
  | "unclear"
  | "transferred"
  | "sale"
  | "refund"
  | "reminder"
  | "survey"
  | "account"
  | "marketing"

/** Signs of a purchase in a mail. */
export interface Evidence {
  readonly orderId: boolean
  readonly total: boolean
  readonly seats: boolean
  /** Reservation markup or a wallet pass. */
  readonly reservation: boolean
}

const quote = "(?:'|’)"

/** Subjects that only confirmations have, whatever the event's name. */
const opener = new RegExp(
  `^(?:you got (?:the )?tickets|order confirm|booking confirm|purchase confirm|thank(?:s| you) for your (?:order|purchase|booking)|you${quote}re going to|here are your tickets)`,
  "i"
)
const ordered = new RegExp(
  `\\b(?:you got (?:the )?tickets|order (?:confirm|number|receipt|#)|confirmation|confirmed|your (?:e-?)?(?:orders?|tickets?|booking|purchase|reservation|receipt)\\b|transfer (?:is|was) complete|transfer went through|you${quote}re (?:in|going|all set)|` +
    "receipt|e-?tickets?|here are your|thank(?:s| you) for (?:your|purchasing|ordering|booking)|received tickets|transferred .{0,40}to you|" +
    "bestellbestätigung|bestellung|eintrittskarten|buchungsbestätigung|votre commande|vos billets|tu (?:pedido|compra)|tus entradas|tuoi biglietti|tuo ordine|je (?:tickets|bestelling)|uw (?:tickets|bestelling))",
  "i"
)
const thanked = new RegExp(
  `\\b(?:thank(?:s| you) for (?:your (?:order|purchase|booking)|purchasing|ordering|booking|buying)|your .{0,40}order (?:is|has been|was) (?:confirmed|placed|processed|successfully|received|complete)|(?:order|purchase|booking) confirm|you got (?:the )?tickets|` +
    `you${quote}re (?:going to|good to go)|confirmation number is|we got your order|here are your tickets|added to the guest list|your receipt|you received tickets|transferred .{0,40}to you|vielen dank für (?:ihre|deine) (?:bestellung|buchung)|merci (?:pour|de) votre (?:commande|achat)|gracias por tu (?:compra|pedido))`,
  "i"
)

const cancelled = /\b(?:cancell?ed|cancell?ation|called off|abgesagt|annulé|cancelado|annullato|geannuleerd)\b/i
const notCancelled =
  /cancell?ation (?:policy|protection|insurance)|before you cancel|free cancell?ation|uncancell?ed|\btransfer\b/i
const calledOff =
  /\b(?:has|have) been (?:cancell?ed|called off)\b|\b(?:is|was|been) cancell?ed by\b|\bhad to (?:cancel|be cancell?ed)\b/i
const postponed =
  /\b(?:postponed|rescheduled|date change|new date|has moved|event update|verschoben|verlegt|reporté|aplazado|rinviato)\b/i
const conditional = /^(?:if|in the (?:event|case)|should|unless|when|tickets? (?:can|may)|all sales)\b/i

const incoming = new RegExp(
  `\\b(?:transferred|sent|forwarded) .{0,60}\\bto you\\b|\\bsent you\\b|\\byou(?:${quote}ve| have)? (?:just )?(?:received|accepted|got)\\b|\\b(?:your ticket )?transfer (?:is|was) complete\\b|successfully accepted`,
  "i"
)
const outgoing = new RegExp(
  `\\byou(?:${quote}ve| have)? (?:just |successfully )?(?:transferred|forwarded)\\b|\\byou(?:${quote}ve| have)? (?:just |successfully )?sent\\b.{0,60}\\btickets?\\b|\\btickets? (?:you )?sent\\b|\\bsent (?:your )?tickets? to\\b|` +
    "\\btransfer (?:to|for) (?!you\\b|me\\b).{1,80}\\b(?:complete|sent|initiated|on (?:its|the) way|accepted|pending)\\b|\\btransfer (?:was |has been )?(?:sent|initiated|accepted)\\b|" +
    `\\btickets? .{0,80}(?:were|was|have been|has been) (?:successfully )?(?:transferred|sent)\\b(?! to (?:you|your)\\b)|\\b(?:has )?accepted (?:your|the) (?:ticket transfer|transfer|tickets?)\\b|\\btransferred to (?!you\\b|your\\b)`,
  "i"
)
const offered =
  /\baccept (?:your|the|these|my|them)?\s?(?:tickets?|transfer|by)\b|\bclaim (?:your )?tickets?\b|\bawaiting your acceptance\b/i

const sold = new RegExp(
  `\\byou(?:${quote}ve| have)? sold\\b|\\byour (?:tickets?|listings?) .{0,80}(?:sold|is live|are live|is active|listed|expired)\\b|^(?:\\W*)tickets? sold\\b|^sold\\b|^new (?:order|sale|attendee|registration|booking)s? (?:for|from|notification|received|#|-|:)|\\border notification\\b|` +
    `\\byou(?:${quote}ve| have)? (?:got )?(?:a new|received an?|received a new|got a new|an?) (?:order|sale|booking|attendee|registration)\\b|\\bhas (?:registered|ordered|purchased|bought)\\b|\\bpayout\\b|\\bpaid you\\b|\\blisting\\b|\\bsale (?:#|id|confirm)|\\b(?:ship|upload) (?:your|the) tickets\\b|\\bsales (?:report|summary)\\b`,
  "i"
)
const soldInside = new RegExp(
  `\\byou(?:${quote}ve| have)? (?:received|got) (?:a new|an) (?:order|registration)\\b|\\ba new order (?:has been|was)\\b|\\b(?:just )?placed an order\\b|\\bdear (?:organi[sz]er|seller|host)\\b|\\bmanage (?:this|your) event\\b|\\bevent dashboard\\b|\\bnet (?:sales|proceeds)\\b|\\byour (?:proceeds|payout)\\b|` +
    `\\byou(?:${quote}ll| will) (?:be paid|receive payment|earn)\\b|\\btickets? (?:has |have )?(?:been )?sold\\b(?! (?:out|by|through))|\\byou(?:${quote}ve| have)? sold\\b|\\bbuyer (?:name|information|details|email)\\b`,
  "i"
)

/** Purposes unrelated to a purchase: reminders, refunds, surveys, account. */
const aside: ReadonlyArray<readonly [Purpose, RegExp]> = [
  ["refund", /\brefund(?:ed|s)?\b|\berstattung\b|\bremboursement\b|\breembolso\b|\brimborso\b/i],
  [
    "reminder",
    new RegExp(
      `\\breminder\\b|\\bcoming up\\b|\\bis (?:happening )?(?:tomorrow|today|tonight|almost here|in \\d+ days?)\\b|\\b(?:starts|begins) (?:soon|in|tomorrow|tonight|today)\\b|\\bthis week(?:end)?\\b|\\bget ready\\b|\\bknow before you go\\b|\\bsee you (?:soon|tonight|tomorrow|there)\\b|\\bdays? (?:to go|away|until)\\b|\\bdon${quote}t forget\\b|\\berinnerung\\b|\\brappel\\b|\\brecordatorio\\b|\\bherinnering\\b`,
      "i"
    )
  ],
  [
    "survey",
    new RegExp(
      `\\bsurvey\\b|\\bhow (?:was|did)\\b|\\brate (?:your|the)\\b|\\breview (?:your|the|of)\\b|\\bfeedback\\b|\\btell us\\b`,
      "i"
    )
  ],
  [
    "account",
    /\bpassword\b|\bverif(?:y|ication)\b|\bsign[- ]?in\b|\blog[- ]?in\b|\bsecurity (?:alert|code)\b|\bprivacy\b|\bterms of\b|\bwelcome to\b|\bwaitlist\b|\babandoned\b|\bcart\b|\bgift card\b|\bpayment (?:is |was )?(?:due|plan|failed|declined|scheduled)\b/i
  ]
]
const advertised = new RegExp(
  `\\bjust announced\\b|\\bon sale\\b|\\bpre-?sale\\b|\\bdon${quote}t miss\\b|\\brecommended\\b|\\brecommendations?\\b|\\bdeals?\\b|\\d% off\\b|\\bnear you\\b|\\bshows near\\b|\\bnewsletter\\b|\\btrending\\b|\\btickets? (?:are )?(?:now )?available\\b|\\blast chance\\b|\\bselling fast\\b|\\bup to \\d+%|\\bsave \\$?\\d+|\\bcoming to\\b|\\bthis (?:month|spring|summer|fall|autumn|winter)\\b|\\bpicked for you\\b|\\bwin (?:tickets|a)\\b`,
  "i"
)
const advertising = new RegExp(
  `^(?:buy|get|find|shop|grab|browse) (?:your )?tickets?\\b|\\bfind tickets\\b|\\bbuy (?:now|tickets)\\b|\\btickets (?:are )?on sale\\b|\\bon sale (?:now|friday|this)\\b|\\bpre-?sale\\b|\\btickets? (?:start(?:ing)? )?(?:from|at) [$€£]|\\bfrom [$€£]\\d|\\brecommended for you\\b|\\byou (?:might|may) (?:also )?like\\b|\\bjust announced\\b|\\bdon${quote}t miss\\b|\\bmore events\\b|\\bpopular (?:events|near)\\b|\\bbecause you\\b|\\bselling fast\\b|\\bsee all events\\b`,
  "i"
)

/** Number of lines with headlines and first sentences. */
const top = 25
const longest = 400

/** Classifies a mail by subject, headers and content, for every origin. */
export const purposeOf = (
  mail: Pick<Mail, "subject" | "isBulk">,
  lines: ReadonlyArray<string>,
  evidence: Evidence
): Purpose => {
  const subject = mail.subject.slice(0, longest).replace(/^(?:(?:fwd?|fw|re|aw|wg|tr|rv)\s*:\s*)+/i, "")
  const head = lines.slice(0, top).filter((line) => !conditional.test(line))
  const opens = opener.test(subject)
  const bought = strengthOf(subject, lines, evidence)
  if (!opens) {
    if (cancelled.test(subject) && !notCancelled.test(subject)) return "cancelled"
    if (postponed.test(subject)) return "postponed"
  }
  const moved = transferOf(subject, head, opens, bought)
  if (moved !== null) return moved
  if (!opens && sold.test(subject)) return "sale"
  if (head.some((line) => soldInside.test(line)) && !evidence.reservation) return "sale"
  if (!opens && head.some((line) => calledOff.test(line))) return "cancelled"
  const other = opens
    ? undefined
    : aside.find(
        ([purpose, pattern]) =>
          pattern.test(subject) && !(bought >= sureOrder && (purpose === "survey" || purpose === "account"))
      )
  if (other !== undefined) return other[0]
  const offers =
    (mail.isBulk ? 2 : 0) +
    (!opens && advertised.test(subject) ? 4 : 0) +
    Math.min(3, lines.filter((line) => advertising.test(line)).length)
  if (offers > bought && offers >= 2) return "marketing"
  return bought >= 2 ? "order" : "unclear"
}

const sureOrder = 6

const strengthOf = (
  subject: string,
  lines: ReadonlyArray<string>,
  { orderId, reservation, seats, total }: Evidence
): number =>
  (orderId ? 3 : 0) +
  (total ? 2 : 0) +
  (seats ? 1 : 0) +
  (reservation ? 4 : 0) +
  (ordered.test(subject) ? 2 : 0) +
  (lines.slice(0, 80).some((line) => thanked.test(line)) ? 2 : 0)

/** Detects transferred and offered tickets; null when not transferred, or transferred to the owner. */
const transferOf = (subject: string, head: ReadonlyArray<string>, opens: boolean, bought: number): Purpose | null => {
  if (opens) return null
  const all = [subject, ...head]
  const toMe = all.some((line) => incoming.test(line))
  if (outgoing.test(subject) && !incoming.test(subject))
    return toMe && !head.some((line) => outgoing.test(line) && !incoming.test(line)) ? null : "transferred"
  if (toMe)
    return bought < sureOrder &&
      all.some((line) => offered.test(line)) &&
      !/\bcomplete|accepted\b/i.test(subject) &&
      !/received tickets/i.test(subject)
      ? "offer"
      : null
  return head.some((line) => outgoing.test(line)) ? "transferred" : null
}

const before =
  /^(?:(?:important|event|show|game|update|your event|order|notice)\s*){0,4}(?:cancell?ed|cancell?ation|postponed|rescheduled|update|abgesagt)\s*[:–—-]\s*(\S.*)$/i
const behindName =
  /^(?:your (?:event|tickets? (?:for|to)|order for)[:,]?\s+)?(\S.*?)\s(?:(?:has|have) been|is|was|wurde)\s+(?:cancell?ed|postponed|rescheduled|called off|moved|abgesagt|verschoben)\b/i
/** Placeholders for an event's name. */
const anyEvent =
  /^(?:(?:your|the|this|an?|our|upcoming)\s+)*(?:event|show|concert|game|performance|order|booking|tickets?|purchase|reservation)s?(?:\s+(?:#\S+|number.*))?$/i

/** Event name in a line of a cancellation: `Event Canceled: X`, `X has been postponed`; null without one. */
export const cancelledTitleOf = (line: string): string | null => {
  const plain = line.slice(0, longest).replace(/^(?:(?:fwd?|re|aw|wg)\s*:\s*)+/i, "")
  const rest = before.exec(plain)?.[1] ?? null
  const title = (behindName.exec(rest ?? plain)?.[1] ?? rest)?.trim() ?? null
  return title === null || anyEvent.test(title) ? null : title
}

/** What a mail of a seller is about, by its subject. */
export type About = "order" | "cancelled" | "postponed" | "other"

const cancelled = /\b(?:cancell?ed|cancell?ation|called off)\b/i
const postponed = /\b(?:postponed|rescheduled|date change|new date|has moved|event update)\b/i
/** Not of what was bought: reminders, money back, what somebody else got, what could be bought, questions afterwards. */
const others = [
  /\breminder\b|\bcoming up\b|\bis tomorrow\b|\bthis week(?:end)?\b|\bget ready\b|\bknow before you go\b/i,
  /\brefund(?:ed)?\b/i,
  /\b(?:transferred to|you transferred|transfer (?:was )?(?:sent|initiated)|sent (?:your )?tickets? to|tickets? (?:you )?sent|has accepted|sold|listing|payout|paid you)\b/i,
  /\bjust announced\b|\bon sale\b|\bpresale\b|\bpre-sale\b|\bdon['’]?t miss\b|\brecommended\b|\bdeals?\b|\b% off\b|\bnear you\b|\bnewsletter\b|\btrending\b|\btickets? (?:are )?available\b/i,
  /\bsurvey\b|\bhow was\b|\brate (?:your|the)\b|\breview\b|\bfeedback\b/i,
  /\bpassword\b|\bverif(?:y|ication)\b|\bsign[- ]?in\b|\bsecurity\b|\bprivacy\b|\bterms of\b|\bwelcome to\b|\bwaitlist\b|\bverification code\b|\babandoned\b|\bcart\b/i
]

/** A cancellation counts even where it speaks of a refund; a title may hold any of these words, so what sounds like an order is one. */
const order = /\b(?:you got tickets|order confirm|confirmation|your (?:order|tickets?)\b|transfer is complete|you(?:'|’)re (?:in|going)|receipt|e-?tickets?|here are your)\b/i

export const aboutOf = (subject: string): About => {
  if (cancelled.test(subject) && !/cancell?ation policy|before you cancel/i.test(subject)) return "cancelled"
  if (postponed.test(subject)) return "postponed"
  if (others.slice(0, 3).some((pattern) => pattern.test(subject))) return "other"
  if (order.test(subject)) return "order"
  return others.some((pattern) => pattern.test(subject)) ? "other" : "order"
}

const before = /^(?:(?:important|event|show|game|update|your event)\s*)*(?:cancell?ed|cancell?ation|postponed|rescheduled|update)\s*[:–—-]\s*(.+)$/i
const behind = /^(?:your (?:event|tickets? (?:for|to)|order for)\s+)?(.+?)\s+(?:(?:has|have) been|is|was)\s+(?:cancell?ed|postponed|rescheduled|called off|moved)\b/i

/** The event's name in the subject of a cancellation: `Event Canceled: X`, `X has been postponed`, `Event Update: X has been rescheduled`. */
export const titleOf = (subject: string): string | null => {
  const plain = subject.replace(/^(?:(?:fwd?|re|aw|wg)\s*:\s*)+/i, "")
  const rest = before.exec(plain)?.[1] ?? null
  return (behind.exec(rest ?? plain)?.[1] ?? rest)?.trim() ?? null
}

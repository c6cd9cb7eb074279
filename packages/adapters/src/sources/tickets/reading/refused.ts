import type { Mention } from "@daybook/core/attending"
import type { MailOptions, RefusedMail } from "../../../documents/DocumentParser.js"
import { mention } from "../../mentions/mention.js"
import { isOneOf, sellerOf } from "../../mentions/sellers.js"
import { cleanName } from "../../scrobbles/index.js"
import { forwardMarks, isTicketSubject } from "../query.js"
import { parserVersion } from "./parserVersion.js"

const isForward = new RegExp(`^\\s*(?:${forwardMarks.join("|")})\\s*:`, "i")

const next = "read it in a mail program; if it is a ticket, promote this entry, else reject it"

/**
 * A mail that was refused waits with the reason, where a person handed it in, or its sender or subject says that a seller's
 * mail is in it. It is not read again until the reading of mails changes.
 */
export const refusedMail = ({ envelope, failure }: RefusedMail, { isHandedIn, senders }: MailOptions): ReadonlyArray<Mention> => {
  if (envelope === null) return []
  const { from, hash, key, sentAt, subject } = envelope
  const isSeller = sellerOf(from) !== null || isOneOf(from, senders)
  if (!isHandedIn && !isSeller && !isForward.test(subject) && !isTicketSubject(subject)) return []
  const reason = `The mail was not read: ${failure.message}. Next: ${next}.`
  return [mention({ key, saidAt: sentAt, state: "unread", title: cleanName(subject), evidence: { hash, parser: parserVersion, excerpt: null, reason } })]
}

import type { Vendor } from "./Vendor.js"
import { above, dateLine, event, venueBelow } from "./layout.js"

/**
 *     You Got Tickets To Mariners vs. Astros          (the subject)
 *     Order # 44-56099/SEA
 *     Thu • May 16 2019 • 7:10 PM
 *     T-Mobile Park — Seattle, Washington
 *     4 General Admission ticket(s) in Section GENADM
 *     Total: $199.60
 *
 * A transfer, "Your Ticket Transfer Is Complete!", has neither year nor order nor price: `Wed, Apr 9 @ 1:10 PM`.
 */
export const ticketmaster: Vendor = {
  id: "ticketmaster",
  read: (mail) => {
    const found = dateLine(mail)
    if (found === null) return null
    const told = /^(?:you(?:'re| are) (?:in|going)!?\s*[-:]?\s*)?(?:you got tickets to|your tickets? (?:to|for)|order confirmed:?|you(?:'|’)re going to)\s+(.+?)[.!]?$/i.exec(mail.subject)?.[1]
    const title = told ?? (found.before.length > 6 ? found.before.replace(/[\s,•·|-]+$/, "") : above(mail.lines, found.index))
    return event(title, found.when, venueBelow(mail.lines, found.index))
  }
}

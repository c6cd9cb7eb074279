import { above, dateLine, event, venueBelow } from "./layout.js"
import type { Vendor } from "./Vendor.js"

/**
 * JSON-LD as a rule. Without it:
 *
 *     Order #1137115653 - November 4, 2019
 *     1 x Ticket
 *     Order total: Free
 *     Tuesday, November 12, 2019 from 5:30 PM to 7:30 PM (PST)
 */
export const eventbrite: Vendor = {
  id: "eventbrite",
  read: (mail) => {
    const found = dateLine(mail)
    if (found === null) return null
    const told = /^(?:your (?:tickets?|order) (?:for|to)|order confirmation for|order for)\s+(.+?)(?:\s+-\s+order #?.*)?$/i.exec(mail.subject)?.[1]
    const title = told ?? above(mail.lines.filter((line) => !/^\d+ x /i.test(line)), found.index)
    return event(title, found.when, venueBelow(mail.lines, found.index))
  }
}

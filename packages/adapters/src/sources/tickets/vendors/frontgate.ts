import { above, dateLine, event, venueBelow } from "./layout.js"
import type { Vendor } from "./Vendor.js"

/**
 * Festivals: `August 7 - 9, 2026`, `Order #100000000`, `Total:` with its value below. A town alone, `Carnation, WA`, is no
 * venue: it would stand between the order and the calendar's row.
 */
export const frontgate: Vendor = {
  id: "frontgate",
  read: (mail) => {
    const found = dateLine(mail)
    if (found === null) return null
    const told = /^(?:your (?:order|tickets?) (?:for|to)|order confirmation(?: for|:| -)|your order confirmation for)\s+(.+?)[.!]?$/i.exec(mail.subject)?.[1]
    const where = venueBelow(mail.lines, found.index)
    return event(told ?? above(mail.lines, found.index), found.when, where !== null && where.name === where.city ? null : where, { kind: "concert" })
  }
}

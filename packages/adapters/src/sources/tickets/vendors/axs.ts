import { venueOf } from "../../mentions/venue.js"
import { dateIn } from "../reading/dates.js"
import { matchIn } from "../reading/labels.js"
import { above, dateLine, event, venueBelow } from "./layout.js"
import type { Vendor } from "./Vendor.js"

/**
 *     Your confirmation number is 40000000
 *     Order details for X at VENUE scheduled on 2/27/2026 6:00 PM
 *     Grand Total: $311.64
 */
export const axs: Vendor = {
  id: "axs",
  read: (mail) => {
    const [, title, where, date] = matchIn(mail.lines, /order details for (.{1,200}) at (.{1,120}?) scheduled (?:on|for) (.{6,60})$/i) ?? []
    const when = date === undefined ? undefined : dateIn(date, mail.sentAt)?.when
    if (title !== undefined && when !== undefined) return event(title, when, venueOf(where ?? null))
    const found = dateLine(mail)
    return found === null ? null : event(above(mail.lines, found.index), found.when, venueBelow(mail.lines, found.index))
  }
}

import { venueOf } from "../../mentions/venue.js"
import { dateIn } from "../reading/dates.js"
import { valueOf } from "../reading/labels.js"
import { dateLine, event } from "./layout.js"
import type { Vendor } from "./Vendor.js"

/** The subject is the event's title alone; `Venue` and `Date & time` have their values below, `Sat 01 Oct,10:00 PM GMT-7` without a year. */
export const dice: Vendor = {
  id: "dice",
  read: (mail) => {
    const date = valueOf(mail.lines, /^date (?:&|and) time:?/i)
    const when = (date === null ? null : dateIn(date, mail.sentAt)?.when) ?? dateLine(mail)?.when ?? null
    if (when === null) return null
    const title = mail.subject.replace(/^(?:your tickets? (?:for|to)|fwd?:|re:)\s+/i, "")
    return event(title, when, venueOf(valueOf(mail.lines, /^venue\s*(?::|$)/i)), { kind: "concert" })
  }
}

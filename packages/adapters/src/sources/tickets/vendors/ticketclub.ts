import { placeOf, venueOf } from "../../mentions/venue.js"
import { indexOf } from "../reading/labels.js"
import { at, dateLine, event, isFurniture, venueBelow } from "./layout.js"
import type { Vendor } from "./Vendor.js"

const reach = 4

/**
 *     Order #50755797 — Sep 12 2025 4:06PM
 *     Sunday, Sep 14 2025 @ 1:10PM in Seattle, Washington
 *     Section: Main 107 • Row: 30 • Qty: 5
 *
 * The name stands above the date, the venue below it or between the two. Older ones say `at Time TBD`.
 */
export const ticketclub: Vendor = {
  id: "ticketclub",
  read: (mail) => {
    const found = dateLine(mail)
    if (found === null) return null
    const place = /\bin ([A-Z][^,]{1,60}, [A-Z][A-Za-z .]{1,40})$/.exec(found.after)?.[1]
    const told = mail.lines.slice(Math.max(indexOf(mail.lines, /^order #/i) + 1, found.index - reach), found.index).filter((line) => !isFurniture(line))
    const lower = venueBelow(mail.lines, found.index)
    const [title, where] = lower === null && told.length > 1 ? [told.at(-2), venueOf(told.at(-1)!)] : [told.at(-1), lower]
    return event(title, found.when, place === undefined ? where : at(where, placeOf(place)))
  }
}

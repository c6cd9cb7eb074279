import { venueOf } from "../../mentions/venue.js"
import { above, dateLine, event } from "./layout.js"
import type { Vendor } from "./Vendor.js"

/**
 *     Order #: 204219936
 *     EVENT at VENUE, City, ST
 *     Mon, 11/14/2016, 8:00 p.m. PDT
 *     Order total: $167.00 USD
 */
export const stubhub: Vendor = {
  id: "stubhub",
  read: (mail) => {
    const found = dateLine(mail)
    if (found === null) return null
    const near = mail.lines.slice(Math.max(0, found.index - 3), found.index + 4)
    const [, title, where] = near.map((line) => /^(.{2,200}) at ([^,]{2,90}(?:, [^,]{2,60}){0,2})$/i.exec(line)).find((match) => match !== null) ?? []
    return title === undefined ? event(above(mail.lines, found.index), found.when, null) : event(title, found.when, venueOf(where ?? null))
  }
}

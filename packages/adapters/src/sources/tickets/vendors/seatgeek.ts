import { venueOf } from "../../mentions/venue.js"
import { indexOf } from "../reading/labels.js"
import { above, dateLine, event, isFurniture, venueBelow } from "./layout.js"
import type { Vendor } from "./Vendor.js"

/** Labels with their values below or behind: `Event`, its name, the venue and `Sun, Apr 19 at 1:10pm`, without a year. */
export const seatgeek: Vendor = {
  id: "seatgeek",
  read: (mail) => {
    const label = indexOf(mail.lines, /^event(?::?$|:?\s+(?!details?\b|info)\S)/i)
    const found = dateLine(mail, Math.max(0, label))
    if (found === null) return null
    const named = mail.lines[label]?.replace(/^event:?\s*/i, "") ?? ""
    const told = label === -1 ? [] : [named, ...mail.lines.slice(label + 1, found.index)].filter((line) => line !== "" && !isFurniture(line))
    return told.length > 0
      ? event(told[0], found.when, venueOf(told[1] ?? null) ?? venueBelow(mail.lines, found.index))
      : event(above(mail.lines, found.index), found.when, venueBelow(mail.lines, found.index))
  }
}

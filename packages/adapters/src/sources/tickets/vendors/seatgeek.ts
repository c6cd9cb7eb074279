import { indexOf } from "../reading/labels.js"
import type { Mail } from "../mail/Mail.js"
import { above, type DateLine, dateLine, event, isFurniture, placed, venueBelow } from "./layout.js"
import type { Vendor } from "./Vendor.js"

/** The nearest line above the date is the name, or the venue below it, where it tells a town. */
const unlabelled = ({ lines }: Mail, { index, when }: DateLine) => {
  const near = above(lines, index)
  const where = placed(near)
  return near === null || where?.state == null
    ? event(near, when, venueBelow(lines, index))
    : event(above(lines, lines.lastIndexOf(near, index)), when, where)
}

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
      ? event(told[0], found.when, placed(told[1] ?? null) ?? venueBelow(mail.lines, found.index))
      : unlabelled(mail, found)
  }
}

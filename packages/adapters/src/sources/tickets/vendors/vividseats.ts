import { indexOf } from "../reading/labels.js"
import { above, dateLine, event, isFurniture, venueBelow } from "./layout.js"
import type { Vendor } from "./Vendor.js"

/** Labels with their values below, `Event` among them; then `Mon. May 16, 2016 7:05 PM` and `Section: X Row: 1`. */
export const vividseats: Vendor = {
  id: "vividseats",
  read: (mail) => {
    const label = indexOf(mail.lines, /^event:?$/i)
    const found = dateLine(mail, Math.max(0, label))
    if (found === null) return null
    const told = label === -1 ? [] : mail.lines.slice(label + 1, found.index).filter((line) => !isFurniture(line))
    return event(told[0] ?? above(mail.lines, found.index), found.when, venueBelow(mail.lines, told[1] === undefined ? found.index : mail.lines.indexOf(told[0]!, label)))
  }
}

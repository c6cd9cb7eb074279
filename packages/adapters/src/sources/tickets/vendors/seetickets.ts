import { above, dateLine, event, showTime, venueBelow } from "./layout.js"
import type { Vendor } from "./Vendor.js"

/** The artist stands just above the date; `Doors 8:00PM | Show 9:00PM`, doors first. */
export const seetickets: Vendor = {
  id: "seetickets",
  read: (mail) => {
    const found = dateLine(mail)
    if (found === null) return null
    const hours = [found.after, ...mail.lines.slice(found.index + 1, found.index + 4)].join(" | ")
    const when = { ...found.when, time: showTime(hours, found.when.time) }
    return event(above(mail.lines, found.index), when, venueBelow(mail.lines, found.index), { kind: "concert" })
  }
}

import type { LocalDate } from "@daybook/core/shared"
import type { Outing, Purchase, Vendor } from "../sampleOwner/attending/index.js"

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
]
const stateNames: Readonly<Record<string, string>> = { WA: "Washington", OR: "Oregon", CA: "California", TX: "Texas" }

/** A day in the words that sellers put together. */
export const wordsOf = (date: LocalDate) => {
  const at = new Date(`${date}T00:00:00Z`)
  const [weekday, month] = [days[at.getUTCDay()]!, months[at.getUTCMonth()]!]
  return {
    weekday,
    month,
    shortWeekday: weekday.slice(0, 3),
    shortMonth: month.slice(0, 3),
    day: String(at.getUTCDate()),
    twoDay: date.slice(8),
    year: date.slice(0, 4),
    number: at.getUTCMonth() + 1
  }
}

/** `7:10 PM` of `19:10`. */
export const clock12 = (time: string, gap = " "): string => {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)}${gap}${hour < 12 ? "AM" : "PM"}`
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",")}`

const stateName = (state: string): string => stateNames[state] ?? state

/** What an outing was planned for, before it was put off. */
const planned = ({ date, moved, time }: Outing) =>
  moved === null ? { date, time: time ?? "12:00" } : { date: moved.from, time: moved.time }

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** A page as sellers build it: a table in a table, a hidden first line, a picture. */
export const page = (lines: ReadonlyArray<string>, head = ""): string =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><style>td{padding:4px}</style>${head}</head><body><div style="display:none">Thanks for your purchase</div><table width="600"><tr><td><img src="https://images.example.com/logo.png" alt="logo"><table>` +
  lines.map((line) => `<tr><td>${escaped(line)}</td></tr>`).join("") +
  `</table></td></tr></table><p><a href="https://example.com/unsubscribe">Manage your account</a></p></body></html>`

/** What a seller writes, without the envelope. */
export interface Body {
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

type Writer = (outing: Outing, purchase: Purchase) => Body

const both = (lines: ReadonlyArray<string>, head = "") => ({ text: lines.join("\n"), html: page(lines, head) })

const seatLines = ({ row, seats, section }: Purchase) =>
  section === null ? [] : [`Section ${section}, Row ${row}, Seat${seats.length > 1 ? "s" : ""} ${seats.join(", ")}`]

const ticketmaster: Writer = (outing, purchase) => {
  const { date, time } = planned(outing)
  const { day, shortMonth, shortWeekday, year } = wordsOf(date)
  return {
    from: "Ticketmaster <customer_support@email.ticketmaster.com>",
    subject: `You Got Tickets To ${outing.title}`,
    ...both([
      "You Got The Tickets!",
      `Order # ${purchase.orderId}`,
      outing.title,
      `${shortWeekday} • ${shortMonth} ${day} ${year} • ${clock12(time)}`,
      `${outing.place.name} — ${outing.place.city}, ${stateName(outing.place.state)}`,
      ...(purchase.section === null
        ? [`${purchase.quantity} General Admission ticket(s) in Section GENADM`]
        : seatLines(purchase)),
      `Total: ${dollars(purchase.totalCents)}`
    ])
  }
}

/** The text part has lost the line of the event. */
const axs: Writer = (outing, purchase) => {
  const { date, time } = planned(outing)
  const { day, number, year } = wordsOf(date)
  const lines = [
    `Your confirmation number is ${purchase.orderId}`,
    `Order details for ${outing.title} at ${outing.place.name} scheduled on ${number}/${day}/${year} ${clock12(time, "\u202f")}`,
    ...(purchase.section === null
      ? [`Quantity: ${purchase.quantity}`]
      : [`Section: ${purchase.section}`, `Row: ${purchase.row}`, `Seats: ${purchase.seats.join(", ")}`]),
    `Grand Total: ${dollars(purchase.totalCents)}`
  ]
  return {
    from: "AXS <noreply@e.axs.com>",
    subject: "Your AXS order confirmation",
    text: lines.filter((_, index) => index !== 1).join("\n"),
    html: page(lines)
  }
}

/** The year is not written. */
const seatgeek: Writer = (outing, purchase) => {
  const { date, time } = planned(outing)
  const { day, shortMonth, shortWeekday } = wordsOf(date)
  const sold = wordsOf(new Date(purchase.at).toISOString().slice(0, 10))
  const lines = [
    "Your order is confirmed",
    "Order number",
    purchase.orderId,
    "Sale date",
    `${sold.shortMonth} ${sold.day}, ${sold.year}`,
    "Event",
    outing.title,
    outing.place.name,
    `${shortWeekday}, ${shortMonth} ${day} at ${clock12(time, "").toLowerCase()}`,
    "Quantity",
    String(purchase.quantity),
    ...(purchase.section === null
      ? []
      : ["Section", purchase.section, "Row", purchase.row ?? "-", `Seats ${purchase.seats.join(",")}`]),
    `Total US ${dollars(purchase.totalCents)}`
  ]
  return { from: "SeatGeek <transactions@seatgeek.com>", subject: "Your SeatGeek order is confirmed", ...both(lines) }
}

const stubhub: Writer = (outing, purchase) => {
  const { date, time } = planned(outing)
  const { day, number, shortWeekday, year } = wordsOf(date)
  return {
    from: "StubHub <orders@stubhub.com>",
    subject: "StubHub order confirmation",
    ...both([
      `Order #: ${purchase.orderId}`,
      `${outing.title} at ${outing.place.name}, ${outing.place.city}, ${outing.place.state}`,
      `${shortWeekday}, ${number}/${day}/${year}, ${clock12(time).replace("AM", "a.m.").replace("PM", "p.m.")} PDT`,
      ...seatLines(purchase),
      ...(purchase.section === null ? [`Quantity: ${purchase.quantity}`] : []),
      `Order total: ${dollars(purchase.totalCents)} USD`
    ])
  }
}

const vividseats: Writer = (outing, purchase) => {
  const { date, time } = planned(outing)
  const { day, shortMonth, shortWeekday, year } = wordsOf(date)
  return {
    from: "Vivid Seats <sales@vividseats.com>",
    subject: "Vivid Seats order confirmation",
    ...both([
      "Order #",
      purchase.orderId,
      "Order Total",
      dollars(purchase.totalCents),
      "Event",
      outing.title,
      `${outing.place.name}, ${outing.place.city}, ${outing.place.state}`,
      `${shortWeekday}. ${shortMonth} ${day}, ${year} ${clock12(time)}`,
      `Quantity: ${purchase.quantity}`,
      ...(purchase.section === null
        ? []
        : [`Section: ${purchase.section} Row: ${purchase.row}`, `Seats: ${purchase.seats.join(", ")}`])
    ])
  }
}

const eventTypes: Readonly<Record<string, string>> = {
  concert: "MusicEvent",
  theater: "TheaterEvent",
  comedy: "ComedyEvent"
}

/** JSON-LD with a comma too many, as it has been seen. */
const eventbrite: Writer = (outing, purchase) => {
  const { date, time } = planned(outing)
  const { day, month, weekday, year } = wordsOf(date)
  const isLong = outing.lastDate !== null
  const markup = {
    "@context": "http://schema.org",
    "@type": "EventReservation",
    reservationNumber: purchase.orderId,
    reservationStatus: "http://schema.org/Confirmed",
    underName: { "@type": "Person", name: "Sample Person" },
    bookingTime: new Date(purchase.at).toISOString(),
    totalPrice: (purchase.totalCents / 100).toFixed(2),
    priceCurrency: purchase.currency,
    numSeats: purchase.quantity,
    reservationFor: {
      "@type": isLong ? "Festival" : (eventTypes[outing.kind] ?? "Event"),
      name: outing.title,
      startDate: isLong ? date : `${date} ${time}:00`,
      ...(isLong ? { endDate: outing.lastDate } : {}),
      performer: outing.performers.map(({ name, type }) => ({
        "@type": type === "musical_artist" ? "MusicGroup" : "Person",
        name
      })),
      location: {
        "@type": "Place",
        name: outing.place.name,
        address: {
          "@type": "PostalAddress",
          streetAddress: outing.place.address,
          addressLocality: outing.place.city,
          addressRegion: outing.place.state,
          addressCountry: outing.place.country
        }
      }
    },
    reservedTicket: {
      "@type": "Ticket",
      ticketedSeat: { "@type": "Seat", seatSection: "GA", seatRow: "-", seatNumber: "-" }
    }
  }
  const json = JSON.stringify(markup).replace(/\}$/, ",}")
  return {
    from: "Eventbrite <orders@order.eventbrite.com>",
    subject: `Your Tickets for ${outing.title}`,
    ...both(
      [
        `Order #${purchase.orderId} - ${wordsOf(new Date(purchase.at).toISOString().slice(0, 10)).month} ${Number(new Date(purchase.at).toISOString().slice(8, 10))}, ${new Date(purchase.at).toISOString().slice(0, 4)}`,
        `${purchase.quantity} x Ticket`,
        `Order total: ${dollars(purchase.totalCents)}`,
        `${weekday}, ${month} ${day}, ${year} at ${clock12(time)} (PST)`,
        outing.place.name
      ],
      `<script type="application/ld+json">${json}</script>`
    )
  }
}

/** How each seller confirms an order. */
export const sellers: Readonly<Record<Vendor, Writer>> = {
  ticketmaster,
  axs,
  seatgeek,
  stubhub,
  vividseats,
  eventbrite
}

import type { Outing, Purchase, Vendor } from "../persona/attending/index.js"
import { clock12, dollars, page, planned, stateName, wordsOf } from "./words.js"

/** What a seller writes, without the envelope. */
export interface Body {
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

type Writer = (outing: Outing, purchase: Purchase) => Body

const both = (lines: ReadonlyArray<string>, head = "") => ({ text: lines.join("\n"), html: page(lines, head) })

const seatLines = ({ row, seats, section }: Purchase) => section === null ? [] : [`Section ${section}, Row ${row}, Seat${seats.length > 1 ? "s" : ""} ${seats.join(", ")}`]

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
      ...(purchase.section === null ? [`${purchase.quantity} General Admission ticket(s) in Section GENADM`] : seatLines(purchase)),
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
    ...(purchase.section === null ? [`Quantity: ${purchase.quantity}`] : [`Section: ${purchase.section}`, `Row: ${purchase.row}`, `Seats: ${purchase.seats.join(", ")}`]),
    `Grand Total: ${dollars(purchase.totalCents)}`
  ]
  return { from: "AXS <noreply@e.axs.com>", subject: "Your AXS order confirmation", text: lines.filter((_, index) => index !== 1).join("\n"), html: page(lines) }
}

/** The year is not written. */
const seatgeek: Writer = (outing, purchase) => {
  const { date, time } = planned(outing)
  const { day, shortMonth, shortWeekday } = wordsOf(date)
  const sold = wordsOf(new Date(purchase.at).toISOString().slice(0, 10))
  const lines = [
    "Your order is confirmed",
    "Order number", purchase.orderId,
    "Sale date", `${sold.shortMonth} ${sold.day}, ${sold.year}`,
    "Event", outing.title, outing.place.name, `${shortWeekday}, ${shortMonth} ${day} at ${clock12(time, "").toLowerCase()}`,
    "Quantity", String(purchase.quantity),
    ...(purchase.section === null ? [] : ["Section", purchase.section, "Row", purchase.row ?? "-", `Seats ${purchase.seats.join(",")}`]),
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
      "Order #", purchase.orderId,
      "Order Total", dollars(purchase.totalCents),
      "Event", outing.title, `${outing.place.name}, ${outing.place.city}, ${outing.place.state}`,
      `${shortWeekday}. ${shortMonth} ${day}, ${year} ${clock12(time)}`,
      `Quantity: ${purchase.quantity}`,
      ...(purchase.section === null ? [] : [`Section: ${purchase.section} Row: ${purchase.row}`, `Seats: ${purchase.seats.join(", ")}`])
    ])
  }
}

const eventTypes: Readonly<Record<string, string>> = { concert: "MusicEvent", theater: "TheaterEvent", comedy: "ComedyEvent" }

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
      "@type": isLong ? "Festival" : eventTypes[outing.kind] ?? "Event",
      name: outing.title,
      startDate: isLong ? date : `${date} ${time}:00`,
      ...(isLong ? { endDate: outing.lastDate } : {}),
      performer: outing.performers.map(({ name, type }) => ({ "@type": type === "musical_artist" ? "MusicGroup" : "Person", name })),
      location: {
        "@type": "Place",
        name: outing.place.name,
        address: { "@type": "PostalAddress", streetAddress: outing.place.address, addressLocality: outing.place.city, addressRegion: outing.place.state, addressCountry: outing.place.country }
      }
    },
    reservedTicket: { "@type": "Ticket", ticketedSeat: { "@type": "Seat", seatSection: "GA", seatRow: "-", seatNumber: "-" } }
  }
  const json = JSON.stringify(markup).replace(/\}$/, ",}")
  return {
    from: "Eventbrite <orders@order.eventbrite.com>",
    subject: `Your Tickets for ${outing.title}`,
    ...both([
      `Order #${purchase.orderId} - ${wordsOf(new Date(purchase.at).toISOString().slice(0, 10)).month} ${Number(new Date(purchase.at).toISOString().slice(8, 10))}, ${new Date(purchase.at).toISOString().slice(0, 4)}`,
      `${purchase.quantity} x Ticket`,
      `Order total: ${dollars(purchase.totalCents)}`,
      `${weekday}, ${month} ${day}, ${year} at ${clock12(time)} (PST)`,
      outing.place.name
    ], `<script type="application/ld+json">${json}</script>`)
  }
}

/** How each seller confirms an order. */
export const sellers: Readonly<Record<Vendor, Writer>> = { ticketmaster, axs, seatgeek, stubhub, vividseats, eventbrite }

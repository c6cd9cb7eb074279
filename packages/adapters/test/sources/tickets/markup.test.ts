import { assert, describe, it } from "@effect/vitest"
import { read } from "./mails.js"

const event = {
  "@type": "MusicEvent",
  name: "Velmora Tide &amp; Oskeln",
  startDate: "2026-04-18T20:00:00-07:00",
  performer: { "@type": "MusicGroup", name: "Velmora Tide" },
  location: { "@type": "MusicVenue", name: "The Fillmore", address: { "@type": "PostalAddress", streetAddress: "1805 Geary Blvd", addressLocality: "San Francisco", addressRegion: "California", addressCountry: { "@type": "Country", name: "United States" } } }
}
const reservation = {
  "@context": "http://schema.org",
  "@type": "EventReservation",
  reservationNumber: "E123",
  reservationStatus: "http://schema.org/Confirmed",
  bookingTime: "2026-03-02T18:20:11Z",
  totalPrice: "128.50",
  priceCurrency: "USD",
  reservationFor: event,
  reservedTicket: { "@type": "Ticket", ticketedSeat: { "@type": "Seat", seatSection: "GA", seatRow: "-", seatNumber: "-" } }
}

const mail = (markup: string, more: { readonly from?: string; readonly subject?: string } = {}) =>
  read({ from: "orders@order.eventbrite.com", subject: "Your Tickets", date: "Mon, 02 Mar 2026 18:20:11 +0000", html: true, body: `<html><head>${markup}</head><body><p>Thank you</p></body></html>`, ...more })
const json = (value: unknown) => `<script type="application/ld+json">${typeof value === "string" ? value : JSON.stringify(value)}</script>`

describe("markup", () => {
  it("is read in every form in which it comes", async () => {
    const forms: ReadonlyArray<string> = [
      json(reservation),
      json([reservation]),
      json({ "@context": "http://schema.org", "@graph": [{ "@type": "Organization", name: "x" }, reservation] }),
      json({ ...reservation, "@type": ["EventReservation", "Reservation"], reservationFor: [event] }),
      json({ ...reservation, "@type": "http://schema.org/EventReservation", reservationNumber: undefined, reservationId: "E123", totalPrice: "$128.50", reservationStatus: "https://schema.org/ReservationConfirmed" }),
      json({ ...reservation, totalPrice: 128.5 }),
      json(JSON.stringify(reservation).replace(/\}\}\}$/, ",}}}")),
      json(JSON.stringify(reservation).replaceAll("\"", "&quot;")),
      `<script type='application/ld+json'>{broken</script>${json(reservation)}`
    ]
    for (const form of forms) {
      const mentions = await mail(form)
      assert.strictEqual(mentions.length, 1, form)
      const [one] = mentions
      assert.deepStrictEqual([one?.title, one?.kind, one?.date, one?.time, one?.at], ["Velmora Tide & Oskeln", "concert", "2026-04-18", "20:00", Date.parse("2026-04-19T03:00:00Z")], form)
      assert.deepStrictEqual([one?.venue?.name, one?.venue?.city, one?.venue?.state, one?.venue?.country], ["The Fillmore", "San Francisco", "CA", "US"], form)
      assert.deepStrictEqual(one?.performers.map(({ name, role }) => [name, role]), [["Velmora Tide", "headliner"]])
      const [order] = one!.orders
      assert.deepStrictEqual([order?.vendor, order?.orderId, order?.section, order?.row, order?.seats, order?.totalCents, order?.currency], ["eventbrite", "E123", null, null, [], 12_850, "USD"], form)
    }
  })

  it("reservations of one number are one order, whose price is told once", async () => {
    const seat = (number: string) => ({ ...reservation, reservedTicket: { "@type": "Ticket", ticketedSeat: { "@type": "Seat", seatSection: "110", seatRow: "F", seatNumber: number } } })
    const [one, ...more] = await mail(json([seat("5"), seat("6"), seat("7")]))
    assert.strictEqual(more.length, 0)
    assert.deepStrictEqual([one?.orders[0]?.seats, one?.orders[0]?.quantity, one?.orders[0]?.totalCents, one?.orders[0]?.section], [["5", "6", "7"], 3, 12_850, "110"])
  })

  it("an order has as many tickets as seats, however often its markup says how many", async () => {
    const ofSeat = (number: string | null, more: object = {}) =>
      ({ ...reservation, ...more, reservedTicket: { "@type": "Ticket", ticketedSeat: { "@type": "Seat", seatSection: "110", seatRow: "F", seatNumber: number ?? "-" } } })
    const quantityOf = async (...of: ReadonlyArray<object>) => {
      const [one] = await mail(json(of))
      return [one?.orders[0]?.seats, one?.orders[0]?.quantity]
    }
    for (const numSeats of [1, 2, 4]) assert.deepStrictEqual(await quantityOf(ofSeat("8", { numSeats }), ofSeat("9", { numSeats })), [["8", "9"], 2])
    assert.deepStrictEqual(await quantityOf(ofSeat("8"), ofSeat("8")), [["8"], 1])
    assert.deepStrictEqual(await quantityOf(ofSeat("8, 9", { numSeats: 4 })), [["8", "9"], 2])
    assert.deepStrictEqual(await quantityOf(ofSeat(null, { numSeats: 3 })), [[], 3])
    assert.deepStrictEqual(await quantityOf(ofSeat(null, { numSeats: 2 }), ofSeat(null, { numSeats: 2 })), [[], 2])
    assert.deepStrictEqual(await quantityOf(ofSeat(null), ofSeat(null), ofSeat(null)), [[], 3])
  })

  it("an order of an event says the same as a reservation; one of goods says nothing", async () => {
    const order = (itemOffered: object) => ({
      "@type": "Order", orderNumber: "E123", orderDate: "2026-03-02T18:20:11Z", price: "128.50", priceCurrency: "USD",
      acceptedOffer: { "@type": "Offer", itemOffered, eligibleQuantity: { "@type": "QuantitativeValue", value: 2 } }
    })
    const [one] = await mail(json(order(event)), { from: "box@office.marrowtheatre.org" })
    assert.deepStrictEqual([one?.state, one?.title, one?.date], ["confirmed", "Velmora Tide & Oskeln", "2026-04-18"])
    assert.deepInclude(one?.orders[0], { vendor: "marrowtheatre", orderId: "E123", quantity: 2, totalCents: 12_850, currency: "USD", purchasedAt: Date.parse("2026-03-02T18:20:11Z") })
    assert.deepStrictEqual(await mail(json(order({ "@type": "Product", name: "Amplifier" })), { from: "shop@store.example" }), [])
  })

  it("several events of one mail are several mentions, each with a key of its own", async () => {
    const mentions = await mail(json([reservation, { ...reservation, reservationFor: { ...event, startDate: "2026-04-19 20:00:00" } }]))
    assert.deepStrictEqual(mentions.map(({ at, date, key, time }) => [key, date, time, at === null]), [["one@mail.example", "2026-04-18", "20:00", false], ["one@mail.example#2", "2026-04-19", "20:00", true]])
  })

  it("an event by itself counts with a seller, and a reservation with anybody", async () => {
    const [bare] = await mail(json({ "@context": "https://schema.org", ...event, startDate: "2024-06-23", location: "The Fillmore, 1805 Geary Blvd, San Francisco, CA" }))
    assert.deepStrictEqual([bare?.title, bare?.date, bare?.time, bare?.venue?.city], ["Velmora Tide & Oskeln", "2024-06-23", null, "San Francisco"])
    const [other] = await mail(json(reservation), { from: "box@office.marrowtheatre.org" })
    assert.deepStrictEqual([other?.orders[0]?.vendor, other?.title], ["marrowtheatre", "Velmora Tide & Oskeln"])
    assert.deepStrictEqual(await mail(json(event), { from: "ivy@example.org", subject: "Look" }), [])
  })

  it("a time of UTC is shown on the clocks of the place", async () => {
    const at = Date.parse("2026-04-19T03:00:00Z")
    const [one] = await mail(json({ ...reservation, reservationFor: { ...event, startDate: "2026-04-19T03:00:00Z" } }))
    assert.deepStrictEqual([one?.date, one?.time, one?.at], ["2026-04-18", "20:00", at])
    const [elsewhere] = await mail(json({ ...reservation, reservationFor: { ...event, startDate: "2026-04-19T03:00:00Z", location: "Velmora Hall" } }))
    assert.deepStrictEqual([elsewhere?.date, elsewhere?.time, elsewhere?.at], [null, null, at])
  })

  it("what is cancelled says so", async () => {
    const [one] = await mail(json({ ...reservation, reservationStatus: "http://schema.org/ReservationCancelled" }))
    assert.deepStrictEqual([one?.state, one?.date], ["cancelled", "2026-04-18"])
  })

  it("microdata says the same", async () => {
    const [one] = await mail(`<div itemscope itemtype="http://schema.org/EventReservation"><meta itemprop="reservationNumber" content="E123"/><link itemprop="reservationStatus" href="http://schema.org/Confirmed"/>
      <div itemprop="reservationFor" itemscope itemtype="http://schema.org/TheaterEvent"><meta itemprop="name" content="Three Winters"/><time itemprop="startDate" datetime="2026-04-18T19:30:00-07:00"></time>
      <div itemprop="location" itemscope itemtype="http://schema.org/Place"><meta itemprop="name" content="Playhouse"/><div itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><meta itemprop="addressLocality" content="Seattle"/><meta itemprop="addressRegion" content="WA"/></div></div></div></div>`)
    assert.deepStrictEqual([one?.title, one?.kind, one?.date, one?.time, one?.venue?.name, one?.venue?.city, one?.orders[0]?.orderId], ["Three Winters", "theater", "2026-04-18", "19:30", "Playhouse", "Seattle", "E123"])
  })

  it("a calendar that is attached fills in where words fail", async () => {
    const calendar = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Three Winters\r\nLOCATION:Playhouse, Seattle, WA\r\nDTSTART;TZID=America/Los_Angeles:20260418T193000\r\nEND:VEVENT\r\nEND:VCALENDAR"
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nOrder # 12-345/SEA\r\n--b\r\nContent-Type: text/calendar; name=e.ics\r\nContent-Disposition: attachment; filename=e.ics\r\n\r\n${calendar}\r\n--b--`
    const { readMail } = await import("../../../src/sources/tickets/mail/readMail.js")
    const { readTickets } = await import("../../../src/sources/tickets/reading/read.js")
    const [one] = readTickets(await readMail(Buffer.from(`From: x <a@ticketmaster.com>\r\nSubject: Your tickets\r\nMessage-ID: <m@x>\r\nDate: Mon, 02 Mar 2026 18:20:11 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${body}`)))
    assert.deepStrictEqual([one?.title, one?.date, one?.time, one?.venue?.name, one?.orders[0]?.orderId], ["Three Winters", "2026-04-18", "19:30", "Playhouse", "12-345/SEA"])
  })
})

import { describe, expect, it } from "@effect/vitest"
import { read } from "./mails.js"

const event = {
  "@type": "MusicEvent",
  name: "Velmora Tide &amp; Oskeln",
  startDate: "2026-04-18T20:00:00-07:00",
  performer: { "@type": "MusicGroup", name: "Velmora Tide" },
  location: {
    "@type": "MusicVenue",
    name: "The Fillmore",
    address: {
      "@type": "PostalAddress",
      streetAddress: "1805 Geary Blvd",
      addressLocality: "San Francisco",
      addressRegion: "California",
      addressCountry: { "@type": "Country", name: "United States" }
    }
  }
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
  reservedTicket: {
    "@type": "Ticket",
    ticketedSeat: { "@type": "Seat", seatSection: "GA", seatRow: "-", seatNumber: "-" }
  }
}

const mail = (markup: string, more: { readonly from?: string; readonly subject?: string } = {}) =>
  read({
    from: "orders@order.eventbrite.com",
    subject: "Your Tickets",
    date: "Mon, 02 Mar 2026 18:20:11 +0000",
    html: true,
    body: `<html><head>${markup}</head><body><p>Thank you</p></body></html>`,
    ...more
  })
const json = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === "string" ? value : JSON.stringify(value)}</script>`

describe("markup", () => {
  it("is read in every form", async () => {
    const forms: ReadonlyArray<string> = [
      json(reservation),
      json([reservation]),
      json({ "@context": "http://schema.org", "@graph": [{ "@type": "Organization", name: "x" }, reservation] }),
      json({ ...reservation, "@type": ["EventReservation", "Reservation"], reservationFor: [event] }),
      json({
        ...reservation,
        "@type": "http://schema.org/EventReservation",
        reservationNumber: undefined,
        reservationId: "E123",
        totalPrice: "$128.50",
        reservationStatus: "https://schema.org/ReservationConfirmed"
      }),
      json({ ...reservation, totalPrice: 128.5 }),
      json(JSON.stringify(reservation).replace(/\}\}\}$/, ",}}}")),
      json(JSON.stringify(reservation).replaceAll('"', "&quot;")),
      `<script type='application/ld+json'>{broken</script>${json(reservation)}`
    ]
    for (const form of forms) {
      const mentions = await mail(form)
      expect(mentions, form).toHaveLength(1)
      const [one] = mentions
      expect([one?.title, one?.kind, one?.date, one?.time, one?.at], form).toStrictEqual([
        "Velmora Tide & Oskeln",
        "concert",
        "2026-04-18",
        "20:00",
        Date.parse("2026-04-19T03:00:00Z")
      ])
      expect([one?.venue?.name, one?.venue?.city, one?.venue?.state, one?.venue?.country], form).toStrictEqual([
        "The Fillmore",
        "San Francisco",
        "CA",
        "US"
      ])
      expect(one?.performers.map(({ name, role }) => [name, role])).toStrictEqual([["Velmora Tide", "headliner"]])
      const [order] = one!.orders
      expect(
        [order?.vendor, order?.orderId, order?.section, order?.row, order?.seats, order?.totalCents, order?.currency],
        form
      ).toStrictEqual(["eventbrite", "E123", null, null, [], 12_850, "USD"])
    }
  })

  it("reservations of one number are one order with one price", async () => {
    const seat = (number: string) => ({
      ...reservation,
      reservedTicket: {
        "@type": "Ticket",
        ticketedSeat: { "@type": "Seat", seatSection: "110", seatRow: "F", seatNumber: number }
      }
    })
    const [one, ...more] = await mail(json([seat("5"), seat("6"), seat("7")]))
    expect(more).toHaveLength(0)
    expect([
      one?.orders[0]?.seats,
      one?.orders[0]?.quantity,
      one?.orders[0]?.totalCents,
      one?.orders[0]?.section
    ]).toStrictEqual([["5", "6", "7"], 3, 12_850, "110"])
  })

  it("an order has as many tickets as seats, however often the markup repeats their number", async () => {
    const ofSeat = (number: string | null, more: object = {}) => ({
      ...reservation,
      ...more,
      reservedTicket: {
        "@type": "Ticket",
        ticketedSeat: { "@type": "Seat", seatSection: "110", seatRow: "F", seatNumber: number ?? "-" }
      }
    })
    const quantityOf = async (...of: ReadonlyArray<object>) => {
      const [one] = await mail(json(of))
      return [one?.orders[0]?.seats, one?.orders[0]?.quantity]
    }
    for (const numSeats of [1, 2, 4])
      expect(await quantityOf(ofSeat("8", { numSeats }), ofSeat("9", { numSeats }))).toStrictEqual([["8", "9"], 2])
    expect(await quantityOf(ofSeat("8"), ofSeat("8"))).toStrictEqual([["8"], 1])
    expect(await quantityOf(ofSeat("8, 9", { numSeats: 4 }))).toStrictEqual([["8", "9"], 2])
    expect(await quantityOf(ofSeat(null, { numSeats: 3 }))).toStrictEqual([[], 3])
    expect(await quantityOf(ofSeat(null, { numSeats: 2 }), ofSeat(null, { numSeats: 2 }))).toStrictEqual([[], 2])
    expect(await quantityOf(ofSeat(null), ofSeat(null), ofSeat(null))).toStrictEqual([[], 3])
  })

  it("an order of an event equals a reservation; an order of goods is ignored", async () => {
    const order = (itemOffered: object) => ({
      "@type": "Order",
      orderNumber: "E123",
      orderDate: "2026-03-02T18:20:11Z",
      price: "128.50",
      priceCurrency: "USD",
      acceptedOffer: { "@type": "Offer", itemOffered, eligibleQuantity: { "@type": "QuantitativeValue", value: 2 } }
    })
    const [one] = await mail(json(order(event)), { from: "box@office.marrowtheatre.org" })
    expect([one?.state, one?.title, one?.date]).toStrictEqual(["confirmed", "Velmora Tide & Oskeln", "2026-04-18"])
    expect(one?.orders[0]).toMatchObject({
      vendor: "marrowtheatre",
      orderId: "E123",
      quantity: 2,
      totalCents: 12_850,
      currency: "USD",
      purchasedAt: Date.parse("2026-03-02T18:20:11Z")
    })
    expect(
      await mail(json(order({ "@type": "Product", name: "Amplifier" })), { from: "shop@store.example" })
    ).toStrictEqual([])
  })

  it("several events of one mail are several mentions with separate keys", async () => {
    const mentions = await mail(
      json([reservation, { ...reservation, reservationFor: { ...event, startDate: "2026-04-19 20:00:00" } }])
    )
    expect(mentions.map(({ at, date, key, time }) => [key, date, time, at === null])).toStrictEqual([
      ["one@mail.example", "2026-04-18", "20:00", false],
      ["one@mail.example#2", "2026-04-19", "20:00", true]
    ])
  })

  it("a bare event counts for a seller only, and a reservation for any sender", async () => {
    const [bare] = await mail(
      json({
        "@context": "https://schema.org",
        ...event,
        startDate: "2024-06-23",
        location: "The Fillmore, 1805 Geary Blvd, San Francisco, CA"
      })
    )
    expect([bare?.title, bare?.date, bare?.time, bare?.venue?.city]).toStrictEqual([
      "Velmora Tide & Oskeln",
      "2024-06-23",
      null,
      "San Francisco"
    ])
    const [other] = await mail(json(reservation), { from: "box@office.marrowtheatre.org" })
    expect([other?.orders[0]?.vendor, other?.title]).toStrictEqual(["marrowtheatre", "Velmora Tide & Oskeln"])
    expect(await mail(json(event), { from: "ivy@example.org", subject: "Look" })).toStrictEqual([])
  })

  it("a UTC time is shown in local time of the venue", async () => {
    const at = Date.parse("2026-04-19T03:00:00Z")
    const [one] = await mail(json({ ...reservation, reservationFor: { ...event, startDate: "2026-04-19T03:00:00Z" } }))
    expect([one?.date, one?.time, one?.at]).toStrictEqual(["2026-04-18", "20:00", at])
    const [elsewhere] = await mail(
      json({
        ...reservation,
        reservationFor: { ...event, startDate: "2026-04-19T03:00:00Z", location: "Velmora Hall" }
      })
    )
    expect([elsewhere?.date, elsewhere?.time, elsewhere?.at]).toStrictEqual([null, null, at])
  })

  it("a cancelled event has its state", async () => {
    const [one] = await mail(json({ ...reservation, reservationStatus: "http://schema.org/ReservationCancelled" }))
    expect([one?.state, one?.date]).toStrictEqual(["cancelled", "2026-04-18"])
  })

  it("microdata yields the same", async () => {
    const [one] =
      await mail(`<div itemscope itemtype="http://schema.org/EventReservation"><meta itemprop="reservationNumber" content="E123"/><link itemprop="reservationStatus" href="http://schema.org/Confirmed"/>
      <div itemprop="reservationFor" itemscope itemtype="http://schema.org/TheaterEvent"><meta itemprop="name" content="Three Winters"/><time itemprop="startDate" datetime="2026-04-18T19:30:00-07:00"></time>
      <div itemprop="location" itemscope itemtype="http://schema.org/Place"><meta itemprop="name" content="Playhouse"/><div itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><meta itemprop="addressLocality" content="Seattle"/><meta itemprop="addressRegion" content="WA"/></div></div></div></div>`)
    expect([
      one?.title,
      one?.kind,
      one?.date,
      one?.time,
      one?.venue?.name,
      one?.venue?.city,
      one?.orders[0]?.orderId
    ]).toStrictEqual(["Three Winters", "theater", "2026-04-18", "19:30", "Playhouse", "Seattle", "E123"])
  })

  it("an attached calendar fills gaps of the text", async () => {
    const calendar =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Three Winters\r\nLOCATION:Playhouse, Seattle, WA\r\nDTSTART;TZID=America/Los_Angeles:20260418T193000\r\nEND:VEVENT\r\nEND:VCALENDAR"
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nOrder # 12-345/SEA\r\n--b\r\nContent-Type: text/calendar; name=e.ics\r\nContent-Disposition: attachment; filename=e.ics\r\n\r\n${calendar}\r\n--b--`
    const { readMail } = await import("../../src/tickets/mail/mail.js")
    const { readTickets } = await import("../../src/tickets/reading/read.js")
    const [one] = readTickets(
      await readMail(
        Buffer.from(
          `From: x <a@ticketmaster.com>\r\nSubject: Your tickets\r\nMessage-ID: <m@x>\r\nDate: Mon, 02 Mar 2026 18:20:11 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${body}`
        )
      )
    )
    expect([one?.title, one?.date, one?.time, one?.venue?.name, one?.orders[0]?.orderId]).toStrictEqual([
      "Three Winters",
      "2026-04-18",
      "19:30",
      "Playhouse",
      "12-345/SEA"
    ])
  })
})

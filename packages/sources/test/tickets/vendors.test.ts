import type { Mention } from "@daybook/core/attending"
import { describe, expect, it } from "@effect/vitest"
import { parserVersion } from "../../src/tickets/reading/draft.js"
import { type MailFixture, read, table } from "./mails.js"

interface Case extends MailFixture {
  readonly name: string
  readonly says: Partial<Pick<Mention, "title" | "date" | "lastDate" | "time" | "at" | "kind" | "teams">> & {
    readonly venue?: string
    readonly city?: string
    readonly order: Partial<Mention["orders"][number]>
  }
}

const cases: ReadonlyArray<Case> = [
  {
    name: "SeatGeek, each value behind its label and a colon, the date too",
    from: "transactions@seatgeek.com",
    subject: "Your order is confirmed",
    date: "Mon, 02 Mar 2026 18:20:11 +0000",
    body: "Order number: K4L-99210\nEvent: Velmora Tide\nVenue: Neumos\nDate: Sun, Apr 19 at 8:10pm\nQuantity: 2\nTotal: $72.90",
    says: {
      title: "Velmora Tide",
      date: "2026-04-19",
      time: "20:10",
      venue: "Neumos",
      order: { orderId: "K4L-99210", quantity: 2, totalCents: 7_290 }
    }
  },
  {
    name: "See Tickets, with the street below the venue",
    from: "support@seetickets.us",
    subject: "Your See Tickets Order",
    date: "Mon, 05 Jun 2023 18:20:11 +0000",
    body: "Order Number\nSEE-99887\nOskeln\nFri Jul 14, 2023\nDoors 8:00PM | Show 9:00PM\nHalyard Hall\n2505 1st Ave, Seattle, WA 98121\nTotal: $52.20",
    says: {
      title: "Oskeln",
      date: "2023-07-14",
      time: "21:00",
      venue: "Halyard Hall",
      city: "Seattle",
      order: { orderId: "SEE-99887", totalCents: 5_220 }
    }
  },
  {
    name: "SeatGeek, without labels, the place above the date",
    from: "transactions@seatgeek.com",
    subject: "Your order is confirmed",
    date: "Mon, 02 Mar 2026 18:20:11 +0000",
    body: "Thanks for your order\nOrder number: 99X-1\nRangers at Mariners\nT-Mobile Park · Seattle, WA\nSun, Apr 19 at 1:10pm\n2 tickets · Section 150, Row 22, Seats 1-2\nTotal $150",
    says: {
      title: "Rangers at Mariners",
      date: "2026-04-19",
      time: "13:10",
      venue: "T-Mobile Park",
      city: "Seattle",
      order: { orderId: "99X-1", section: "150", row: "22", seats: ["1", "2"], totalCents: 15_000 }
    }
  },
  {
    name: "See Tickets, how many behind what",
    from: "support@seetickets.us",
    subject: "Order confirmation",
    date: "Mon, 05 Jun 2023 18:20:11 +0000",
    body: "Order Number:\n12345678\nOskeln\nFriday, July 14, 2023\nDoors 7:00PM | Show 8:00PM\nHalyard Hall, Seattle, WA\nGeneral Admission x 2\nOrder Total:\n$82.40",
    says: {
      title: "Oskeln",
      time: "20:00",
      venue: "Halyard Hall",
      order: { orderId: "12345678", quantity: 2, totalCents: 8_240 }
    }
  },
  {
    name: "DICE, the venue behind its label",
    from: "hello@dice.fm",
    subject: "Floating Points",
    date: "Mon, 01 Aug 2022 10:00:00 +0000",
    body: "Venue: Neumos\nDate & time: Sat 01 Oct,10:00 PM GMT-7\nTotal: $36.12",
    says: { title: "Floating Points", date: "2022-10-01", time: "22:00", venue: "Neumos", order: { totalCents: 3_612 } }
  },
  {
    name: "Ticketmaster, general admission",
    from: "customer_support@email.ticketmaster.com",
    subject: "You Got Tickets To Velmora Tide",
    date: "Sat, 02 Mar 2019 18:20:11 +0000",
    body: "Order # 44-56099/SEA\nThu • May 16 2019 • 7:10 PM\nThe Quillon Ballroom — Seattle, Washington\n4 General Admission ticket(s) in Section GENADM\nTotal: $199.60",
    says: {
      title: "Velmora Tide",
      date: "2019-05-16",
      time: "19:10",
      venue: "The Quillon Ballroom",
      city: "Seattle",
      order: {
        vendor: "ticketmaster",
        orderId: "44-56099/SEA",
        section: null,
        seats: [],
        quantity: 4,
        totalCents: 19_960,
        currency: "USD"
      }
    }
  },
  {
    name: "Ticketmaster, another way to write the date, and the number below its label",
    from: "customer_support@email.ticketmaster.com",
    subject: "Your Tickets",
    date: "Sat, 02 Jun 2018 18:20:11 +0000",
    body: "Confirmation Number\n12-34567/SEA\nOskeln\nTue, Nov 06 2018 - 8:00 PM\nHalyard Hall — Seattle, Washington\nSec 110, Row F, Seat 5 - 8\nTotal: $1,199.60",
    says: {
      title: "Oskeln",
      date: "2018-11-06",
      time: "20:00",
      venue: "Halyard Hall",
      order: {
        orderId: "12-34567/SEA",
        section: "110",
        row: "F",
        seats: ["5", "6", "7", "8"],
        quantity: 4,
        totalCents: 119_960
      }
    }
  },
  {
    name: "Ticketmaster, a transfer without year, order and price",
    from: "customer_support@ticketmaster.com",
    subject: "Your Ticket Transfer Is Complete!",
    date: "Sun, 02 Mar 2025 18:20:11 +0000",
    body: "Seattle Mariners vs Houston Astros\nWed, Apr 9 @ 1:10 PM\nT-Mobile Park, Seattle, WA\nSection 191, Row 2, Seat 20",
    says: {
      title: "Seattle Mariners vs Houston Astros",
      date: "2025-04-09",
      time: "13:10",
      venue: "T-Mobile Park",
      teams: { home: "Seattle Mariners", away: "Houston Astros" },
      order: { orderId: null, section: "191", row: "2", seats: ["20"], totalCents: null, purchasedAt: null }
    }
  },
  {
    name: "Ticketmaster, a transfer with a line for each seat",
    from: "customer_support@ticketmaster.com",
    subject: "Your Ticket Transfer Is Complete!",
    date: "Sun, 02 Mar 2025 18:20:11 +0000",
    body: "Seattle Mariners vs Houston Astros\nWed, Apr 9 @ 1:10 PM\nT-Mobile Park, Seattle, WA\nSection 191, Row 2, Seat 20\nSection 191, Row 2, Seat 21",
    says: {
      title: "Seattle Mariners vs Houston Astros",
      order: { orderId: null, section: "191", row: "2", seats: ["20", "21"], quantity: 2 }
    }
  },
  {
    name: "SeatGeek, each value behind its label",
    from: "transactions@seatgeek.com",
    subject: "Your order is confirmed",
    date: "Mon, 02 Mar 2026 18:20:11 +0000",
    body: "Order number K4L-99210\nSale date Mar 1, 2026\nEvent Rangers at Mariners\nT-Mobile Park\nSun, Apr 19 at 1:10pm\nQuantity 3\nSection 183\nRow 12\nSeats 18,19,20\nTotal US $72.90",
    says: {
      title: "Rangers at Mariners",
      date: "2026-04-19",
      venue: "T-Mobile Park",
      order: {
        orderId: "K4L-99210",
        section: "183",
        row: "12",
        seats: ["18", "19", "20"],
        quantity: 3,
        totalCents: 7_290
      }
    }
  },
  {
    name: "TicketClub, with the venue above the date and no time yet",
    from: "orders@ticketclub.com",
    subject: "Order confirmation",
    date: "Fri, 12 Sep 2025 23:20:11 +0000",
    body: "Order #50755797 — Sep 12 2025 4:06PM\nLos Angeles Angels at Seattle Mariners\nT-Mobile Park\nSunday, Sep 14 2025 at Time TBD in Seattle, Washington\nSection: Main 107 • Row: 30 • Qty: 5\nTotal: $250.00",
    says: {
      title: "Los Angeles Angels at Seattle Mariners",
      date: "2025-09-14",
      time: null,
      venue: "T-Mobile Park",
      city: "Seattle",
      order: { orderId: "50755797", section: "Main 107", quantity: 5, totalCents: 25_000 }
    }
  },
  {
    name: "DICE, the price of one and how many",
    from: "hello@dice.fm",
    subject: "Floating Points",
    date: "Mon, 01 Aug 2022 10:00:00 +0000",
    body: "Venue\nNeumos\nDate & time\nSat 01 Oct,10:00 PM GMT-7\nPrice\n$32.50 x 2",
    says: { title: "Floating Points", date: "2022-10-01", venue: "Neumos", order: { quantity: 2, totalCents: 6_500 } }
  },
  {
    name: "AXS, with a narrow blank",
    from: "noreply@e.axs.com",
    subject: "Your AXS order",
    date: "Fri, 02 Jan 2026 18:20:11 +0000",
    body: "Your confirmation number is 40000000\nOrder details for Night at the Opera at Climate Pledge Arena scheduled on 2/27/2026 6:00\u202fPM\nGrand Total: $311.64",
    says: {
      title: "Night at the Opera",
      date: "2026-02-27",
      time: "18:00",
      venue: "Climate Pledge Arena",
      order: { vendor: "axs", orderId: "40000000", totalCents: 31_164 }
    }
  },
  {
    name: "SeatGeek, without a year",
    from: "transactions@seatgeek.com",
    subject: "Your order is confirmed",
    date: "Mon, 02 Mar 2026 18:20:11 +0000",
    body: "Order number\n123456789\nSale date\nMar 2, 2026\nEvent\nRangers at Mariners\nT-Mobile Park\nSun, Apr 19 at 1:10pm\nQuantity\n3\nSection\n183\nRow\n12\nSeats 18,19,20\nTotal US $72.90",
    says: {
      title: "Rangers at Mariners",
      date: "2026-04-19",
      time: "13:10",
      venue: "T-Mobile Park",
      teams: { home: "Mariners", away: "Rangers" },
      order: {
        vendor: "seatgeek",
        orderId: "123456789",
        section: "183",
        row: "12",
        seats: ["18", "19", "20"],
        quantity: 3,
        totalCents: 7_290,
        currency: "USD"
      }
    }
  },
  {
    name: "StubHub",
    from: "orders@stubhub.com",
    subject: "Order confirmation",
    date: "Sun, 02 Oct 2016 18:20:11 +0000",
    body: "Order #: 204219936\nSounders at Timbers at Providence Park, Portland, OR\nMon, 11/14/2016, 8:00 p.m. PDT\nSection 112, Row F, Seats 4 - 5\nOrder total: $167.00 USD",
    says: {
      title: "Sounders at Timbers",
      date: "2016-11-14",
      time: "20:00",
      at: Date.parse("2016-11-15T04:00:00Z"),
      venue: "Providence Park",
      city: "Portland",
      teams: { home: "Timbers", away: "Sounders" },
      order: { vendor: "stubhub", orderId: "204219936", seats: ["4", "5"], totalCents: 16_700 }
    }
  },
  {
    name: "Vivid Seats",
    from: "sales@vividseats.com",
    subject: "Order Confirmation",
    date: "Mon, 02 May 2016 18:20:11 +0000",
    body: "Order #\n12345678\nOrder Total\n$210.11\nEvent\nMariners vs. Orioles\nSafeco Field\nMon. May 16, 2016 7:05 PM\nSection: 120 Row: 1",
    says: {
      title: "Mariners vs. Orioles",
      date: "2016-05-16",
      time: "19:05",
      venue: "Safeco Field",
      teams: { home: "Mariners", away: "Orioles" },
      order: { vendor: "vividseats", orderId: "12345678", section: "120", row: "1", totalCents: 21_011 }
    }
  },
  {
    name: "TicketClub",
    from: "orders@ticketclub.com",
    subject: "Order confirmation",
    date: "Fri, 12 Sep 2025 23:20:11 +0000",
    body: "Order #50755797 — Sep 12 2025 4:06PM\nLos Angeles Angels at Seattle Mariners\nSunday, Sep 14 2025 @ 1:10PM in Seattle, Washington\nT-Mobile Park\nSection: Main 107 • Row: 30 • Qty: 5\nTotal: $250.00",
    says: {
      title: "Los Angeles Angels at Seattle Mariners",
      date: "2025-09-14",
      time: "13:10",
      venue: "T-Mobile Park",
      city: "Seattle",
      order: {
        vendor: "ticketclub",
        orderId: "50755797",
        section: "Main 107",
        row: "30",
        quantity: 5,
        totalCents: 25_000
      }
    }
  },
  {
    name: "TicketClub, a time that is to be told",
    from: "orders@ticketclub.com",
    subject: "Order confirmation",
    date: "Fri, 12 Sep 2014 23:20:11 +0000",
    body: "Order #50755797\nSeattle Seahawks vs. Denver Broncos\nSunday, Sep 21 2014 at Time TBD in Seattle, Washington\nSection: 107 • Row: 30 • Qty: 2",
    says: {
      title: "Seattle Seahawks vs. Denver Broncos",
      date: "2014-09-21",
      time: null,
      order: { orderId: "50755797", quantity: 2 }
    }
  },
  {
    name: "Eventbrite, without its markup",
    from: "orders@order.eventbrite.com",
    subject: "Your Tickets for Jazz Night",
    date: "Mon, 04 Nov 2019 23:20:11 +0000",
    body: "Order #1137115653 - November 4, 2019\n1 x Ticket\nOrder total: Free\nTuesday, November 12, 2019 from 5:30 PM to 7:30 PM (PST)\nThe Ferrous Cellar, 2033 6th Ave, Seattle, WA 98101",
    says: {
      title: "Jazz Night",
      date: "2019-11-12",
      time: "17:30",
      at: Date.parse("2019-11-13T01:30:00Z"),
      venue: "The Ferrous Cellar",
      city: "Seattle",
      order: { vendor: "eventbrite", orderId: "1137115653", quantity: 1, totalCents: 0 }
    }
  },
  {
    name: "DICE, the event's name as subject and no year",
    from: "no-reply@dice.fm",
    subject: "Velmora Tide",
    date: "Thu, 04 Aug 2022 23:20:11 +0000",
    body: "Venue\nHalyard Hall\nDate & time\nSat 01 Oct,10:00 PM GMT-7\nPrice\n$25.00",
    says: {
      title: "Velmora Tide",
      date: "2022-10-01",
      time: "22:00",
      at: Date.parse("2022-10-02T05:00:00Z"),
      kind: "concert",
      venue: "Halyard Hall",
      order: { vendor: "dice", totalCents: 2_500 }
    }
  },
  {
    name: "See Tickets, doors before the show",
    from: "orders@seetickets.us",
    subject: "Order Confirmation",
    date: "Mon, 02 Mar 2026 18:20:11 +0000",
    body: "Order Number\n88812345\nVelmora Tide\nFriday, March 20, 2026\nDoors 8:00PM | Show 9:00PM\nThe Quillon Ballroom\nSeattle, WA\nTotal $55.00",
    says: {
      title: "Velmora Tide",
      date: "2026-03-20",
      time: "21:00",
      kind: "concert",
      venue: "The Quillon Ballroom",
      city: "Seattle",
      order: { vendor: "seetickets", orderId: "88812345", totalCents: 5_500 }
    }
  },
  {
    name: "Front Gate, a festival of three days",
    from: "orders@frontgatetickets.com",
    subject: "Order Confirmation",
    date: "Mon, 02 Mar 2026 18:20:11 +0000",
    body: "Pellwood Meadow Festival\nAugust 7-9, 2026\nPellwood Fairground, Carnation, WA\nOrder #100000000\nTotal:\n$371.20",
    says: {
      title: "Pellwood Meadow Festival",
      date: "2026-08-07",
      lastDate: "2026-08-09",
      kind: "concert",
      venue: "Pellwood Fairground",
      city: "Carnation",
      order: { vendor: "frontgate", orderId: "100000000", totalCents: 37_120 }
    }
  },
  {
    name: "Vivid Seats, venue and town on lines of their own",
    from: "sales@vividseats.com",
    subject: "Order Confirmation",
    date: "Mon, 02 May 2016 18:20:11 +0000",
    body: "Order #\n12345678\nOrder Total\n$210.11\nEvent\nVelmora Tide\nThe Quillon Ballroom\nSeattle, WA\nMon. May 16, 2016 7:05 PM\nSection: 120 Row: 1",
    says: { title: "Velmora Tide", venue: "The Quillon Ballroom", city: "Seattle", order: { section: "120", row: "1" } }
  },
  {
    name: "Eventbrite, for nothing",
    from: "noreply@order.eventbrite.com",
    subject: "Your tickets for Pottery Night",
    date: "Mon, 04 Nov 2019 18:20:11 +0000",
    body: "Order #1137115653 - November 4, 2019\n1 x Ticket\nOrder total: Free\nTuesday, November 12, 2019 from 5:30 PM to 7:30 PM (PST)\nKiln Works\nSeattle, WA",
    says: { title: "Pottery Night", city: "Seattle", order: { orderId: "1137115653", totalCents: 0, currency: "USD" } }
  }
]

const check = ({ says: { city, order, venue, ...event } }: Case, mentions: ReadonlyArray<Mention>) => {
  expect(mentions).toHaveLength(1)
  const [one] = mentions
  for (const [name, value] of Object.entries(event)) expect(one![name as keyof Mention], name).toStrictEqual(value)
  if (venue !== undefined) expect(one!.venue?.name).toBe(venue)
  if (city !== undefined) expect(one!.venue?.city).toBe(city)
  for (const [name, value] of Object.entries(order))
    expect(one!.orders[0]![name as keyof Mention["orders"][number]], name).toStrictEqual(value)
  expect([one!.state, one!.key, one!.evidence?.parser]).toStrictEqual(["confirmed", "one@mail.example", parserVersion])
}

describe("mails of sellers", () => {
  for (const one of cases) {
    it(`${one.name}, as text`, async () => check(one, await read(one)))
    it(`${one.name}, as HTML`, async () =>
      check(one, await read({ ...one, body: table(one.body.replaceAll("&", "&amp;")), html: true })))
    it(`${one.name}, forwarded by a friend`, async () => {
      const head = `Fun!\n\n---------- Forwarded message ---------\nFrom: Seller <${one.from}>\nDate: ${one.date}\nSubject: ${one.subject}\nTo: <friend@example.org>\n\n`
      check(
        one,
        await read({
          ...one,
          from: "friend@example.org",
          subject: `Fwd: ${one.subject}`,
          date: "Fri, 20 Nov 2026 10:00:00 +0000",
          body: head + one.body
        })
      )
    })
  }

  it("a town is not a festival's venue", async () => {
    const body = "Pellwood Meadow Festival\nAugust 7-9, 2026\nCarnation, WA\nOrder #100000000\nTotal:\n$371.20"
    const [one] = await read({
      from: "orders@frontgatetickets.com",
      subject: "Order Confirmation",
      date: "Mon, 02 Mar 2026 18:20:11 +0000",
      body
    })
    expect([one!.title, one!.venue]).toStrictEqual(["Pellwood Meadow Festival", null])
  })

  it("a missing year is the next one with that day", async () => {
    const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    for (let day = 0; day < 330; day += 13) {
      const sent = Date.UTC(2025, 7, 20, 12)
      const event = new Date(sent + day * 86_400_000)
      const dateText = `${event.toUTCString().slice(0, 3)}, ${months[event.getUTCMonth()]} ${event.getUTCDate()} @ 7:00 PM`
      const [one] = await read({
        from: "a@ticketmaster.com",
        subject: "Your Ticket Transfer Is Complete!",
        date: new Date(sent).toUTCString(),
        body: `Oskeln\n${dateText}\nHalyard Hall`
      })
      expect(one?.date).toBe(event.toISOString().slice(0, 10))
    }
  })

  const odd = {
    from: "customer_support@email.ticketmaster.com",
    date: "Mon, 02 Mar 2026 18:20:11 +0000",
    body: "Order # 44-56099/SEA\nThu • May 14 2026 • 7:10 PM\nHalyard Hall — Seattle, Washington"
  }

  it("a mail that is not about a purchase yields nothing", async () => {
    for (const subject of [
      "Reminder: Oskeln is tomorrow",
      "Just announced: Oskeln",
      "On sale now: Oskeln",
      "How was Oskeln? Take our survey"
    ]) {
      expect(await read({ ...odd, subject }), subject).toStrictEqual([])
    }
    expect(
      await read({
        ...odd,
        subject: "This month",
        body: "See what is on",
        headers: "List-Unsubscribe: <mailto:x@example.com>\r\n"
      })
    ).toStrictEqual([])
    expect(await read({ ...odd, from: "ivy@example.org", subject: "Your tickets" })).toStrictEqual([])
  })

  it("a refund takes the tickets of an order away", async () => {
    const [one] = await read({ ...odd, subject: "Your refund for Oskeln" })
    expect([one?.isTransferred, one?.title, one?.orders[0]?.orderId, one?.evidence?.reason]).toStrictEqual([
      true,
      "Oskeln",
      "44-56099/SEA",
      "It says that tickets were refunded, and no order of this event is known."
    ])
  })

  it("a cancelled, postponed or moved event updates the order", async () => {
    const [off] = await read({ ...odd, subject: "Event Canceled: Oskeln" })
    expect([off?.state, off?.title, off?.date, off?.orders[0]?.orderId]).toStrictEqual([
      "cancelled",
      "Oskeln",
      "2026-05-14",
      "44-56099/SEA"
    ])
    const [late] = await read({
      ...odd,
      subject: "Oskeln has been postponed",
      body: "Order # 44-56099/SEA\nA new date will be told."
    })
    expect([late?.state, late?.title, late?.date, late?.orders[0]?.orderId]).toStrictEqual([
      "postponed",
      "Oskeln",
      null,
      "44-56099/SEA"
    ])
    const [moved] = await read({ ...odd, subject: "Event Update: Oskeln has been rescheduled" })
    expect([moved?.state, moved?.title, moved?.date]).toStrictEqual(["confirmed", "Oskeln", "2026-05-14"])
  })

  it("an unreadable mail of a seller is stored for review with an excerpt", async () => {
    const [one, ...more] = await read({
      ...odd,
      subject: "Your evening with us",
      body: "Everything you need is in the app.\n<b>Thanks"
    })
    expect(more).toHaveLength(0)
    expect([one?.state, one?.title, one?.date, one?.orders.length]).toStrictEqual([
      "unread",
      "Your evening with us",
      null,
      0
    ])
    expect(one?.evidence?.excerpt ?? "").toContain("in the app")
    expect(one?.evidence?.hash ?? "").toMatch(/^[0-9a-f]{64}$/)
  })
})

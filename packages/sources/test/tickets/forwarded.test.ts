import { describe, expect, it } from "@effect/vitest"
import { readMail } from "../../src/tickets/mail/mail.js"
import { readTickets } from "../../src/tickets/reading/read.js"
import { raw } from "./mails.js"

const inner = (order: string, place: string) =>
  Buffer.from(
    raw({
      from: "customer_support@email.ticketmaster.com",
      subject: `You Got Tickets To Halcyon ${order}`,
      date: "Mon, 05 Jan 2026 18:20:11 +0000",
      body: `Order # 44-${order}/X\r\nThu • Feb 12, 2026 • 7:00 PM\r\nBeacon Hall — ${place}\r\nSec ORCH, Row K, Seat 11 - 12\r\nTotal: $251.90`
    })
  )
    .toString("utf8")
    .replace("one@mail.example", `${order}@seller.example`)

const attached = (disposition: string, ...mails: ReadonlyArray<string>) =>
  Buffer.from(
    [
      "From: Pat <pat@personal.example>",
      "Subject: Fwd: tickets",
      "Date: Tue, 06 Jan 2026 08:20:11 -0800",
      "Message-ID: <outer@personal.example>",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="mm"',
      "",
      "--mm",
      "Content-Type: text/plain",
      "",
      "see there",
      ...mails.flatMap((mail) => [
        "--mm",
        "Content-Type: message/rfc822",
        ...(disposition === "" ? [] : [`Content-Disposition: ${disposition}`]),
        "",
        mail
      ]),
      "--mm--",
      ""
    ].join("\r\n")
  )

describe("mails forwarded as attachments", () => {
  for (const disposition of ['attachment; filename="tickets.eml"', "inline", ""]) {
    it(`are read each by itself, under its own id (${disposition.split(";")[0]})`, async () => {
      const mentions = readTickets(
        await readMail(attached(disposition, inner("1", "New York, New York"), inner("2", "London, United Kingdom")))
      )
      expect(
        mentions.map(({ date, key, orders, saidAt, time, venue }) => [
          key,
          saidAt,
          date,
          time,
          orders[0]?.orderId,
          orders[0]?.seats,
          venue?.city,
          venue?.country,
          venue?.zone
        ])
      ).toStrictEqual([
        [
          "1@seller.example",
          Date.parse("2026-01-05T18:20:11Z"),
          "2026-02-12",
          "19:00",
          "44-1/X",
          ["11", "12"],
          "New York",
          "US",
          "America/New_York"
        ],
        [
          "2@seller.example",
          Date.parse("2026-01-05T18:20:11Z"),
          "2026-02-12",
          "19:00",
          "44-2/X",
          ["11", "12"],
          "London",
          "GB",
          "Europe/London"
        ]
      ])
    })
  }

  it("are read to a limited depth", async () => {
    let packed = inner("1", "New York, New York")
    for (let depth = 0; depth < 30; depth++) packed = attached("attachment", packed).toString("utf8")
    expect(readTickets(await readMail(Buffer.from(packed)))).toStrictEqual([])
  })
})

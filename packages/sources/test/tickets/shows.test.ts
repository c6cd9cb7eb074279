import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { readMail } from "../../src/tickets/mail/mail.js"
import { readTickets } from "../../src/tickets/reading/read.js"
import { raw } from "./mails.js"

const names = ["Velmora Tide", "Oskeln", "Marrow Lane", "The Quillons"]
const venues = ["Halyard Hall, Seattle, WA", "The Fillmore, San Francisco, CA", "Orpheum Theatre, Los Angeles, CA"]
const days = ["Fri, May 22, 2026", "Sat, May 23, 2026", "Tue, Jun 9, 2026", "Wed, Nov 18, 2026"]
const isoDays = ["2026-05-22", "2026-05-23", "2026-06-09", "2026-11-18"]

const show = fc.record({
  name: fc.nat(names.length - 1),
  venue: fc.nat(venues.length - 1),
  hour: fc.integer({ min: 6, max: 9 }),
  row: fc.constantFrom("A", "F", "12"),
  first: fc.integer({ min: 1, max: 30 }),
  count: fc.integer({ min: 1, max: 4 })
})

const seatsOf = ({ count, first }: { first: number; count: number }) =>
  Array.from({ length: count }, (_, index) => String(first + index))

const read = async (lines: ReadonlyArray<string>, html: boolean) =>
  readTickets(
    await readMail(
      raw({
        from: "orders@axs.com",
        subject: "Your order",
        date: "Mon, 02 Mar 2026 18:20:11 +0000",
        html,
        body: html ? `<table>${lines.map((line) => `<tr><td>${line}</td></tr>`).join("")}</table>` : lines.join("\n")
      })
    ),
    false,
    []
  )

describe("an order of several shows", () => {
  it("yields an event for each show, with its tickets", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(show, { minLength: 2, maxLength: 4 }), fc.boolean(), async (shows, html) => {
        const lines = shows.flatMap((one, index) => [
          names[one.name]!,
          `${days[index]} ${one.hour}:00 PM`,
          venues[one.venue]!,
          `Section 110, Row ${one.row}, Seats ${seatsOf(one).join(", ")}`
        ])
        const mentions = await read(["Your confirmation number is 40000019", ...lines, "Total: $128.00"], html)
        expect(
          mentions.map(({ date, orders, state, time, title, venue }) => [
            state,
            title,
            date,
            time,
            venue?.name,
            orders.map(({ orderId, row, seats, totalCents }) => [orderId, row, seats, totalCents])
          ])
        ).toStrictEqual(
          shows.map((one, index) => [
            "confirmed",
            names[one.name],
            isoDays[index],
            `${one.hour + 12}:00`,
            venues[one.venue]!.split(",")[0],
            [["40000019", one.row, seatsOf(one), null]]
          ])
        )
        expect(new Set(mentions.map(({ key }) => key)).size).toBe(shows.length)
      }),
      { numRuns: 40 }
    )
  })

  it("waits for review when a show has no name or no tickets", async () => {
    const whole = ["Oskeln", "Fri, May 22, 2026 8:00 PM", "Halyard Hall, Seattle, WA", "2 x General Admission"]
    for (const other of [
      ["Sat, May 23, 2026 8:00 PM", "Halyard Hall, Seattle, WA", "2 x General Admission"],
      ["Velmora Tide", "Sat, May 23, 2026 8:00 PM", "Halyard Hall, Seattle, WA"]
    ]) {
      const mentions = await read(["Your confirmation number is 40000019", ...whole, ...other], false)
      expect(mentions.map(({ evidence, state }) => [state, evidence?.reason])).toStrictEqual([
        ["unread", "It names several days."]
      ])
    }
  })
})

import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { read } from "./mails.js"

/** What a confirmation tells, as a label and a value each. */
interface Facts {
  readonly title: string
  readonly venue: string
  readonly day: Date
  readonly hour: number
  readonly orderId: string
  readonly seats: ReadonlyArray<number>
  readonly cents: number
}
type LabelledValue = readonly [label: string, value: string]

const titles = [
  "Velmora Tide",
  "blink-192",
  "The Order of Chaos",
  "Show Me the Orchard",
  "Sections: A Play",
  "Ünder Grön",
  "Three Winters",
  "Dr. Quill & the Row Boats",
  "Tour de Nord",
  "!!!Oskeln",
  "M88 & Friends"
]
const venues = ["Halyard Hall", "Neumark", "1015 Foundry", "The Quillon Ballroom", "Bar Nine", "T-Square Park"]

const facts: fc.Arbitrary<Facts> = fc.record({
  title: fc.constantFrom(...titles),
  venue: fc.constantFrom(...venues),
  day: fc.integer({ min: 10, max: 300 }).map((days) => new Date(Date.UTC(2026, 2, 2) + days * 86_400_000)),
  hour: fc.integer({ min: 1, max: 11 }),
  orderId: fc.constantFrom("40000017", "K4L-99210", "44-56099/SEA", "AA0BB1CCDDEE2F", "X77KQ2"),
  seats: fc
    .integer({ min: 1, max: 30 })
    .chain((first) =>
      fc.integer({ min: 1, max: 4 }).map((count) => Array.from({ length: count }, (_, index) => first + index))
    ),
  cents: fc.integer({ min: 1_000, max: 99_999 })
})

const two = (value: number) => String(value).padStart(2, "0")
const names = {
  month: [
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
  ],
  day: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
const dateFormats = (day: Date, hour: number): ReadonlyArray<string> => {
  const [month, weekday, date, year] = [
    names.month[day.getUTCMonth()]!,
    names.day[day.getUTCDay()]!,
    day.getUTCDate(),
    day.getUTCFullYear()
  ]
  return [
    `${weekday}, ${month} ${date}, ${year} at ${hour}:30 PM`,
    `${weekday.slice(0, 3)} • ${month.slice(0, 3)} ${two(date)} ${year} • ${hour}:30 PM`,
    `${date} ${month} ${year}, ${hour + 12}:30`,
    `${weekday.slice(0, 3)}, ${day.getUTCMonth() + 1}/${date}/${year} ${hour}:30 PM`,
    `${year}-${two(day.getUTCMonth() + 1)}-${two(date)} ${hour + 12}:30`
  ]
}

const labels = {
  title: ["Event", "Event Name", "Artist", "Show Name"],
  venue: ["Venue", "Location", "Where"],
  when: ["Event Date", "Date & Time", "When", "Show Date"],
  order: ["Order Number", "Order #", "Confirmation Number", "Booking Reference", "Order ID"],
  seats: ["Seats", "Seat(s)", "Seat Number(s)"],
  total: ["Order Total", "Grand Total", "Total", "Total Paid"]
}
/** What stands in every receipt and is neither the event's day nor its price. */
const noise: ReadonlyArray<LabelledValue> = [
  ["Purchase Date", "03/02/2026 10:20:37 AM"],
  ["Subtotal", "$1.50"],
  ["Payment Method", "Visa 0925"],
  ["Name", "Pat Rivera"],
  ["Reference Number", "3180687"]
]

const pick = (list: ReadonlyArray<string>, seed: number) => list[seed % list.length]!
const html = (text: string) => text.replaceAll("&", "&amp;")

/** Ways to lay labels and values out. */
const arrangements: Readonly<
  Record<string, (values: ReadonlyArray<LabelledValue>) => { readonly body: string; readonly html: boolean }>
> = {
  "on one line": (values) => ({ html: false, body: values.map(([label, value]) => `${label}: ${value}`).join("\n") }),
  "on the line below": (values) => ({
    html: false,
    body: values.map(([label, value]) => `${label}\n${value}`).join("\n\n")
  }),
  "in columns of text": (values) => ({
    html: false,
    body: values.map(([label, value]) => `${label.padEnd(24)}${value}`).join("\n")
  }),
  "in two cells": (values) => ({
    html: true,
    body: `<table>${values.map(([label, value]) => `<tr><td>${html(label)}</td><td>${html(value)}</td></tr>`).join("")}</table>`
  }),
  "in one cell": (values) => ({
    html: true,
    body: `<table>${values.map(([label, value]) => `<tr><td><b>${html(label)}</b><br>${html(value)}</td></tr>`).join("")}</table>`
  }),
  "in a list": (values) => ({
    html: true,
    body: `<dl>${values.map(([label, value]) => `<dt>${html(label)}</dt><dd>${html(value)}</dd>`).join("")}</dl>`
  }),
  "in nested tables": (values) => ({
    html: true,
    body: `<table><tr><td>${values.map(([label, value]) => `<table><tr><td><table><tr><td>${html(label)}:</td></tr></table></td><td><table><tr><td>${html(value)}</td></tr></table></td></tr></table>`).join("")}</td></tr></table>`
  }),
  "below a row of headings": (values) => ({
    html: true,
    body: `<table><tr>${values.map(([label]) => `<th>${html(label)}</th>`).join("")}</tr><tr>${values.map(([, value]) => `<td>${html(value)}</td>`).join("")}</tr></table>`
  }),
  "in blocks": (values) => ({
    html: true,
    body: values
      .map(([label, value]) => `<div><span style="display:block">${html(label)}</span><div>${html(value)}</div></div>`)
      .join("")
  })
}

describe("a confirmation yields the same in any layout", () => {
  for (const [name, arrange] of Object.entries(arrangements)) {
    it(`with labels and values ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          facts,
          fc.nat(1_000),
          fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { minLength: 11 }),
          async (of, seed, places) => {
            const values: ReadonlyArray<LabelledValue> = [
              [pick(labels.title, seed), of.title],
              [pick(labels.venue, seed), `${of.venue}, Seattle, WA`],
              [pick(labels.when, seed), pick(dateFormats(of.day, of.hour), seed)],
              [pick(labels.order, seed), of.orderId],
              [pick(labels.seats, seed), of.seats.join(", ")],
              [pick(labels.total, seed), `$${(of.cents / 100).toFixed(2)}`],
              ...noise
            ]
            const mail = arrange(places.map((place) => values[place]!))
            const [one] = await read({
              from: "orders@axs.com",
              subject: "Order confirmation",
              date: "Mon, 02 Mar 2026 18:20:11 +0000",
              ...mail
            })
            expect([one?.state, one?.title, one?.venue?.name, one?.venue?.city, one?.date, one?.time]).toStrictEqual([
              "confirmed",
              of.title,
              of.venue,
              "Seattle",
              of.day.toISOString().slice(0, 10),
              `${of.hour + 12}:30`
            ])
            const [order] = one!.orders
            expect([order?.orderId, order?.seats, order?.quantity, order?.totalCents]).toStrictEqual([
              of.orderId,
              of.seats.map(String),
              of.seats.length,
              of.cents
            ])
          }
        ),
        { numRuns: 60 }
      )
    })
  }
})

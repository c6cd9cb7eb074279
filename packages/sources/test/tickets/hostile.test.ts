import { describe, expect, it } from "@effect/vitest"
import { isLocalDate } from "@daybook/core/shared"
import fc from "fast-check"
import { makeSimulators } from "@daybook/simulators"
import { Effect, Logger, LogLevel } from "effect"
import { handedIn } from "../../src/tickets/mentionsOf.js"
import * as InThisThread from "../../../adapters/test/support/inThisThread.js"
import { raw, table } from "./mails.js"

const base = { from: "a@ticketmaster.com", subject: "Your tickets", date: "Mon, 02 Mar 2026 18:20:11 +0000" }

/** Everything that a database could not take, or that an event could not be. */
const sound = (text: string) => {
  expect(text).not.toMatch(/\0/)
  expect(text).toBe(text.replace(/\p{Surrogate}/gu, ""))
  expect(text.length).toBeLessThanOrEqual(3_000)
}

const checked = async (bytes: Uint8Array) => {
  const mentions = await Effect.runPromise(
    handedIn(bytes).pipe(Effect.provide(InThisThread.layer), Logger.withMinimumLogLevel(LogLevel.None))
  )
  for (const one of mentions) {
    // What changes a known order may name it by its number alone.
    const isChange = one.state === "cancelled" || one.state === "postponed" || one.isMove === true
    if (one.state !== "unread" && !isChange) expect(one.title).not.toBeNull()
    for (const date of [one.date, one.lastDate]) if (date !== null) expect(isLocalDate(date)).toBe(true)
    if (one.time !== null) expect(one.time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
    if (one.at !== null) expect(Number.isSafeInteger(one.at)).toBe(true)
    for (const { currency, orderId, quantity, seats, section, totalCents } of one.orders) {
      if (totalCents !== null)
        expect(Number.isInteger(totalCents) && totalCents >= 0 && totalCents <= 2_147_483_647).toBe(true)
      if (quantity !== null) expect(Number.isInteger(quantity) && quantity > 0 && quantity < 1_000).toBe(true)
      if (currency !== null) expect(currency).toMatch(/^[A-Z]{3}$/)
      for (const text of [orderId, section, ...seats]) if (text !== null) sound(text)
    }
    for (const text of [one.key, one.title, one.venue?.name, one.evidence?.excerpt, one.notes])
      if (text != null) sound(text)
  }
  return mentions
}

describe("malicious mails", () => {
  it("neither crash the process nor take much time", async () => {
    const long = "A".repeat(10_000_000)
    const bodies = [
      long,
      `<p>${long}</p>`,
      `${"<div>".repeat(60_000)}deep${"</div>".repeat(60_000)}`,
      `<script type="application/ld+json">${"[".repeat(100_000)}</script>`,
      `<script type="application/ld+json">`.repeat(20_000),
      `<script type="application/ld+json">${JSON.stringify({ "@type": "EventReservation", reservationFor: { "@type": "Event", name: "<img src=x onerror=alert(1)>\u0000\ud800", startDate: "9999-99-99", location: { name: long.slice(0, 100_000) } } })}</script>`,
      "Thu, May 16 2019 7:10 PM ".repeat(100_000),
      "Order # ".repeat(200_000),
      "Order #1\nTotal: $999999999999999999.99\nThu • May 16 2019 • 7:10 PM\nA\u0000B — C",
      "<table>".repeat(5_000) + "<td>".repeat(5_000),
      "<table><tr><td>Event</td><td>".repeat(20_000),
      "Event: Venue: Date: x\n".repeat(50_000),
      `Row 1${"-".repeat(1_000_000)}`,
      "a\nvs\nb\n".repeat(100_000),
      "General Admission 1 1 1 1 1 1 1 1 !\n".repeat(30_000),
      "You're going to A at B at C on May 5, 2026\n".repeat(20_000)
    ]
    for (const [index, body] of bodies.entries()) {
      // What the process itself took: a busy machine takes it longer.
      const began = process.cpuUsage()
      expect(
        (await checked(raw({ ...base, body, html: index % 2 === 1 || body.startsWith("<") }))).length,
        String(index)
      ).toBeGreaterThanOrEqual(1)
      expect(process.cpuUsage(began).user, String(index)).toBeLessThan(20_000_000)
    }
    await checked(new Uint8Array())
    await checked(Buffer.from(`Subject: ${long}\r\n\r\n${long}`))
    await checked(
      Buffer.from(
        Array.from(
          { length: 300 },
          (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`
        ).join("")
      )
    )
  })

  it("a damaged mail never throws, and its result can be stored", async () => {
    const { simulators } = Effect.runSync(
      makeSimulators("http://simulated.example", { endsAt: Date.parse("2025-11-21T08:00:00Z") })
    )
    const mails = Effect.runSync(simulators.google.control.mails)
      .filter(({ from }) => !from.includes("ivy"))
      .slice(-60)
      .map(({ raw }) => raw)
    const piece = fc.oneof(
      fc.fullUnicodeString({ maxLength: 12 }),
      fc.constantFrom(
        "\0",
        "\r\n",
        "--",
        "=",
        "</td>",
        "{",
        '"',
        "Order #",
        "99/99/9999",
        "May 99",
        "$",
        "Section",
        "\ud800"
      )
    )
    await fc.assert(
      fc.asyncProperty(
        fc.nat(mails.length - 1),
        fc.array(fc.tuple(fc.nat(), fc.nat(40), piece), { minLength: 1, maxLength: 6 }),
        async (which, edits) => {
          const text = edits.reduce((text, [at, length, put]) => {
            const from = at % Math.max(1, text.length)
            return text.slice(0, from) + Buffer.from(put).toString("latin1") + text.slice(from + length)
          }, mails[which]!)
          await checked(Buffer.from(text, "latin1"))
        }
      ),
      { numRuns: 120 }
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        async (pieces) => void (await checked(raw({ ...base, body: table(pieces.join(" ")), html: true })))
      ),
      { numRuns: 80 }
    )
  })
})

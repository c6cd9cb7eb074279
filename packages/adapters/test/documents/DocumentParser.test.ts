import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DocumentParser, layer } from "../../src/documents/DocumentParser.js"
import { inThisThread } from "../../src/documents/inThisThread.js"
import { raw } from "../sources/tickets/mails.js"

describe("the thread that reads documents", () => {
  it.live("answers one request after another, also when many ask", () =>
    Effect.gen(function*() {
      const parser = yield* DocumentParser
      const texts = yield* Effect.forEach(Array.from({ length: 6 }, (_, index) => index), (index) => parser.article(`<p>Text ${index}</p>`), { concurrency: 3 })
      assert.deepStrictEqual(texts, [0, 1, 2, 3, 4, 5].map((index) => `Text ${index}`))
      assert.strictEqual((yield* parser.page("<title>Tides</title>", "https://a.example")).title, "Tides")
    }).pipe(Effect.provide(layer)))

  it.live("says the same of every kind of document as the parser in one's own thread", () =>
    Effect.gen(function*() {
      const parser = yield* DocumentParser
      const events = Array.from({ length: 450 }, (_, index) => `BEGIN:VEVENT\r\nUID:${index}\r\nSUMMARY:Show ${index}\r\nDTSTART:20260418T190000Z\r\nEND:VEVENT\r\n`)
      const text = `BEGIN:VCALENDAR\r\n${events.join("")}END:VCALENDAR\r\n`
      const window = { now: Date.parse("2026-03-01T00:00:00Z") }
      const calendar = yield* parser.calendar(text, window)
      assert.lengthOf(calendar.mentions, 450)
      assert.deepStrictEqual(calendar, yield* inThisThread.calendar(text, window))
      const options = { isHandedIn: true, senders: [] }
      const mail = () => raw({ from: "a@axs.com", subject: "Your order", date: "Mon, 02 Mar 2026 18:20:11 +0000", body: "Your confirmation number is 40000000" })
      assert.deepStrictEqual(yield* parser.mail(mail(), options), yield* inThisThread.mail(mail(), options))
      const deep = () => raw({ from: "a@axs.com", subject: "Your order", date: "Mon, 02 Mar 2026 18:20:11 +0000", body: "<div>".repeat(10_000), html: true })
      const refused = yield* parser.mail(deep(), options)
      assert.deepStrictEqual("failure" in refused && [refused.failure._tag, refused.envelope?.subject], ["DocumentTooComplex", "Your order"])
      assert.deepStrictEqual(yield* parser.pass(new Uint8Array(100)), [])
      const failure = yield* Effect.flip(parser.page("<div>".repeat(10_000), "https://a.example"))
      assert.strictEqual(failure._tag, "DocumentTooComplex")
    }).pipe(Effect.provide(layer)))
})

import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { DocumentParser, layer } from "../../src/documents/DocumentParser.js"
import { raw } from "../tickets/mails.js"
import { inThisThread } from "../../../adapters/test/support/inThisThread.js"

describe("the thread that reads documents", () => {
  it.live("answers concurrent requests one after another", () =>
    Effect.gen(function* () {
      const parser = yield* DocumentParser
      const texts = yield* Effect.forEach(
        Array.from({ length: 6 }, (_, index) => index),
        (index) => parser.article(`<p>Text ${index}</p>`),
        { concurrency: 3 }
      )
      expect(texts).toStrictEqual([0, 1, 2, 3, 4, 5].map((index) => `Text ${index}`))
      expect((yield* parser.page("<title>Tides</title>", "https://a.example")).title).toBe("Tides")
    }).pipe(Effect.provide(layer))
  )

  it.live("yields the same as the parser in the calling thread, for every kind of document", () =>
    Effect.gen(function* () {
      const parser = yield* DocumentParser
      const events = Array.from(
        { length: 450 },
        (_, index) =>
          `BEGIN:VEVENT\r\nUID:${index}\r\nSUMMARY:Show ${index}\r\nDTSTART:20260418T190000Z\r\nEND:VEVENT\r\n`
      )
      const text = `BEGIN:VCALENDAR\r\n${events.join("")}END:VCALENDAR\r\n`
      const window = { now: Date.parse("2026-03-01T00:00:00Z") }
      const calendar = yield* parser.calendar(text, window)
      expect(calendar.mentions).toHaveLength(450)
      expect(calendar).toStrictEqual(yield* inThisThread.calendar(text, window))
      const options = { isHandedIn: true, senders: [] }
      const mail = () =>
        raw({
          from: "a@axs.com",
          subject: "Your order",
          date: "Mon, 02 Mar 2026 18:20:11 +0000",
          body: "Your confirmation number is 40000000"
        })
      expect(yield* parser.mail(mail(), options)).toStrictEqual(yield* inThisThread.mail(mail(), options))
      const deep = () =>
        raw({
          from: "a@axs.com",
          subject: "Your order",
          date: "Mon, 02 Mar 2026 18:20:11 +0000",
          body: "<div>".repeat(10_000),
          html: true
        })
      const refused = yield* parser.mail(deep(), options)
      expect("failure" in refused && [refused.failure._tag, refused.envelope?.subject]).toStrictEqual([
        "DocumentTooComplex",
        "Your order"
      ])
      expect(yield* parser.pass(new Uint8Array(100))).toStrictEqual([])
      const failure = yield* Effect.flip(parser.page("<div>".repeat(10_000), "https://a.example"))
      expect(failure._tag).toBe("DocumentTooComplex")
    }).pipe(Effect.provide(layer))
  )
})

import { assert, describe, it } from "@effect/vitest"
import type { Mention } from "@daybook/core/attending"
import { Duration, Effect, Logger, LogLevel, Option, Redacted, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { DocumentParser, ParserUnavailable } from "../../src/documents/DocumentParser.js"
import { DocumentTooSlow } from "../../src/documents/failures.js"
import { inThisThread } from "../../src/documents/inThisThread.js"
import { exportFile as calendarFile } from "../../src/sources/calendar/exportFile.js"
import * as Feed from "../../src/sources/calendar/Feed.js"
import { pullFeeds } from "../../src/sources/calendar/pullFeeds.js"
import { exportFile as ticketsFile } from "../../src/sources/tickets/exportFile.js"
import { handedIn, mentionsOf } from "../../src/sources/tickets/mentionsOf.js"
import { raw } from "../sources/tickets/mails.js"
import { importFile } from "../sources/support/importFile.js"

const quietly = Logger.withMinimumLogLevel(LogLevel.None)
const withParser = (parser: Partial<typeof inThisThread>) => <A, E>(effect: Effect.Effect<A, E, DocumentParser>) =>
  effect.pipe(Effect.provideService(DocumentParser, { ...inThisThread, ...parser }), quietly)
const usual = withParser({})

const mail = (from: string, subject: string, body: string) => raw({ from, subject, body, date: "Mon, 02 Mar 2026 18:20:11 +0000", html: true })
const deep = "<div>".repeat(100_000)

describe("a mail that exceeds the limits", () => {
  it.effect("waits with its reason, where a seller's mail may be in it", () =>
    Effect.gen(function*() {
      const [one, ...others] = yield* mentionsOf(mail("a@axs.com", "Your tickets", deep))
      assert.deepStrictEqual(others, [])
      assert.strictEqual(one?.state, "unread")
      assert.strictEqual(one?.title, "Your tickets")
      assert.strictEqual(one?.key, "one@mail.example")
      assert.match(one?.evidence?.reason ?? "", /^The mail was not read: it has more than 512 levels of HTML elements\. Next: .+\.$/)
      assert.lengthOf(yield* mentionsOf(mail("friend@example.com", "Fwd: Your tickets", deep)), 1)
      assert.lengthOf(yield* mentionsOf(mail("friend@example.com", "Holidays", deep)), 0)
      assert.lengthOf(yield* handedIn(mail("friend@example.com", "Holidays", deep)), 1)
    }).pipe(usual))

  it.effect("waits as well when the thread had to be ended, by what was known until then", () =>
    Effect.gen(function*() {
      const envelope = { key: "k", hash: "h", from: "a@axs.com", subject: "Your tickets", sentAt: 5 }
      const failure = new DocumentTooSlow({ message: "it took more than 20 s to read" })
      const [one] = yield* withParser({ mail: () => Effect.succeed({ failure, envelope }) })(mentionsOf(new Uint8Array()))
      assert.deepInclude(one, { key: "k", saidAt: 5, state: "unread" })
      assert.match(one?.evidence?.reason ?? "", /it took more than 20 s/)
    }))

  it.effect("is no loss when no thread could start: the sync fails, and reads it again", () =>
    Effect.gen(function*() {
      const unavailable = withParser({ mail: () => new ParserUnavailable({ message: "documents cannot be read: no thread" }) })
      const failure = yield* Effect.flip(unavailable(mentionsOf(mail("a@axs.com", "Your tickets", "a"))))
      assert.strictEqual(failure.state, "unavailable")
    }))

  it.effect("says of every limit what it is", () =>
    Effect.gen(function*() {
      const parts = (count: number, part: string) => Buffer.from(`From: a@axs.com\r\nSubject: a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(count)}`)
      const problemOf = (bytes: Uint8Array) => Effect.map(mentionsOf(bytes), ([one]) => one?.evidence?.reason ?? "")
      assert.match(yield* problemOf(parts(3_000, "--b\r\n\r\na\r\n")), /more than 2,000 MIME parts/)
      assert.match(yield* problemOf(Buffer.from(`From: a@axs.com\r\n${"X: yyyyyyyy\r\n".repeat(60_000)}\r\na`)), /headers have more than 256 KB/)
      assert.match(yield* problemOf(Buffer.concat([mail("a@axs.com", "a", "a"), Buffer.alloc(41 * 1_048_576, 10)])), /it has 41 MB; up to 40 MB are read/)
    }).pipe(usual))
})

const pages = (stream: Stream.Stream<{ readonly records: ReadonlyArray<Mention> }, unknown, DocumentParser>) =>
  Effect.map(Stream.runCollect(stream), (found) => [...found].flatMap(({ records }) => records))

describe("a file that exceeds the limits", () => {
  it.effect("is refused with what is too much, and what to do", () =>
    Effect.gen(function*() {
      const huge = `BEGIN:VCALENDAR\r\n${"X:y\r\n".repeat(7_000_000)}END:VCALENDAR\r\n`
      const calendar = yield* Effect.flip(pages(calendarFile(importFile("a.ics", Buffer.from(huge), 1_048_576))))
      assert.deepInclude(calendar, { state: "bad_file" })
      assert.match(String((calendar as Error).message), /a\.ics was not read: it has .+ MB; up to 32 MB are read/)
      const [one] = yield* pages(ticketsFile(importFile("a.eml", mail("friend@example.com", "Holidays", deep), 65_536)))
      assert.match(one?.evidence?.reason ?? "", /HTML elements/)
    }).pipe(usual))
})

describe("a feed that exceeds the limits", () => {
  it.effect("fails its run with the reason, and is not parsed again until it changes", () =>
    Effect.gen(function*() {
      let parsed = 0
      let text = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Show\r\nDTSTART:20260418T190000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
      const slow = {
        calendar: (given: string, window: Parameters<typeof inThisThread.calendar>[1]) => {
          parsed++
          return given.includes("Show") ? new DocumentTooSlow({ message: "it took more than 60 s to read" }) : inThisThread.calendar(given, window)
        }
      }
      const client = HttpClient.make((request) => Effect.sync(() => HttpClientResponse.fromWeb(request, new Response(text))))
      const feed = yield* Effect.provideService(Feed.make(Redacted.make("https://calendar.example/a.ics"), 1, Duration.zero), HttpClient.HttpClient, client)
      let cursor: Option.Option<string> = Option.none()
      const sync = (full = false) =>
        withParser(slow)(Effect.either(Stream.runForEach(pullFeeds([feed], { cursor, full }), (page) => Effect.sync(() => {
          if (Option.isSome(page.cursor)) cursor = page.cursor
        }))))
      const failureOf = Effect.map(sync(), (result) => result._tag === "Left" ? result.left.message : "")
      assert.match(yield* failureOf, /^the calendar feed 1 was not read: it took more than 60 s to read/)
      assert.match(yield* failureOf, /it took more than 60 s/)
      assert.strictEqual(parsed, 1)
      yield* sync(true)
      assert.strictEqual(parsed, 2)
      text = text.replace("Show", "Play")
      assert.strictEqual((yield* sync())._tag, "Right")
      assert.strictEqual(parsed, 3)
    }))
})

import { describe, expect, it } from "@effect/vitest"
import type { Mention } from "@daybook/core/attending"
import { Duration, Effect, Logger, LogLevel, Option, Redacted, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { zipSync } from "fflate"
import { DocumentParser, ParserUnavailable } from "../../src/documents/DocumentParser.js"
import { DocumentTooSlow } from "../../src/documents/limits.js"
import { exportFile as calendarFile } from "../../src/calendar/exportFile.js"
import * as Feed from "../../src/calendar/feed.js"
import { pullFeeds } from "../../src/calendar/pullFeeds.js"
import { exportFile as ticketsFile } from "../../src/tickets/exportFile.js"
import { handedIn, mentionsOf } from "../../src/tickets/mentionsOf.js"
import { raw } from "../tickets/mails.js"
import { importFile } from "../support/importFile.js"
import { inThisThread } from "../../../adapters/test/support/inThisThread.js"

const quietly = Logger.withMinimumLogLevel(LogLevel.None)
const withParser =
  (parser: Partial<typeof inThisThread>) =>
  <A, E>(effect: Effect.Effect<A, E, DocumentParser>) =>
    effect.pipe(Effect.provideService(DocumentParser, { ...inThisThread, ...parser }), quietly)
const usual = withParser({})

const mail = (from: string, subject: string, body: string) =>
  raw({ from, subject, body, date: "Mon, 02 Mar 2026 18:20:11 +0000", html: true })
const deep = "<div>".repeat(100_000)

describe("a mail that exceeds the limits", () => {
  it.effect("waits for review with its reason, when it may be from a seller", () =>
    Effect.gen(function* () {
      const [one, ...others] = yield* mentionsOf(mail("a@axs.com", "Your tickets", deep))
      expect(others).toStrictEqual([])
      expect(one?.state).toBe("unread")
      expect(one?.title).toBe("Your tickets")
      expect(one?.key).toBe("one@mail.example")
      expect(one?.evidence?.reason ?? "").toMatch(
        /^The mail was not read: it has more than 512 levels of HTML elements\. Next: .+\.$/
      )
      expect(yield* mentionsOf(mail("friend@example.com", "Fwd: Your tickets", deep))).toHaveLength(1)
      expect(yield* mentionsOf(mail("friend@example.com", "Holidays", deep))).toHaveLength(0)
      expect(yield* handedIn(mail("friend@example.com", "Holidays", deep))).toHaveLength(1)
    }).pipe(usual)
  )

  it.effect("also waits when the thread was ended, with the data known until then", () =>
    Effect.gen(function* () {
      const envelope = { key: "k", hash: "h", from: "a@axs.com", subject: "Your tickets", sentAt: 5 }
      const failure = new DocumentTooSlow({ message: "it took more than 20 s to read" })
      const [one] = yield* withParser({ mail: () => Effect.succeed({ failure, envelope }) })(
        mentionsOf(new Uint8Array())
      )
      expect(one).toMatchObject({ key: "k", saidAt: 5, state: "unread" })
      expect(one?.evidence?.reason ?? "").toMatch(/it took more than 20 s/)
    })
  )

  it.effect("is not lost when no thread starts: the sync fails and reads it again", () =>
    Effect.gen(function* () {
      const unavailable = withParser({
        mail: () => new ParserUnavailable({ message: "documents cannot be read: no thread" })
      })
      const failure = yield* Effect.flip(unavailable(mentionsOf(mail("a@axs.com", "Your tickets", "a"))))
      expect(failure.state).toBe("unavailable")
    })
  )

  it.effect("names the limit", () =>
    Effect.gen(function* () {
      const parts = (count: number, part: string) =>
        Buffer.from(
          `From: a@axs.com\r\nSubject: a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(count)}`
        )
      const problemOf = (bytes: Uint8Array) => Effect.map(mentionsOf(bytes), ([one]) => one?.evidence?.reason ?? "")
      expect(yield* problemOf(parts(3_000, "--b\r\n\r\na\r\n"))).toMatch(/more than 2,000 MIME parts/)
      expect(yield* problemOf(Buffer.from(`From: a@axs.com\r\n${"X: yyyyyyyy\r\n".repeat(60_000)}\r\na`))).toMatch(
        /headers have more than 256 KB/
      )
      expect(yield* problemOf(Buffer.concat([mail("a@axs.com", "a", "a"), Buffer.alloc(41 * 1_048_576, 10)]))).toMatch(
        /it has 41 MB; up to 40 MB are read/
      )
    }).pipe(usual)
  )
})

const pages = (stream: Stream.Stream<{ readonly records: ReadonlyArray<Mention> }, unknown, DocumentParser>) =>
  Effect.map(Stream.runCollect(stream), (chunk) => [...chunk].flatMap(({ records }) => records))

describe("a file that exceeds the limits", () => {
  it.effect("is refused with the reason and the next step", () =>
    Effect.gen(function* () {
      const huge = `BEGIN:VCALENDAR\r\n${"X:y\r\n".repeat(7_000_000)}END:VCALENDAR\r\n`
      const calendar = yield* Effect.flip(pages(calendarFile(importFile("a.ics", Buffer.from(huge), 1_048_576))))
      expect(calendar).toMatchObject({ state: "bad_file" })
      expect(String((calendar as Error).message)).toMatch(/a\.ics was not read: it has .+ MB; up to 32 MB are read/)
      const large = new Uint8Array(33 * 1_048_576)
      const several = zipSync({ "a.ics": large, "b.ics": large, "c.ics": large, "d.ics": large }, { level: 1 })
      const zipped = yield* Effect.flip(pages(calendarFile(importFile("a.zip", several, 65_536))))
      expect(String((zipped as Error).message)).toMatch(/a\.zip holds more than Daybook reads at once/)
      const [one] = yield* pages(ticketsFile(importFile("a.eml", mail("friend@example.com", "Holidays", deep), 65_536)))
      expect(one?.evidence?.reason ?? "").toMatch(/HTML elements/)
    }).pipe(usual)
  )
})

describe("a feed that exceeds the limits", () => {
  it.effect("fails its run with the reason, and is not parsed again until it changes", () =>
    Effect.gen(function* () {
      let parsed = 0
      let text =
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Show\r\nDTSTART:20260418T190000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
      const slow = {
        calendar: (ics: string, window: Parameters<typeof inThisThread.calendar>[1]) => {
          parsed++
          return ics.includes("Show")
            ? new DocumentTooSlow({ message: "it took more than 60 s to read" })
            : inThisThread.calendar(ics, window)
        }
      }
      const client = HttpClient.make((request) =>
        Effect.sync(() => HttpClientResponse.fromWeb(request, new Response(text)))
      )
      const feed = yield* Effect.provideService(
        Feed.make(Redacted.make("https://calendar.example/a.ics"), 1, Duration.zero),
        HttpClient.HttpClient,
        client
      )
      let cursor: Option.Option<string> = Option.none()
      const sync = (full = false) =>
        withParser(slow)(
          Effect.either(
            Stream.runForEach(pullFeeds([feed], { cursor, full }), (page) =>
              Effect.sync(() => {
                if (Option.isSome(page.cursor)) cursor = page.cursor
              })
            )
          )
        )
      const failureOf = Effect.map(sync(), (result) => (result._tag === "Left" ? result.left.message : ""))
      expect(yield* failureOf).toMatch(/^the calendar feed 1 was not read: it took more than 60 s to read/)
      expect(yield* failureOf).toMatch(/it took more than 60 s/)
      expect(parsed).toBe(1)
      yield* sync(true)
      expect(parsed).toBe(2)
      text = text.replace("Show", "Play")
      expect((yield* sync())._tag).toBe("Right")
      expect(parsed).toBe(3)
    })
  )
})

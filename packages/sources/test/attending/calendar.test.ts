import { type FileReport, SourceFailure } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Stream } from "effect"
import { Fault, googleErrorBody, googleScopes } from "@daybook/simulators"
import { strToU8, zipSync } from "fflate"
import { DocumentParser } from "../../src/documents/DocumentParser.js"
import { exportFile } from "../../src/calendar/exportFile.js"
import { inThisThread } from "../../../adapters/test/support/inThisThread.js"
import { importFile, readPages } from "../support/importFile.js"
import { inThatTime, shelf, stage } from "./stage.js"

const isEvents = ({ path }: { readonly path: string }) => path.endsWith("/events")
const stateOf = <A>(outcome: Either.Either<A, unknown>) =>
  Either.match(outcome, {
    onRight: () => "fine",
    onLeft: (failure) => (failure instanceof SourceFailure ? failure.state : String(failure))
  })

describe("Google Calendar", () => {
  it.live("is read once, then by changes; a deleted event is cancelled on its day", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const { clock, google, calendarPull, sampleOwner } = yield* stage()
          const pull = yield* calendarPull()
          const store = shelf()
          yield* store.sync(pull)
          expect(store.mentions.size).toBe((yield* google.rows).length)
          expect(yield* store.sync(pull)).toStrictEqual([0, 0, 0])
          const outings = sampleOwner.attending.knownAt(yield* clock.now).filter(({ inCalendar }) => inCalendar)
          const titles = new Set(store.all().map(({ date, title }) => `${date} ${title}`))
          for (const { date, moved, title } of outings)
            if (moved === null) expect(titles.has(`${date} ${title}`), `${date} ${title}`).toBe(true)
          for (const outing of outings.filter(({ fixture }) => fixture !== null)) {
            const one = store.all().find(({ at, title }) => at === outing.at && title === outing.title)!
            expect(one.venue?.name).toBe(outing.place.name)
            expect(one.venue?.city).toBe(outing.place.city)
            expect(one.time).toBe(outing.time)
            expect(one.attended).toStrictEqual(
              outing.goes || outing.at - 86_400_000 > (yield* clock.now) ? null : false
            )
          }

          yield* google.addRow({ id: "new1", summary: "Reading", when: { from: "2025-12-05", to: "2025-12-08" } })
          const [first, second] = (yield* google.rows).filter(
            ({ series, summary }) => series === null && summary !== "Dentist"
          )
          yield* google.editRow(first!.id, { summary: "Another title" })
          yield* google.deleteRow(second!.id)
          yield* google.requests.clear
          expect(yield* store.sync(pull)).toStrictEqual([1, 2, 0])
          const requests = (yield* google.requests.all).filter(isEvents)
          expect(requests).toHaveLength(1)
          for (const name of ["timeMin", "timeMax", "orderBy", "q", "updatedMin"])
            expect(requests[0]!.params[name]).toBeUndefined()
          const off = store.all().find(({ state, title }) => state === "cancelled" && title === second!.summary)
          expect(off?.date).not.toBeNull()
          const several = store.mentions.get("new1@google.com")
          expect([several?.date, several?.lastDate, several?.time]).toStrictEqual(["2025-12-05", "2025-12-07", null])

          // What Google has forgotten is off on the day that was told before.
          const [third] = (yield* google.rows).filter(({ series, summary }) => series === null && summary === "Dentist")
          yield* google.forgetDeleted
          yield* google.deleteRow(third!.id)
          const dentist = store.mentions.get(`${third!.id}@google.com`)!
          expect(yield* store.sync(pull)).toStrictEqual([0, 1, 0])
          expect(store.mentions.get(dentist.key)).toStrictEqual({ ...dentist, state: "cancelled" })
        })
      )
    )
  )

  it.live("an expired token causes a full sync, which cancels events missing from the calendar", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const { google, calendarPull } = yield* stage()
          const pull = yield* calendarPull()
          const store = shelf()
          yield* store.sync(pull)
          const rows = (yield* google.rows).filter(({ series }) => series === null)
          yield* google.deleteRow(rows[3]!.id)
          yield* google.editRow(rows[4]!.id, { uid: "elsewhere@example.org" })
          yield* google.forgetTokens
          yield* store.sync(pull)
          expect(store.all().filter(({ state }) => state === "cancelled")).toHaveLength(
            (yield* google.rows).filter(({ isCancelled }) => isCancelled).length + 1
          )
          const again = shelf()
          yield* again.sync(pull)
          for (const [key, one] of again.mentions) expect(store.mentions.get(key)).toStrictEqual(one)
          expect(yield* store.sync(pull)).toStrictEqual([0, 0, 0])
          // What Google has forgotten altogether is off, too; and of a calendar that seems empty nothing is.
          const row = (yield* google.rows).find(({ isCancelled, series }) => series === null && !isCancelled)!
          const before = store.mentions.get(`${row.id}@google.com`)!
          yield* google.deleteRow(row.id)
          yield* google.forgetDeleted
          yield* google.forgetTokens
          expect((yield* store.sync(pull))[2]).toBe(0)
          expect(store.mentions.get(before.key)).toStrictEqual({ ...before, state: "cancelled" })
          const all = store.all()
          const pages = yield* store.fullPull(pull, google.faults.when(isEvents, Fault.Empty(), 1))
          expect(pages.flatMap(({ deleted }) => deleted).length).toBeGreaterThan(100)
          expect(pages.flatMap(({ records }) => records)).toStrictEqual([])
          expect(store.all()).toStrictEqual(all)
        })
      )
    )
  )

  it.live("yields some days by themselves, from every origin", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const { google, calendarDays, gmailDays } = yield* stage()
          const days = { from: "2025-05-01", to: "2025-07-31" }
          const [one, two, mails] = [shelf(), shelf(), shelf()]
          yield* one.import((yield* calendarDays())(days))
          yield* two.import((yield* calendarDays({ DAYBOOK_CALENDAR_ICS_URL: google.feedUrl }))(days))
          expect(two.all()).toStrictEqual(one.all())
          expect(one.mentions.size).toBeGreaterThan(3)
          expect(one.all().every(({ date, lastDate }) => date! <= days.to && (lastDate ?? date)! >= days.from)).toBe(
            true
          )
          const requests = (yield* google.requests.all).find(isEvents)!
          expect([requests.params["timeMin"], requests.params["timeMax"], requests.params["syncToken"]]).toStrictEqual([
            "2025-04-30T00:00:00Z",
            "2025-08-02T00:00:00Z",
            undefined
          ])
          yield* mails.import((yield* gmailDays())(days))
          expect(mails.mentions.size).toBeGreaterThan(0)
          expect(
            mails.all().every(({ saidAt }) => saidAt >= Date.parse(days.from) && saidAt < Date.parse("2025-08-01"))
          ).toBe(true)
        })
      )
    )
  )

  it.live("follows pages, retries transient errors and names lasting ones", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const { google, calendarPull } = yield* stage()
          const pull = yield* calendarPull()
          const whole = shelf()
          yield* whole.sync(pull)
          yield* google.faults.next(
            Fault.Status({ status: 503 }),
            Fault.Truncated(),
            Fault.Status({ status: 429, retryAfter: 0 }),
            Fault.Html({}),
            Fault.Body({ json: googleErrorBody(403, "rateLimitExceeded", "Rate Limit Exceeded"), status: 403 })
          )
          const other = shelf()
          yield* other.sync(pull)
          expect(other.all()).toStrictEqual(whole.all())
          yield* google.faults.when(
            isEvents,
            Fault.Body({ json: googleErrorBody(403, "accessNotConfigured", "x"), status: 403 }),
            1
          )
          const off = yield* Effect.flip(shelf().sync(pull))
          expect([off.state, off.next]).toStrictEqual([
            "forbidden",
            "turn on the Google Calendar API in the Google Cloud console, then sync again"
          ])
          yield* google.grantScopes([googleScopes.gmail])
          expect((yield* Effect.flip(shelf().sync(pull))).state).toBe("forbidden")
          yield* google.grantScopes(Object.values(googleScopes))
          expect(
            stateOf(yield* Effect.either(shelf().sync(yield* calendarPull({ DAYBOOK_CALENDAR_ID: "other" }))))
          ).toBe("not_found")
          yield* google.expireAccess
          yield* shelf().sync(pull)
          yield* google.expireAccess
          yield* google.revokeLogin
          yield* google.requests.clear
          const failure = yield* Effect.flip(shelf().sync(pull))
          expect([failure.state, failure.next]).toStrictEqual(["unauthorized", "run `daybook connect google`"])
          expect((yield* google.requests.all).filter(({ path }) => path === "/token")).toHaveLength(1)
        })
      )
    )
  )
})

describe("a calendar feed", () => {
  it.live("yields the same as Google's API, in any order", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const { google, calendarPull, importIcs } = yield* stage()
          const api = yield* calendarPull()
          const feed = yield* calendarPull({ DAYBOOK_CALENDAR_ICS_URL: google.feedUrl })
          const ics = importFile("calendar.ics", yield* google.ics, 1_000)
          const [one, two, three] = [shelf(), shelf(), shelf()]
          yield* one.sync(api)
          yield* two.sync(feed)
          yield* three.import(importIcs(ics))
          expect(two.all()).toStrictEqual(one.all())
          expect(three.all()).toStrictEqual(one.all())
          expect(yield* one.import(importIcs(ics))).toStrictEqual([0, 0, 0])
          expect(yield* three.sync(api)).toStrictEqual([0, 0, 0])
        })
      )
    )
  )

  it.live("uses conditional requests; missing future events are cancelled, past ones are not", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const { clock, google, calendarPull } = yield* stage()
          const pull = yield* calendarPull({ DAYBOOK_CALENDAR_ICS_URL: google.feedUrl })
          const store = shelf()
          yield* store.sync(pull)
          const before = store.mentions.size
          expect(yield* store.sync(pull)).toStrictEqual([0, 0, 0])
          expect(yield* google.requests.all).toHaveLength(2)
          const now = yield* clock.now
          yield* google.addRow({
            id: "soon",
            summary: "Play",
            when: { start: now + 9 * 86_400_000, end: now + 9 * 86_400_000 + 7_200_000, zone: "America/Los_Angeles" }
          })
          expect(yield* store.sync(pull)).toStrictEqual([1, 0, 0])
          const past = (yield* google.rows).find(({ when }) => "start" in when && when.start < now - 86_400_000)!
          yield* google.deleteRow("soon")
          yield* google.deleteRow(past.id)
          expect(yield* store.sync(pull)).toStrictEqual([0, 1, 0])
          const off = store.mentions.get("soon@google.com")!
          expect([off.state, off.title, off.at]).toStrictEqual([
            "cancelled",
            "Play",
            now - (now % 1000) + 9 * 86_400_000
          ])
          expect(store.mentions.size).toBe(before + 1)
        })
      )
    )
  )

  it.live("loses nothing when it is empty, truncated or another file, and keeps its address secret", () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const { google, calendarPull } = yield* stage()
          const pull = yield* calendarPull({
            DAYBOOK_CALENDAR_ICS_URL: ` ${google.feedUrl.replace("http:", "http:")} , http://simulated.example/google/calendar/ical/gone.ics`
          })
          const store = shelf()
          // One of the two is not there: the other is read all the same.
          const failure = yield* Effect.flip(store.sync(pull))
          expect(failure.state).toBe("unauthorized")
          expect(JSON.stringify(failure)).not.toContain("simulated.example")
          expect(store.mentions.size).toBeGreaterThan(100)
          const before = store.all()
          const alone = yield* calendarPull({ DAYBOOK_CALENDAR_ICS_URL: google.feedUrl })
          yield* store.sync(alone)
          yield* google.faults.next(Fault.Truncated(), Fault.Html({}), Fault.Status({ status: 500 }))
          yield* google.editRow((yield* google.rows)[0]!.id, { summary: "Changed" })
          expect(yield* store.sync(alone)).toStrictEqual([0, 1, 0])
          for (const row of (yield* google.rows).slice(5)) yield* google.deleteRow(row.id)
          yield* store.sync(alone)
          expect(store.all().filter(({ state }) => state === "cancelled")).toHaveLength(
            before.filter(({ state }) => state === "cancelled").length
          )
          yield* store.sync(alone, true)
          expect(store.all().filter(({ state }) => state === "cancelled").length).toBeGreaterThan(5)
          expect((yield* Effect.flip(calendarPull({ DAYBOOK_CALENDAR_ICS_URL: "ftp://secret.example/x" })))._tag).toBe(
            "ConfigError" as never
          )
        })
      )
    )
  )
})

describe("a calendar file", () => {
  const event = (start: string) => `BEGIN:VEVENT\nUID:${start}\nSUMMARY:Show\nDTSTART:${start}\nEND:VEVENT\n`
  const calendar = (...starts: ReadonlyArray<string>) =>
    `BEGIN:VCALENDAR\nVERSION:2.0\n${starts.map(event).join("")}END:VCALENDAR\n`
  const reportOf = (name: string, content: string | Uint8Array) =>
    Effect.gen(function* () {
      const reports: Array<FileReport> = []
      const file = {
        ...importFile(name, content, 1_000),
        onReport: (one: FileReport) => Effect.sync(() => void reports.push(one))
      }
      const { failure, records } = yield* readPages(
        Stream.provideService(exportFile(file), DocumentParser, inThisThread)
      )
      return { failure: failure?.message ?? null, titles: records.length, leftOut: reports[0]?.leftOut }
    })

  it.effect("names the lines of unreadable events in the import's report", () =>
    Effect.gen(function* () {
      const place = (line: string) => ({ place: line, reason: "its date cannot be read" })
      expect(yield* reportOf("a.ics", calendar("20260401T190000Z", "soon"))).toStrictEqual({
        failure: null,
        titles: 1,
        leftOut: [place("line 11")]
      })
      const zip = zipSync({ "home.ics": strToU8(calendar("20260401")), "work.ics": strToU8(calendar("2026-99-99")) })
      expect(yield* reportOf("a.zip", zip)).toStrictEqual({
        failure: null,
        titles: 1,
        leftOut: [place("work.ics, line 6")]
      })
      expect((yield* reportOf("a.ics", calendar("soon"))).failure).toBe(
        "a.ics holds no row that can be read; line 6: its date cannot be read"
      )
    })
  )
})

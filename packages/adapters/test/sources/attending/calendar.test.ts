import { SourceFailure } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { Fault, googleErrorBody, googleScopes } from "../../../src/simulators/index.js"
import { importFile } from "../support/importFile.js"
import { inThatTime, shelf, stage } from "./stage.js"

const isEvents = ({ path }: { readonly path: string }) => path.endsWith("/events")
const stateOf = <A>(outcome: Either.Either<A, unknown>) => Either.match(outcome, { onRight: () => "fine", onLeft: (failure) => failure instanceof SourceFailure ? failure.state : String(failure) })

describe("Google Calendar", () => {
  it.live("is read once, then what changed; what is deleted is called off on its day", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const { clock, google, calendarRoad, persona } = yield* stage()
    const road = yield* calendarRoad()
    const kept = shelf()
    yield* kept.sync(road)
    assert.strictEqual(kept.mentions.size, (yield* google.rows).length)
    assert.deepStrictEqual(yield* kept.sync(road), [0, 0, 0])
    const outings = persona.attending.knownAt(yield* clock.now).filter(({ inCalendar }) => inCalendar)
    const titles = new Set(kept.all().map(({ date, title }) => `${date} ${title}`))
    for (const { date, moved, title } of outings) if (moved === null) assert.isTrue(titles.has(`${date} ${title}`), `${date} ${title}`)
    for (const outing of outings.filter(({ fixture }) => fixture !== null)) {
      const one = kept.all().find(({ at, title }) => at === outing.at && title === outing.title)!
      assert.strictEqual(one.venue?.name, outing.place.name)
      assert.strictEqual(one.venue?.city, outing.place.city)
      assert.strictEqual(one.time, outing.time)
      assert.deepStrictEqual(one.attended, outing.goes || outing.at - 86_400_000 > (yield* clock.now) ? null : false)
    }

    yield* google.addRow({ id: "new1", summary: "Reading", when: { from: "2025-12-05", to: "2025-12-08" } })
    const [first, second] = (yield* google.rows).filter(({ series, summary }) => series === null && summary !== "Dentist")
    yield* google.editRow(first!.id, { summary: "Another title" })
    yield* google.deleteRow(second!.id)
    yield* google.requests.clear
    assert.deepStrictEqual(yield* kept.sync(road), [1, 2, 0])
    const asked = (yield* google.requests.all).filter(isEvents)
    assert.strictEqual(asked.length, 1)
    for (const name of ["timeMin", "timeMax", "orderBy", "q", "updatedMin"]) assert.isUndefined(asked[0]!.params[name])
    const off = kept.all().find(({ state, title }) => state === "cancelled" && title === second!.summary)
    assert.isNotNull(off?.date)
    const several = kept.mentions.get("new1@google.com")
    assert.deepStrictEqual([several?.date, several?.lastDate, several?.time], ["2025-12-05", "2025-12-07", null])

    // What Google has forgotten is off on the day that was told before.
    const [third] = (yield* google.rows).filter(({ series, summary }) => series === null && summary === "Dentist")
    yield* google.forgetDeleted
    yield* google.deleteRow(third!.id)
    const dentist = kept.mentions.get(`${third!.id}@google.com`)!
    assert.deepStrictEqual(yield* kept.sync(road), [0, 1, 0])
    assert.deepStrictEqual(kept.mentions.get(dentist.key), { ...dentist, state: "cancelled" })
  }))))

  it.live("a token that is no longer good costs a full walk, after which nothing is there that is not in the calendar", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const { google, calendarRoad } = yield* stage()
    const road = yield* calendarRoad()
    const kept = shelf()
    yield* kept.sync(road)
    const rows = (yield* google.rows).filter(({ series }) => series === null)
    yield* google.deleteRow(rows[3]!.id)
    yield* google.editRow(rows[4]!.id, { uid: "elsewhere@example.org" })
    yield* google.forgetTokens
    yield* kept.sync(road)
    assert.strictEqual(kept.all().filter(({ state }) => state === "cancelled").length, (yield* google.rows).filter(({ isCancelled }) => isCancelled).length + 1)
    const again = shelf()
    yield* again.sync(road)
    for (const [key, one] of again.mentions) assert.deepStrictEqual(kept.mentions.get(key), one)
    assert.deepStrictEqual(yield* kept.sync(road), [0, 0, 0])
    // What Google has forgotten altogether is off, too; and of a calendar that seems empty nothing is.
    const row = (yield* google.rows).find(({ isCancelled, series }) => series === null && !isCancelled)!
    const before = kept.mentions.get(`${row.id}@google.com`)!
    yield* google.deleteRow(row.id)
    yield* google.forgetDeleted
    yield* google.forgetTokens
    assert.strictEqual((yield* kept.sync(road))[2], 0)
    assert.deepStrictEqual(kept.mentions.get(before.key), { ...before, state: "cancelled" })
    const all = kept.all()
    const told = yield* kept.told(road, google.faults.when(isEvents, Fault.Empty(), 1))
    assert.isAbove(told.flatMap(({ gone }) => gone).length, 100)
    assert.deepStrictEqual(told.flatMap(({ records }) => records), [])
    assert.deepStrictEqual(kept.all(), all)
  }))))

  it.live("gives some days by themselves, on every road", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const { google, calendarDays, gmailDays } = yield* stage()
    const days = { from: "2025-05-01", to: "2025-07-31" }
    const [one, two, mails] = [shelf(), shelf(), shelf()]
    yield* one.import((yield* calendarDays())(days))
    yield* two.import((yield* calendarDays({ DAYBOOK_CALENDAR_ICS_URL: google.feedUrl }))(days))
    assert.deepStrictEqual(two.all(), one.all())
    assert.isAbove(one.mentions.size, 3)
    assert.isTrue(one.all().every(({ date, lastDate }) => date! <= days.to && (lastDate ?? date)! >= days.from))
    const asked = (yield* google.requests.all).find(isEvents)!
    assert.deepStrictEqual([asked.params["timeMin"], asked.params["timeMax"], asked.params["syncToken"]], ["2025-04-30T00:00:00Z", "2025-08-02T00:00:00Z", undefined])
    yield* mails.import((yield* gmailDays())(days))
    assert.isAbove(mails.mentions.size, 0)
    assert.isTrue(mails.all().every(({ saidAt }) => saidAt >= Date.parse(days.from) && saidAt < Date.parse("2025-08-01")))
  }))))

  it.live("pages are followed, troubles are borne or end with their name", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const { google, calendarRoad } = yield* stage()
    const road = yield* calendarRoad()
    const whole = shelf()
    yield* whole.sync(road)
    yield* google.faults.next(Fault.Status({ status: 503 }), Fault.Truncated(), Fault.Status({ status: 429, retryAfter: 0 }), Fault.Html({}), Fault.Body({ json: googleErrorBody(403, "rateLimitExceeded", "Rate Limit Exceeded"), status: 403 }))
    const other = shelf()
    yield* other.sync(road)
    assert.deepStrictEqual(other.all(), whole.all())
    yield* google.faults.when(isEvents, Fault.Body({ json: googleErrorBody(403, "accessNotConfigured", "x"), status: 403 }), 1)
    const off = yield* Effect.flip(shelf().sync(road))
    assert.deepStrictEqual([off.state, off.next], ["forbidden", "turn on the Google Calendar API in the Google Cloud console, then sync again"])
    yield* google.grantScopes([googleScopes.gmail])
    assert.strictEqual((yield* Effect.flip(shelf().sync(road))).state, "forbidden")
    yield* google.grantScopes(Object.values(googleScopes))
    assert.strictEqual(stateOf(yield* Effect.either(shelf().sync(yield* calendarRoad({ DAYBOOK_CALENDAR_ID: "other" })))), "not_found")
    yield* google.expireAccess
    yield* shelf().sync(road)
    yield* google.expireAccess
    yield* google.revokeLogin
    yield* google.requests.clear
    const failure = yield* Effect.flip(shelf().sync(road))
    assert.deepStrictEqual([failure.state, failure.next], ["unauthorized", "run `daybook connect google`"])
    assert.strictEqual((yield* google.requests.all).filter(({ path }) => path === "/token").length, 1)
  }))))
})

describe("a calendar feed", () => {
  it.live("says the same as Google's own interface, in any order", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const { google, calendarRoad, importIcs } = yield* stage()
    const api = yield* calendarRoad()
    const feed = yield* calendarRoad({ DAYBOOK_CALENDAR_ICS_URL: google.feedUrl })
    const ics = importFile("calendar.ics", yield* google.ics, 1_000)
    const [one, two, three] = [shelf(), shelf(), shelf()]
    yield* one.sync(api)
    yield* two.sync(feed)
    yield* three.import(importIcs(ics))
    assert.deepStrictEqual(two.all(), one.all())
    assert.deepStrictEqual(three.all(), one.all())
    assert.deepStrictEqual(yield* one.import(importIcs(ics)), [0, 0, 0])
    assert.deepStrictEqual(yield* three.sync(api), [0, 0, 0])
  }))))

  it.live("is asked only whether it changed; what is to come and missing is off, what is past is not", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const { clock, google, calendarRoad } = yield* stage()
    const road = yield* calendarRoad({ DAYBOOK_CALENDAR_ICS_URL: google.feedUrl })
    const kept = shelf()
    yield* kept.sync(road)
    const before = kept.mentions.size
    assert.deepStrictEqual(yield* kept.sync(road), [0, 0, 0])
    assert.strictEqual((yield* google.requests.all).length, 2)
    const now = yield* clock.now
    yield* google.addRow({ id: "soon", summary: "Play", when: { start: now + 9 * 86_400_000, end: now + 9 * 86_400_000 + 7_200_000, zone: "America/Los_Angeles" } })
    assert.deepStrictEqual(yield* kept.sync(road), [1, 0, 0])
    const past = (yield* google.rows).find(({ when }) => "start" in when && when.start < now - 86_400_000)!
    yield* google.deleteRow("soon")
    yield* google.deleteRow(past.id)
    assert.deepStrictEqual(yield* kept.sync(road), [0, 1, 0])
    const off = kept.mentions.get("soon@google.com")!
    assert.deepStrictEqual([off.state, off.title, off.at], ["cancelled", "Play", now - now % 1000 + 9 * 86_400_000])
    assert.strictEqual(kept.mentions.size, before + 1)
  }))))

  it.live("loses nothing when it is empty, cut short or something else, and tells nobody its address", () => inThatTime(Effect.scoped(Effect.gen(function*() {
    const { google, calendarRoad } = yield* stage()
    const road = yield* calendarRoad({ DAYBOOK_CALENDAR_ICS_URL: ` ${google.feedUrl.replace("http:", "http:")} , http://simulated.example/google/calendar/ical/gone.ics` })
    const kept = shelf()
    // One of the two is not there: the other is read all the same.
    const failure = yield* Effect.flip(kept.sync(road))
    assert.strictEqual(failure.state, "unauthorized")
    assert.notInclude(JSON.stringify(failure), "simulated.example")
    assert.isAbove(kept.mentions.size, 100)
    const before = kept.all()
    const alone = yield* calendarRoad({ DAYBOOK_CALENDAR_ICS_URL: google.feedUrl })
    yield* kept.sync(alone)
    yield* google.faults.next(Fault.Truncated(), Fault.Html({}), Fault.Status({ status: 500 }))
    yield* google.editRow((yield* google.rows)[0]!.id, { summary: "Changed" })
    assert.deepStrictEqual(yield* kept.sync(alone), [0, 1, 0])
    for (const row of (yield* google.rows).slice(5)) yield* google.deleteRow(row.id)
    yield* kept.sync(alone)
    assert.strictEqual(kept.all().filter(({ state }) => state === "cancelled").length, before.filter(({ state }) => state === "cancelled").length)
    yield* kept.sync(alone, true)
    assert.isAbove(kept.all().filter(({ state }) => state === "cancelled").length, 5)
    assert.strictEqual((yield* Effect.flip(calendarRoad({ DAYBOOK_CALENDAR_ICS_URL: "ftp://secret.example/x" })))._tag, "ConfigError" as never)
  }))))
})

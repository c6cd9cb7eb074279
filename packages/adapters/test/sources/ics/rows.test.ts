import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { calendarFile } from "../../../src/sources/ics/index.js"
import { toMention } from "../../../src/sources/calendar/toMention.js"

const now = Date.parse("2026-03-01T00:00:00Z")
const calendar = (lines: string, head = "") => `BEGIN:VCALENDAR\nVERSION:2.0\n${head}${head === "" ? "" : "\n"}${lines}\nEND:VCALENDAR`
const event = (lines: string, uid = "a@example.com") => `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:Show\n${lines}\nEND:VEVENT`
const read = (text: string) => calendarFile(text, now)
const startOf = (lines: string, head = "") => read(calendar(event(lines), head)).rows[0]?.start

const instant = (text: string) => Date.parse(text)

describe("a calendar's times", () => {
  it("are told in every way that calendars know", () => {
    const seven = { date: "2026-04-18", time: "19:00", at: instant("2026-04-19T02:00:00Z") }
    assert.deepStrictEqual(startOf("DTSTART;TZID=America/Los_Angeles:20260418T190000"), seven)
    assert.deepStrictEqual(startOf("DTSTART;TZID=\"America/Los_Angeles\":20260418T190000"), seven)
    assert.deepStrictEqual(startOf("DTSTART;TZID=Pacific Standard Time:20260418T190000"), seven)
    assert.deepStrictEqual(startOf("DTSTART;TZID=/freeassociation.sourceforge.net/America/Los_Angeles:20260418T190000"), seven)
    assert.deepStrictEqual(startOf("DTSTART:20260419T020000Z", "X-WR-TIMEZONE:America/Los_Angeles"), seven)
    assert.deepStrictEqual(startOf("DTSTART:20260419T020000Z"), { date: null, time: null, at: seven.at })
    assert.deepStrictEqual(startOf("DTSTART;TZID=Etc/UTC:20260419T020000"), { date: null, time: null, at: seven.at })
    // Floating: the clock of the calendar, where it names one, else of wherever it is.
    assert.deepStrictEqual(startOf("DTSTART:20260418T190000", "X-WR-TIMEZONE:America/Los_Angeles"), seven)
    assert.deepStrictEqual(startOf("DTSTART:20260418T190000"), { ...seven, at: null })
    assert.deepStrictEqual(startOf("DTSTART;TZID=Nowhere/Else:20260418T190000"), { ...seven, at: null })
    assert.deepStrictEqual(startOf("DTSTART;VALUE=DATE:20260807"), { date: "2026-08-07", time: null, at: null })
    // A quote that nobody closes, as Outlook has written it.
    assert.deepStrictEqual(startOf("DTSTART;TZID=\"America/Los_Angeles:20260418T190000")?.time, "19:00")
  })

  it("a zone that only the calendar knows is what its rules say, in winter and summer", () => {
    const zone = "BEGIN:VTIMEZONE\nTZID:(UTC-08:00) Somewhere\nBEGIN:STANDARD\nDTSTART:00010101T020000\nTZOFFSETFROM:-0700\nTZOFFSETTO:-0800\nRRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11\nEND:STANDARD\nBEGIN:DAYLIGHT\nDTSTART:16010101T020000\nTZOFFSETFROM:-0800\nTZOFFSETTO:-0700\nRRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3\nEND:DAYLIGHT\nEND:VTIMEZONE"
    const at = (time: string) => read(calendar(`${zone}\n${event(`DTSTART;TZID="(UTC-08:00) Somewhere":${time}`)}`)).rows[0]?.start?.at
    for (const [local, utc] of [["20260118T190000", "2026-01-19T03:00:00Z"], ["20260418T190000", "2026-04-19T02:00:00Z"], ["20261031T190000", "2026-11-01T02:00:00Z"], ["20261102T190000", "2026-11-03T03:00:00Z"], ["20260307T190000", "2026-03-08T03:00:00Z"], ["20260308T190000", "2026-03-09T02:00:00Z"]] as const) {
      assert.strictEqual(at(local), instant(utc), local)
    }
  })

  it("an end is exclusive, may be a length, or missing", () => {
    const last = (lines: string) => read(calendar(event(lines))).rows[0]?.lastDate
    assert.strictEqual(last("DTSTART;VALUE=DATE:20260807\nDTEND;VALUE=DATE:20260810"), "2026-08-09")
    assert.strictEqual(last("DTSTART;VALUE=DATE:20260807\nDTEND;VALUE=DATE:20260808"), null)
    assert.strictEqual(last("DTSTART;VALUE=DATE:20260807"), null)
    assert.strictEqual(last("DTSTART;VALUE=DATE:20260807\nDURATION:P3D"), "2026-08-09")
    assert.strictEqual(last("DTSTART;TZID=America/Los_Angeles:20260418T220000\nDTEND;TZID=America/Los_Angeles:20260419T010000"), null)
    assert.strictEqual(last("DTSTART;TZID=America/Los_Angeles:20260418T120000\nDTEND;TZID=America/Los_Angeles:20260420T120000"), "2026-04-20")
  })
})

describe("a series", () => {
  it("stays at its hour when clocks change, without what is left out, with what was moved", () => {
    const master = event("DTSTART;TZID=America/Los_Angeles:20260225T190000\nRRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20260402T020000Z\nEXDATE;TZID=America/Los_Angeles:20260311T190000")
    const moved = event("RECURRENCE-ID;TZID=America/Los_Angeles:20260318T190000\nDTSTART;TZID=America/Los_Angeles:20260319T200000\nSEQUENCE:2")
    const older = event("RECURRENCE-ID:20260319T020000Z\nDTSTART;TZID=America/Los_Angeles:20260320T200000\nSEQUENCE:1")
    const off = event("RECURRENCE-ID;TZID=America/Los_Angeles:20260325T190000\nSTATUS:CANCELLED")
    const { rows } = read(calendar([moved, master, older, off].join("\n")))
    const told = Object.fromEntries(rows.map(({ isCancelled, key, start }) => [key.slice("a@example.com#".length), isCancelled ? "off" : `${start?.date} ${start?.time}`]))
    assert.deepStrictEqual(told, {
      "20260226T030000Z": "2026-02-25 19:00",
      "20260305T030000Z": "2026-03-04 19:00",
      "20260319T020000Z": "2026-03-19 20:00",
      "20260326T020000Z": "off",
      "20260402T020000Z": "2026-04-01 19:00"
    })
  })

  it("knows its times however they are written where they are left out or moved", () => {
    const keys = (lines: string, ...others: ReadonlyArray<string>) =>
      read(calendar([event(lines), ...others.map((one) => event(one))].join("\n"), "X-WR-TIMEZONE:America/Los_Angeles")).rows.map(({ key }) => key.slice("a@example.com#".length)).sort()
    const weekly = "DTSTART;TZID=America/Los_Angeles:20260404T190000\nRRULE:FREQ=WEEKLY;COUNT=3"
    const all = ["20260405T020000Z", "20260412T020000Z", "20260419T020000Z"]
    for (const left of ["EXDATE;VALUE=DATE:20260411", "EXDATE:20260411T190000", "EXDATE:20260412T020000Z", "EXDATE;TZID=America/New_York:20260411T220000"]) {
      assert.deepStrictEqual(keys(`${weekly}\n${left}`), [all[0], all[2]], left)
    }
    for (const id of ["RECURRENCE-ID;VALUE=DATE:20260411", "RECURRENCE-ID:20260411T190000", "RECURRENCE-ID:20260412T020000Z"]) {
      assert.deepStrictEqual(keys(weekly, `${id}\nDTSTART;TZID=America/Los_Angeles:20260412T180000`), all, id)
    }
    const days = "DTSTART;VALUE=DATE:20260404\nRRULE:FREQ=WEEKLY;COUNT=3"
    for (const left of ["EXDATE:20260411T000000Z", "EXDATE;TZID=America/Los_Angeles:20260411T000000", "EXDATE:20260411"]) {
      assert.deepStrictEqual(keys(`${days}\n${left}`), ["20260404", "20260418"], left)
    }
  })

  it("that begins in UTC counts its days and hours there, whatever clocks show it", () => {
    const { rows } = read(calendar(event("DTSTART:20260301T030000Z\nRRULE:FREQ=WEEKLY;COUNT=3;BYDAY=SU\nEXDATE:20260308T030000Z"), "X-WR-TIMEZONE:America/Los_Angeles"))
    assert.deepStrictEqual(rows.map(({ key, start }) => [key.slice("a@example.com#".length), start?.date, start?.time]), [
      ["20260301T030000Z", "2026-02-28", "19:00"],
      ["20260315T030000Z", "2026-03-14", "20:00"]
    ])
  })

  it("of days has days as its keys, and one without end ends with the horizon", () => {
    const { rows } = read(calendar(event("DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=MONTHLY;BYMONTHDAY=5")))
    assert.strictEqual(rows[1]?.key, "a@example.com#20260205")
    assert.isAtMost(rows.length, 17)
    assert.isAtLeast(rows.length, 14)
    for (const rule of ["FREQ=SECONDLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=NONSENSE", "FREQ=DAILY;INTERVAL=0"]) {
      assert.isAtMost(read(calendar(event(`DTSTART:20200105T100000Z\nRRULE:${rule}`))).rows.length, 8_001, rule)
    }
  })
})

describe("a yearly rule", () => {
  const daysOf = (start: string, rule: string, later = now + 12 * 366 * 86_400_000) =>
    calendarFile(calendar(event(`DTSTART:${start}\nRRULE:${rule}`)), later).rows.map(({ start }) => start?.date).slice(0, 5)

  it("that begins on 29 February falls on it alone (RFC 5545 §3.3.10), unless it says otherwise", () => {
    for (const rule of ["FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OMIT", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;INTERVAL=2"]) {
      assert.deepStrictEqual(daysOf("20240229T190000", rule).slice(0, 3), ["2024-02-29", "2028-02-29", "2032-02-29"], rule)
    }
    assert.deepStrictEqual(daysOf("20240229T190000", "FREQ=YEARLY;COUNT=2"), ["2024-02-29", "2028-02-29"])
    assert.deepStrictEqual(daysOf("20240229T190000", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD"), ["2024-02-29", "2025-03-01", "2026-03-01", "2027-03-01", "2028-02-29"])
    assert.deepStrictEqual(daysOf("20240229T190000", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD"), ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"])
  })

  it("that begins on any other day falls on it in every year", () => {
    const day = fc.date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2020-12-31T00:00:00Z"), noInvalidDate: true })
    fc.assert(fc.property(day, (begin) => {
      const date = begin.toISOString().slice(0, 10)
      fc.pre(!date.endsWith("02-29"))
      const years = [0, 1, 2, 3, 4].map((later) => `${Number(date.slice(0, 4)) + later}${date.slice(4)}`)
      assert.deepStrictEqual(daysOf(`${date.replaceAll("-", "")}T190000`, "FREQ=YEARLY"), years)
    }), { numRuns: 50 })
  })
})

describe("what is odd but no fault", () => {
  it("a series every day of which is left out is none that cannot be read", () => {
    const file = read(calendar(`${event("DTSTART:20260302T190000Z\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20260302T190000Z,20260303T190000Z")}\n${event("DTSTART:20260401T190000Z", "b")}`))
    assert.deepStrictEqual([file.broken, file.rows.map(({ key }) => key)], [0, ["b"]])
    assert.strictEqual(read(calendar(`${event("RRULE:FREQ=DAILY;COUNT=2")}\n${event("DTSTART:nonsense", "b")}`)).broken, 2)
  })

  it("rows without UID are known by start and name, the same in every reading", () => {
    const row = (title: string, lines: string) => `BEGIN:VEVENT\nSUMMARY:${title}\n${lines}\nEND:VEVENT`
    const one = row("Show", "DTSTART:20260418T190000Z")
    const weekly = row("Club", "DTSTART:20260302T190000Z\nRRULE:FREQ=WEEKLY;COUNT=3")
    const moved = row("Club", "RECURRENCE-ID:20260309T190000Z\nDTSTART:20260310T190000Z")
    const keys = (...rows: ReadonlyArray<string>) => read(calendar(rows.join("\n"))).rows.map(({ key }) => key)
    assert.strictEqual(read(calendar([one, weekly, moved].join("\n"))).broken, 0)
    assert.strictEqual(new Set(keys(one, row("Show", "DTSTART:20260419T190000Z"), row("Other", "DTSTART:20260418T190000Z"))).size, 3)
    assert.deepStrictEqual(keys(one), keys(`${one}`))
    assert.deepStrictEqual([...keys(weekly, one, moved)].toSorted(), [...keys(moved, one, weekly)].toSorted())
    const starts = read(calendar([weekly, moved].join("\n"))).rows.map(({ start }) => new Date(start!.at!).toISOString().slice(0, 10))
    assert.deepStrictEqual(starts.toSorted(), ["2026-03-02", "2026-03-10", "2026-03-16"])
  })
})

describe("a calendar file", () => {
  it("loses only what is broken", () => {
    const good = event("DTSTART:20260418T190000Z", "good@example.com")
    const bad = [
      event("DTSTART:garbage", "bad1@example.com"),
      "BEGIN:VEVENT\nSUMMARY:without an id and a time\nEND:VEVENT",
      "BEGIN:VEVENT\nUID:open@example.com\nDTSTART:20260418T190000Z\nSUMMARY:its end is missing",
      event("DTSTART:20260418T190000Z\nDTSTART:20260419T190000Z", "twice@example.com"),
      "a line that is none",
      ":",
      "BEGIN:VALARM\nTRIGGER:-PT15M\nEND:VALARM"
    ]
    const { broken, isWhole, rows } = read(calendar([bad[0], good, ...bad.slice(1), event("DTSTART:20260420T190000Z", "last@example.com")].join("\n")))
    assert.deepStrictEqual(rows.map(({ key }) => key).sort(), ["good@example.com", "last@example.com", "open@example.com", "twice@example.com"])
    assert.strictEqual(broken, 2)
    assert.isTrue(isWhole)
  })

  it("may be folded, marked, escaped, without a last newline, or cut short", () => {
    const text = calendar("BEGIN:VEVENT\nUID:a\nDTSTART:20260418T190000Z\nSUMMARY:Tea\\, cake\\; and\n  a \\nlong\n\t evening\\\\\nLOCATION:Hall\\, 1 Main St\\, Seattle\\, WA\nEND:VEVENT\n").replaceAll("\n", "\r\n")
    const [row] = read(`\ufeff${text}`).rows
    assert.strictEqual(row?.summary, "Tea, cake; and a \nlong evening\\")
    assert.strictEqual(toMention(row!).venue?.city, "Seattle")
    assert.isFalse(read(text.slice(0, -20)).isWhole)
    assert.isFalse(read("<html>").isCalendar)
  })

  it("an alarm's description is not the event's; who declined is known where the calendar is named after its owner", () => {
    const attendee = "ATTENDEE;PARTSTAT=DECLINED;CN=\"me: myself, I\":mailto:me@example.com"
    const alarmed = event(`DTSTART:20260418T190000Z\nBEGIN:VALARM\nDESCRIPTION:Alarm\nEND:VALARM\n${attendee}`)
    const [mine] = read(calendar(alarmed, "X-WR-CALNAME:me@example.com")).rows
    assert.deepStrictEqual([mine?.description, mine?.isDeclined], [null, true])
    assert.isFalse(read(calendar(alarmed, "X-WR-CALNAME:Team")).rows[0]?.isDeclined)
  })

  it("never ends the reading, however damaged", () => {
    const text = calendar([
      event("DTSTART;TZID=America/Los_Angeles:20260225T190000\nRRULE:FREQ=WEEKLY;COUNT=5\nEXDATE:20260311T020000Z\nDURATION:PT2H"),
      event("RECURRENCE-ID:20260319T020000Z\nDTSTART:20260320T200000Z")
    ].join("\n"), "X-WR-TIMEZONE:Europe/Berlin")
    const piece = fc.oneof(fc.fullUnicodeString({ maxLength: 8 }), fc.constantFrom("\n", ":", ";", "\"", "BEGIN:VEVENT\n", "END:VEVENT\n", "BEGIN:VTIMEZONE\n", "99999999T999999Z", "RRULE:FREQ=SECONDLY\n", "\0"))
    fc.assert(fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(30), piece), { maxLength: 6 }), (edits) => {
      const damaged = edits.reduce((text, [at, length, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + length), text)
      for (const row of read(damaged).rows) {
        const one = toMention(row)
        assert.notInclude(`${one.title}${one.venue?.name}`, "\0")
        if (one.date !== null) assert.match(one.date, /^\d{4}-\d{2}-\d{2}$/)
      }
    }), { numRuns: 200 })
  })
})

describe("a calendar's row", () => {
  const said = (lines: string) => toMention(read(calendar(event(`DTSTART:20260418T190000Z\n${lines}`))).rows[0]!)

  it("has the order that its description tells, as Google makes it of mails", () => {
    const [order] = said("DESCRIPTION:To see more\\, use the app.\\n\\nReservation Number: K4L-99210\\n\\nProvider: SeatGeek\\n\\nGuests: 3\\n\\nSeats: 18\\, 19\\, 20").orders
    assert.deepStrictEqual([order?.vendor, order?.orderId, order?.quantity, order?.seats], ["seatgeek", "K4L-99210", 3, ["18", "19", "20"]])
    assert.deepStrictEqual(said("DESCRIPTION:Bring cake. Provider unknown").orders, [])
  })

  it("has its place in parts", () => {
    const placeOf = (location: string) => {
      const { venue } = said(`LOCATION:${location.replaceAll(",", "\\,")}`)
      return venue === null ? null : [venue.name, venue.address, venue.city, venue.state, venue.country]
    }
    assert.deepStrictEqual(placeOf("T-Mobile Park, 1250 1st Ave S, Seattle, WA 98134, USA"), ["T-Mobile Park", "1250 1st Ave S", "Seattle", "WA", "US"])
    assert.deepStrictEqual(placeOf("T-Mobile Park\\n1250 1st Ave S, Seattle, Washington"), ["T-Mobile Park", "1250 1st Ave S", "Seattle", "WA", "US"])
    assert.deepStrictEqual(placeOf("Tempodrom, Möckernstraße 10, 10963 Berlin, Germany"), ["Tempodrom", "Möckernstraße 10", "Berlin", null, "DE"])
    assert.deepStrictEqual(placeOf("The Fillmore"), ["The Fillmore", null, null, null, null])
    assert.isNull(placeOf("https://zoom.us/j/1"))
  })

  it("has the two sides of a game, but not of an evening at a place", () => {
    const sides = (title: string, more = "") => toMention(read(calendar(`BEGIN:VEVENT\nUID:a\nDTSTART:20260418T190000Z\nSUMMARY:${title}\n${more}END:VEVENT`)).rows[0]!).teams
    assert.deepStrictEqual(sides("Rangers at Mariners"), { home: "Mariners", away: "Rangers" })
    assert.deepStrictEqual(sides("Rangers @ Mariners"), { home: "Mariners", away: "Rangers" })
    assert.deepStrictEqual(sides("Seattle Mariners vs. Texas Rangers"), { home: "Seattle Mariners", away: "Texas Rangers" })
    assert.isNull(sides("Oskeln at The Fillmore", "LOCATION:The Fillmore\\, San Francisco\n"))
    assert.isNull(sides("Dentist"))
  })
})

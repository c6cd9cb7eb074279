import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { rowMention } from "../../src/calendar/toMention.js"
import { calendarFile } from "../../src/kit/ics/calendarFile.js"

const now = Date.parse("2026-03-01T00:00:00Z")
const calendar = (lines: string, head = "") =>
  `BEGIN:VCALENDAR\nVERSION:2.0\n${head}${head === "" ? "" : "\n"}${lines}\nEND:VCALENDAR`
const event = (lines: string, uid = "a@example.com") => `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:Show\n${lines}\nEND:VEVENT`
const read = (text: string) => calendarFile(text, now)
const startOf = (lines: string, head = "") => read(calendar(event(lines), head)).rows[0]?.start

const instant = (text: string) => Date.parse(text)

describe("a calendar's times", () => {
  it("are read in every form of calendars", () => {
    const seven = { date: "2026-04-18", time: "19:00", at: instant("2026-04-19T02:00:00Z") }
    expect(startOf("DTSTART;TZID=America/Los_Angeles:20260418T190000")).toStrictEqual(seven)
    expect(startOf('DTSTART;TZID="America/Los_Angeles":20260418T190000')).toStrictEqual(seven)
    expect(startOf("DTSTART;TZID=Pacific Standard Time:20260418T190000")).toStrictEqual(seven)
    expect(startOf("DTSTART;TZID=/freeassociation.sourceforge.net/America/Los_Angeles:20260418T190000")).toStrictEqual(
      seven
    )
    expect(startOf("DTSTART:20260419T020000Z", "X-WR-TIMEZONE:America/Los_Angeles")).toStrictEqual(seven)
    expect(startOf("DTSTART:20260419T020000Z")).toStrictEqual({ date: null, time: null, at: seven.at })
    expect(startOf("DTSTART;TZID=Etc/UTC:20260419T020000")).toStrictEqual({ date: null, time: null, at: seven.at })
    // Floating: the clock of the calendar, where it names one, else of wherever it is.
    expect(startOf("DTSTART:20260418T190000", "X-WR-TIMEZONE:America/Los_Angeles")).toStrictEqual(seven)
    expect(startOf("DTSTART:20260418T190000")).toStrictEqual({ ...seven, at: null })
    expect(startOf("DTSTART;TZID=Nowhere/Else:20260418T190000")).toStrictEqual({ ...seven, at: null })
    expect(startOf("DTSTART;VALUE=DATE:20260807")).toStrictEqual({ date: "2026-08-07", time: null, at: null })
    // A quote that nobody closes, as Outlook has written it.
    expect(startOf('DTSTART;TZID="America/Los_Angeles:20260418T190000')?.time).toBe("19:00")
  })

  it("a zone defined by the calendar follows its rules in winter and summer", () => {
    const zone =
      "BEGIN:VTIMEZONE\nTZID:(UTC-08:00) Somewhere\nBEGIN:STANDARD\nDTSTART:00010101T020000\nTZOFFSETFROM:-0700\nTZOFFSETTO:-0800\nRRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11\nEND:STANDARD\nBEGIN:DAYLIGHT\nDTSTART:16010101T020000\nTZOFFSETFROM:-0800\nTZOFFSETTO:-0700\nRRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3\nEND:DAYLIGHT\nEND:VTIMEZONE"
    const at = (time: string) =>
      read(calendar(`${zone}\n${event(`DTSTART;TZID="(UTC-08:00) Somewhere":${time}`)}`)).rows[0]?.start?.at
    for (const [local, utc] of [
      ["20260118T190000", "2026-01-19T03:00:00Z"],
      ["20260418T190000", "2026-04-19T02:00:00Z"],
      ["20261031T190000", "2026-11-01T02:00:00Z"],
      ["20261102T190000", "2026-11-03T03:00:00Z"],
      ["20260307T190000", "2026-03-08T03:00:00Z"],
      ["20260308T190000", "2026-03-09T02:00:00Z"]
    ] as const) {
      expect(at(local), local).toBe(instant(utc))
    }
  })

  it("an end is exclusive, may be a duration, or missing", () => {
    const last = (lines: string) => read(calendar(event(lines))).rows[0]?.lastDate
    expect(last("DTSTART;VALUE=DATE:20260807\nDTEND;VALUE=DATE:20260810")).toBe("2026-08-09")
    expect(last("DTSTART;VALUE=DATE:20260807\nDTEND;VALUE=DATE:20260808")).toBeNull()
    expect(last("DTSTART;VALUE=DATE:20260807")).toBeNull()
    expect(last("DTSTART;VALUE=DATE:20260807\nDURATION:P3D")).toBe("2026-08-09")
    expect(
      last("DTSTART;TZID=America/Los_Angeles:20260418T220000\nDTEND;TZID=America/Los_Angeles:20260419T010000")
    ).toBeNull()
    expect(
      last("DTSTART;TZID=America/Los_Angeles:20260418T120000\nDTEND;TZID=America/Los_Angeles:20260420T120000")
    ).toBe("2026-04-20")
  })
})

describe("a series", () => {
  it("keeps its hour across a DST change, respects exclusions and moved occurrences", () => {
    const master = event(
      "DTSTART;TZID=America/Los_Angeles:20260225T190000\nRRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20260402T020000Z\nEXDATE;TZID=America/Los_Angeles:20260311T190000"
    )
    const moved = event(
      "RECURRENCE-ID;TZID=America/Los_Angeles:20260318T190000\nDTSTART;TZID=America/Los_Angeles:20260319T200000\nSEQUENCE:2"
    )
    const older = event("RECURRENCE-ID:20260319T020000Z\nDTSTART;TZID=America/Los_Angeles:20260320T200000\nSEQUENCE:1")
    const off = event("RECURRENCE-ID;TZID=America/Los_Angeles:20260325T190000\nSTATUS:CANCELLED")
    const { rows } = read(calendar([moved, master, older, off].join("\n")))
    const starts = Object.fromEntries(
      rows.map(({ isCancelled, key, start }) => [
        key.slice("a@example.com#".length),
        isCancelled ? "off" : `${start?.date} ${start?.time}`
      ])
    )
    expect(starts).toStrictEqual({
      "20260226T030000Z": "2026-02-25 19:00",
      "20260305T030000Z": "2026-03-04 19:00",
      "20260319T020000Z": "2026-03-19 20:00",
      "20260326T020000Z": "off",
      "20260402T020000Z": "2026-04-01 19:00"
    })
  })

  it("matches exclusions and moved occurrences in any notation", () => {
    const keys = (lines: string, ...others: ReadonlyArray<string>) =>
      read(calendar([event(lines), ...others.map((one) => event(one))].join("\n"), "X-WR-TIMEZONE:America/Los_Angeles"))
        .rows.map(({ key }) => key.slice("a@example.com#".length))
        .sort()
    const weekly = "DTSTART;TZID=America/Los_Angeles:20260404T190000\nRRULE:FREQ=WEEKLY;COUNT=3"
    const all = ["20260405T020000Z", "20260412T020000Z", "20260419T020000Z"]
    for (const left of [
      "EXDATE;VALUE=DATE:20260411",
      "EXDATE:20260411T190000",
      "EXDATE:20260412T020000Z",
      "EXDATE;TZID=America/New_York:20260411T220000"
    ]) {
      expect(keys(`${weekly}\n${left}`), left).toStrictEqual([all[0], all[2]])
    }
    for (const id of [
      "RECURRENCE-ID;VALUE=DATE:20260411",
      "RECURRENCE-ID:20260411T190000",
      "RECURRENCE-ID:20260412T020000Z"
    ]) {
      expect(keys(weekly, `${id}\nDTSTART;TZID=America/Los_Angeles:20260412T180000`), id).toStrictEqual(all)
    }
    const days = "DTSTART;VALUE=DATE:20260404\nRRULE:FREQ=WEEKLY;COUNT=3"
    for (const left of [
      "EXDATE:20260411T000000Z",
      "EXDATE;TZID=America/Los_Angeles:20260411T000000",
      "EXDATE:20260411"
    ]) {
      expect(keys(`${days}\n${left}`), left).toStrictEqual(["20260404", "20260418"])
    }
  })

  it("that begins in UTC recurs in UTC, whatever the display zone", () => {
    const { rows } = read(
      calendar(
        event("DTSTART:20260301T030000Z\nRRULE:FREQ=WEEKLY;COUNT=3;BYDAY=SU\nEXDATE:20260308T030000Z"),
        "X-WR-TIMEZONE:America/Los_Angeles"
      )
    )
    expect(rows.map(({ key, start }) => [key.slice("a@example.com#".length), start?.date, start?.time])).toStrictEqual([
      ["20260301T030000Z", "2026-02-28", "19:00"],
      ["20260315T030000Z", "2026-03-14", "20:00"]
    ])
  })

  it("of whole days has days as keys, and one without an end stops at the horizon", () => {
    const { rows } = read(calendar(event("DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=MONTHLY;BYMONTHDAY=5")))
    expect(rows[1]?.key).toBe("a@example.com#20260205")
    expect(rows.length).toBeLessThanOrEqual(17)
    expect(rows.length).toBeGreaterThanOrEqual(14)
    for (const rule of [
      "FREQ=SECONDLY",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=NONSENSE",
      "FREQ=DAILY;INTERVAL=0"
    ]) {
      expect(read(calendar(event(`DTSTART:20200105T100000Z\nRRULE:${rule}`))).rows.length, rule).toBeLessThanOrEqual(
        8_001
      )
    }
  })
})

describe("a yearly rule", () => {
  const daysOf = (start: string, rule: string, later = now + 12 * 366 * 86_400_000) =>
    calendarFile(calendar(event(`DTSTART:${start}\nRRULE:${rule}`)), later)
      .rows.map(({ start }) => start?.date)
      .slice(0, 5)

  it("that begins on 29 February recurs on that day only (RFC 5545 §3.3.10), unless SKIP is set", () => {
    for (const rule of [
      "FREQ=YEARLY",
      "FREQ=YEARLY;BYMONTH=2",
      "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OMIT",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
      "FREQ=YEARLY;INTERVAL=2"
    ]) {
      expect(daysOf("20240229T190000", rule).slice(0, 3), rule).toStrictEqual([
        "2024-02-29",
        "2028-02-29",
        "2032-02-29"
      ])
    }
    expect(daysOf("20240229T190000", "FREQ=YEARLY;COUNT=2")).toStrictEqual(["2024-02-29", "2028-02-29"])
    expect(daysOf("20240229T190000", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD")).toStrictEqual([
      "2024-02-29",
      "2025-03-01",
      "2026-03-01",
      "2027-03-01",
      "2028-02-29"
    ])
    expect(daysOf("20240229T190000", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD")).toStrictEqual([
      "2024-02-29",
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29"
    ])
  })

  it("that begins on any other day recurs every year", () => {
    const day = fc.date({
      min: new Date("2000-01-01T00:00:00Z"),
      max: new Date("2020-12-31T00:00:00Z"),
      noInvalidDate: true
    })
    fc.assert(
      fc.property(day, (begin) => {
        const date = begin.toISOString().slice(0, 10)
        fc.pre(!date.endsWith("02-29"))
        const years = [0, 1, 2, 3, 4].map((later) => `${Number(date.slice(0, 4)) + later}${date.slice(4)}`)
        expect(daysOf(`${date.replaceAll("-", "")}T190000`, "FREQ=YEARLY")).toStrictEqual(years)
      }),
      { numRuns: 50 }
    )
  })
})

describe("unusual but valid calendars", () => {
  it("a series with all days excluded does not count as unreadable", () => {
    const file = read(
      calendar(
        `${event("DTSTART:20260302T190000Z\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20260302T190000Z,20260303T190000Z")}\n${event("DTSTART:20260401T190000Z", "b")}`
      )
    )
    expect([file.broken, file.rows.map(({ key }) => key)]).toStrictEqual([0, ["b"]])
    expect(read(calendar(`${event("RRULE:FREQ=DAILY;COUNT=2")}\n${event("DTSTART:nonsense", "b")}`)).broken).toBe(2)
  })

  it("a row with an unreadable date is named by its line, also if others of its series are read", () => {
    const broken = (lines: string) => {
      const { broken, leftOut, rows } = read(lines.replaceAll("\n", "\r\n"))
      expect(leftOut).toHaveLength(broken)
      return { rows: rows.length, leftOut: leftOut.map(({ place, reason }) => `${place}: ${reason}`) }
    }
    const folded = "DESCRIPTION:one\n two\n\n three"
    // Line 1 begins the calendar, line 2 is its version, and each event begins with three lines.
    expect(
      broken(calendar([event("DTSTART:20260401T190000Z", "b"), event(`${folded}\nDTSTART:2026-13-45`)].join("\n")))
    ).toStrictEqual({ rows: 1, leftOut: ["line 15: its date cannot be read"] })
    expect(broken(calendar("BEGIN:VEVENT\nUID:c\nSUMMARY:Show\nEND:VEVENT"))).toStrictEqual({
      rows: 0,
      leftOut: ["line 4: the event has no start"]
    })
    const moved = event("RECURRENCE-ID:20260309T190000Z\nDTSTART:20260310T190000Z")
    expect(broken(calendar([event("DTSTART:soon\nRRULE:FREQ=WEEKLY;COUNT=3"), moved].join("\n")))).toStrictEqual({
      rows: 1,
      leftOut: ["line 6: its date cannot be read"]
    })
  })

  it("rows without UID are identified by start and name, the same in every import", () => {
    const row = (title: string, lines: string) => `BEGIN:VEVENT\nSUMMARY:${title}\n${lines}\nEND:VEVENT`
    const one = row("Show", "DTSTART:20260418T190000Z")
    const weekly = row("Club", "DTSTART:20260302T190000Z\nRRULE:FREQ=WEEKLY;COUNT=3")
    const moved = row("Club", "RECURRENCE-ID:20260309T190000Z\nDTSTART:20260310T190000Z")
    const keys = (...rows: ReadonlyArray<string>) => read(calendar(rows.join("\n"))).rows.map(({ key }) => key)
    expect(read(calendar([one, weekly, moved].join("\n"))).broken).toBe(0)
    expect(
      new Set(keys(one, row("Show", "DTSTART:20260419T190000Z"), row("Other", "DTSTART:20260418T190000Z"))).size
    ).toBe(3)
    expect(keys(one)).toStrictEqual(keys(`${one}`))
    expect([...keys(weekly, one, moved)].toSorted()).toStrictEqual([...keys(moved, one, weekly)].toSorted())
    const starts = read(calendar([weekly, moved].join("\n"))).rows.map(({ start }) =>
      new Date(start!.at!).toISOString().slice(0, 10)
    )
    expect(starts.toSorted()).toStrictEqual(["2026-03-02", "2026-03-10", "2026-03-16"])
  })
})

describe("a calendar file", () => {
  it("loses only broken events", () => {
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
    const { broken, isWhole, rows } = read(
      calendar([bad[0], good, ...bad.slice(1), event("DTSTART:20260420T190000Z", "last@example.com")].join("\n"))
    )
    expect(rows.map(({ key }) => key).sort()).toStrictEqual([
      "good@example.com",
      "last@example.com",
      "open@example.com",
      "twice@example.com"
    ])
    expect(broken).toBe(2)
    expect(isWhole).toBe(true)
  })

  it("may be folded, have a byte order mark, escapes, no final newline, or be truncated", () => {
    const text = calendar(
      "BEGIN:VEVENT\nUID:a\nDTSTART:20260418T190000Z\nSUMMARY:Tea\\, cake\\; and\n  a \\nlong\n\t evening\\\\\nLOCATION:Hall\\, 1 Main St\\, Seattle\\, WA\nEND:VEVENT\n"
    ).replaceAll("\n", "\r\n")
    const [row] = read(`\ufeff${text}`).rows
    expect(row?.summary).toBe("Tea, cake; and a \nlong evening\\")
    expect(rowMention(row!).venue?.city).toBe("Seattle")
    expect(read(text.slice(0, -20)).isWhole).toBe(false)
    expect(read("<html>").isCalendar).toBe(false)
  })

  it("ignores an alarm's description, and detects a declined event when the calendar is named after its owner", () => {
    const attendee = 'ATTENDEE;PARTSTAT=DECLINED;CN="me: myself, I":mailto:me@example.com'
    const alarmed = event(`DTSTART:20260418T190000Z\nBEGIN:VALARM\nDESCRIPTION:Alarm\nEND:VALARM\n${attendee}`)
    const [mine] = read(calendar(alarmed, "X-WR-CALNAME:me@example.com")).rows
    expect([mine?.description, mine?.isDeclined]).toStrictEqual([null, true])
    expect(read(calendar(alarmed, "X-WR-CALNAME:Team")).rows[0]?.isDeclined).toBe(false)
  })

  it("never throws, however damaged", () => {
    const text = calendar(
      [
        event(
          "DTSTART;TZID=America/Los_Angeles:20260225T190000\nRRULE:FREQ=WEEKLY;COUNT=5\nEXDATE:20260311T020000Z\nDURATION:PT2H"
        ),
        event("RECURRENCE-ID:20260319T020000Z\nDTSTART:20260320T200000Z")
      ].join("\n"),
      "X-WR-TIMEZONE:Europe/Berlin"
    )
    const piece = fc.oneof(
      fc.fullUnicodeString({ maxLength: 8 }),
      fc.constantFrom(
        "\n",
        ":",
        ";",
        '"',
        "BEGIN:VEVENT\n",
        "END:VEVENT\n",
        "BEGIN:VTIMEZONE\n",
        "99999999T999999Z",
        "RRULE:FREQ=SECONDLY\n",
        "\0"
      )
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(30), piece), { maxLength: 6 }), (edits) => {
        const damaged = edits.reduce(
          (text, [at, length, put]) =>
            text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + length),
          text
        )
        for (const row of read(damaged).rows) {
          const one = rowMention(row)
          expect(`${one.title}${one.venue?.name}`).not.toContain("\0")
          if (one.date !== null) expect(one.date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
        }
      }),
      { numRuns: 200 }
    )
  })
})

describe("a calendar's row", () => {
  const mentionOf = (lines: string) => rowMention(read(calendar(event(`DTSTART:20260418T190000Z\n${lines}`))).rows[0]!)

  it("has the order of its description, as Google creates it from mails", () => {
    const [order] = mentionOf(
      "DESCRIPTION:To see more\\, use the app.\\n\\nReservation Number: K4L-99210\\n\\nProvider: SeatGeek\\n\\nGuests: 3\\n\\nSeats: 18\\, 19\\, 20"
    ).orders
    expect([order?.vendor, order?.orderId, order?.quantity, order?.seats]).toStrictEqual([
      "seatgeek",
      "K4L-99210",
      3,
      ["18", "19", "20"]
    ])
    expect(mentionOf("DESCRIPTION:Bring cake. Provider unknown").orders).toStrictEqual([])
  })

  it("has its location split into parts", () => {
    const placeOf = (location: string) => {
      const { venue } = mentionOf(`LOCATION:${location.replaceAll(",", "\\,")}`)
      return venue === null ? null : [venue.name, venue.address, venue.city, venue.state, venue.country]
    }
    expect(placeOf("T-Mobile Park, 1250 1st Ave S, Seattle, WA 98134, USA")).toStrictEqual([
      "T-Mobile Park",
      "1250 1st Ave S",
      "Seattle",
      "WA",
      "US"
    ])
    expect(placeOf("T-Mobile Park\\n1250 1st Ave S, Seattle, Washington")).toStrictEqual([
      "T-Mobile Park",
      "1250 1st Ave S",
      "Seattle",
      "WA",
      "US"
    ])
    expect(placeOf("Tempodrom, Möckernstraße 10, 10963 Berlin, Germany")).toStrictEqual([
      "Tempodrom",
      "Möckernstraße 10",
      "Berlin",
      null,
      "DE"
    ])
    expect(placeOf("The Fillmore")).toStrictEqual(["The Fillmore", null, null, null, null])
    expect(placeOf("https://zoom.us/j/1")).toBeNull()
  })

  it("has the two sides of a game, but none for an evening at a venue", () => {
    const sides = (title: string, more = "") =>
      rowMention(
        read(calendar(`BEGIN:VEVENT\nUID:a\nDTSTART:20260418T190000Z\nSUMMARY:${title}\n${more}END:VEVENT`)).rows[0]!
      ).teams
    expect(sides("Rangers at Mariners")).toStrictEqual({ home: "Mariners", away: "Rangers" })
    expect(sides("Rangers @ Mariners")).toStrictEqual({ home: "Mariners", away: "Rangers" })
    expect(sides("Seattle Mariners vs. Texas Rangers")).toStrictEqual({
      home: "Seattle Mariners",
      away: "Texas Rangers"
    })
    expect(sides("Oskeln at The Fillmore", "LOCATION:The Fillmore\\, San Francisco\n")).toBeNull()
    expect(sides("Dentist")).toBeNull()
  })
})

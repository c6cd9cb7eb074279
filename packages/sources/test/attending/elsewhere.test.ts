import { describe, expect, it } from "@effect/vitest"
import { rowMention } from "../../src/calendar/toMention.js"
import { calendarFile } from "../../src/kit/ics/calendarFile.js"

/** One event of a calendar whose person lives in a zone. */
const timesOf = (zone: string, start: string, where: string, more = "") => {
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Velmora Tide\r\nDTSTART;TZID=${zone}:${start}\r\n${more}LOCATION:${where.replaceAll(",", "\\,")}\r\nEND:VEVENT\r\nEND:VCALENDAR`
  const { at, date, lastDate, time } = rowMention(calendarFile(text, 0).rows[0]!)
  return [date, time, lastDate, at === null ? null : new Date(at).toISOString()]
}
const paramount = "Paramount Theatre, 911 Pine St, Seattle, WA 98101, USA"

describe("a calendar in another time zone", () => {
  it("shows an evening on its local day at the venue", () => {
    expect(timesOf("America/New_York", "20260711T011000", paramount)).toStrictEqual([
      "2026-07-10",
      "22:10",
      null,
      "2026-07-11T05:10:00.000Z"
    ])
    expect(timesOf("Asia/Tokyo", "20270101T133000", paramount)).toStrictEqual([
      "2026-12-31",
      "20:30",
      null,
      "2027-01-01T04:30:00.000Z"
    ])
    expect(
      timesOf("Asia/Tokyo", "20270101T133000", paramount, "DTEND;TZID=Asia/Tokyo:20270103T133000\r\n")
    ).toStrictEqual(["2026-12-31", "20:30", "2027-01-02", "2027-01-01T04:30:00.000Z"])
    expect(timesOf("America/Los_Angeles", "20261231T213000", "Terminal 5, New York, NY 10019, USA")).toStrictEqual([
      "2027-01-01",
      "00:30",
      null,
      "2027-01-01T05:30:00.000Z"
    ])
  })

  it("keeps the written time when it is right, off by an hour, or when the zone is unknown", () => {
    expect(timesOf("America/Los_Angeles", "20261101T013000", paramount)[1]).toBe("01:30")
    expect(
      timesOf("America/Chicago", "20260711T233000", "Saenger Theatre, Pensacola, FL 32502, USA").slice(0, 2)
    ).toStrictEqual(["2026-07-11", "23:30"])
    expect(timesOf("Asia/Tokyo", "20270101T133000", "Budokan, Tokyo, Japan").slice(0, 2)).toStrictEqual([
      "2027-01-01",
      "13:30"
    ])
  })

  it("shows a UTC time in local time of the venue, or the instant alone", () => {
    const at = "2026-05-03T03:30:00.000Z"
    const instant = (where: string) => timesOf("Etc/UTC", "20260503T033000", where)
    expect(instant(paramount)).toStrictEqual(["2026-05-02", "20:30", null, at])
    expect(instant("Columbiahalle, Columbiadamm 13, 10965 Berlin, Germany")).toStrictEqual([
      "2026-05-03",
      "05:30",
      null,
      at
    ])
    expect(instant("Palau Sant Jordi, Barcelona, Spain")).toStrictEqual(["2026-05-03", "05:30", null, at])
    expect(instant("The Crocodile")).toStrictEqual([null, null, null, at])
    expect(instant("Qudos Bank Arena, Sydney, Australia")).toStrictEqual(["2026-05-03", "13:30", null, at])
  })
})

import { assert, describe, it } from "@effect/vitest"
import { calendarFile } from "../../../src/sources/ics/index.js"
import { toMention } from "../../../src/sources/calendar/toMention.js"

/** One event of a calendar whose person lives in a zone. */
const told = (zone: string, start: string, where: string, more = "") => {
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Velmora Tide\r\nDTSTART;TZID=${zone}:${start}\r\n${more}LOCATION:${where.replaceAll(",", "\\,")}\r\nEND:VEVENT\r\nEND:VCALENDAR`
  const { at, date, lastDate, time } = toMention(calendarFile(text, 0).rows[0]!)
  return [date, time, lastDate, at === null ? null : new Date(at).toISOString()]
}
const paramount = "Paramount Theatre, 911 Pine St, Seattle, WA 98101, USA"

describe("a calendar of somebody who lives elsewhere", () => {
  it("shows an evening as the day that it is where it takes place", () => {
    assert.deepStrictEqual(told("America/New_York", "20260711T011000", paramount), ["2026-07-10", "22:10", null, "2026-07-11T05:10:00.000Z"])
    assert.deepStrictEqual(told("Asia/Tokyo", "20270101T133000", paramount), ["2026-12-31", "20:30", null, "2027-01-01T04:30:00.000Z"])
    assert.deepStrictEqual(told("Asia/Tokyo", "20270101T133000", paramount, "DTEND;TZID=Asia/Tokyo:20270103T133000\r\n"), ["2026-12-31", "20:30", "2027-01-02", "2027-01-01T04:30:00.000Z"])
    assert.deepStrictEqual(told("America/Los_Angeles", "20261231T213000", "Terminal 5, New York, NY 10019, USA"), ["2027-01-01", "00:30", null, "2027-01-01T05:30:00.000Z"])
  })

  it("leaves what is told as it is where that is right, an hour off, or nobody can say", () => {
    assert.deepStrictEqual(told("America/Los_Angeles", "20261101T013000", paramount)[1], "01:30")
    assert.deepStrictEqual(told("America/Chicago", "20260711T233000", "Saenger Theatre, Pensacola, FL 32502, USA").slice(0, 2), ["2026-07-11", "23:30"])
    assert.deepStrictEqual(told("Asia/Tokyo", "20270101T133000", "Budokan, Tokyo, Japan").slice(0, 2), ["2027-01-01", "13:30"])
  })

  it("tells of a time in UTC only what is known: the clocks of the place, or the instant alone", () => {
    const at = "2026-05-03T03:30:00.000Z"
    const instant = (where: string) => told("Etc/UTC", "20260503T033000", where)
    assert.deepStrictEqual(instant(paramount), ["2026-05-02", "20:30", null, at])
    assert.deepStrictEqual(instant("Columbiahalle, Columbiadamm 13, 10965 Berlin, Germany"), ["2026-05-03", "05:30", null, at])
    assert.deepStrictEqual(instant("Palau Sant Jordi, Barcelona, Spain"), ["2026-05-03", "05:30", null, at])
    assert.deepStrictEqual(instant("The Crocodile"), [null, null, null, at])
    assert.deepStrictEqual(instant("Qudos Bank Arena, Sydney, Australia"), [null, null, null, at])
  })
})

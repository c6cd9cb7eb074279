import { describe, expect, it } from "@effect/vitest"
import { rowMention } from "../../src/calendar/toMention.js"
import { calendarFile } from "../../src/kit/ics/calendarFile.js"

const now = Date.parse("2025-03-01T00:00:00Z")

/** A feed with folded lines and CRLF, as services write it. */
const feed = (head: ReadonlyArray<string>, ...events: ReadonlyArray<ReadonlyArray<string>>): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "CALSCALE:GREGORIAN",
    ...head,
    ...events.flatMap((lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
    ""
  ]
    .map((line) => line.replace(/(.{74})(?=.)/gu, "$1\r\n "))
    .join("\r\n")

const mentionsOf = (text: string) => {
  const { broken, isWhole, rows } = calendarFile(text, now)
  expect([broken, isWhole]).toStrictEqual([0, true])
  return rows.map((row) => rowMention(row))
}

describe("feeds of event services", () => {
  it("of Luma have instants in UTC, and the address in the place or not at all", () => {
    const event = (more: ReadonlyArray<string>, id = "evt-Ab3dEf5hIj7k") => [
      `UID:${id}@events.lu.ma`,
      "DTSTAMP:20250210T090000Z",
      "DTSTART:20250315T020000Z",
      "DTEND:20250315T050000Z",
      "SUMMARY:An Evening of Tides",
      'ORGANIZER;CN="Harbour Society":MAILTO:calendar-invite@lu.ma',
      "STATUS:CONFIRMED",
      "SEQUENCE:0",
      ...more
    ]
    const head = ["PRODID:-//Luma//lu.ma//EN", "X-WR-CALNAME:Luma"]
    const address = "LOCATION:Harbour Hall\\, 1 Quay St\\, Seattle\\, WA 98101\\, USA"
    const about =
      "DESCRIPTION:Get up-to-date information at: https://lu.ma/tides?pk=g-0\\n\\nAddress:\\nHarbour Hall\\n\\nHosted by Harbour Society"
    const [one] = mentionsOf(feed(head, event([address, about])))
    expect(one).toMatchObject({
      key: "evt-Ab3dEf5hIj7k@events.lu.ma",
      title: "An Evening of Tides",
      date: "2025-03-14",
      time: "19:00",
      at: Date.parse("2025-03-15T02:00:00Z"),
      state: "confirmed",
      venue: { name: "Harbour Hall", address: "1 Quay St", city: "Seattle", state: "WA", country: "US" }
    })
    expect(one).not.toHaveProperty("routine")
    // The address is shown to guests alone, or the event is online: the place is a link.
    const [hidden] = mentionsOf(feed(head, event(["LOCATION:https://lu.ma/event/evt-Ab3dEf5hIj7k?pk=g-0"])))
    expect([hidden!.venue, hidden!.date, hidden!.at]).toStrictEqual([null, null, Date.parse("2025-03-15T02:00:00Z")])
    const [off] = mentionsOf(
      feed(
        head,
        event(["STATUS:CANCELLED", address]).filter((line) => line !== "STATUS:CONFIRMED")
      )
    )
    expect([off!.key, off!.state]).toStrictEqual([one!.key, "cancelled"])
  })

  it("of Meetup have a zone of their own, and the address in brackets", () => {
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:America/Los_Angeles",
      "TZURL:http://tzurl.org/zoneinfo-outlook/America/Los_Angeles",
      "X-LIC-LOCATION:America/Los_Angeles",
      "BEGIN:DAYLIGHT",
      "TZOFFSETFROM:-0800",
      "TZOFFSETTO:-0700",
      "TZNAME:PDT",
      "DTSTART:19700308T020000",
      "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
      "END:DAYLIGHT",
      "BEGIN:STANDARD",
      "TZOFFSETFROM:-0700",
      "TZOFFSETTO:-0800",
      "TZNAME:PST",
      "DTSTART:19701101T020000",
      "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
      "END:STANDARD",
      "END:VTIMEZONE"
    ]
    const event = (where: string) => [
      "UID:event_900000001@meetup.com",
      "SEQUENCE:2",
      "DTSTAMP:20250210T090000Z",
      "DTSTART;TZID=America/Los_Angeles:20250314T190000",
      "DTEND;TZID=America/Los_Angeles:20250314T210000",
      "SUMMARY:Map Makers' Evening",
      "DESCRIPTION:Seattle Map Makers\\nFriday\\, March 14 at 7:00 PM\\n\\nBring a map.\\n\\nhttps://www.meetup.com/map-makers/events/900000001/",
      "URL;VALUE=URI:https://www.meetup.com/map-makers/events/900000001/",
      "STATUS:CONFIRMED",
      `LOCATION:${where}`,
      "CLASS:PUBLIC"
    ]
    const head = ["PRODID:-//Meetup//RemoteApi//EN", "METHOD:PUBLISH", ...zone]
    const [one] = mentionsOf(feed(head, event("Harbour Hall (1 Quay St\\, Seattle\\, WA\\, USA)")))
    expect(one).toMatchObject({
      key: "event_900000001@meetup.com",
      date: "2025-03-14",
      time: "19:00",
      at: Date.parse("2025-03-15T02:00:00Z"),
      venue: { name: "Harbour Hall", address: "1 Quay St", city: "Seattle", state: "WA", country: "US" }
    })
    const [plain] = mentionsOf(feed(head, event("Harbour Hall\\, 1 Quay St\\, Seattle\\, WA\\, USA")))
    expect(plain!.venue).toStrictEqual(one!.venue)
  })

  it("of Songkick have whole days, and the place in the title too", () => {
    const event = (uid: string, more: ReadonlyArray<string> = []) => [
      `UID:${uid}`,
      "DTSTAMP:20250210T090000Z",
      "DTSTART;VALUE=DATE:20250314",
      "DTEND;VALUE=DATE:20250315",
      "SUMMARY:Hollow Lanterns at Neumos (14 Mar 25)",
      "DESCRIPTION:You’re going.\\n\\nhttps://www.songkick.com/concerts/40000001-hollow-lanterns-at-neumos",
      "LOCATION:Neumos\\, Seattle\\, WA\\, US",
      ...more
    ]
    const head = ["PRODID:Songkick", "X-WR-CALNAME:Your Songkick events"]
    const [one] = mentionsOf(feed(head, event("songkick-event-40000001@songkick.com")))
    expect(one).toMatchObject({
      date: "2025-03-14",
      lastDate: null,
      time: null,
      // "At" is the place, not the home team.
      teams: null,
      venue: { name: "Neumos", city: "Seattle", state: "WA", country: "US" }
    })
    // The key is the UID, whatever its form.
    const [other] = mentionsOf(feed(head, event("tag:songkick.com,2025:/concerts/40000001")))
    expect(other).toStrictEqual({ ...one, key: "tag:songkick.com,2025:/concerts/40000001" })
  })

  it("of TripIt have trips of several days and flights, which are no outings by themselves", () => {
    const head = ["PRODID:-//TripIt//NONSGML TripIt Calendar//EN", "METHOD:PUBLISH", "X-WR-CALNAME:TripIt"]
    const trip = [
      "UID:9f0c0001@tripit.com",
      "DTSTAMP:20250210T090000Z",
      "DTSTART;VALUE=DATE:20250314",
      "DTEND;VALUE=DATE:20250318",
      "SUMMARY:Portland\\, OR\\, March 2025",
      "LOCATION:Portland\\, OR",
      "TRANSP:TRANSPARENT"
    ]
    const flight = [
      "UID:9f0c0002@tripit.com",
      "DTSTAMP:20250210T090000Z",
      "DTSTART:20250314T160000Z",
      "DTEND:20250314T170000Z",
      "SUMMARY:AS2001 SEA to PDX",
      "DESCRIPTION:[Flight] 3/14/2025 AS2001\\nConfirmation #: QUAY01",
      "LOCATION:Seattle (SEA)"
    ]
    const [whole, part] = mentionsOf(feed(head, trip, flight))
    expect([whole!.date, whole!.lastDate, whole!.orders]).toStrictEqual(["2025-03-14", "2025-03-17", []])
    expect([part!.at, part!.orders, part!.teams]).toStrictEqual([Date.parse("2025-03-14T16:00:00Z"), [], null])
  })

  it("give one row where a feed and an invitation have one UID", () => {
    const lines = ["UID:evt-1@events.lu.ma", "DTSTART:20250315T020000Z", "SUMMARY:Tides"]
    const invitation = mentionsOf(feed(["METHOD:REQUEST"], [...lines, "SEQUENCE:1", "DTSTAMP:20250212T090000Z"]))
    expect(invitation.map(({ key }) => key)).toStrictEqual(mentionsOf(feed([], lines)).map(({ key }) => key))
  })
})

describe("a place in brackets", () => {
  it("is an address only with commas inside and nothing after it", () => {
    const placeOf = (location: string) => {
      const [one] = mentionsOf(
        feed([], ["UID:a", "DTSTART:20250315T020000Z", `LOCATION:${location.replaceAll(",", "\\,")}`])
      )
      return one!.venue
    }
    expect(placeOf("Harbour Hall (upstairs)")?.name).toBe("Harbour Hall (upstairs)")
    expect(placeOf("Harbour Hall (Seattle, WA)")).toMatchObject({ name: "Harbour Hall", city: "Seattle", state: "WA" })
    expect(placeOf("Harbour Hall (old), 1 Quay St, Seattle, WA")).toMatchObject({
      name: "Harbour Hall (old)",
      city: "Seattle"
    })
    expect(placeOf("(a, b)")).not.toBeNull()
    expect(placeOf("(".repeat(1_900) + ",")).not.toBeNull()
  })
})

import { Clock, Effect, Stream } from "effect"
import { addDays, daysBetween } from "../shared/LocalDate.js"
import { exportFormat } from "./ExportFormat.js"
import type { ExportableEvent } from "./ExportableRecords.js"

/** RFC 5545 §3.1: a line has at most 75 octets; a longer one continues after a line break and a blank. */
const longestLine = 75

/** The length of a character in UTF-8. */
const octetsOf = (character: string): number => {
  const point = character.codePointAt(0)!
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}

const folded = (line: string): string => {
  let text = ""
  let octets = 0
  for (const character of line) {
    const more = octetsOf(character)
    if (octets + more > longestLine) {
      text += "\r\n "
      octets = 1
    }
    text += character
    octets += more
  }
  return `${text}\r\n`
}

/** A TEXT value (RFC 5545 §3.3.11). Control characters other than line breaks are not allowed in it. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replace(/(?!\t)\p{Cc}/gu, "")

/** `20260807T201000Z`. */
const instantOf = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "")

const dayOf = (date: string): string => date.replaceAll("-", "")

const dayMillis = 86_400_000
const minuteMillis = 60_000

/**
 * The start, and the end of an event of several days. Its time is unknown: it is a minute after that of the start. An
 * end is exclusive (RFC 5545 §3.6.1), so a midnight would be of the day before.
 */
const timesOf = ({ at, date, lastDate }: ExportableEvent): ReadonlyArray<string> => {
  if (at === null)
    return [
      `DTSTART;VALUE=DATE:${dayOf(date)}`,
      ...(lastDate === null ? [] : [`DTEND;VALUE=DATE:${dayOf(addDays(lastDate, 1))}`])
    ]
  const end =
    lastDate === null ? [] : [`DTEND:${instantOf(at + daysBetween(date, lastDate) * dayMillis + minuteMillis)}`]
  return [`DTSTART:${instantOf(at)}`, ...end]
}

const statuses = { scheduled: "CONFIRMED", postponed: "TENTATIVE", cancelled: "CANCELLED" } as const

const placeOf = ({ city, country, name, state }: NonNullable<ExportableEvent["venue"]>): string =>
  [name, city, state, country].filter((part) => part !== null).join(", ")

const venueOf = ({ venue }: ExportableEvent): ReadonlyArray<string> =>
  venue === null
    ? []
    : [
        `LOCATION:${escaped(placeOf(venue))}`,
        ...(venue.latitude === null || venue.longitude === null ? [] : [`GEO:${venue.latitude};${venue.longitude}`])
      ]

const eventOf =
  (now: number) =>
  (event: ExportableEvent): string =>
    [
      "BEGIN:VEVENT",
      // The id in this instance: a later export updates the entry of an earlier one.
      `UID:event-${event.id}@daybook`,
      `DTSTAMP:${instantOf(now)}`,
      ...timesOf(event),
      `SUMMARY:${escaped(event.title)}`,
      ...venueOf(event),
      ...(event.notes === null ? [] : [`DESCRIPTION:${escaped(event.notes)}`]),
      ...(event.subtitle === null ? [] : [`COMMENT:${escaped(event.subtitle)}`]),
      `CATEGORIES:${escaped(event.category)}`,
      `STATUS:${statuses[event.status]}`,
      "END:VEVENT"
    ]
      .map(folded)
      .join("")

const head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Daybook//Daybook//EN", "CALSCALE:GREGORIAN"]
  .map(folded)
  .join("")

/** A calendar of the events (RFC 5545). Times are in UTC. */
export const ics = exportFormat({
  name: "ics",
  domain: "attending",
  about: "Events, as an iCalendar file for calendar programs",
  extension: "ics",
  contentType: "text/calendar; charset=utf-8",
  recordsOf: ({ events }) => events,
  bytesOf: (events) =>
    Stream.encodeText(
      Stream.unwrap(
        Effect.map(Clock.currentTimeMillis, (now) =>
          Stream.make(head).pipe(
            Stream.concat(Stream.map(events, eventOf(now))),
            Stream.concat(Stream.make(folded("END:VCALENDAR")))
          )
        )
      )
    )
})

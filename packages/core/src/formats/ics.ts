import { Clock, Effect, Stream } from "effect"
import { addDays, daysBetween } from "../shared/LocalDate.js"
import { exportFormat } from "./ExportFormat.js"
import type { ExportableEvent } from "./ExportableRecords.js"
import { calendarDate, calendarHead, calendarInstant, calendarText, contentLine } from "./icalendar.js"

const dayMillis = 86_400_000
const minuteMillis = 60_000

/**
 * The start, and the end of an event of several days. Its time is unknown: it is a minute after that of the start. An
 * end is exclusive (RFC 5545 §3.6.1), so a midnight would be of the day before.
 */
const timesOf = ({ at, date, lastDate }: ExportableEvent): ReadonlyArray<string> => {
  if (at === null)
    return [
      `DTSTART;VALUE=DATE:${calendarDate(date)}`,
      ...(lastDate === null ? [] : [`DTEND;VALUE=DATE:${calendarDate(addDays(lastDate, 1))}`])
    ]
  const end =
    lastDate === null ? [] : [`DTEND:${calendarInstant(at + daysBetween(date, lastDate) * dayMillis + minuteMillis)}`]
  return [`DTSTART:${calendarInstant(at)}`, ...end]
}

const statuses = { scheduled: "CONFIRMED", postponed: "TENTATIVE", cancelled: "CANCELLED" } as const

const placeOf = ({ city, country, name, state }: NonNullable<ExportableEvent["venue"]>): string =>
  [name, city, state, country].filter((part) => part !== null).join(", ")

const venueOf = ({ venue }: ExportableEvent): ReadonlyArray<string> =>
  venue === null
    ? []
    : [
        `LOCATION:${calendarText(placeOf(venue))}`,
        ...(venue.latitude === null || venue.longitude === null ? [] : [`GEO:${venue.latitude};${venue.longitude}`])
      ]

const eventOf =
  (now: number) =>
  (event: ExportableEvent): string =>
    [
      "BEGIN:VEVENT",
      // The id in this instance: a later export updates the entry of an earlier one.
      `UID:event-${event.id}@daybook`,
      `DTSTAMP:${calendarInstant(now)}`,
      ...timesOf(event),
      `SUMMARY:${calendarText(event.title)}`,
      ...venueOf(event),
      ...(event.notes === null ? [] : [`DESCRIPTION:${calendarText(event.notes)}`]),
      ...(event.subtitle === null ? [] : [`COMMENT:${calendarText(event.subtitle)}`]),
      `CATEGORIES:${calendarText(event.category)}`,
      `STATUS:${statuses[event.status]}`,
      "END:VEVENT"
    ]
      .map(contentLine)
      .join("")

const head = calendarHead.map(contentLine).join("")

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
            Stream.concat(Stream.make(contentLine("END:VCALENDAR")))
          )
        )
      )
    )
})

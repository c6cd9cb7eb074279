import { Clock, Effect, Stream } from "effect"
import { daysBetween } from "../shared/LocalDate.js"
import { exportFormat } from "./ExportFormat.js"
import type { ExportableEvent } from "./ExportableRecords.js"
import type { OwnEvent } from "./ownEvent.js"
import { type EntryTime, calendarHead, contentLine, entryLines } from "./icalendar.js"

const dayMillis = 86_400_000
const minuteMillis = 60_000

/**
 * The start, and the end of an event of several days. Its time is unknown: it is a minute after that of the start. An
 * end is exclusive (RFC 5545 §3.6.1), so a midnight would be of the day before.
 */
const timeOf = ({ at, date, lastDate }: ExportableEvent): EntryTime =>
  at === null
    ? { kind: "days", first: date, last: lastDate ?? date }
    : {
        kind: "instant",
        at,
        end: lastDate === null ? null : at + daysBetween(date, lastDate) * dayMillis + minuteMillis
      }

const statuses = { scheduled: "CONFIRMED", postponed: "TENTATIVE", cancelled: "CANCELLED" } as const

const venueOf = ({ venue }: ExportableEvent) => {
  if (venue === null) return { location: undefined }
  const { city, country, latitude, longitude, name, state } = venue
  const location = [name, city, state, country].filter((part) => part !== null).join(", ")
  return latitude === null || longitude === null ? { location } : { location, geo: { latitude, longitude } }
}

/** What the calendar of another home reads back. A location does not say which part of it is the city. */
const ownOf = ({ going, kind, venue }: ExportableEvent): string =>
  JSON.stringify({
    event_type: kind,
    attended: going,
    venue: venue === null ? null : { name: venue.name, city: venue.city, state: venue.state, country: venue.country }
  } satisfies OwnEvent)

const eventOf =
  (now: number) =>
  (event: ExportableEvent): string =>
    entryLines(
      {
        // The id in this instance: a later export updates the entry of an earlier one.
        uid: `event-${event.id}@daybook`,
        time: timeOf(event),
        summary: event.title,
        ...venueOf(event),
        description: event.notes ?? undefined,
        comment: event.subtitle ?? undefined,
        category: event.category,
        own: ownOf(event),
        status: statuses[event.status]
      },
      now
    )
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

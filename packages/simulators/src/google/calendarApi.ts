import { fromZoneName } from "@daybook/core/shared"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Either } from "effect"
import { type SimulatedRequest, wholeNumber } from "../shared/Simulator.js"
import type { Agenda, AgendaRow } from "./Agenda.js"
import { googleError } from "./Logins.js"

const zone = "America/Los_Angeles"
const owner = "me@example.com"
/** With a sync token none of these may go. */
const forbidden = [
  "iCalUID",
  "orderBy",
  "privateExtendedProperty",
  "q",
  "sharedExtendedProperty",
  "timeMin",
  "timeMax",
  "updatedMin"
]

const iso = (at: number) => new Date(at).toISOString()

/** An instant as a zone's clocks show it, with their offset. */
const zoned = (at: number, name: string): string => {
  const offset = Either.getOrThrow(fromZoneName(name)).offsetAt(at)
  const [sign, minutes] = [offset < 0 ? "-" : "+", Math.abs(offset) / 60_000]
  const two = (value: number) => String(value).padStart(2, "0")
  return `${iso(at + offset).slice(0, 19)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const event = (row: AgendaRow) => {
  const { when } = row
  const times =
    "from" in when
      ? { start: { date: when.from }, end: { date: when.to } }
      : {
          start: { dateTime: zoned(when.start, when.zone), timeZone: when.zone },
          end: { dateTime: zoned(when.end, when.zone), timeZone: when.zone }
        }
  return {
    kind: "calendar#event",
    etag: `"${row.changedAt}"`,
    id: row.id,
    status: row.isCancelled ? "cancelled" : "confirmed",
    htmlLink: `https://www.google.com/calendar/event?eid=${row.id}`,
    created: iso(row.madeAt),
    updated: iso(row.changedAt),
    summary: row.summary,
    ...(row.description === null ? {} : { description: row.description }),
    ...(row.location === null ? {} : { location: row.location }),
    creator: { email: owner, self: true },
    organizer: { email: owner, self: true },
    ...times,
    ...(row.series === null
      ? {}
      : {
          recurringEventId: row.series.id,
          originalStartTime: { dateTime: zoned(row.series.start, zone), timeZone: zone }
        }),
    iCalUID: row.uid ?? `${row.series?.id ?? row.id}@google.com`,
    sequence: 0,
    ...(row.isDeclined
      ? {
          attendees: [
            { email: owner, self: true, responseStatus: "declined" },
            { email: "ivy@example.org", responseStatus: "accepted" }
          ]
        }
      : {}),
    eventType: row.fromMail ? "fromGmail" : "default"
  }
}

/** Ends after `timeMin`, begins before `timeMax`. */
const isBetween = ({ when }: AgendaRow, { timeMax, timeMin }: SimulatedRequest["params"]) => {
  const [start, end] = "from" in when ? [Date.parse(when.from), Date.parse(when.to)] : [when.start, when.end]
  return !(end <= Date.parse(timeMin ?? "")) && !(start >= Date.parse(timeMax ?? ""))
}

/** `GET /calendars/{id}/events` and `…/events/{eventId}`. Little remains of what was deleted. */
export const calendarApi = (
  agenda: Agenda,
  request: SimulatedRequest,
  now: number
): HttpServerResponse.HttpServerResponse => {
  const [, calendar, , id] = /^\/calendars\/([^/]+)\/events(\/([^/]+))?$/.exec(request.path) ?? []
  if (calendar === undefined) return googleError(404, "notFound", "Not Found")
  if (!["primary", owner, encodeURIComponent(owner)].includes(calendar))
    return googleError(404, "notFound", "Not Found")
  if (id === undefined) return list(agenda, request, now)
  const row = agenda.rowsAt(now).find((one) => one.id === decodeURIComponent(id))
  if (row === undefined || (agenda.isDeleted(row.id) && !agenda.remembers()))
    return googleError(404, "notFound", "Not Found")
  return HttpServerResponse.unsafeJson(agenda.isDeleted(row.id) ? { ...event(row), status: "cancelled" } : event(row))
}

const list = (agenda: Agenda, { distortion, params }: SimulatedRequest, now: number) => {
  const since = params["syncToken"] === undefined ? undefined : agenda.read(params["syncToken"])
  if (since === null)
    return googleError(410, "fullSyncRequired", "Sync token is no longer valid, a full sync is required.")
  if (since !== undefined && forbidden.some((name) => params[name] !== undefined))
    return googleError(400, "badRequest", "Sync token cannot be used with other parameters.")
  const size = Math.min(2_500, wholeNumber(params["maxResults"], 250))
  const from = wholeNumber(params["pageToken"], 0)
  if (!(size > 0) || Number.isNaN(from)) return googleError(400, "badRequest", "Bad Request")
  const all =
    distortion?._tag === "Empty"
      ? []
      : agenda
          .rowsAt(now)
          .filter((row) =>
            since === undefined ? !agenda.isDeleted(row.id) && isBetween(row, params) : agenda.isNewer(row, since)
          )
  const isLast = from + size >= all.length
  return HttpServerResponse.unsafeJson({
    kind: "calendar#events",
    etag: '"p1"',
    summary: owner,
    updated: iso(now),
    timeZone: zone,
    accessRole: "owner",
    items: all
      .slice(from, from + size)
      .map((row) =>
        agenda.isDeleted(row.id) ? { kind: "calendar#event", id: row.id, status: "cancelled" } : event(row)
      ),
    ...(isLast ? {} : { nextPageToken: String(from + size) }),
    // An order makes a walk that cannot be gone on with.
    ...(isLast && params["orderBy"] === undefined && params["q"] === undefined
      ? { nextSyncToken: agenda.token(now) }
      : {})
  })
}

const compact = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "")
const escaped = (text: string) =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll(",", "\\,").replaceAll(";", "\\;")

/** Lines of 75 bytes (RFC 5545 §3.1), never cut within a character. */
const folded = (line: string): string => {
  const parts = [""]
  for (const sign of line) {
    if (Buffer.byteLength(parts.at(-1)! + sign) > 74) parts.push("")
    parts[parts.length - 1] += sign
  }
  return parts.join("\r\n ")
}

const eventLines = (row: AgendaRow, now: number): ReadonlyArray<string> => {
  const { when } = row
  return [
    "BEGIN:VEVENT",
    ...("from" in when
      ? [`DTSTART;VALUE=DATE:${when.from.replaceAll("-", "")}`, `DTEND;VALUE=DATE:${when.to.replaceAll("-", "")}`]
      : [`DTSTART:${compact(when.start)}`, `DTEND:${compact(when.end)}`]),
    `DTSTAMP:${compact(now)}`,
    `UID:${row.uid ?? `${row.series?.id ?? row.id}@google.com`}`,
    ...(row.series === null ? [] : [`RECURRENCE-ID:${compact(row.series.start)}`]),
    ...(row.isDeclined
      ? [
          'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=DECLINED;CN="me, myself";X-NUM-GUESTS=0:mailto:me@example.com'
        ]
      : []),
    `CREATED:${compact(row.madeAt)}`,
    ...(row.description === null ? [] : [`DESCRIPTION:${escaped(row.description)}`]),
    `LAST-MODIFIED:${compact(row.changedAt)}`,
    ...(row.location === null ? [] : [`LOCATION:${escaped(row.location)}`]),
    "SEQUENCE:0",
    `STATUS:${row.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    `SUMMARY:${escaped(row.summary)}`,
    "TRANSP:OPAQUE",
    "END:VEVENT"
  ]
}

/** The calendar at its secret address (Settings, Secret address in iCal format). */
export const icsFeed = (agenda: Agenda, now: number): string =>
  [
    "BEGIN:VCALENDAR",
    "PRODID:-//Google Inc//Google Calendar 70.9054//EN",
    "VERSION:2.0",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:me@example.com",
    "X-WR-TIMEZONE:America/Los_Angeles",
    ...agenda
      .rowsAt(now)
      .filter(({ id }) => !agenda.isDeleted(id))
      .flatMap((row) => eventLines(row, now)),
    "END:VCALENDAR",
    ""
  ]
    .map(folded)
    .join("\r\n")

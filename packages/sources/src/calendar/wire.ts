import { isLocalDate } from "@daybook/core/shared"
import { Schema } from "effect"
import { type CalendarRow, isRoutine, rowKey } from "../kit/ics/CalendarRow.js"
import { type Moment, instantKey, lastDateOf, startOf } from "../kit/ics/times.js"
import { utc, wallClock, instantOf } from "../kit/WallClock.js"

/**
 * Google's calendar (https://developers.google.com/workspace/calendar/api/v3/reference/events/list):
 *
 * {"kind":"calendar#events","summary":"me@example.com","timeZone":"America/Los_Angeles",
 * "nextSyncToken":"CPDAlvWDx70CEPDAlvWDx70CGAU=","items":[
 * {"kind":"calendar#event","id":"abc123_20260419T201000Z","status":"confirmed","updated":"2026-04-02T00:00:00.000Z",
 * "summary":"Rangers at Mariners","description":"<b>Section 183</b><br>","location":"T-Mobile Park, 1250 1st Ave S,
 * Seattle, WA 98134, USA","start":{"dateTime":"2026-04-19T13:10:00-07:00","timeZone":"America/Los_Angeles"},
 * "end":{"dateTime":"2026-04-19T16:10:00-07:00"},"recurringEventId":"abc123",
 * "originalStartTime":{"dateTime":"2026-04-19T13:10:00-07:00"},"iCalUID":"abc123@google.com","sequence":0},
 * {"id":"def456","status":"confirmed","summary":"Festival","start":{"date":"2026-08-07"},"end":{"date":"2026-08-10"},
 * "eventType":"fromGmail"},
 * {"id":"ghi789","status":"cancelled"}]}
 *
 * Deleted events have little more than id and status.
 */

const Text = Schema.optional(Schema.NullOr(Schema.String))

const GivenTime = Schema.Struct({ date: Text, dateTime: Text, timeZone: Text })
const Time = Schema.optional(Schema.NullOr(GivenTime))
/** A day or an instant; absent in deleted events. */
type Time = typeof GivenTime.Type | null | undefined

export const Event = Schema.Struct({
  id: Schema.NonEmptyString,
  status: Text,
  updated: Text,
  summary: Text,
  description: Text,
  location: Text,
  start: Time,
  end: Time,
  recurringEventId: Text,
  originalStartTime: Time,
  iCalUID: Text,
  /** Link of a video call. */
  hangoutLink: Text,
  conferenceData: Schema.optional(Schema.NullOr(Schema.Unknown)),
  attendees: Schema.optional(
    Schema.NullOr(
      Schema.Array(Schema.Struct({ self: Schema.optional(Schema.NullOr(Schema.Boolean)), responseStatus: Text }))
    )
  )
})
export type Event = typeof Event.Type

/** Rows are decoded one by one, so that a broken one is skipped alone. */
export const Events = Schema.Struct({
  items: Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown))),
  timeZone: Text,
  nextPageToken: Text,
  nextSyncToken: Text
})
export type Events = typeof Events.Type

/** A Google time in the event's own zone, else in the calendar's. */
const momentOf = (
  time: Time,
  zone: string | null | undefined
): { readonly moment: Moment; readonly at: number | null } | null => {
  if (time?.date != null)
    return isLocalDate(time.date)
      ? { moment: { kind: "day", wall: Date.parse(`${time.date}T00:00:00Z`) }, at: null }
      : null
  const at = instantOf(time?.dateTime)
  if (at === null) return null
  const clock =
    wallClock(time?.timeZone ?? "") ?? wallClock(zone ?? "") ?? (time?.dateTime?.endsWith("Z") === true ? utc : null)
  // Without a zone, the written offset gives the wall-clock time.
  const wall = clock?.wallOf(at) ?? Date.parse(`${time?.dateTime?.slice(0, 19)}Z`)
  return Number.isNaN(wall) ? null : { moment: { kind: "time", wall, clock }, at }
}

const recurrenceOf = ({ originalStartTime: time }: Event): string | null => {
  if (time?.date != null) return time.date.replaceAll("-", "")
  const at = instantOf(time?.dateTime)
  return at === null ? null : instantKey(at)
}

/** The UID of Google's own events, derived from the id; `abc_20260419T201000Z` is one event of a series. */
export const ownKey = (id: string): string => {
  const [, series, recurrence] = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? []
  return series === undefined ? `${id}@google.com` : rowKey(`${series}@google.com`, recurrence ?? null)
}

/** The same key as in an ICS feed. */
export const keyOf = (event: Event): string => {
  if (event.iCalUID == null || event.iCalUID === "") return ownKey(event.id)
  return rowKey(event.iCalUID, event.recurringEventId == null ? null : recurrenceOf(event))
}

/** A row of a Google calendar; `zone` is the calendar's. */
export const toRow = (event: Event, key: string, zone: string | null | undefined): CalendarRow | null => {
  const start = momentOf(event.start, zone)
  const end = momentOf(event.end, zone)
  const isCancelled = event.status === "cancelled"
  if (start === null && !isCancelled) return null
  const length = start === null || end === null ? 0 : end.moment.wall - start.moment.wall
  return {
    key,
    changedAt: instantOf(event.updated),
    isCancelled,
    isDeclined:
      event.attendees?.some(({ responseStatus, self }) => self === true && responseStatus === "declined") ?? false,
    summary: event.summary ?? null,
    description: event.description ?? null,
    location: event.location ?? null,
    isRoutine: isRoutine({
      isOfSeries: event.recurringEventId != null,
      length,
      guests: event.attendees?.length ?? 0,
      hasCall: event.hangoutLink != null || event.conferenceData != null,
      texts: [event.location ?? null, event.description ?? null]
    }),
    start: start === null ? null : { ...startOf(start.moment), at: start.at },
    lastDate: start === null ? null : lastDateOf(start.moment, Math.max(0, length))
  }
}

import { instantOf } from "../clocks/instantOf.js"
import { utc, wallClock } from "../clocks/WallClock.js"
import { type CalendarRow, instantKey, isRoutine, rowKey } from "../ics/index.js"
import { lastDateOf, type Moment, startOf } from "../ics/times.js"
import { isLocalDate } from "@daybook/core/shared"
import type { Event, Time } from "./wire.js"

/** A time of Google's: on the clocks of the event's own zone, else of the calendar's. */
const momentOf = (time: Time, zone: string | null | undefined): { readonly moment: Moment; readonly at: number | null } | null => {
  if (time?.date != null) return isLocalDate(time.date) ? { moment: { kind: "day", wall: Date.parse(`${time.date}T00:00:00Z`) }, at: null } : null
  const at = instantOf(time?.dateTime)
  if (at === null) return null
  const clock = wallClock(time?.timeZone ?? "") ?? wallClock(zone ?? "") ?? (time?.dateTime?.endsWith("Z") === true ? utc : null)
  // Without a zone the offset that is written tells what the clock shows.
  const wall = clock?.wallOf(at) ?? Date.parse(`${time?.dateTime?.slice(0, 19)}Z`)
  return Number.isNaN(wall) ? null : { moment: { kind: "time", wall, clock }, at }
}

const recurrenceOf = ({ originalStartTime: time }: Event): string | null => {
  if (time?.date != null) return time.date.replaceAll("-", "")
  const at = instantOf(time?.dateTime)
  return at === null ? null : instantKey(at)
}

/** The UID that Google gives an event of its own, from the event's id; `abc_20260419T201000Z` is one of a series. */
export const ownKey = (id: string): string => {
  const [, series, recurrence] = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? []
  return series === undefined ? `${id}@google.com` : rowKey(`${series}@google.com`, recurrence ?? null)
}

/** The same key that the event has in an ICS feed. */
export const keyOf = (event: Event): string => {
  if (event.iCalUID == null || event.iCalUID === "") return ownKey(event.id)
  return rowKey(event.iCalUID, event.recurringEventId == null ? null : recurrenceOf(event))
}

/** A row of Google's calendar; `zone` is the calendar's. */
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
    isDeclined: event.attendees?.some(({ responseStatus, self }) => self === true && responseStatus === "declined") ?? false,
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

import { Schema } from "effect"

/**
 * Google's calendar (https://developers.google.com/workspace/calendar/api/v3/reference/events/list):
 *
 *   {"kind":"calendar#events","summary":"me@example.com","timeZone":"America/Los_Angeles","nextSyncToken":"CPDAlvWDx70CEPDAlvWDx70CGAU=",
 *    "items":[
 *     {"kind":"calendar#event","id":"abc123_20260419T201000Z","status":"confirmed","updated":"2026-04-02T00:00:00.000Z",
 *      "summary":"Rangers at Mariners","description":"<b>Section 183</b><br>","location":"T-Mobile Park, 1250 1st Ave S, Seattle, WA 98134, USA",
 *      "start":{"dateTime":"2026-04-19T13:10:00-07:00","timeZone":"America/Los_Angeles"},"end":{"dateTime":"2026-04-19T16:10:00-07:00"},
 *      "recurringEventId":"abc123","originalStartTime":{"dateTime":"2026-04-19T13:10:00-07:00"},"iCalUID":"abc123@google.com","sequence":0},
 *     {"id":"def456","status":"confirmed","summary":"Festival","start":{"date":"2026-08-07"},"end":{"date":"2026-08-10"},"eventType":"fromGmail"},
 *     {"id":"ghi789","status":"cancelled"}]}
 *
 * What is deleted has little more than id and status.
 */
const Text = Schema.optional(Schema.NullOr(Schema.String))

const GivenTime = Schema.Struct({ date: Text, dateTime: Text, timeZone: Text })
const Time = Schema.optional(Schema.NullOr(GivenTime))
/** A day or an instant; nothing of what was deleted. */
export type Time = typeof GivenTime.Type | null | undefined

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
  /** The link of a call. */
  hangoutLink: Text,
  conferenceData: Schema.optional(Schema.NullOr(Schema.Unknown)),
  attendees: Schema.optional(Schema.NullOr(Schema.Array(Schema.Struct({ self: Schema.optional(Schema.NullOr(Schema.Boolean)), responseStatus: Text }))))
})
export type Event = typeof Event.Type

/** Rows are read one by one, so that one of a strange shape costs only itself. */
export const Events = Schema.Struct({
  items: Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown))),
  timeZone: Text,
  nextPageToken: Text,
  nextSyncToken: Text
})
export type Events = typeof Events.Type

import { type Mention, mention } from "@daybook/core/attending"
import type { Days } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Schema, Stream } from "effect"
import { isWithin, pagesOf } from "../kit/mentions/pull.js"
import type { GoogleCalendar } from "./client.js"
import { rowMention } from "./toMention.js"
import { Event, type Events, keyOf, ownKey, toRow } from "./wire.js"

/**
 * Mention keys of the calendar's events by Google id; "" when the key follows from the id. Deleted events come with
 * their id alone.
 */
const CalendarKeys = Schema.Record({ key: Schema.String, value: Schema.String })
type CalendarKeys = typeof CalendarKeys.Type

/**
 * The sync token and its calendar. It is valid for the same request parameters and the same row parsing. Another
 * `version` reads everything again.
 */
const version = 2
const Cursor = Schema.parseJson(
  Schema.Struct({ version: Schema.Literal(version), calendar: Schema.String, token: Schema.String, held: CalendarKeys })
)

/** A cursor of an older version: its keys are still valid. */
const PreviousCursor = Schema.parseJson(Schema.Struct({ calendar: Schema.String, held: CalendarKeys }))

/** Changes since the last sync; everything when no valid token exists. */
export const pullGoogle = (
  calendar: GoogleCalendar,
  { cursor, full }: PullRequest
): Stream.Stream<Page<Mention>, SourceFailure> => {
  const current = Option.filter(
    Option.flatMap(cursor, Schema.decodeOption(Cursor)),
    (one) => one.calendar === calendar.calendarId
  )
  const previous = Option.filter(
    Option.flatMap(cursor, Schema.decodeOption(PreviousCursor)),
    (one) => one.calendar === calendar.calendarId
  )
  const storedKeys = Option.match(
    Option.orElse(current, () => previous),
    { onNone: () => ({}), onSome: (one) => one.held }
  )
  const pages = Effect.gen(function* () {
    const changes =
      full || Option.isNone(current) ? null : yield* listEvents(calendar, { syncToken: current.value.token })
    const listing = changes ?? (yield* listEvents(calendar, {}))
    return listing === null ? Stream.empty : yield* toPages(calendar, listing, storedKeys, changes === null)
  })
  return Stream.unwrap(pages)
}

/** Events of the calendar on some days. */
export const pullGoogleDays = (calendar: GoogleCalendar, days: Days): Stream.Stream<Page<Mention>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(listEvents(calendar, { days }), (listing) =>
      pagesOf(
        (listing?.events ?? [])
          .flatMap((event) => mentionOf(event, keyOf(event), listing?.zone ?? null))
          .filter(isWithin(days)),
        [],
        null
      )
    )
  )

/** Events of all pages of one listing. */
interface EventListing {
  readonly events: ReadonlyArray<Event>
  readonly zone: string | null
  readonly token: string | null
}

/** Null when the token has expired. */
const listEvents = (calendar: GoogleCalendar, of: { readonly syncToken?: string; readonly days?: Days }) =>
  Effect.gen(function* () {
    let events: ReadonlyArray<Event> = []
    for (let pageToken: string | undefined; ;) {
      const page: Events | null = yield* calendar.events({ ...of, pageToken })
      if (page === null) return null
      events = [...events, ...(yield* eventsOf(page))]
      pageToken = page.nextPageToken ?? undefined
      if (pageToken === undefined)
        return { events, zone: page.timeZone ?? null, token: page.nextSyncToken ?? null } satisfies EventListing
    }
  })

const decode = Schema.decodeUnknownOption(Event)

/** Rows that cannot be decoded are skipped, and their number is logged. */
const eventsOf = ({ items }: Events) =>
  Effect.gen(function* () {
    const read = (items ?? []).map((item) => decode(item))
    const broken = read.filter(Option.isNone).length
    if (broken > 0)
      yield* Effect.logWarning(
        `Google Calendar: ${broken} ${broken === 1 ? "row" : "rows"} could not be read and were left out`
      )
    return read.flatMap(Option.toArray)
  })

const toPages = (
  calendar: GoogleCalendar,
  { events, token, zone }: EventListing,
  storedKeys: CalendarKeys,
  isAll: boolean
) =>
  Effect.gen(function* () {
    const seen = new Set(events.map(({ id }) => id))
    const missing = isAll ? Object.keys(storedKeys).filter((id) => !seen.has(id)) : []
    const isMass = missing.length > massFloor && missing.length > Object.keys(storedKeys).length * massShare
    const lost = isMass ? [] : missing
    const deleted = events.filter((event) => event.status === "cancelled" && event.start == null)
    const off = yield* cancellationsOf(calendar, { deleted, lost }, storedKeys, zone)
    const there = events.filter((event) => !deleted.includes(event))
    const now = keysAfter(isAll && !isMass ? {} : storedKeys, [...there, ...off.there], off.ids)
    const cursor =
      token === null ? null : Schema.encodeSync(Cursor)({ version, calendar: calendar.calendarId, token, held: now })
    return pagesOf(
      [...there.flatMap((event) => mentionOf(event, keyOf(event), zone)), ...off.mentions],
      isMass ? missing.map((id) => keyFor(storedKeys, id)) : [],
      cursor
    )
  })

const keysAfter = (
  before: CalendarKeys,
  there: ReadonlyArray<Event>,
  deletedIds: ReadonlyArray<string>
): CalendarKeys => {
  const after = new Map(Object.entries(before))
  deletedIds.forEach((id) => after.delete(id))
  there.forEach((event) => after.set(event.id, keyOf(event) === ownKey(event.id) ? "" : keyOf(event)))
  return Object.fromEntries(after)
}

const mentionOf = (event: Event, key: string, zone: string | null): ReadonlyArray<Mention> => {
  const row = toRow(event, key, zone)
  return row === null ? [] : [rowMention(row)]
}

/** When many events are missing at once, they are reported as deleted keys. The sync engine then asks the operator. */
const massShare = 0.2
const massFloor = 10

/** Maximum number of single events to request. */
const maxEventQueries = 100

const keyFor = (storedKeys: CalendarKeys, id: string) =>
  (Object.hasOwn(storedKeys, id) ? storedKeys[id] : "") || ownKey(id)

/**
 * Missing events are cancelled. Google is asked for each, because an event without its day cannot be matched. For
 * events that Google has purged, the domain knows the day. An event that Google still has was only missing from the
 * listing.
 */
const cancellationsOf = (
  calendar: GoogleCalendar,
  { deleted, lost }: { readonly deleted: ReadonlyArray<Event>; readonly lost: ReadonlyArray<string> },
  storedKeys: CalendarKeys,
  zone: string | null
) =>
  Effect.gen(function* () {
    const mentions: Array<Mention> = []
    const there: Array<Event> = []
    const deletedAt = new Map(deleted.map(({ id, updated }) => [id, Date.parse(updated ?? "") || 0]))
    const ids = [...deletedAt.keys(), ...lost]
    for (const [index, id] of ids.entries()) {
      const key = keyFor(storedKeys, id)
      const event = index < maxEventQueries ? Option.getOrNull(yield* calendar.event(id)) : null
      const isThere = event !== null && !deletedAt.has(id) && event.status !== "cancelled"
      const ofEvent =
        event === null
          ? []
          : mentionOf(isThere ? event : { ...event, status: "cancelled" }, key, zone).filter(
              ({ at, date }) => date !== null || at !== null
            )
      if (isThere) there.push(event)
      mentions.push(
        ...(ofEvent.length > 0 ? ofEvent : [mention({ key, saidAt: deletedAt.get(id) ?? 0, state: "cancelled" })])
      )
    }
    return { ids: ids.filter((id) => !there.some((event) => event.id === id)), mentions, there }
  })

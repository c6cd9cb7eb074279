import type { Mention } from "@daybook/core/attending"
import type { Days } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Schema, Stream } from "effect"
import { mention } from "../mentions/mention.js"
import type { GoogleCalendar } from "./GoogleCalendar.js"
import { isWithin, pagesOf } from "./pages.js"
import { toMention } from "./toMention.js"
import { keyOf, ownKey, toRow } from "./toRow.js"
import { Event, type Events } from "./wire.js"

/** Keys of what the calendar held, by Google's ids; "" where the id tells the key. What is deleted comes with its id alone. */
const Held = Schema.Record({ key: Schema.String, value: Schema.String })
type Held = typeof Held.Type

/**
 * A sync token and of which calendar it is. It is good for the parameters that it was had with and the way in which rows were
 * read: `version` is theirs, and with another one everything is read again.
 */
const version = 2
const Cursor = Schema.parseJson(Schema.Struct({ version: Schema.Literal(version), calendar: Schema.String, token: Schema.String, held: Held }))

/** Of a reading before this one: what the calendar held is still good. */
const FormerCursor = Schema.parseJson(Schema.Struct({ calendar: Schema.String, held: Held }))

/** What changed since the last time; everything where that cannot be told. */
export const pullGoogle = (calendar: GoogleCalendar, { cursor, full }: PullRequest): Stream.Stream<Page<Mention>, SourceFailure> => {
  const known = Option.filter(Option.flatMap(cursor, Schema.decodeOption(Cursor)), (one) => one.calendar === calendar.calendarId)
  const former = Option.filter(Option.flatMap(cursor, Schema.decodeOption(FormerCursor)), (one) => one.calendar === calendar.calendarId)
  const held = Option.match(Option.orElse(known, () => former), { onNone: () => ({}), onSome: (one) => one.held })
  const pages = Effect.gen(function*() {
    const changes = full || Option.isNone(known) ? null : yield* walk(calendar, { syncToken: known.value.token })
    const found = changes ?? (yield* walk(calendar, {}))
    return found === null ? Stream.empty : yield* told(calendar, found, held, changes === null)
  })
  return Stream.unwrap(pages)
}

/** What is in the calendar on some days. */
export const pullGoogleDays = (calendar: GoogleCalendar, days: Days): Stream.Stream<Page<Mention>, SourceFailure> =>
  Stream.unwrap(Effect.map(walk(calendar, { days }), (found) =>
    pagesOf((found?.events ?? []).flatMap((event) => mentionOf(event, keyOf(event), found?.zone ?? null)).filter(isWithin(days)), [], null)))

/** Events of all pages of one answer. */
interface Found {
  readonly events: ReadonlyArray<Event>
  readonly zone: string | null
  readonly token: string | null
}

/** Null where the token is no longer good. */
const walk = (calendar: GoogleCalendar, of: { readonly syncToken?: string; readonly days?: Days }) =>
  Effect.gen(function*() {
    let events: ReadonlyArray<Event> = []
    for (let pageToken: string | undefined;;) {
      const page: Events | null = yield* calendar.events({ ...of, pageToken })
      if (page === null) return null
      events = [...events, ...(yield* eventsOf(page))]
      pageToken = page.nextPageToken ?? undefined
      if (pageToken === undefined) return { events, zone: page.timeZone ?? null, token: page.nextSyncToken ?? null } satisfies Found
    }
  })

const decode = Schema.decodeUnknownOption(Event)

/** Rows of a strange shape are left out and counted in the log. */
const eventsOf = ({ items }: Events) =>
  Effect.gen(function*() {
    const read = (items ?? []).map((item) => decode(item))
    const broken = read.filter(Option.isNone).length
    if (broken > 0) yield* Effect.logWarning(`Google Calendar: ${broken} ${broken === 1 ? "row" : "rows"} could not be read and were left out`)
    return read.flatMap(Option.toArray)
  })

const told = (calendar: GoogleCalendar, { events, token, zone }: Found, held: Held, isAll: boolean) =>
  Effect.gen(function*() {
    const seen = new Set(events.map(({ id }) => id))
    const missing = isAll ? Object.keys(held).filter((id) => !seen.has(id)) : []
    const isMass = missing.length > massFloor && missing.length > Object.keys(held).length * massShare
    const lost = isMass ? [] : missing
    const deleted = events.filter((event) => event.status === "cancelled" && event.start == null)
    const off = yield* calledOff(calendar, { deleted, lost }, held, zone)
    const there = events.filter((event) => !deleted.includes(event))
    const now = heldAfter(isAll && !isMass ? {} : held, [...there, ...off.there], off.ids)
    const cursor = token === null ? null : Schema.encodeSync(Cursor)({ version, calendar: calendar.calendarId, token, held: now })
    return pagesOf([...there.flatMap((event) => mentionOf(event, keyOf(event), zone)), ...off.mentions], isMass ? missing.map((id) => keyFor(held, id)) : [], cursor)
  })

const heldAfter = (before: Held, there: ReadonlyArray<Event>, gone: ReadonlyArray<string>): Held => {
  const after = new Map(Object.entries(before))
  gone.forEach((id) => after.delete(id))
  there.forEach((event) => after.set(event.id, keyOf(event) === ownKey(event.id) ? "" : keyOf(event)))
  return Object.fromEntries(after)
}

const mentionOf = (event: Event, key: string, zone: string | null): ReadonlyArray<Mention> => {
  const row = toRow(event, key, zone)
  return row === null ? [] : [toMention(row)]
}

/** As with whole sources: where so much is missing at once, the engine is told that it is gone, and asks the operator. */
const massShare = 0.2
const massFloor = 10

/** Google is asked about this many. */
const mostAsked = 100

const keyFor = (held: Held, id: string) => (Object.hasOwn(held, id) ? held[id] : "") || ownKey(id)

/**
 * What is no longer in the calendar is off. Google is asked what it was, for without its day nobody could tell which event is
 * meant; of what it has forgotten, the room knows the day. What a whole walk lacks and Google still has was only passed over.
 */
const calledOff = (calendar: GoogleCalendar, { deleted, lost }: { readonly deleted: ReadonlyArray<Event>; readonly lost: ReadonlyArray<string> }, held: Held, zone: string | null) =>
  Effect.gen(function*() {
    const mentions: Array<Mention> = []
    const there: Array<Event> = []
    const said = new Map(deleted.map(({ id, updated }) => [id, Date.parse(updated ?? "") || 0]))
    const ids = [...said.keys(), ...lost]
    for (const [index, id] of ids.entries()) {
      const key = keyFor(held, id)
      const event = index < mostAsked ? Option.getOrNull(yield* calendar.event(id)) : null
      const isThere = event !== null && !said.has(id) && event.status !== "cancelled"
      const told = event === null ? [] : mentionOf(isThere ? event : { ...event, status: "cancelled" }, key, zone).filter(({ at, date }) => date !== null || at !== null)
      if (isThere) there.push(event)
      mentions.push(...(told.length > 0 ? told : [mention({ key, saidAt: said.get(id) ?? 0, state: "cancelled" })]))
    }
    return { ids: ids.filter((id) => !there.some((event) => event.id === id)), mentions, there }
  })

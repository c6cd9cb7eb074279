import {
  AttendingRecords,
  type EventType,
  categories,
  eventStatuses,
  eventTypes,
  mention
} from "@daybook/core/attending"
import { Deflate, type ExportableEvent, ExportableRecords } from "@daybook/core/formats"
import { addDays } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { expect, it, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Stream } from "effect"
import { strFromU8 } from "fflate"
import ICAL from "ical.js"
import { venue as venueMention } from "../../../sources/src/kit/mentions/venue.js"
import { calendarFile } from "../../../sources/src/kit/ics/calendarFile.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { awkwardText, exported, home, imported, wipe } from "./support.js"

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays("1980-01-01", days))
const event = fc
  .record({
    title: awkwardText,
    subtitle: fc.option(awkwardText, { nil: null }),
    kind: fc.constantFrom(...eventTypes),
    going: fc.boolean(),
    category: fc.constantFrom(...categories),
    status: fc.constantFrom(...eventStatuses),
    date: day,
    days: fc.option(fc.integer({ min: 1, max: 20 })),
    minute: fc.option(fc.oneof(fc.constantFrom(0, 1439), fc.integer({ min: 0, max: 1439 }))),
    venue: fc.option(
      fc.record({
        name: awkwardText,
        city: fc.option(awkwardText, { nil: null }),
        state: fc.constant(null),
        country: fc.constantFrom("DE", null),
        latitude: fc.constantFrom(45.52, null),
        longitude: fc.constant(-122.68)
      }),
      { nil: null }
    ),
    notes: fc.option(
      fc.array(awkwardText, { minLength: 1, maxLength: 30 }).map((texts) => texts.join(" ")),
      { nil: null }
    )
  })
  .map(({ days, minute, ...rest }): Omit<ExportableEvent, "id"> => ({
    ...rest,
    lastDate: days === null ? null : addDays(rest.date, days),
    at: minute === null ? null : Date.parse(`${rest.date}T00:00:00Z`) + minute * 60_000
  }))

/** The events of a home as a calendar. */
const calendarOf = (events: ReadonlyArray<Omit<ExportableEvent, "id">>) =>
  Effect.map(
    Effect.provide(
      exported("ics"),
      Layer.merge(
        Layer.succeed(ExportableRecords, {
          plays: Stream.empty,
          viewings: Stream.empty,
          undatedFilms: Stream.empty,
          articles: Stream.empty,
          workouts: Stream.empty,
          events: Stream.fromIterable(events.map((event, index) => ({ ...event, id: index + 1 })))
        }),
        Layer.succeed(Deflate, { pack: () => Effect.die("a calendar is no archive") })
      )
    ),
    ({ bytes }) => strFromU8(bytes)
  )

/** What RFC 5545 §3.3.11 cannot hold is left out: control characters but tabs; line breaks are one character. */
const allowedText = (text: string | null) => text?.replace(/\r\n?/g, "\n").replace(/(?![\t\n])\p{Cc}/gu, "") ?? null

const whereOf = ({ venue }: Omit<ExportableEvent, "id">) =>
  venue === null
    ? null
    : allowedText([venue.name, venue.city, venue.country].filter((part) => part !== null).join(", "))

it.effect("any events are the same to ical.js, with lines of at most 75 octets", () =>
  forEvery(
    fc.array(event, { maxLength: 6 }),
    (events) =>
      Effect.gen(function* () {
        const text = yield* calendarOf(events)
        expect(text.endsWith("\r\n")).toBe(true)
        for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        const calendar = new ICAL.Component(ICAL.parse(text) as Array<unknown>)
        const read = calendar.getAllSubcomponents("vevent").map((one) => {
          const { description, location, startDate, summary, uid } = new ICAL.Event(one)
          return {
            uid,
            title: summary,
            notes: description ?? null,
            where: location ?? null,
            starts: startDate.isDate ? startDate.toString() : startDate.toJSDate().getTime(),

            status: one.getFirstPropertyValue("status")
          }
        })
        expect(read).toStrictEqual(
          events.map((event, index) => ({
            uid: `event-${index + 1}@daybook`,
            title: allowedText(event.title),
            notes: allowedText(event.notes),
            where: whereOf(event),
            starts: event.at ?? event.date,
            status: { scheduled: "CONFIRMED", postponed: "TENTATIVE", cancelled: "CANCELLED" }[event.status]
          }))
        )
      }),
    { numRuns: depth(100) }
  )
)

it.effect("any events are read back as the same rows", () =>
  forEvery(
    fc.array(event, { maxLength: 6 }),
    (events) =>
      Effect.gen(function* () {
        const { broken, isWhole, rows } = calendarFile(yield* calendarOf(events), Date.parse("2026-01-01T00:00:00Z"))
        expect([broken, isWhole]).toEqual([0, true])
        expect(
          rows.map(({ description, isCancelled, key, lastDate, location, start, summary }) => ({
            description,
            isCancelled,
            key,
            lastDate,
            location,
            start: start?.at ?? start?.date,
            summary
          }))
        ).toStrictEqual(
          events.map((event, index) => ({
            description: allowedText(event.notes),
            isCancelled: event.status === "cancelled",
            key: `event-${index + 1}@daybook`,
            lastDate: event.lastDate,
            location: whereOf(event),
            start: event.at ?? event.date,
            summary: allowedText(event.title)
          }))
        )
      }),
    { numRuns: depth(100) }
  )
)

layer(home, { excludeTestServices: true, timeout: "5 minutes" })("exports of events", (it) => {
  it.effect("hold what the owner attends, without what is pending", () =>
    Effect.gen(function* () {
      yield* wipe("attending")
      const show = { kind: "concert", saidAt: 0, attended: true } as const
      const unconfirmed = mention({ key: "b", saidAt: 0, title: "Dinner?", date: "2025-03-02" })
      yield* Effect.flatMap(AttendingRecords, ({ put }) =>
        Effect.all([
          put("manual", [mention({ ...show, key: "a", title: "Velmora Tide", date: "2025-03-14" })], null),
          put("calendar", [unconfirmed], null)
        ])
      )
      const { bytes, records } = yield* exported("ics")
      expect(records).toBe(1)
      const text = strFromU8(bytes)
      expect(text).toContain("DTSTART;VALUE=DATE:20250314\r\nSUMMARY:Velmora Tide\r\n")
      expect(text).not.toContain("Dinner")
    })
  )

  const outing = fc
    .record({
      name: fc.constantFrom("Low Tide", "Chalk & Dusk, Live", "Zoë; eine Oper", "Cancelled Plans", "Meeting"),
      kind: fc.constantFrom<EventType>("concert", "theater", "comedy", "other"),
      day: fc.integer({ min: 15_000, max: 20_000 }),
      days: fc.constantFrom(null, null, 2),
      time: fc.constantFrom(null, "19:30", "00:15"),
      venue: fc.constantFrom(
        null,
        { name: "Chalk Hall", city: "Seattle", state: "WA", country: "US" },
        { name: "Oper, Großer Saal", city: "Leipzig", state: null, country: "DE" },
        { name: "Quay", city: null, state: null, country: null }
      ),
      notes: fc.constantFrom(null, "Row 7;\nwith friends, and more")
    })
    .map(({ day, days, kind, name, notes, time, venue }) => {
      const date = addDays("1970-01-01", day)
      return mention({
        ...{ key: `${date} ${name}`, saidAt: 0, kind, title: name, date, time, notes, attended: true },
        lastDate: days === null || time !== null ? null : addDays(date, days),
        venue: venue === null ? null : venueMention(venue.name, venue)
      })
    })

  const rows = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql`
      SELECT event.title, event.kind, event.category, event.status, event.date::text, event.last_date::text,
        event.starts_at::timestamptz::text AS at, event.going, event.notes, venue.name, venue.city, venue.state,
        venue.country
      FROM attending_events AS event LEFT JOIN attending_venues AS venue ON venue.id = event.venue_id
      WHERE event.doubt IS NULL ORDER BY event.date, event.title`
  })

  it.effect("come back equal into an empty home", () =>
    forEvery(
      fc.uniqueArray(outing, { minLength: 1, maxLength: 4, selector: ({ date }) => date }),
      (outings) =>
        Effect.gen(function* () {
          yield* wipe("attending")
          yield* Effect.flatMap(AttendingRecords, ({ put }) => put("manual", outings, null))
          const before = yield* rows
          expect(before).toHaveLength(outings.length)
          const { bytes } = yield* exported("ics")
          yield* wipe("attending")
          yield* imported("calendar", "events.ics", bytes)
          expect(yield* rows).toStrictEqual(before)
        }),
      { numRuns: depth(20) }
    )
  )
})

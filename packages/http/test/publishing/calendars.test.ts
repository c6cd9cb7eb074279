import { describe, expect, it } from "@effect/vitest"
import { builtInLenses } from "@daybook/core/lenses"
import { addDays } from "@daybook/core/shared"
import { Effect, FastCheck as fc } from "effect"
import { createRequire } from "node:module"
import { calendarFile } from "../../../sources/src/kit/ics/calendarFile.js"
import { viewOfLens } from "../../src/lenses/view.js"
import { calendarAt } from "../../src/publishing/calendarFiles.js"
import type { Json } from "../../src/publishing/publication.js"
import { catalogue } from "../support/canaries.js"
import { host } from "../support/host.js"
import { ask, post } from "../support/http.js"

// A reader that is written by others.
const ICAL = createRequire(new URL("../../../adapters/package.json", import.meta.url))("ical.js") as {
  readonly parse: (text: string) => Array<unknown>
  readonly Component: new (jcal: Array<unknown>) => IcalComponent
  readonly Event: new (component: IcalComponent) => IcalEvent
}
interface IcalComponent {
  readonly getAllSubcomponents: (name: string) => ReadonlyArray<IcalComponent>
  readonly getFirstPropertyValue: (name: string) => unknown
}
interface IcalEvent {
  readonly uid: string
  readonly summary: string
  readonly location: string | null
  readonly description: string | null
  readonly startDate: {
    readonly isDate: boolean
    readonly toString: () => string
    readonly zone: { readonly tzid: string }
  }
  readonly endDate: { readonly toString: () => string }
}

/** The entries as ical.js reads them. Every line has at most 75 octets. */
const readBack = (text: string) => {
  expect(text.endsWith("\r\n")).toBe(true)
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents("vevent").map((one) => {
    const { description, endDate, location, startDate, summary, uid } = new ICAL.Event(one)
    const stamp = String(one.getFirstPropertyValue("dtstamp"))
    const status = one.getFirstPropertyValue("status")
    const starts = { start: startDate.toString(), zone: startDate.isDate ? "date" : startDate.zone.tzid }
    return {
      uid,
      summary,
      location: location ?? null,
      description: description ?? null,
      end: endDate.toString(),
      ...starts,
      stamp,
      status
    }
  })
}

const site = builtInLenses.find(({ name }) => name === "site")!
const [today, now] = ["2026-03-14", Date.parse("2026-03-14T09:30:00Z")]

/** A calendar of a lens over these answers. */
const calendarOf = async (name: string, data: ReadonlyArray<Json>, definition: object = {}) => {
  const file = await calendarAt(`${name}.ics`)!({
    ...{ lens: viewOfLens(catalogue, { ...site, ...definition }), params: new Map(), now, today, dayOf: () => today },
    ...{ self: `https://life.example/p/site/${name}.ics`, host: "life.example" },
    read: (target) => Promise.resolve({ status: 200, body: { data: /page=1$/.test(target) ? data : [] } })
  })
  return "body" in file ? file.body : ""
}

const awkward = fc
  .oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ unit: "grapheme", maxLength: 60 }))
  .filter((text) => /[\p{L}\p{N}]/u.test(text) && !/\p{Cs}/u.test(text))
/** What RFC 5545 §3.3.11 cannot hold is left out: control characters but tabs; line breaks are one character. */
const allowedText = (text: string) => text.replace(/\r\n?/g, "\n").replace(/(?![\t\n])\p{Cc}/gu, "")

const event = fc.record({
  title: awkward,
  venue: fc.option(fc.record({ name: awkward, city: fc.option(awkward) })),
  notes: fc.option(awkward),
  status: fc.constantFrom("upcoming", "postponed", "cancelled"),
  day: fc.integer({ min: 0, max: 500 }).map((days) => addDays(today, days)),
  days: fc.option(fc.integer({ min: 1, max: 20 })),
  minute: fc.option(fc.integer({ min: 0, max: 1_439 }))
})

describe("a calendar of a lens", () => {
  it("holds any events for ical.js, and for the parser of calendars that Daybook imports", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 5 }), async (events) => {
        const text = await calendarOf(
          "upcoming",
          events.map(({ day, days, minute, ...rest }, index) => ({
            ...rest,
            id: index + 1,
            event_date: day,
            end_date: days === null ? null : addDays(day, days),
            event_datetime:
              minute === null ? null : `${new Date(Date.parse(day) + minute * 60_000).toISOString().slice(0, 19)}+00:00`
          }))
        )
        const expected = events.map(({ day, days, minute, notes, status, title, venue }, index) => ({
          uid: `event-${index + 1}.site@life.example`,
          summary: allowedText(title),
          location:
            venue === null ? null : allowedText([venue.name, venue.city].filter((part) => part !== null).join(", ")),
          description: notes === null ? null : allowedText(notes),
          start:
            minute === null || days !== null
              ? day
              : `${new Date(Date.parse(day) + minute * 60_000).toISOString().slice(0, 19)}Z`,
          zone: minute === null || days !== null ? "date" : "UTC",
          stamp: "2026-03-14T00:00:00Z",
          status: { upcoming: "CONFIRMED", postponed: "TENTATIVE", cancelled: "CANCELLED" }[status]
        }))
        expect(readBack(text).map(({ end: _, ...entry }) => entry)).toEqual(expected)
        const { broken, isWhole, rows } = calendarFile(text, now)
        expect([broken, isWhole]).toEqual([0, true])
        expect(
          rows.map(({ isCancelled, key, lastDate, location, summary }) => ({
            isCancelled,
            key,
            lastDate,
            location,
            summary
          }))
        ).toEqual(
          events.map(({ day, days, status }, index) => ({
            isCancelled: status === "cancelled",
            key: expected[index]!.uid,
            lastDate: days === null ? null : addDays(day, days),
            location: expected[index]!.location,
            summary: expected[index]!.summary
          }))
        )
      })
    )
  })

  it("keeps the wall clock of a run, and gives each run a name that stays", async () => {
    const run = (date: string, name = "Lunch Run") => ({
      date,
      name,
      distance_mi: 5.3,
      duration_s: 2_770,
      city: "Bonn"
    })
    const older = [
      run("2026-03-13T06:00:00Z"),
      run("2026-03-12T06:00:00Z", "Twin"),
      run("2026-03-12T06:00:00Z", "First")
    ]
    const entries = readBack(await calendarOf("runs", older))
    expect(entries[0]).toEqual({
      uid: "run-20260313T060000.site@life.example",
      summary: "Lunch Run",
      location: "Bonn",
      description: "5.3 mi",
      start: "2026-03-13T06:00:00",
      end: "2026-03-13T06:46:10",
      zone: "floating",
      stamp: "2026-03-14T00:00:00Z",
      status: "CONFIRMED"
    })
    const namesOf = (list: typeof entries) => list.map(({ summary, uid }) => [summary, uid.split(".")[0]])
    expect(namesOf(entries).slice(1)).toEqual([
      ["Twin", "run-20260312T060000-2"],
      ["First", "run-20260312T060000"]
    ])
    const later = readBack(await calendarOf("runs", [run("2026-03-14T06:00:00Z"), ...older]))
    expect(namesOf(later).slice(1)).toEqual(namesOf(entries))
    const rounded = readBack(await calendarOf("runs", older, { round: { time: { running: "day" } } }))
    expect(rounded.map(({ start, uid }) => [start, uid])).toEqual([
      ["2026-03-13", "run-20260313.site@life.example"],
      ["2026-03-12", "run-20260312-2.site@life.example"],
      ["2026-03-12", "run-20260312.site@life.example"]
    ])
  })

  it.scoped("is served for lenses that allow its list", () =>
    Effect.gen(function* () {
      const stage = yield* host({ publish: true, publicUrl: "https://life.example" })
      yield* post(`${stage.url}/v1/admin/lenses`, stage.admin, {
        name: "mute",
        operations: ["reading.recent"],
        public: true
      })
      for (const [name, list] of [
        ["events", "attending/events?limit=100"],
        ["runs", "running/recent?limit=50"]
      ] as const) {
        const answer = yield* ask(`${stage.url}/p/site/${name}.ics`)
        expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"])
        expect(answer.headers.get("cache-control")).toBe("public, max-age=300")
        const { data } = (yield* ask(`${stage.url}/v1/${list}`, { key: stage.read })).json
        const titles = data.map(({ name, title }: { readonly name?: string; readonly title?: string }) => title ?? name)
        const entries = readBack(answer.text)
        expect(entries.length).toBeGreaterThan(0)
        for (const { summary } of entries) expect(titles).toContain(summary)
        const etag = answer.headers.get("etag")!
        expect((yield* ask(`${stage.url}/p/site/${name}.ics`, { headers: { "if-none-match": etag } })).status).toBe(304)
        expect((yield* ask(`${stage.url}/p/mute/${name}.ics`)).status).toBe(404)
      }
      expect((yield* ask(`${stage.url}/p/site/upcoming.ics`)).text).toContain(
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n"
      )
    })
  )
})

import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { explainEvent } from "../../src/attending/explain.js"
import type { Explanation } from "../../src/explain/index.js"
import { explainPlay } from "../../src/listening/explain.js"
import { twinsOf } from "../../src/listening/index.js"
import { explainRun } from "../../src/running/explain.js"
import { runView } from "../../src/running/views/run.js"
import { explainViewing } from "../../src/watching/explain.js"
import { playSources } from "../listening/sources.js"
import { viewingsOf } from "../../src/watching/index.js"
import { storedMention, venue } from "../attending/mentionFactory.js"
import { detail, eventsOf, mergeRuns, noon, play, recorded, report, run } from "./samples.js"

/** Each field has the answered value, a listed source, and the same value without the other sources. */
const expectReasons = (
  explanation: Explanation,
  answered: Readonly<Record<string, unknown>>,
  alone: (source: string) => Readonly<Record<string, unknown>> | undefined
) => {
  const sources = new Set(explanation.sources.map(({ source }) => source))
  for (const [field, { from, value }] of Object.entries(explanation.fields)) {
    expect(value, field).toEqual(answered[field])
    expect(sources.has(from), from).toBe(true)
    expect(alone(from)?.[field], `${field} from ${from}`).toEqual(value)
  }
}

const option = <A>(value: fc.Arbitrary<A>) => fc.option(value)

const secondsOf = (precise: boolean, seconds: number) => (precise ? seconds : Math.floor(seconds / 60) * 60)

describe("the explanation of a play", () => {
  // The store has each row of a service once.
  const plays = fc
    .uniqueArray(
      fc.record({
        source: fc.constantFrom("lastfm", "listenbrainz", "spotify", "deezer"),
        seconds: fc.integer({ min: 0, max: 900 }),
        precise: fc.boolean()
      }),
      {
        minLength: 1,
        maxLength: 8,
        selector: ({ precise, seconds, source }) => `${source} ${secondsOf(precise, seconds)}`
      }
    )
    .map((all) =>
      all.map(({ precise, seconds, source }, index) =>
        play(index + 1, source, noon + secondsOf(precise, seconds) * 1_000, { precise })
      )
    )

  it("names a listed source whose report alone gives the same, in any order", () => {
    fc.assert(
      fc.property(plays, (reports) => {
        const twins = twinsOf(playSources, reports)
        for (const lead of reports.filter(({ id }) => !twins.has(id))) {
          const explanation = explainPlay(playSources, lead.id, reports)!
          expect(explainPlay(playSources, lead.id, [...reports].reverse())).toEqual(explanation)
          const answeredOf = ({ playedAt, shown }: typeof lead) => ({
            ...{ scrobbled_at: new Date(playedAt).toISOString(), "artist.name": shown.artist },
            ...{ "track.name": shown.track, "album.name": shown.album }
          })
          expectReasons(explanation, answeredOf(lead), (source) => {
            const rest = reports.filter((one) => one.source === source)
            expect(twinsOf(playSources, rest).has(lead.id)).toBe(false)
            const own = rest.find(({ id }) => id === lead.id)
            return own === undefined ? undefined : answeredOf(own)
          })
        }
        const merged = reports.flatMap(({ id }) => (twins.has(id) ? [explainPlay(playSources, id, reports)!] : []))
        for (const { hiddenBy } of merged)
          expect(hiddenBy.map(({ rule }) => rule)).toEqual(["listening.hidden.duplicate"])
      })
    )
  })
})

describe("the explanation of a run", () => {
  const values = fc.record({
    name: fc.constantFrom("Run", "Lunch Run", "Harbour loop"),
    distance: fc.constantFrom(0, 4_990, 5_000),
    elevation: fc.constantFrom(0, 30, 41.5),
    heartrateAvg: option(fc.constantFrom(140, 148)),
    cadence: option(fc.constantFrom(168, 172)),
    city: option(fc.constantFrom("Portland", "Bend"))
  })
  const sources = fc.uniqueArray(fc.constantFrom("garmin", "polar", "runkeeper", "apple-health"), { minLength: 1 })

  it("names a listed source whose reports alone give the same", () => {
    fc.assert(
      fc.property(
        sources,
        fc.array(values, { minLength: 4, maxLength: 4 }),
        option(values),
        option(values),
        (names, parts, listed, archived) => {
          const own = {
            listed: listed === null ? null : run(listed),
            detailed: null,
            archived: archived === null ? null : { run: run(archived), detail }
          }
          const hasOwn = listed !== null || archived !== null
          const all = { ...own, recorded: names.map((name, place) => recorded(name, parts[place]!)) }
          const id = hasOwn ? 7 : all.recorded[0]!.run.id
          const source = hasOwn ? "strava" : all.recorded[0]!.source
          const answeredOf = (reports: typeof all) => {
            const merged = mergeRuns(reports)
            return merged === null
              ? undefined
              : runView("imperial")({ ...merged, splitCount: 0, workoutType: merged.workoutType ?? "default" })
          }
          const input = { id, source, reports: all, madeAt: new Map<string, number>(), corrections: [] }
          expectReasons(explainRun(input, mergeRuns)!, answeredOf(all)!, (from) =>
            answeredOf(
              from === "strava" && hasOwn
                ? { ...own, recorded: [] }
                : {
                    ...{ listed: null, detailed: null, archived: null },
                    recorded: all.recorded.filter((one) => one.source === from)
                  }
            )
          )
        }
      )
    )
  })
})

describe("the explanation of a viewing", () => {
  const reports = fc
    .array(
      fc.record({
        source: fc.constantFrom(...(["plex", "letterboxd", "manual", "trakt"] as const)),
        hours: fc.integer({ min: 0, max: 120 }),
        rating: option(fc.constantFrom(3, 4.5)),
        review: option(fc.constantFrom("Fine.", "Better than I remembered.")),
        rewatch: option(fc.boolean()),
        edited: fc.boolean()
      }),
      { minLength: 1, maxLength: 6 }
    )
    .map((all) =>
      all.map(({ hours, source, ...more }, index) =>
        report(index + 1, { ...more, source, at: noon + hours * 3_600_000, dated: source === "letterboxd" })
      )
    )
  const none: ReadonlySet<string> = new Set()

  it("names a listed source whose reports alone give the same", () => {
    fc.assert(
      fc.property(reports, (all) => {
        const subject = "movie:7"
        const answeredOf = (viewing: ReturnType<typeof viewingsOf>[number]) => ({
          ...{ watched_at: new Date(viewing.at).toISOString(), source: viewing.source, rewatch: viewing.rewatch },
          ...{ user_rating: viewing.rating, review: viewing.review, review_url: viewing.reviewUrl }
        })
        for (const viewing of viewingsOf(all, none, subject)) {
          const members = [viewing.id, ...viewing.merged.map(({ id }) => id)]
          expectReasons(explainViewing(viewing.id, all, none, subject)!, answeredOf(viewing), (source) => {
            const rest = all.filter((one) => !members.includes(one.id) || one.source === source)
            const left = viewingsOf(rest, none, subject).find((one) =>
              [one.id, ...one.merged.map(({ id }) => id)].some((id) => members.includes(id))
            )
            return left === undefined ? undefined : answeredOf(left)
          })
        }
      })
    )
  })
})

describe("the explanation of an event", () => {
  const mentions = fc
    .uniqueArray(
      fc.record({
        source: fc.constantFrom("calendar", "tickets", "setlistfm", "manual"),
        title: fc.constantFrom("Lucy Dacus", "An Evening with Lucy Dacus"),
        venue: option(fc.constantFrom("The Fillmore", "The Fillmore San Francisco")),
        notes: option(fc.constantFrom("with Ada", "row 3")),
        saidAt: fc.integer({ min: 1, max: 4 })
      }),
      { minLength: 1, maxLength: 4, selector: ({ source }) => source }
    )
    .map((all) =>
      all.map(({ notes, saidAt, source, title, venue: place }, index) =>
        storedMention(
          source,
          {
            ...{ key: `k${index}`, saidAt, title, notes, state: "confirmed", date: "2026-05-01", kind: "concert" },
            venue: place === null ? null : venue(place)
          },
          { id: index + 1 }
        )
      )
    )

  it("names a listed source whose reports alone give the same", () => {
    fc.assert(
      fc.property(mentions, (all) => {
        for (const one of eventsOf({ mentions: all })) {
          const answeredOf = ({ event }: typeof one) => ({
            ...{ title: event.title, event_date: event.date, end_date: event.lastDate, notes: event.notes },
            ...{ event_datetime: event.startsAt, "venue.name": event.venue?.name, attended: event.attended }
          })
          const explanation = explainEvent({ ...one, showsMail: false })
          expect(Object.keys(explanation.fields)).toEqual(expect.arrayContaining(["title", "event_date", "attended"]))
          expectReasons(explanation, answeredOf(one), (source) => {
            const [left] = eventsOf({ mentions: one.mentions.filter((part) => part.source === source) })
            return left === undefined ? undefined : answeredOf(left)
          })
        }
      })
    )
  })
})

import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { addDays, fromOrdinal, toOrdinal } from "../../src/shared/LocalDate.js"
import { noHistory } from "../../src/shared/ZoneHistory.js"
import { type ZoneEvidence, zoneSuggestions } from "../../src/shared/zoneSuggestions.js"
import { wallClock } from "./WallClock.js"

const home = { zone: "Europe/Vienna", history: noHistory }
const away = ["Asia/Tokyo", "America/Los_Angeles", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe"]
const clocks = new Map([home.zone, ...away].map((name) => [name, wallClock(name)]))
const first = toOrdinal("2024-01-10")

/** Noon of a day by the clock of a zone, which is looked for hour by hour. */
const noonIn = (zone: string, day: string) => {
  const clock = clocks.get(zone)!
  for (let at = toOrdinal(day) * 86_400_000 - 24 * 3_600_000; ; at += 3_600_000) {
    if (clock.dayAt(at) === day) return at + 12 * 3_600_000
  }
}

/** Days at home and away in turn: a life of trips of 2 to 100 days with at least 3 days at home between them. */
const life = fc
  .array(
    fc.record({
      before: fc.integer({ min: 3, max: 40 }),
      length: fc.oneof(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 50, max: 100 })),
      zone: fc.constantFrom(...away)
    }),
    { minLength: 1, maxLength: 6 }
  )
  .map((stays) => {
    let day = first
    const trips = stays.map(({ before, length, zone }) => {
      const from = day + before
      day = from + length
      return { from: fromOrdinal(from), to: fromOrdinal(day - 1), zone }
    })
    return { trips, end: fromOrdinal(day + 4) }
  })
type Life = typeof life extends fc.Arbitrary<infer A> ? A : never

const zoneOn = ({ trips }: Life, day: string) =>
  trips.find(({ from, to }) => from <= day && day <= to)?.zone ?? home.zone

/** One record on each day, at noon where one is. */
const perfect = (of: Life): ReadonlyArray<ZoneEvidence> =>
  Array.from({ length: toOrdinal(of.end) - first }, (_, index) => {
    const day = fromOrdinal(first + index)
    const zone = zoneOn(of, day)
    return { at: noonIn(zone, day), place: { zone }, origin: index % 2 === 0 ? "run" : "checkin" }
  })

const suggested = (evidence: ReadonlyArray<ZoneEvidence>, history = home.history) =>
  zoneSuggestions(evidence, { ...home, history }, []).map(({ from, kind, to, zone }) => ({ kind, from, to, zone }))

describe("zoneSuggestions", () => {
  it("finds the trips of a life from perfect evidence, and takes long ones for periods", () => {
    fc.assert(
      fc.property(life, (of) => {
        expect(suggested(perfect(of))).toEqual(
          of.trips.map((trip) => ({
            kind: toOrdinal(trip.to) - toOrdinal(trip.from) < 56 ? "trip" : "period",
            ...trip
          }))
        )
      }),
      { numRuns: 15 }
    )
  })

  it("suggests nothing from evidence that contradicts itself", () => {
    fc.assert(
      fc.property(life, (of) => {
        const evidence = perfect(of)
        // Somebody at home reports every day too, within the hour.
        const both = evidence.flatMap((one): ReadonlyArray<ZoneEvidence> => [
          one,
          { at: one.at + 1_800_000, place: { zone: home.zone }, origin: "event" }
        ])
        expect(suggested(both)).toEqual([])
      }),
      { numRuns: 15 }
    )
  })

  it("leaves out what overlaps what the owner said or declined", () => {
    fc.assert(
      fc.property(
        life,
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 300 }),
        fc.constantFrom(...away),
        (of, start, length, move, zone) => {
          const from = fromOrdinal(first + start)
          const moved = fromOrdinal(first + move)
          const history = {
            periods: [
              { from: null, zone: home.zone },
              { from: moved, zone }
            ],
            trips: [{ from, to: addDays(from, length), zone }]
          }
          for (const one of suggested(perfect(of), history)) {
            const to = one.to ?? "9999-12-31"
            expect(one.from > addDays(from, length) || to < from).toBe(true)
            expect(moved < one.from || moved > to).toBe(true)
          }
          const evidence = perfect(of)
          const declined = zoneSuggestions(evidence, home, [])
          expect(zoneSuggestions(evidence, home, declined)).toEqual([])
        }
      ),
      { numRuns: 15 }
    )
  })

  it("names a zone that the owner lived in where a run knows only its offset, and none otherwise", () => {
    const hours =
      (offset: number) =>
      (day: string): ZoneEvidence => ({
        at: Date.parse(`${day}T03:00:00Z`),
        place: { offset: offset * 3_600_000 },
        origin: "run"
      })
    const runs = ["2025-02-01", "2025-02-02", "2025-02-04"].map(hours(9))
    expect(suggested(runs)).toEqual([])
    const history = {
      periods: [
        { from: null, zone: "Asia/Tokyo" },
        { from: "2020-01-01", zone: home.zone }
      ],
      trips: []
    }
    expect(zoneSuggestions(runs, { ...home, history }, [])).toEqual([
      {
        kind: "trip",
        from: "2025-02-01",
        to: "2025-02-04",
        zone: "Asia/Tokyo",
        reason: "3 runs on 3 days had the clock of Asia/Tokyo, and nothing between them says otherwise."
      }
    ])
  })

  it("does not bridge a gap in which nobody knows where one was", () => {
    const at = (day: string): ZoneEvidence => ({
      at: noonIn("Asia/Tokyo", day),
      place: { zone: "Asia/Tokyo" },
      origin: "checkin"
    })
    expect(suggested(["2025-02-01", "2025-02-20"].map(at))).toEqual([])
    expect(suggested(["2025-02-01", "2025-02-10"].map(at))).toHaveLength(1)
  })
})

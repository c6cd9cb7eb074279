import { Calendar } from "@daybook/core/shared"
import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import * as fc from "fast-check"
import tzLookup from "@photostructure/tz-lookup"
import type { Track, TrackSample } from "../../src/kit/recordings/track.js"
import { offsetAt, withOffset } from "../../src/kit/recordings/zone.js"
import { wallClock } from "../../src/kit/WallClock.js"

const hour = 3_600_000
const nowhere = 1

const offsetIn = (zone: string, at: number) => {
  const clock = zone.startsWith("Etc/") ? null : wallClock(zone)
  return clock === null ? null : clock.wallOf(at) - at
}

const latitudes = fc.double({ min: -90, max: 90, noNaN: true })
const longitudes = fc.double({ min: -180, max: 180, noNaN: true })
const instants = fc.integer({ min: Date.UTC(1980, 0, 1), max: Date.UTC(2035, 0, 1) })

describe("the offset from UTC at a place", () => {
  it("is that of the zone there if home is elsewhere", () => {
    fc.assert(
      fc.property(latitudes, longitudes, instants, (latitude, longitude, at) => {
        const there = offsetIn(tzLookup(latitude, longitude), at)
        expect(offsetAt([latitude, longitude], at, nowhere, tzLookup)).toBe(there)
      })
    )
  })

  it("is that of home within home's zone and some kilometres around it, also across the date line", () => {
    const near = fc.double({ min: -0.99, max: 0.99, noNaN: true })
    fc.assert(
      fc.property(latitudes, longitudes, instants, near, (latitude, longitude, at, part) => {
        const home = offsetIn(tzLookup(latitude, longitude), at)
        fc.pre(home !== null)
        // A world with a single border through the place, which is on the wrong side of it.
        const zones = (_: number, east: number) => {
          const away = ((((east - longitude) % 360) + 540) % 360) - 180
          return away > 0.2 * Math.abs(part) ? tzLookup(latitude, longitude) : "Etc/UTC"
        }
        expect(offsetAt([latitude, longitude], at, home, zones)).toBe(home)
        expect(offsetAt([latitude, longitude], at, home, tzLookup)).toBe(home)
      })
    )
  })

  it("changes with the clocks there, to the second", () => {
    const lisbon = [38.7167, -9.1333] as const
    const change = Date.parse("2025-03-30T01:00:00Z")
    expect([-1_000, 0].map((ms) => offsetAt(lisbon, change + ms, nowhere, tzLookup))).toStrictEqual([0, hour])
    expect(offsetAt([27.7172, 85.324], change, hour, tzLookup)).toBe(5.75 * hour)
  })

  it("is unknown at sea", () => {
    expect(offsetAt([30, -40], Date.parse("2025-06-14T07:00:00Z"), hour, tzLookup)).toBeNull()
  })

  it("is that of home where the lookup is on the wrong side of the border", () => {
    // A town in Queensland, where summer time does not exist, next to New South Wales.
    const coolangatta = [-28.1713, 153.5373] as const
    const at = Date.parse("2025-01-14T07:00:00Z")
    expect(offsetAt(coolangatta, at, 10 * hour, tzLookup)).toBe(10 * hour)
    expect(offsetAt([-33.87, 151.21], at, 10 * hour, tzLookup)).toBe(11 * hour)
  })
})

describe("a recording", () => {
  const startedAt = Date.parse("2025-06-14T07:00:00Z")
  const sample = (second: number, place: TrackSample["place"]): TrackSample => ({
    at: startedAt + second * 1_000,
    place,
    distance: null,
    elevation: null,
    heartrate: null
  })
  const trackOf = (places: ReadonlyArray<TrackSample["place"]>, offset: number | null = null): Track => ({
    sport: "running",
    startedAt,
    offset,
    calories: null,
    points: places.map((place, index) => sample(index, place))
  })
  const offsetOf = (track: Track) =>
    Effect.map(withOffset(track), ({ offset }) => offset).pipe(
      Effect.provide(Calendar.layer(DateTime.zoneUnsafeMakeNamed("Europe/Lisbon")))
    )
  const tokyo = [35.6895, 139.6917] as const
  const seattle = [47.6062, -122.3321] as const

  it.effect("has the offset of its file, else that of its first place", () =>
    Effect.gen(function* () {
      expect(yield* offsetOf(trackOf([tokyo, seattle]))).toBe(9 * hour)
      expect(yield* offsetOf(trackOf([tokyo], -7 * hour))).toBe(-7 * hour)
    })
  )

  it.effect("of a device without an offset, which writes 0, has that of its first place", () =>
    Effect.gen(function* () {
      expect(yield* offsetOf(trackOf([tokyo], 0))).toBe(9 * hour)
      expect(yield* offsetOf(trackOf([[51.5, -0.12]], 0))).toBe(hour)
      // At sea, and without a place, nothing contradicts it.
      expect(yield* offsetOf(trackOf([[30, -40]], 0))).toBe(0)
      expect(yield* offsetOf(trackOf([null], 0))).toBe(0)
    })
  )

  it.effect("of a virtual run has no offset of a place", () =>
    Effect.gen(function* () {
      expect(yield* offsetOf({ ...trackOf([tokyo]), sport: "virtual_run" })).toBeNull()
    })
  )

  it.effect("has none without a place on Earth", () =>
    Effect.gen(function* () {
      const lost = [null, [0, 0], [91, 8], [47, 181], [Number.NaN, 8]] as const
      expect(yield* offsetOf(trackOf(lost))).toBeNull()
      expect(yield* offsetOf(trackOf([...lost, seattle]))).toBe(-7 * hour)
      expect(yield* offsetOf(trackOf([]))).toBeNull()
    })
  )
})

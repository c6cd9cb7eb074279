import { Calendar, homeCalendar } from "@daybook/core/shared"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import * as fc from "fast-check"
import { wallClock as clockOfPlatform } from "../../core/test/shared/WallClock.js"
import { homeClock } from "../src/kit/WallClock.js"

const homes = ["Europe/Vienna", "America/Los_Angeles", "Asia/Tokyo"] as const
const [vienna, losAngeles, tokyo] = homes

const calendar = Either.getOrThrow(
  homeCalendar({
    zone: losAngeles,
    history: {
      periods: [
        { from: null, zone: vienna },
        { from: "2023-08-15", zone: losAngeles }
      ],
      trips: [{ from: "2025-03-02", to: "2025-03-16", zone: tokyo }]
    }
  })
)
const clock = Effect.runSync(Effect.provideService(homeClock, Calendar, calendar))
const zoneOn = (date: string) =>
  date >= "2025-03-02" && date <= "2025-03-16" ? tokyo : date >= "2023-08-15" ? losAngeles : vienna

describe("a wall time without a zone", () => {
  it("is read where the owner was on its day", () => {
    const instants = [
      ["2019-03-01T23:30:00", "2019-03-01T22:30:00Z"],
      ["2023-08-14T23:30:00", "2023-08-14T21:30:00Z"],
      ["2023-08-15T00:30:00", "2023-08-15T07:30:00Z"],
      ["2025-03-01T23:30:00", "2025-03-02T07:30:00Z"],
      ["2025-03-02T00:30:00", "2025-03-01T15:30:00Z"],
      ["2025-03-16T23:30:00", "2025-03-16T14:30:00Z"],
      ["2025-03-17T00:30:00", "2025-03-17T07:30:00Z"]
    ] as const
    for (const [wall, instant] of instants)
      expect(new Date(clock.instantOf(Date.parse(`${wall}Z`)))).toStrictEqual(new Date(instant))
  })

  it("is what a clock there showed, unless a DST change skips it", () => {
    const platform = Object.fromEntries(homes.map((zone) => [zone, clockOfPlatform(zone)]))
    const seconds = fc.integer({ min: Date.UTC(2022, 0, 1) / 1_000, max: Date.UTC(2026, 0, 1) / 1_000 })
    fc.assert(
      fc.property(seconds, (second) => {
        const wall = second * 1_000
        const reading = platform[zoneOn(new Date(wall).toISOString().slice(0, 10))]!.readingAt(clock.instantOf(wall))
        expect([wall, wall + 3_600_000]).toContain(reading)
      })
    )
  })

  it("is found again from its instant", () => {
    for (const instant of ["2019-03-01T22:30:00Z", "2024-01-05T08:30:00Z", "2025-03-08T03:00:00Z"].map(Date.parse))
      expect(clock.instantOf(clock.wallOf(instant))).toBe(instant)
  })
})

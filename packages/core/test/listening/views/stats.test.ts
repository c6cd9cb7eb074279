import { Either, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Stats, stats } from "../../../src/listening/views/statistics.js"

const totals = { plays: 1000, artists: 30, albums: 40, tracks: 500 }

describe("stats", () => {
  it("encodes as in the contract", () => {
    expect(Schema.encodeEither(Stats)(stats(totals, 300, Date.parse("2014-07-15T09:10:11Z"), 9))).toEqual(
      Either.right({
        total_scrobbles: 1000,
        unique_artists: 30,
        unique_albums: 40,
        unique_tracks: 500,
        registered_date: "2014-07-15T09:10:11.000Z",
        years_tracking: 9,
        scrobbles_per_day: 3.3
      })
    )
  })

  it("has no registration date and no years for a partial range", () => {
    expect(stats(totals, 1, null, 0)).toMatchObject({
      registered_date: null,
      years_tracking: 0,
      scrobbles_per_day: 1000
    })
  })

  it("has a daily average of 0 over no days", () => {
    expect(stats(totals, 0, null, 0).scrobbles_per_day).toBe(0)
  })

  it("rounds the daily average to one decimal", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.integer({ min: 1, max: 9000 }), (plays, days) => {
        // Tenths by integer division, rounded half up.
        const tenths = Number((BigInt(plays) * 20n + BigInt(days)) / (BigInt(days) * 2n))
        const average = stats({ ...totals, plays }, days, null, 0).scrobbles_per_day
        expect(average).toBe(tenths / 10)
      }),
      { numRuns: 500 }
    )
  })
})

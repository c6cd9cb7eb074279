import type { LensDefinition } from "@daybook/core/lenses"
import { describe, expect, it } from "vitest"
import { Api } from "../../src/Api.js"
import { catalogueOf } from "../../src/lenses/catalogue.js"
import { problemsOf } from "../../src/lenses/problems.js"
import { cutTime, roundFigures } from "../../src/lenses/rounding.js"
import { viewOfLens } from "../../src/lenses/view.js"

const catalogue = catalogueOf(Api)
const problems = (lens: Partial<LensDefinition>) => problemsOf(catalogue, { name: "test", ...lens })
const refusal = (lens: Partial<LensDefinition>, path: string, params: Readonly<Record<string, string>>) =>
  viewOfLens(catalogue, { name: "test", ...lens })
    .operations.get(path)!
    .refusal(new Map(Object.entries(params)))?.error

describe("a definition", () => {
  it("that is empty allows nothing", () => {
    expect(problems({})).toEqual([])
    expect(viewOfLens(catalogue, { name: "test" }).operations.size).toBe(0)
  })

  it("says what is wrong with it", () => {
    for (const [lens, reason] of [
      [{ operations: ["running.recents"] }, /running\.recents is not an operation that a lens can allow/],
      [{ operations: ["keys.list"] }, /keys\.list is not an operation/],
      [{ operations: ["system.sync"] }, /system\.sync is not an operation/],
      [{ operations: ["changes.list"] }, /changes\.list is not an operation/],
      [{ operations: ["running.activity"] }, /never allowed under a lens: its address contains the provider's id/],
      [{ operations: ["running.gear"] }, /names of shoes are never shown/],
      [{ operations: ["running.places"] }, /more exactly than by city/],
      [{ domains: ["sleeping"] }, /sleeping is not a domain/],
      [{ operations: ["collecting.heard"] }, /also answers about listening/],
      [{ operations: ["collecting.watched"] }, /also answers about watching/],
      [{ operations: ["search.search"] }, /it has none/],
      [{ operations: ["feed.all"] }, /it has none/],
      [{ operations: ["listening.nowPlaying"] }, /now_playing is off/],
      [{ operations: ["running.recent"], fields: { "running.recent": { drop: ["shoe"] } } }, /no field shoe to drop/],
      [{ operations: ["running.recent"], fields: { walking: { drop: ["name"] } } }, /walking is neither/],
      [{ operations: ["running.recent"], fields: { running: { keep: ["strava_url"] } } }, /strava_url is never shown/],
      [{ operations: ["attending.events"], fields: { attending: { keep: ["tickets"] } } }, /tickets is never shown/],
      [{ operations: ["running.recent"], fields: { running: { keep: ["name"] } } }, /name is not private/],
      [{ operations: ["running.recent"], round: { time: { sleeping: "day" } } }, /sleeping is not a domain/],
      [{ operations: ["running.recent", "feed.all"], round: { time: { running: "day" } } }, /ordered and paged/],
      [{ operations: ["running.timeOfDay"], round: { time: { running: "day" } } }, /counts runs by hour/]
    ] as ReadonlyArray<readonly [Partial<LensDefinition>, RegExp]>)
      expect(problems(lens).join("; ")).toMatch(reason)
  })

  it("may allow operations that join two domains if it shows both", () => {
    expect(problems({ operations: ["collecting.heard", "listening.artists"] })).toEqual([])
    expect(problems({ operations: ["collecting.heard"], domains: ["listening"] })).toEqual([])
  })

  it("that names a domain allows its operations without a private field", () => {
    const paths = viewOfLens(catalogue, { name: "test", domains: ["running"] }).operations
    expect(paths.has("/v1/running/streaks")).toBe(true)
    for (const path of ["/v1/running/recent", "/v1/running/activities", "/v1/running/prs", "/v1/feed"])
      expect(paths.has(path)).toBe(false)
  })
})

describe("filters and sorts", () => {
  const lens = { operations: ["running.activities"], places: { grain: "country" } } as const
  const path = "/v1/running/activities"

  it("over what is hidden are refused", () => {
    expect(refusal(lens, path, { city: "Velmora" })).toMatch(/city is not supported with this key/)
    expect(refusal({ ...lens, places: { grain: "city" } }, path, { city: "Velmora" })).toBeUndefined()
    const dropping = { ...lens, fields: { running: { drop: ["pace", "workout_type"] } } }
    expect(refusal(dropping, path, { sort: "pace" })).toMatch(/does not see pace/)
    expect(refusal(dropping, path, { type: "race" })).toMatch(/does not see workout_type/)
    expect(refusal(dropping, path, { sort: "date" })).toBeUndefined()
  })

  it("over what is rounded are refused", () => {
    const rounded = { ...lens, round: { distance_mi: 0.1 } }
    for (const params of [{ min_distance: "3" }, { max_distance: "3" }, { sort: "distance" }, { sort: "pace" }])
      expect(refusal(rounded, path, params)).toMatch(/is not supported with this key/)
    expect(refusal(rounded, path, { sort: "elevation" })).toBeUndefined()
  })

  it("over times take days alone where times are rounded", () => {
    const rounded = { ...lens, round: { time: { running: "day" as const } } }
    expect(refusal(rounded, path, { from: "2026-03-14T08:00:00Z" })).toMatch(/from must be a day/)
    expect(refusal(rounded, path, { from: "2026-03-14" })).toBeUndefined()
    expect(refusal(lens, path, { from: "2026-03-14T08:00:00Z" })).toBeUndefined()
  })
})

describe("rounding", () => {
  it("cuts times and keeps their form", () => {
    for (const [text, hour, day] of [
      ["2026-03-14T20:15:59.123Z", "2026-03-14T20:00:00.000Z", "2026-03-14T00:00:00.000Z"],
      ["2026-03-14T20:15:59Z", "2026-03-14T20:00:00Z", "2026-03-14T00:00:00Z"],
      ["2026-03-14T20:15-07:00", "2026-03-14T20:00-07:00", "2026-03-14T00:00-07:00"],
      ["2026-03-14", "2026-03-14", "2026-03-14"],
      ["Ferry at 2026-03-14T20:15:59Z", "Ferry at 2026-03-14T20:15:59Z", "Ferry at 2026-03-14T20:15:59Z"]
    ] as const)
      expect([cutTime("hour")(text), cutTime("day")(text)]).toEqual([hour, day])
  })

  it("derives pace and kilometres from rounded figures, and leaves out what it cannot derive", () => {
    const run: Record<string, unknown> = {
      name: "Lunch Run",
      distance_mi: 5.31,
      distance_km: 8.55,
      duration: "46:12",
      duration_s: 2772,
      pace: "8:42/mi",
      pace_per_km: "5:24/km",
      rolling_avg: "8:47/mi",
      elevation_ft: 164.3,
      elevation_m: 50.1
    }
    roundFigures({ distance_mi: 0.5, elevation_ft: 50, duration_s: 60 })!(run)
    // 5.5 miles are 8.851392 km. 46 minutes over them are 501.8 s a mile and 311.8 s a kilometre.
    expect(run).toEqual({
      name: "Lunch Run",
      distance_mi: 5.5,
      distance_km: 8.85,
      duration: "46:00",
      duration_s: 2760,
      pace: "8:22/mi",
      pace_per_km: "5:12/km",
      elevation_ft: 150,
      elevation_m: 45.72
    })
  })
})

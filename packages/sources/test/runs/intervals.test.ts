import { addDays } from "@daybook/core/shared"
import { fitFile, Fault, garminExport, garminSummary } from "@daybook/simulators"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { partsOf } from "../../src/intervals/pull.js"
import { activityOf, trackOf } from "../../src/intervals/wire.js"
import { utc, wallClock } from "../../src/kit/WallClock.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { stores } from "../strava/world.js"
import { intervalsAccount } from "../support/intervalsAccount.js"

/** The sample of the documentation. */
const sample = {
  id: "i90000001",
  start_date_local: "2025-03-14T07:00:00",
  start_date: "2025-03-14T07:00:00Z",
  type: "Run",
  name: "Morning Run",
  moving_time: 1880,
  elapsed_time: 1978,
  distance: 5642.1,
  total_elevation_gain: 45.2,
  average_heartrate: 151,
  max_heartrate: 176,
  average_cadence: 81.2,
  calories: 398,
  source: "GARMIN_CONNECT",
  external_id: "12345678901",
  strava_id: null,
  gear: { id: "g1", name: "Blue shoes" },
  race: false
}

describe("an activity of intervals.icu", () => {
  it("has the run's figures, steps of both feet, and the id at Garmin", () => {
    expect(activityOf(sample, utc)).toMatchObject({
      key: "i90000001",
      startedAt: Date.parse("2025-03-14T07:00:00Z"),
      localStart: Date.parse("2025-03-14T07:00:00Z"),
      zoned: true,
      distance: 5642.1,
      cadence: 162.4,
      identities: ["garmin:12345678901"]
    })
    // An id of another service is none of Garmin.
    expect(activityOf({ ...sample, source: "POLAR" }, utc)).toMatchObject({ identities: [] })
  })

  it("is read in the home time zone without an instant", () => {
    const { start_date: _, ...row } = sample
    expect(activityOf(row, wallClock("America/New_York")!)).toMatchObject({
      startedAt: Date.parse("2025-03-14T11:00:00Z"),
      zoned: false
    })
  })

  it("is no run if it is another sport, Strava's, or unreadable, and never throws", () => {
    expect(activityOf({ ...sample, type: "Ride" }, utc)).toMatchObject({ other: "Ride" })
    expect(activityOf({ id: "1", start_date: sample.start_date, source: "STRAVA" }, utc)).toBe("Strava")
    const member = fc.constantFrom(...Object.keys(sample))
    fc.assert(
      fc.property(member, fc.jsonValue(), (name, value) => {
        const read = activityOf({ ...sample, [name]: value }, utc)
        expect(read === null || typeof read === "string" || read.key.length > 0).toBe(true)
        trackOf(value, 0)
      })
    )
    expect([null, [], "x", { ...sample, id: null }].map((row) => activityOf(row, utc))).toStrictEqual([
      null,
      null,
      null,
      null
    ])
  })

  it("has a recording whose coordinates are two lists or pairs", () => {
    const place = fc.tuple(
      fc.double({ min: -89, max: 89, noNaN: true }),
      fc.double({ min: -179, max: 179, noNaN: true })
    )
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 40 }), (places) => {
        const time = { type: "time", data: places.map((_, index) => index * 5) }
        const lists = { type: "latlng", data: places.map(([lat]) => lat), data2: places.map(([, lon]) => lon) }
        const points = trackOf([time, lists], 1_000)!.points
        expect(points.map((point) => point.place)).toStrictEqual(places)
        expect(points.map(({ at }) => at)).toStrictEqual(places.map((_, index) => 1_000 + index * 5_000))
        expect(trackOf([{ type: "latlng", data: places }, time], 1_000)!.points).toStrictEqual(points)
      })
    )
    expect(
      [{}, [], [{ type: "time", data: [3] }], [{ type: "time", data: "1,2" }]].map((s) => trackOf(s, 0))
    ).toStrictEqual([null, null, null, null])
  })

  it("is listed in parts that hold every day once", () => {
    const day = fc
      .date({ min: new Date("2010-01-01"), max: new Date("2060-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, (now) => {
        const parts = partsOf(now as never)
        expect([parts[0]!.to, parts.at(-1)!.from]).toStrictEqual([addDays(now as never, 1), "1980-01-01"])
        parts.slice(1).forEach(({ to }, index) => expect(addDays(to, 1)).toBe(parts[index]!.from))
      })
    )
  })
})

const stage = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { control, importGarmin, runs, sourceOf, sync } = yield* intervalsAccount
  const recorded = runs.filter(({ manual }) => !manual)
  const garminFile = garminExport(
    recorded.map((run) => garminSummary({ ...run, sportType: "Run", private: false, gearId: null })),
    recorded
      .slice(0, 8)
      .map((run) => fitFile({ ...run, sportType: "Run", private: false, gearId: null }, { serial: 7 }))
  )
  return {
    control,
    runs,
    recorded,
    sourceOf,
    sync,
    importGarmin: importGarmin(garminFile),
    tables: Effect.all({
      runs: sql<Record<string, unknown>>`SELECT * FROM running_activities ORDER BY id`,
      courses: sql`SELECT * FROM running_courses ORDER BY activity_id`,
      splits: sql`SELECT * FROM running_splits ORDER BY activity_id, number`,
      recorded: sql<{ source: string; key: string; activity_id: string; reason: string | null }>`
        SELECT source, key, activity_id, reason, (report - 'asOf')::text AS report
        FROM running_recorded ORDER BY source, key`
    })
  }
})

type World = Effect.Effect.Success<typeof stage>

const database = stores.pipe(Layer.provideMerge(newDatabase()))
const test = <E>(name: string, body: (world: World) => Effect.Effect<void, E, never>) =>
  it.live(name, () => Effect.flatMap(stage, body).pipe(Effect.scoped, Effect.provide(Layer.fresh(database))), 120_000)

it.live(
  "intervals.icu and the export of Garmin give the same tables in either order, and each run once",
  () =>
    Effect.gen(function* () {
      const walk = (steps: (world: World) => ReadonlyArray<Effect.Effect<unknown, unknown>>) =>
        Effect.gen(function* () {
          const world = yield* stage
          yield* Effect.all(steps(world))
          const again = yield* world.sync()
          expect([again.added, again.changed, again.removed]).toStrictEqual([0, 0, 0])
          return { tables: yield* world.tables, world }
        }).pipe(Effect.scoped, Effect.provide(Layer.fresh(database)))
      const one = yield* walk(({ importGarmin, sync }) => [sync(), importGarmin])
      const other = yield* walk(({ importGarmin, sync }) => [importGarmin, sync(), importGarmin, sync({ full: true })])
      expect(other.tables).toStrictEqual(one.tables)
      expect(one.tables.runs).toHaveLength(one.world.runs.length)
      expect(one.world.recorded.length).toBeGreaterThan(20)
      const merged = one.tables.recorded.filter(({ source, reason }) => source === "intervals" && reason !== null)
      expect(merged.map(({ key }) => key).sort()).toStrictEqual(
        one.world.recorded.map(({ activity }) => activity).sort()
      )
      // Garmin leads, and its runs without a file have the course of intervals.icu.
      expect(one.tables.courses).toHaveLength(one.world.recorded.length)
    }),
  120_000
)

test("reads what is new or changed, and removes what was deleted", ({ control, recorded, runs, sync, tables }) =>
  Effect.gen(function* () {
    expect((yield* sync()).added).toBe(runs.length)
    yield* control.requests.clear
    expect((yield* sync()).added).toBe(0)
    const calls = yield* control.requests.all
    expect(calls.every(({ path }) => path === "/api/v1/athlete/0/activities")).toBe(true)
    const [edited, gone, other] = recorded
    yield* control.edit(edited!.activity, { name: "Renamed", distance: String(edited!.distance) })
    yield* control.remove(gone!.activity)
    yield* control.edit(other!.activity, { type: "Walk" })
    yield* control.add({ id: null, start_date: "2024-01-01T00:00:00Z", type: "Run" })
    const blind = yield* sync()
    // A row without an id may be the missing run.
    expect([blind.added, blind.changed, blind.removed]).toStrictEqual([0, 1, 0])
    expect((yield* tables).runs.filter(({ name }) => name === "Renamed")).toHaveLength(1)
  }))

test("removes runs that were deleted or are another sport", ({ control, recorded, runs, sync, tables }) =>
  Effect.gen(function* () {
    yield* sync()
    yield* control.remove(recorded[0]!.activity)
    yield* control.edit(recorded[1]!.activity, { type: "Walk" })
    // Listed no more, but still there: not believed.
    yield* control.edit(recorded[2]!.activity, { start_date_local: "1950-01-01T00:00:00" })
    const result = yield* sync()
    expect([result.added, result.removed]).toStrictEqual([0, 2])
    expect((yield* tables).runs).toHaveLength(runs.length - 2)
    yield* control.edit(recorded[1]!.activity, { type: "Run" })
    expect((yield* sync()).added).toBe(1)
  }))

test("continues after failures, and asks for no recording twice", ({ control, recorded, runs, sync }) =>
  Effect.gen(function* () {
    const isStream = ({ path }: { readonly path: string }) => path.endsWith("streams.json")
    yield* control.faults.next(
      Fault.Status({ status: 503 }),
      Fault.Status({ status: 429, retryAfter: 1.5 }),
      Fault.Html({}),
      Fault.Truncated(),
      Fault.Status({ status: 429 })
    )
    const last = recorded[0]!.activity
    yield* control.faults.when(({ path }) => path.includes(last), Fault.Status({ status: 403 }), 1)
    const failure = yield* Effect.flip(sync())
    expect(failure).toMatchObject({ state: "forbidden", next: expect.stringContaining("DAYBOOK_INTERVALS_API_KEY") })
    yield* control.requests.clear
    const rest = yield* sync()
    expect(rest.added).toBeGreaterThan(0)
    expect(rest.added).toBeLessThan(runs.length)
    const streamRequests = (yield* control.requests.all).filter(isStream)
    expect(streamRequests.length).toBeLessThan(recorded.length)
    expect(streamRequests.map(({ path }) => path)).toContain(`/api/v1/activity/${last}/streams.json`)
    // Recordings that cannot be understood cost the course alone.
    yield* control.faults.when(isStream, Fault.Body({ json: { streams: "none" } }))
    yield* control.edit(last, { name: "Renamed" })
    expect((yield* sync()).removed).toBe(0)
  }))

test("an empty answer removes nothing, and a wrong key is named", ({ control, runs, sourceOf, sync, tables }) =>
  Effect.gen(function* () {
    yield* sync()
    yield* control.faults.when(({ path }) => path.endsWith("/activities"), Fault.Empty())
    expect(yield* Effect.flip(sync())).toMatchObject({ state: "mass_removal" })
    expect((yield* tables).runs).toHaveLength(runs.length)
    yield* control.faults.clear
    expect((yield* sync()).removed).toBe(0)
    expect((yield* tables).runs).toHaveLength(runs.length)
    const wrong = yield* sourceOf({ DAYBOOK_INTERVALS_API_KEY: "wrong" })
    expect(yield* Effect.flip(sync({}, wrong))).toMatchObject({
      state: "unauthorized",
      next: expect.stringContaining("DAYBOOK_INTERVALS_API_KEY")
    })
  }))

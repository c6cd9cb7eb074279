import { type Report, RunningRecords, RunningStore } from "@daybook/core/running"
import { depth } from "../support/depth.js"
import { Calendar } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { DateTime, Effect, FastCheck as fc, Layer, Option } from "effect"
import * as Records from "../../src/postgres/running/RunningRecords.js"
import * as Gazetteer from "../../src/places/Gazetteer.js"
import * as sourceRanks from "../../src/setup/sourceRanks.js"
import * as Store from "../../src/postgres/running/RunningStore.js"
import { listedRun, recordedRun } from "../contract/running/reports.js"
import { newDatabase } from "../support/database.js"
import { forEvery } from "../support/property.js"

const stores = Layer.mergeAll(Records.layer, Store.layer).pipe(
  Layer.provideMerge(
    Layer.merge(
      Calendar.layer(DateTime.zoneUnsafeMakeNamed("Europe/Lisbon")),
      Layer.merge(sourceRanks.layer, Gazetteer.layer)
    )
  )
)

const noon = Date.parse("2025-03-14T12:00:00Z")
const second = 1_000
const hour = 3_600 * second
const page = { page: 1, limit: 50 }

const wipe = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    TRUNCATE running_activities, running_recorded, running_gear, running_deletions, enrichment_tasks,
      running_sums, running_days, corrections CASCADE`
)

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    runs: yield* sql`SELECT * FROM running_activities ORDER BY id`,
    reports: yield* sql`SELECT activity_id, road, said::text FROM running_reports ORDER BY activity_id, road`,
    recorded:
      yield* sql`SELECT source, key, id, report::text, discarded, activity_id, reason FROM running_recorded ORDER BY source, key`,
    courses: yield* sql`SELECT * FROM running_courses ORDER BY activity_id`,
    sums: yield* sql`SELECT * FROM running_sums ORDER BY kind, year, key`,
    days: yield* sql`SELECT * FROM running_days ORDER BY day`
  }
})

const sourceOf = (report: Report) => (report._tag === "Recorded" ? report.source : "strava")

const putAll = (reports: ReadonlyArray<Report>) =>
  Effect.flatMap(RunningRecords, (records) =>
    Effect.forEach(reports, (report) => records.put(sourceOf(report), [report], null), { discard: true })
  )

/** Ids and sources of the runs that are counted. */
const runsNow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql<{ readonly id: string; readonly source: string }>`
    SELECT id::text, source FROM running_activities ORDER BY started_at, id`).map(({ id, source }) => [
    Number(id),
    source
  ])
})

const start = fc.constantFrom(0, 20, 50, 80, 3_600, 7_205).map((seconds) => noon + seconds * second)
const distance = fc.constantFrom(0, 5_000, 5_060, 5_300)
const listed = fc
  .tuple(fc.integer({ min: 1, max: 3 }), start, distance)
  .map(([id, at, distance]) => listedRun(id, at, { distance, name: id === 1 ? "Run" : `Run ${id}` }))
const recorded = fc
  .record({
    source: fc.constantFrom("garmin", "apple-health", "runkeeper"),
    key: fc.constantFrom("a", "b", "c"),
    at: start,
    distance,
    heartrateAvg: fc.constantFrom(null, 150, 151),
    shift: fc.constantFrom(0, 9)
  })
  .map(({ at, distance, heartrateAvg, key, shift, source }) => {
    const zoned = source !== "runkeeper"
    return recordedRun(source, key, at - (zoned ? 0 : shift * hour), {
      zoned,
      run: { distance, heartrateAvg, localStart: at, name: `At ${source}` }
    })
  })
const keyOf = (report: Report) =>
  report._tag === "Recorded" ? `${report.source}:${report.key}` : report._tag === "Listed" ? `${report.run.id}` : ""
const history = fc
  .uniqueArray(fc.oneof(listed, recorded), { selector: keyOf, maxLength: 8 })
  .chain((reports) =>
    fc.tuple(
      fc.constant(reports),
      fc.shuffledSubarray([...reports.keys()], { minLength: reports.length, maxLength: reports.length })
    )
  )

layer(newDatabase(), { excludeTestServices: true, timeout: "5 minutes" })("Runs of several sources", (it) => {
  it.effect(
    "are the same in any order of reports, and again after each is repeated",
    () =>
      forEvery(
        history,
        ([reports, order]) =>
          Effect.gen(function* () {
            const records = yield* RunningRecords
            yield* wipe
            yield* putAll(reports)
            const first = yield* tables
            yield* wipe
            yield* putAll(order.map((index) => reports[index]!))
            expect(yield* tables).toStrictEqual(first)
            yield* putAll(reports)
            expect(yield* tables).toStrictEqual(first)
            yield* records.recompute
            expect(yield* tables).toStrictEqual(first)
          }).pipe(Effect.provide(stores)),
        { numRuns: depth(20) }
      ),
    300_000
  )

  it.effect(
    "leave no trace after their source removed them",
    () =>
      forEvery(
        history,
        ([reports]) =>
          Effect.gen(function* () {
            const records = yield* RunningRecords
            const own = reports.filter(({ _tag }) => _tag === "Listed")
            yield* wipe
            yield* putAll(own)
            const first = yield* tables
            yield* putAll(reports)
            for (const report of reports)
              if (report._tag === "Recorded") yield* records.remove(report.source, [report.key])
            expect(yield* tables).toStrictEqual(first)
          }).pipe(Effect.provide(stores)),
        { numRuns: depth(15) }
      ),
    300_000
  )

  it.effect("count once, fill each other's gaps, and keep every id that was handed out", () =>
    Effect.gen(function* () {
      yield* wipe
      const records = yield* RunningRecords
      const store = yield* RunningStore
      const health = recordedRun("apple-health", "x", noon + 4 * second, {
        run: { heartrateAvg: 150, distance: 5_010, localStart: noon + hour + 4 * second }
      })
      const garmin = recordedRun("garmin", "77", noon, { run: { cadence: 170, name: "Lisbon Running" } })
      yield* putAll([health])
      expect(yield* runsNow).toStrictEqual([[health.run.id, "apple-health"]])
      yield* putAll([garmin])
      expect(yield* runsNow).toStrictEqual([[garmin.run.id, "garmin"]])
      const merged = yield* records.put("strava", [listedRun(9, noon + second)], null)
      expect(merged.deleted).toStrictEqual([garmin.run.id])
      expect(yield* runsNow).toStrictEqual([[9, "strava"]])
      for (const id of [9, garmin.run.id, health.run.id])
        expect(Option.getOrThrow(yield* store.run(id))).toMatchObject({
          id: 9,
          name: "Lisbon Running",
          distance: 5_000,
          heartrateAvg: 150,
          cadence: 170,
          startedAt: noon + second,
          localStart: noon + hour + second
        })
      expect(
        (yield* store.merges(page)).rows.map(({ merged, reason, run }) => [merged.source, run.id, reason])
      ).toStrictEqual(
        [
          ["garmin", 9, "Starts 1 s apart, distances differ by 0 m, 100 % of the time in common."],
          ["apple-health", 9, "Starts 3 s apart, distances differ by 10 m, 100 % of the time in common."]
        ].sort(() => (garmin.run.id > health.run.id ? 0 : -1))
      )
      expect([yield* records.count("strava"), yield* records.count("garmin")]).toStrictEqual([1, 1])
    }).pipe(Effect.provide(stores))
  )

  it.effect("are separated for good", () =>
    Effect.gen(function* () {
      yield* wipe
      const records = yield* RunningRecords
      const garmin = recordedRun("garmin", "77", noon)
      yield* putAll([listedRun(9, noon), garmin])
      expect(yield* records.separate(9)).toBeNull()
      expect(yield* records.separate(garmin.run.id)).toMatchObject({
        upserted: [{ id: garmin.run.id, source: "garmin" }],
        concealed: []
      })
      expect(yield* runsNow).toStrictEqual([
        [garmin.run.id, "garmin"],
        [9, "strava"]
      ])
      expect(yield* records.separate(garmin.run.id)).toBeNull()
      yield* putAll([listedRun(9, noon + second), { ...garmin, run: { ...garmin.run, name: "Other" } }])
      expect(yield* runsNow).toHaveLength(2)
    }).pipe(Effect.provide(stores))
  )

  it.effect("stay deleted by hand, whatever source reports them later", () =>
    Effect.gen(function* () {
      yield* wipe
      const records = yield* RunningRecords
      const garmin = recordedRun("garmin", "77", noon)
      const health = recordedRun("apple-health", "x", noon + second)
      yield* putAll([listedRun(9, noon), garmin])
      // Any of its ids deletes the run.
      expect(yield* records.discard(garmin.run.id)).toMatchObject({ deleted: [9] })
      yield* putAll([health, garmin, listedRun(9, noon)])
      expect(yield* runsNow).toStrictEqual([])
      expect(yield* records.discard(garmin.run.id)).toBeNull()
      // Another run of that day is not hidden.
      yield* putAll([recordedRun("garmin", "78", noon + 3 * hour)])
      expect(yield* runsNow).toHaveLength(1)
    }).pipe(Effect.provide(stores))
  )

  it.effect("come back when the leading source deletes its run", () =>
    Effect.gen(function* () {
      yield* wipe
      const records = yield* RunningRecords
      const garmin = recordedRun("garmin", "77", noon)
      yield* putAll([garmin, listedRun(9, noon)])
      const removal = yield* records.remove("strava", ["9"])
      expect(removal).toMatchObject({ count: 1, deleted: [9], upserted: [{ id: garmin.run.id, source: "garmin" }] })
      expect(yield* runsNow).toStrictEqual([[garmin.run.id, "garmin"]])
    }).pipe(Effect.provide(stores))
  )

  it.effect("follow the newest file of their source", () =>
    Effect.gen(function* () {
      yield* wipe
      const records = yield* RunningRecords
      const old = recordedRun("garmin", "77", noon, { asOf: 1, run: { name: "Old" } })
      const renamed = recordedRun("garmin", "77", noon, { asOf: 2, run: { name: "New" } })
      yield* putAll([renamed])
      expect(yield* records.put("garmin", [old], null)).toMatchObject({ added: 0, changed: 0, present: ["77"] })
      const store = yield* RunningStore
      expect(Option.getOrThrow(yield* store.run(renamed.run.id)).name).toBe("New")
    }).pipe(Effect.provide(stores))
  )
})

import type { Report } from "@daybook/core/running"
import { type Places, Calendar } from "@daybook/core/shared"
import { sightingOf } from "@daybook/core/running"
import { groupWorkouts } from "@daybook/core/workouts"
import { workoutSources } from "../../../core/test/workouts/sources.js"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer, Logger, type Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { adidasRunning as adidasRunningSource } from "../../src/adidas-running/source.js"
import { garmin as garminSource } from "../../src/garmin/source.js"
import { runFiles as runFilesSource } from "../../src/run-files/source.js"
import * as Strava from "../../src/strava/exportFile.js"
import type { RunRecord } from "../../src/kit/runs/runPages.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"
import * as Gazetteer from "../../../adapters/src/places/Gazetteer.js"

const Adidas = filesOf(adidasRunningSource)
const Garmin = filesOf(garminSource)
const RunFiles = filesOf(runFilesSource)

const recording = (name: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`recordings/${name}`, import.meta.url))))

type Reader = (file: ImportFile) => Stream.Stream<Page<RunRecord>, SourceFailure, Calendar | Places>
type Workout = Exclude<Report, { readonly _tag: "Shoes" | "Listed" }>

const readBytes = (bytes: Uint8Array, name: string, reader: Reader = RunFiles.exportFile) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    const pages = reader(importFile(name, bytes, 4_096)) as Stream.Stream<Page<Report>, SourceFailure>
    return readPages(pages).pipe(
      Effect.map(({ failure, records }) => ({
        failure,
        reports: records.filter((one): one is Workout => one._tag !== "Shoes" && one._tag !== "Listed"),
        lines: lines.join("\n")
      })),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      Effect.provide(Layer.merge(Calendar.layer(DateTime.zoneUnsafeMakeNamed("Europe/Berlin")), Gazetteer.layer)),
      Effect.withClock(Clock.make())
    )
  }) as Effect.Effect<{
    readonly failure: SourceFailure | null
    readonly reports: ReadonlyArray<Workout>
    readonly lines: string
  }>

const read = (name: string, reader?: Reader) => readBytes(recording(name), name, reader)

const figures = ({ run }: Workout) => ({
  startedAt: new Date(run.startedAt).toISOString(),
  distance: Math.round(run.distance),
  movingTime: run.movingTime,
  elapsedTime: run.elapsedTime
})

const splitTimes = (report: Workout) =>
  (report.detail.splits ?? []).map((split) => [split.movingTime, split.elapsedTime])

/** Values of the files, counted by another program. */
describe("a recording of a device with a fault", () => {
  it.effect("has distance and time of one origin", () =>
    Effect.gen(function* () {
      const { reports } = yield* read("time-without-distance.fit")
      expect(reports.map(figures)).toStrictEqual([
        { startedAt: "2026-07-11T06:00:00.000Z", distance: 5_400, movingTime: 1_800, elapsedTime: 1_800 }
      ])
    })
  )

  it.effect("has no distance that its samples contradict", () =>
    Effect.gen(function* () {
      const { reports } = yield* read("absurd-distance.fit")
      expect(reports.map(figures)).toStrictEqual([
        { startedAt: "2026-07-05T06:00:00.000Z", distance: 5_400, movingTime: 1_800, elapsedTime: 1_800 }
      ])
    })
  )

  it.effect("has no miles of an earlier activity", () =>
    Effect.gen(function* () {
      const { reports } = yield* read("count-goes-on.tcx")
      expect(reports.map(figures)).toMatchObject([{ distance: 300, movingTime: 120 }])
      expect(reports[0]!.detail.splits!.length).toBeLessThanOrEqual(1)
      expect(reports[0]!.detail.splits!.every(({ distance }) => distance <= 300)).toBe(true)
    })
  )

  it.effect("is not bent by one late sample", () =>
    Effect.gen(function* () {
      const { reports } = yield* read("late-point.gpx")
      expect(reports.map(figures)).toStrictEqual([
        { startedAt: "2026-07-13T06:00:00.000Z", distance: 9_007, movingTime: 1_800, elapsedTime: 1_800 }
      ])
      // 5.004 m/s on a straight course.
      expect(splitTimes(reports[0]!).slice(0, 5)).toStrictEqual(Array.from({ length: 5 }, () => [322, 322]))
    })
  )

  it.effect("does not begin with a sample of weeks before", () =>
    Effect.gen(function* () {
      const { reports } = yield* read("early-record.fit")
      expect(reports.map(figures)).toStrictEqual([
        { startedAt: "2026-04-20T06:00:00.000Z", distance: 5_400, movingTime: 1_800, elapsedTime: 1_800 }
      ])
      expect(reports[0]!.run.localStart).toBe(Date.parse("2026-04-20T00:00:00Z"))
      expect(reports[0]!.detail.efforts!.find(({ distance }) => distance === "5k")!.elapsedTime).toBe(1_667)
    })
  )

  it.effect("is the run of a list that has the start of the device", () =>
    Effect.gen(function* () {
      const at = Date.parse("2026-03-02T14:00:00Z")
      const activity = {
        activityId: 900_100,
        name: "Morning",
        activityType: "running",
        startTimeGmt: at,
        startTimeLocal: at - 7 * 3_600_000,
        duration: 1_800_000,
        elapsedDuration: 4_206_600_000,
        distance: 540_000
      }
      const folder = "DI_CONNECT/DI-Connect-"
      const files = {
        [`${folder}Fitness/a_0_summarizedActivities.json`]: strToU8(
          JSON.stringify([{ summarizedActivitiesExport: [activity] }])
        ),
        [`${folder}Uploaded-Files/UploadedFiles_0-_Part1.zip`]: zipSync({ "a_1.fit": recording("early-record.fit") })
      }
      const { reports } = yield* readBytes(zipSync(files), "garmin.zip", Garmin.exportFile)
      expect(reports.map(({ run }) => [run.name, run.localStart])).toStrictEqual([
        ["Morning", Date.parse("2026-04-20T00:00:00Z")]
      ])
      expect(reports.map(figures)).toStrictEqual([
        { startedAt: "2026-04-20T06:00:00.000Z", distance: 5_400, movingTime: 1_800, elapsedTime: 1_800 }
      ])
    })
  )

  it.effect("has no climb to an altitude that is none", () =>
    Effect.gen(function* () {
      const { reports } = yield* read("altitude-65535.gpx")
      expect(reports.map(({ run }) => run.elevation)).toStrictEqual([0])
      expect(reports[0]!.detail.splits!.map(({ elevation }) => elevation)).toStrictEqual([0, 0])
    })
  )

  it.effect("stays without altitudes that are no numbers, and blocks no other", () =>
    Effect.gen(function* () {
      for (const name of ["largest-altitude.gpx", "one-largest-altitude.gpx"]) {
        const { failure, reports } = yield* read(name)
        expect([failure, ...reports.map(({ run }) => run.elevation)]).toStrictEqual([null, 0])
        expect(JSON.stringify(reports)).not.toMatch(/"elevation":null/)
      }
      const { failure, lines, reports } = yield* read("good-and-bad.zip")
      expect([failure, reports.length]).toStrictEqual([null, 3])
      expect(lines).toContain("b.gpx has altitudes that are none")
      expect(reports.map(({ run }) => run.elevation)).toStrictEqual([10, 0, 10])
    })
  )
})

describe("a workout with a value that no database takes", () => {
  it.effect("loses the value, or is named; the others are stored", () =>
    Effect.gen(function* () {
      const session = (id: string, more: object) =>
        strToU8(
          JSON.stringify({
            id,
            sport_type_id: "1",
            start_time: Date.parse("2025-03-14T07:00:00Z"),
            end_time: Date.parse("2025-03-14T07:30:00Z"),
            start_time_timezone_offset: 3_600_000,
            duration: 1_800_000,
            distance: 5_000,
            ...more
          })
        )
      const sound = { startedAt: "2025-03-14T07:00:00.000Z", distance: 5_000, movingTime: 1_800, elapsedTime: 1_800 }
      const files = {
        "Sport-sessions/a.json": session("a", {}),
        "Sport-sessions/b.json": session("b", { start_time_timezone_offset: 1e18, pulse_avg: 1e308, calories: 1e308 }),
        "Sport-sessions/c.json": session("c", { elevation_gain: 65_535, pulse_max: -1 }),
        "Sport-sessions/d.json": session("d", { duration: 1e308, end_time: 1e300 })
      }
      const { failure, lines, reports } = yield* readBytes(zipSync(files), "adidas.zip", Adidas.exportFile)
      expect(failure).toBeNull()
      expect(reports.map(figures)).toStrictEqual([sound, sound, sound])
      expect(reports.map(({ run }) => run.elevation)).toStrictEqual([0, 0, 0])
      expect(lines).toContain("left out (Sport-sessions/d.json)")
    })
  )

  it.effect("of a table of Strava loses the value", () =>
    Effect.gen(function* () {
      const table = [
        "id,date,name,type,description,elapsed_time,distance,commute,gear,filename",
        "1,2018-09-12 15:02:23,One,Run,,1e308,3681.0,false,,",
        "2,2018-09-13 15:02:23,Two,Run,,1230,1e308,false,,"
      ].join("\n")
      const { failure, reports } = yield* readBytes(
        zipSync({ "activities.csv": strToU8(table) }),
        "export.zip",
        Strava.exportFile
      )
      expect(failure).toBeNull()
      expect(reports.map(({ run }) => [run.distance, run.elapsedTime])).toStrictEqual([
        [3_681, 0],
        [0, 1_230]
      ])
    })
  )
})

describe("a recording in parts", () => {
  it.effect("has no way and no time between two segments", () =>
    Effect.gen(function* () {
      const { reports } = yield* read("two-segments.gpx")
      expect(reports.map(figures)).toMatchObject([{ distance: 2_224, movingTime: 720, elapsedTime: 3_960 }])
      const far = yield* read("gap-between-segments.gpx.gz")
      expect(far.reports.map(figures)).toMatchObject([{ distance: 7_200, movingTime: 2_400, elapsedTime: 6_180 }])
    })
  )

  it.effect("has an activity for each track, of its own sport", () =>
    Effect.gen(function* () {
      const three = yield* read("three-tracks.gpx.gz")
      expect(three.reports.map(figures)).toStrictEqual([
        { startedAt: "2025-05-01T06:00:00.000Z", distance: 2_970, movingTime: 990, elapsedTime: 990 },
        { startedAt: "2025-05-02T06:00:00.000Z", distance: 4_470, movingTime: 1_490, elapsedTime: 1_490 },
        { startedAt: "2025-05-03T06:00:00.000Z", distance: 5_970, movingTime: 1_990, elapsedTime: 1_990 }
      ])
      const two = yield* read("ride-then-run.gpx.gz")
      expect(two.reports.map(figures)).toMatchObject([{ startedAt: "2025-05-05T18:00:00.000Z", distance: 5_970 }])
      expect(two.lines).toContain("left out: 1 not a run")
    })
  )

  it.effect("has an activity for each file that is chained in it", () =>
    Effect.gen(function* () {
      for (const reader of [RunFiles.exportFile, Strava.exportFile]) {
        const { failure, reports } = yield* read("chained.fit", reader)
        expect(failure).toBeNull()
        expect(reports.map(({ run }) => new Date(run.startedAt).toISOString().slice(0, 10))).toStrictEqual([
          "2026-07-01",
          "2026-07-03"
        ])
      }
      const { reports } = yield* read("chained.fit")
      expect(reports.map(({ run }) => run.distance)).toStrictEqual([5_400, 3_600])
    })
  )

  it.effect("has the legs of a multisport activity that have one identity", () =>
    Effect.gen(function* () {
      for (const [name, reader] of [
        ["duathlon.zip", RunFiles.exportFile],
        ["garmin-duathlon.zip", Garmin.exportFile]
      ] as const) {
        const { reports } = yield* read(name, reader)
        const recorded = reports.flatMap((report) => (report._tag === "Recorded" ? [report] : []))
        const keys = new Map(recorded.map((report) => [report.key, report]))
        const leaders = groupWorkouts(workoutSources, [...keys.values()].map(sightingOf), new Set()).map(
          ({ members }) => members[0]
        )
        expect(
          leaders
            .filter(({ startedAt }) => startedAt < Date.parse("2026-06-15T00:00:00Z"))
            .map(({ distance, startedAt }) => [new Date(startedAt).toISOString().slice(11, 16), distance])
        ).toStrictEqual([
          ["08:00", 6_000],
          ["09:32", 3_000]
        ])
      }
    })
  )
})

describe("a truncated recording", () => {
  it.effect("has what is whole of it, and says so", () =>
    Effect.gen(function* () {
      for (const reader of [RunFiles.exportFile, Strava.exportFile]) {
        const { failure, reports } = yield* read("cut.fit", reader)
        expect(reports.map(figures)).toStrictEqual([
          { startedAt: "2026-07-01T06:00:00.000Z", distance: 3_240, movingTime: 1_080, elapsedTime: 1_080 }
        ])
        expect(failure?.message).toContain("cut.fit is cut short: the recording has no end; 1 whole row was read")
      }
    })
  )

  it.effect("may be packed, or of another format", () =>
    Effect.gen(function* () {
      const gpx = recording("late-point.gpx").subarray(0, 1_500)
      const packed = gzipSync(recording("time-without-distance.fit"), { level: 0 }).subarray(0, 1_000)
      for (const [name, bytes] of [
        ["run.gpx", gpx],
        ["run.fit.gz", packed]
      ] as const) {
        const { failure, reports } = yield* readBytes(bytes, name)
        expect(reports.map(({ run }) => run.distance > 1_000)).toStrictEqual([true])
        expect(failure?.message).toContain("is cut short")
      }
    })
  )

  it.effect("in an archive is named, and left out if it lacks its sport", () =>
    Effect.gen(function* () {
      const files = {
        "a.fit": recording("early-record.fit"),
        "b.fit": recording("cut.fit"),
        "c.gpx": recording("late-point.gpx").subarray(0, 1_500),
        "d.txt": strToU8("x")
      }
      const { failure, lines, reports } = yield* readBytes(zipSync(files), "runs.zip")
      expect([failure, reports.length]).toStrictEqual([null, 2])
      expect(lines).toContain("c.gpx is cut short: what is whole of it was read")
      expect(lines).toContain("1 row could not be read and was left out (b.fit)")
    })
  )

  it.effect("whose device did not write its length is read to its end", () =>
    Effect.gen(function* () {
      const bytes = recording("early-record.fit")
      bytes.fill(0, 4, 8)
      const { failure, reports } = yield* readBytes(bytes, "run.fit")
      expect(failure).toBeNull()
      expect(reports.map(({ run }) => run.distance)).toStrictEqual([5_400])
    })
  )
})

describe("local times", () => {
  it.effect("are those that a TCX or GPX file writes with an offset", () =>
    Effect.gen(function* () {
      const { reports } = yield* read("night-abroad.tcx")
      expect(reports.map(({ run }) => run.localStart)).toStrictEqual([Date.parse("2026-07-16T00:30:00Z")])
      const gpx = yield* read("gap-between-segments.gpx.gz")
      expect(gpx.reports.map(({ run }) => run.localStart)).toStrictEqual([Date.parse("2010-04-02T13:50:10Z")])
      const tcx = new TextDecoder().decode(recording("night-abroad.tcx"))
      const startOf = (text: string) =>
        Effect.map(readBytes(strToU8(text), "run.tcx"), (one) => one.reports[0]!.run.localStart)
      // Only the lap has the offset; another way to write UTC says nothing.
      expect(yield* startOf(tcx.replace("2026-07-16T00:30:00.000+09:00</Id>", "2026-07-15T15:30:00Z</Id>"))).toBe(
        Date.parse("2026-07-16T00:30:00Z")
      )
      expect(yield* startOf(tcx.replaceAll("2026-07-16T00:30:00.000+09:00", "2026-07-15T15:30:00+00:00"))).toBeNull()
    })
  )
})

describe("an archive of Strava of 2018", () => {
  it.effect("has its runs, in metres", () =>
    Effect.gen(function* () {
      const { failure, reports } = yield* read("strava-2018.zip", Strava.exportFile)
      expect(failure).toBeNull()
      expect(reports.map((report) => [report.run.id, ...Object.values(figures(report))])).toStrictEqual([
        [1_836_776_031, "2018-09-12T15:02:23.000Z", 3_681, 1_230, 1_230],
        [1_836_776_032, "2018-09-13T05:10:00.000Z", 6_013, 1_800, 1_800]
      ])
      expect(reports[0]!.run.gear).toStrictEqual({ name: "Blue pair" })
    })
  )
})

import type { Report } from "@daybook/core/running"
import { type Places, Calendar } from "@daybook/core/shared"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import {
  type AccountActivity,
  adidasExport,
  adidasSession,
  fitFile,
  garminDay,
  garminExport,
  garminSummaries,
  garminSummary,
  gpxFile,
  type HealthWorkoutOptions,
  healthExport,
  healthWorkout,
  healthXml,
  makeSimulators,
  polarExport,
  polarSession,
  runkeeperExport,
  runkeeperTable,
  tcxFile
} from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer, Logger, type Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { gzipSync } from "node:zlib"
import { adidasRunning as adidasRunningSource } from "../../src/adidas-running/source.js"
import { appleHealth as appleHealthSource } from "../../src/apple-health/source.js"
import { garmin as garminSource } from "../../src/garmin/source.js"
import { polar as polarSource } from "../../src/polar/source.js"
import { runFiles as runFilesSource } from "../../src/run-files/source.js"
import { runkeeper as runkeeperSource } from "../../src/runkeeper/source.js"
import type { RunRecord } from "../../src/kit/runs/runPages.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"
import * as Gazetteer from "../../../adapters/src/places/Gazetteer.js"

const Adidas = filesOf(adidasRunningSource)
const AppleHealth = filesOf(appleHealthSource)
const Garmin = filesOf(garminSource)
const Polar = filesOf(polarSource)
const RunFiles = filesOf(runFilesSource)
const Runkeeper = filesOf(runkeeperSource)

const endsAt = Date.parse("2025-11-21T08:00:00Z")

const activities = Effect.runSync(
  Effect.cached(
    Effect.flatMap(Effect.orDie(makeSimulators("http://simulated.example", { endsAt })), ({ simulators }) =>
      Effect.map(simulators.strava.control.activities, (all) => all.filter(({ sportType }) => sportType === "Run"))
    )
  )
)
/** A recorded run with pauses and heart rates, and another. */
const someRuns = Effect.map(activities, (all) => {
  const [first, second] = all.filter(
    ({ elapsedTime, heartrate, manual, movingTime }) => !manual && heartrate !== null && elapsedTime > movingTime
  )
  return [first!, second!] as const
})

type Reader = (file: ImportFile) => Stream.Stream<Page<RunRecord>, SourceFailure, Calendar | Places>
type Recorded = Extract<Report, { readonly _tag: "Recorded" }>

/** The runs of a file, and the lines that its import logged. */
const read = (reader: Reader, content: string | Uint8Array, name = "export.zip") =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    const pages = reader(importFile(name, content, 997)) as Stream.Stream<Page<Report>, SourceFailure>
    return readPages(pages).pipe(
      Effect.map(({ failure, records }) => ({
        failure,
        runs: records.filter((one): one is Recorded => one._tag === "Recorded"),
        lines: lines.join("\n")
      })),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      Effect.provide(Layer.merge(Calendar.layer(DateTime.zoneUnsafeMakeNamed("Europe/Lisbon")), Gazetteer.layer)),
      Effect.withClock(Clock.make())
    )
  }) as Effect.Effect<{
    readonly failure: SourceFailure | null
    readonly runs: ReadonlyArray<Recorded>
    readonly lines: string
  }>

const figures = ({ run }: Recorded) => ({
  startedAt: run.startedAt,
  localStart: run.localStart,
  distance: Math.round(run.distance),
  movingTime: run.movingTime,
  elapsedTime: run.elapsedTime
})

const expected = (run: AccountActivity) => ({
  startedAt: run.at * 1_000,
  localStart: (run.at + run.offset) * 1_000,
  distance: Math.round(run.distance),
  movingTime: run.movingTime,
  elapsedTime: run.elapsedTime
})

describe("an export of Apple Health", () => {
  const readHealth = (content: string | Uint8Array, name?: string) => read(AppleHealth.exportFile, content, name)

  it.effect("has the runs of every version, in any language, with their routes", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const workouts = [
        healthWorkout(run, { route: "route_2025-12-20_12.51pm.gpx" }),
        healthWorkout(other, { isOld: true, unit: "mi", phoneOffset: -18_000 }),
        healthWorkout({ ...other, at: other.at + 90_000 }, { activity: "Walking" })
      ]
      const routes = { "route_2025-12-20_12.51pm.gpx": run }
      for (const content of [
        healthExport(workouts, { routes }),
        healthExport(workouts, { folder: "apple_health_export", main: "exportación.xml", routes }),
        healthExport(workouts, { folder: "ヘルスケア", main: "書き出したデータ.xml", routes })
      ]) {
        const { failure, lines, runs } = yield* readHealth(content)
        expect(failure).toBeNull()
        expect(runs.map(figures)).toStrictEqual([expected(run), expected(other)])
        expect(lines).toContain("3 rows read, 2 kept")
        expect(lines).toContain("left out: 1 not a run")
        expect(runs[0]).toMatchObject({ asOf: Date.parse("2026-01-05T17:22:10Z"), zoned: true })
        expect(runs[0]!.run).toMatchObject({
          heartrateAvg: run.heartrate,
          elevation: Math.round(run.elevation * 10) / 10
        })
        expect(runs[0]!.run.polyline).not.toBeNull()
        expect(runs[0]!.detail.splits!.length).toBeGreaterThan(0)
        expect(Math.round(runs[0]!.run.cadence!)).toBe(Math.round(run.cadence * 2))
        expect(runs[1]!.run).toMatchObject({ heartrateAvg: null, polyline: null })
      }
    })
  )

  it.effect("has the local start of the zone of a workout, else of its route, else of nowhere", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const route = "route.gpx"
      const inZone = (zone: string | null, options: HealthWorkoutOptions = {}) =>
        healthWorkout(run, options).replace(
          / *<MetadataEntry key="HKTimeZone"[^>]*>\n/,
          zone === null ? "" : `<MetadataEntry key="HKTimeZone" value="${zone}"/>`
        )
      const starts: Array<number | null> = []
      const keys = new Set<string>()
      for (const workout of [
        inZone("Asia/Kathmandu", { route }),
        inZone(null, { route }),
        inZone("Mars/Base", { route }),
        inZone(null)
      ]) {
        const { runs } = yield* readHealth(healthExport([workout], { routes: { [route]: run } }))
        starts.push(...runs.map((one) => one.run.localStart))
        for (const { key, zoned } of runs) keys.add(`${key} ${zoned}`)
      }
      const there = (run.at + run.offset) * 1_000
      expect(starts).toStrictEqual([(run.at + 5.75 * 3_600) * 1_000, there, there, null])
      expect(keys.size).toBe(1)
    })
  )

  it.effect("finds a route by its time if its name differs from the reference", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const workouts = [healthWorkout(run, { route: "route_2025-12-20_12.51pm.gpx" })]
      const { runs } = yield* readHealth(healthExport(workouts, { routes: { "a.gpx": other, "b.gpx": run } }))
      expect(runs[0]!.run.polyline).not.toBeNull()
    })
  )

  it.effect("may be its main file alone, and is read up to where it is cut short", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const xml = healthXml([healthWorkout(run), healthWorkout(other)], { records: 2_000 })
      expect((yield* readHealth(zipSync({ "导出.xml": strToU8(xml) }))).runs).toHaveLength(2)
      expect((yield* readHealth(xml, "data")).runs.map(figures)).toStrictEqual([expected(run), expected(other)])
      const cut = yield* readHealth(xml.slice(0, -60), "data")
      expect([cut.runs.length, cut.failure?.message]).toStrictEqual([
        1,
        "data is cut short: the export has no end; 1 whole row was read"
      ])
    })
  )

  it.effect("counts a workout without times", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const broken = healthWorkout(other).replaceAll(/startDate="[^"]*"/g, 'startDate="soon"')
      const { lines, runs } = yield* readHealth(healthExport([healthWorkout(run), broken]))
      expect(runs).toHaveLength(1)
      expect(lines).toContain("1 row could not be read and was left out (workout 2)")
    })
  )

  it.effect("has the totals of an interval workout, not those of its last step", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const step = (...elements: ReadonlyArray<string>) =>
        `<WorkoutActivity uuid="1" startDate="2025-12-20 12:51:00 +0100">${elements.join("")}</WorkoutActivity>`
      const statistic = (type: string, sum: number, unit: string) =>
        `<WorkoutStatistics type="HKQuantityTypeIdentifier${type}" sum="${sum}" unit="${unit}"/>`
      const climb = (metres: number) => `<MetadataEntry key="HKElevationAscended" value="${metres * 100} cm"/>`
      const withoutClimb = (workout: string) =>
        workout.replace(/ *<MetadataEntry key="HKElevationAscended"[^>]*>\n/, "")
      const steps = [
        step(statistic("DistanceWalkingRunning", 1, "km"), statistic("StepCount", 800, "count"), climb(4)),
        step(statistic("DistanceWalkingRunning", 2, "km"), statistic("StepCount", 900, "count"), climb(3))
      ]
      const whole = withoutClimb(healthWorkout(run)).replace("</Workout>", `${steps.join("")}</Workout>`)
      const stepsAlone = withoutClimb(healthWorkout(other))
        .replace(/ *<WorkoutStatistics[^>]*>\n?/g, "")
        .replace("</Workout>", `${steps.join("")}</Workout>`)
      const { runs } = yield* readHealth(healthExport([whole, stepsAlone]))
      expect(runs.map(figures)).toStrictEqual([expected(run), { ...expected(other), distance: 3_000 }])
      expect(runs.map((one) => one.run.elevation)).toStrictEqual([7, 7])
      expect(Math.round(runs[0]!.run.cadence!)).toBe(Math.round(run.cadence * 2))
      expect(Math.round(runs[1]!.run.cadence!)).toBe(Math.round(1_700 / (other.movingTime / 60)))
    })
  )

  it.effect("has the runs of multisport workouts", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const part = healthWorkout(run)
        .replace("<Workout ", '<WorkoutActivity uuid="1" ')
        .replace("</Workout>", "</WorkoutActivity>")
      const whole = healthWorkout(
        { ...run, at: run.at - 3_600, elapsedTime: run.elapsedTime + 3_600 },
        { activity: "SwimBikeRun" }
      ).replace(" </Workout>", `${part} </Workout>`)
      expect((yield* readHealth(healthExport([whole]))).runs.map(figures)).toStrictEqual([expected(run)])
    })
  )
})

describe("an export of Garmin", () => {
  const readGarmin = (content: string | Uint8Array, name?: string) => read(Garmin.exportFile, content, name)

  it.effect("has the figures of the list and the routes of the recordings", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const ride = { ...other, id: other.id + 1, at: other.at + 90_000, sportType: "Ride" }
      const alone = { ...other, id: other.id + 2, at: other.at + 180_000 }
      const content = garminExport(
        [
          garminSummary(run, { activityType: { typeKey: "trail_running" } }),
          garminSummary(other),
          garminSummary(ride),
          garminSummary({ ...run, at: run.at - 90_000 }, { parent: true }),
          { activityId: "none" }
        ],
        [
          fitFile(run, { serial: 3_900_000_001 }),
          fitFile(ride, { serial: 3_900_000_001 }),
          fitFile(alone, { serial: 3_900_000_001 }),
          garminDay(run),
          fitFile(run, { serial: 3_900_000_001 }).subarray(0, 300)
        ]
      )
      const { failure, lines, runs } = yield* readGarmin(content)
      expect(failure).toBeNull()
      const byKey = new Map(runs.map((one) => [one.key, one]))
      const listed = byKey.get(String(run.id + 2_000_000_000))!
      expect(figures(listed)).toStrictEqual(expected(run))
      expect(listed).toMatchObject({
        identities: [`garmin:${run.id + 2_000_000_000}`, `fit:3900000001:${run.at - 631_065_600}`],
        run: { sport: "TrailRun", cadence: Math.round(run.cadence * 20) / 10, heartrateAvg: run.heartrate },
        detail: { calories: 400 }
      })
      expect(listed.run.polyline).not.toBeNull()
      expect(byKey.get(String(other.id + 2_000_000_000))!.run.polyline).toBeNull()
      expect(byKey.get(`fit:3900000001:${alone.at - 631_065_600}`)!.run.startedAt).toBe(alone.at * 1_000)
      expect(runs).toHaveLength(3)
      expect(lines).toContain("left out: 1 no activity, 1 not a run, 1 part of another, 2 broken")
    })
  )

  it.effect("has the duration of a run on a treadmill, whose moving time is 0", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const { runs } = yield* readGarmin(garminExport([garminSummary(run, { movingDuration: 0 })]))
      expect(runs.map(figures)).toStrictEqual([expected(run)])
    })
  )

  it.effect("goes by the list if somebody corrected the sport of a recording", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const walk = garminSummary(run, { activityType: "walking" })
      const { lines, runs } = yield* readGarmin(garminExport([walk], [fitFile(run, { serial: 5 })]))
      expect(runs).toStrictEqual([])
      expect(lines).toContain("left out: 1 not a run")
    })
  )

  it.effect("keeps what is listed if an archive within is damaged", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const name = "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part"
      const content = zipSync({
        "DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json": strToU8(
          garminSummaries([garminSummary(run), garminSummary(other)])
        ),
        [`${name}1.zip`]: strToU8("no archive"),
        [`${name}2.zip`]: zipSync({ "a_1.fit": fitFile(other) })
      })
      const { failure, runs } = yield* readGarmin(content, "garmin.zip")
      expect(runs.map((one) => one.run.polyline === null)).toStrictEqual([false, true])
      expect(failure?.message).toBe(`garmin.zip is cut short: ${name}1.zip in it is damaged; 2 whole rows were read`)
    })
  )

  it.effect("may be the list alone, and is read up to where it is cut short", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const text = garminSummaries([garminSummary(run), garminSummary(other, { duration: 1_891_000 })])
      expect((yield* readGarmin(text, "run.gpx")).runs.map(figures)).toStrictEqual([expected(run), expected(other)])
      const cut = yield* readGarmin(text.slice(0, -20), "a.json")
      expect([cut.runs.length, cut.failure?.message]).toStrictEqual([
        1,
        "a.json is cut short: a.json has no end; 1 whole row was read"
      ])
    })
  )
})

describe("recordings", () => {
  const readFiles = (content: string | Uint8Array, name?: string) => read(RunFiles.exportFile, content, name)

  it.effect("are read from archives within archives, packed or not", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const ride = { ...other, sportType: "Ride" }
      const content = zipSync({
        "2025/one.fit": fitFile(run, { serial: 77 }),
        "2025/two.GPX.gz": gzipSync(gpxFile(other)),
        "2025/three.tcx": strToU8(tcxFile(ride)),
        "2025/day.fit": garminDay(run),
        "2025/untyped.gpx": strToU8(gpxFile(other).replace(/<type>\d+<\/type>/, "")),
        "2025/broken.fit": fitFile(run).subarray(0, 100),
        "more.zip": zipSync({ "deep/three.tcx": strToU8(tcxFile({ ...other, at: other.at + 90_000 })) })
      })
      const { lines, runs } = yield* readFiles(content)
      expect(runs.map(({ key, run }) => [key.split(":")[0], run.startedAt]).sort()).toStrictEqual([
        ["fit", run.at * 1_000],
        ["gpx", other.at * 1_000],
        ["tcx", (other.at + 90_000) * 1_000]
      ])
      expect(lines).toContain("left out: 1 no activity, 1 not a run, 1 without a sport, 1 broken")
      const again = yield* readFiles(content)
      expect(again.runs).toStrictEqual(runs)
    })
  )

  it.effect("may be archives of single recordings, or lie between other files", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const single = zipSync({ "12345678901_ACTIVITY.fit": fitFile(run) })
      const archives = zipSync({ "runs/12345678901.zip": single })
      const names = (entries: ReadonlyArray<string>) => ({ head: archives, text: "", rows: [], objects: [], entries })
      expect(RunFiles.recognise(names(["runs/12345678901.zip"]))).toBe(true)
      expect(RunFiles.recognise(names(["runs/music.zip"]))).toBe(false)
      const others = zipSync({ "a.jpg": strToU8("x"), "b.jpg": strToU8("x"), "run.fit": fitFile(run) })
      for (const content of [archives, others]) expect((yield* readFiles(content)).runs).toHaveLength(1)
    })
  )

  it.effect("of a watch have its steps of both feet, else those of the samples", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const both = Math.round(run.cadence) * 2
      for (const [counted, steps] of [
        [90, 180],
        [178, 178],
        [0, both],
        [255, both]
      ] as const) {
        const { runs } = yield* readFiles(fitFile(run, { serial: 7, cadence: counted }))
        expect(runs.map((one) => one.run.cadence)).toStrictEqual([steps])
      }
    })
  )

  it.effect("have the local start that they say, else that of the place where they start", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const there = (run.at + run.offset) * 1_000
      const startOf = (content: string | Uint8Array) =>
        Effect.map(readFiles(content, "recording"), ({ runs }) => runs.map((one) => one.run.localStart))
      expect(yield* startOf(fitFile({ ...run, offset: 20_700 }))).toStrictEqual([(run.at + 20_700) * 1_000])
      for (const file of [gpxFile(run), tcxFile(run)]) expect(yield* startOf(file)).toStrictEqual([there])
      expect(yield* startOf(tcxFile(run).replaceAll(/<Position>.*?<\/Position>/g, ""))).toStrictEqual([null])
    })
  )

  it.effect("have the running parts of a multisport activity, each with its own course", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const ride = { ...other, at: run.at + run.elapsedTime + 60, sportType: "Ride" }
      const last = { ...run, at: ride.at + ride.elapsedTime + 60 }
      const alone = (yield* readFiles(fitFile(run))).runs[0]!
      const { lines, runs } = yield* readFiles(fitFile(run, { serial: 77, parts: [ride, last] }))
      expect(runs.map(figures)).toStrictEqual([
        figures(alone),
        { ...figures(alone), startedAt: last.at * 1_000, localStart: (last.at + last.offset) * 1_000 }
      ])
      expect(new Set(runs.flatMap(({ identities }) => identities)).size).toBe(2)
      expect(lines).toContain("left out: 1 not a run")
    })
  )

  it.effect("count as runs without a sport if they are given alone", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      expect((yield* readFiles(gpxFile(run).replace(/<type>\d+<\/type>/, ""), "track")).runs).toHaveLength(1)
      const ride = yield* readFiles(gpxFile({ ...run, sportType: "Ride" }), "track")
      expect([ride.runs.length, ride.lines]).toStrictEqual([
        0,
        [
          "track: 1 rows read, 0 kept; left out: 1 not a run",
          "track: 1 other activity was left out: to have them, set DAYBOOK_DOMAINS=activities and import the file again"
        ].join("\n")
      ])
    })
  )

  it.effect("of a watch that did not know the time are no runs", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const content = zipSync({ "lost.fit": fitFile({ ...run, at: 631_065_600 + 3_600 }), "run.fit": fitFile(run) })
      const { lines, runs } = yield* readFiles(content)
      expect(runs.map((one) => one.run.startedAt)).toStrictEqual([run.at * 1_000])
      expect(lines).toContain("1 broken")
    })
  )

  it.effect("of a route without times are no runs", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const { failure } = yield* readFiles(gpxFile(run).replaceAll(/<time>[^<]*<\/time>/g, ""), "track.gpx")
      expect(failure?.state).toBe("bad_file")
    })
  )
})

describe("an export of Runkeeper", () => {
  const readRunkeeper = (content: string | Uint8Array, name?: string) => read(Runkeeper.exportFile, content, name)

  it.effect("has wall clocks that become instants by the recordings", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const { failure, runs } = yield* readRunkeeper(runkeeperExport([run, { ...run, sportType: "Ride" }]))
      expect(failure).toBeNull()
      expect(runs).toHaveLength(1)
      expect(runs[0]!.zoned).toBe(true)
      expect(figures(runs[0]!)).toMatchObject({ startedAt: run.at * 1_000, movingTime: run.movingTime })
      expect(Math.abs(runs[0]!.run.distance - run.distance)).toBeLessThan(10)
      expect(runs[0]!.detail.description).toBe("Rain, and wind")
    })
  )

  it.effect("is read in the home time zone without recordings, and marked so", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const there = { ...run, at: Date.parse("2025-03-14T16:00:00Z") / 1_000, offset: -25_200 }
      for (const unit of ["km", "mi"] as const) {
        const { runs } = yield* readRunkeeper(runkeeperTable([there], { unit, gpx: false }), "data")
        expect(runs[0]).toMatchObject({
          zoned: false,
          run: { startedAt: Date.parse("2025-03-14T09:00:00Z"), localStart: Date.parse("2025-03-14T09:00:00Z") }
        })
        expect(Math.abs(runs[0]!.run.distance - run.distance)).toBeLessThan(15)
        expect(Math.abs(runs[0]!.run.elevation - run.elevation)).toBeLessThan(1)
      }
    })
  )
})

describe("the data of a Polar account", () => {
  const readPolar = (content: string | Uint8Array, name?: string) => read(Polar.exportFile, content, name)
  const withoutPauses = (run: AccountActivity) => ({ ...expected(run), movingTime: run.elapsedTime })

  it.effect("has the sessions of both layouts", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const ride = { ...other, id: other.id + 1, sportType: "Ride" }
      const now = yield* readPolar(polarExport([run, other, ride]))
      expect(now.runs.map(figures)).toStrictEqual([run, other].map(withoutPauses))
      expect(now.runs[0]).toMatchObject({ key: String(run.id), run: { name: "Run", heartrateAvg: run.heartrate } })
      expect(now.lines).toContain("left out: 1 not a run")
      const old = yield* readPolar(polarExport([run], { isOld: true }))
      expect(figures(old.runs[0]!)).toMatchObject({ startedAt: run.at * 1_000, elapsedTime: run.elapsedTime })
      expect(old.runs[0]!.run.polyline).not.toBeNull()
      expect((yield* readPolar(polarSession(run), "data")).runs).toHaveLength(1)
    })
  )

  it.effect("has every kind of run, and no other sport", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const sports = ["TRACK_AND_FIELD_RUNNING", "ULTRARUNNING_RUNNING", "JOGGING", "TRAIL_RUNNING", "WATER_RUNNING"]
      const sessions = sports.map((sport, index) => [
        `training-session-${index}.json`,
        strToU8(polarSession(run, { isOld: true }).replace('"RUNNING"', `"${sport}"`))
      ])
      const { lines, runs } = yield* readPolar(zipSync(Object.fromEntries(sessions) as Record<string, Uint8Array>))
      expect(runs.map((one) => one.run.sport)).toStrictEqual(["Run", "Run", "Run", "TrailRun"])
      expect(lines).toContain("left out: 1 not a run")
    })
  )

  it.effect("counts a session that is no JSON", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const content = zipSync({
        "training-session-2025-03-14-1-a.json": strToU8(polarSession(run)),
        "training-session-2025-03-15-2-b.json": strToU8('{"exportVersion":')
      })
      const { lines, runs } = yield* readPolar(content)
      expect([runs.length, lines.includes("1 row could not be read")]).toStrictEqual([1, true])
    })
  )
})

describe("the data of adidas Running", () => {
  const readAdidas = (content: string | Uint8Array, name?: string) => read(Adidas.exportFile, content, name)

  it.effect("without an offset from UTC has the local start of the place", () =>
    Effect.gen(function* () {
      const [run] = yield* someRuns
      const name = "2025-03-14_07-00-00-UTC_8d0f"
      const session = adidasSession(run).replace(/"start_time_timezone_offset":[^,]*,/, "")
      const files = zipSync({
        [`Sport-sessions/${name}.json`]: strToU8(session),
        [`Sport-sessions/GPS-data/${name}.gpx`]: strToU8(gpxFile(run))
      })
      expect((yield* readAdidas(files)).runs.map(figures)).toStrictEqual([expected(run)])
      expect((yield* readAdidas(session, "data")).runs.map((one) => one.run.localStart)).toStrictEqual([null])
    })
  )

  it.effect("has sessions with their courses", () =>
    Effect.gen(function* () {
      const [run, other] = yield* someRuns
      const ride = { ...other, id: other.id + 1, sportType: "Ride" }
      for (const isNew of [false, true]) {
        const { lines, runs } = yield* readAdidas(adidasExport([run, ride], { isNew }))
        expect(runs.map(figures)).toStrictEqual([expected(run)])
        expect(runs[0]!.run.polyline).not.toBeNull()
        expect(lines).toContain("left out: 1 not a run")
      }
      expect((yield* readAdidas(adidasSession(run), "data")).runs).toHaveLength(1)
    })
  )
})

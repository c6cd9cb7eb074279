import { type ActivityKind, type ActivityReport, activities as domain } from "@daybook/core/activities"
import { DeclaredDomains, isOptionalRow } from "@daybook/core/domain"
import type { RecordedReport } from "@daybook/core/running"
import { type Places, Calendar } from "@daybook/core/shared"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import {
  type AccountActivity,
  adidasExport,
  fitFile,
  garminExport,
  garminSummary,
  gpxFile,
  healthExport,
  healthWorkout,
  makeSimulators,
  polarExport,
  runkeeperExport,
  tcxFile
} from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer, Logger, type Stream } from "effect"
import { adidasRunning as adidasRunningSource } from "../../src/adidas-running/source.js"
import { appleHealth as appleHealthSource } from "../../src/apple-health/source.js"
import { garmin as garminSource } from "../../src/garmin/source.js"
import { kindOf } from "../../src/kit/activities/kinds.js"
import type { RunRecord } from "../../src/kit/runs/runPages.js"
import { polar as polarSource } from "../../src/polar/source.js"
import { runFiles as runFilesSource } from "../../src/run-files/source.js"
import { runkeeper as runkeeperSource } from "../../src/runkeeper/source.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"
import * as Gazetteer from "../../../adapters/src/places/Gazetteer.js"

const { exportFile: adidas } = filesOf(adidasRunningSource)
const { exportFile: health } = filesOf(appleHealthSource)
const { exportFile: garmin } = filesOf(garminSource)
const { exportFile: polar } = filesOf(polarSource)
const { exportFile: runFiles } = filesOf(runFilesSource)
const { exportFile: runkeeper } = filesOf(runkeeperSource)

const endsAt = Date.parse("2025-11-21T08:00:00Z")
const cityZone = "Europe/Lisbon"

/** A recorded run with heart rates and a pause, as the base of other activities. */
const someRun = Effect.runSync(
  Effect.cached(
    Effect.flatMap(Effect.orDie(makeSimulators("http://simulated.example", { endsAt })), ({ simulators }) =>
      Effect.map(simulators.strava.control.activities, (all) =>
        all.find(
          ({ elapsedTime, heartrate, manual, movingTime, sportType }) =>
            sportType === "Run" && !manual && heartrate !== null && elapsedTime > movingTime
        )!
      )
    )
  )
)

type Reader = (file: ImportFile) => Stream.Stream<Page<RunRecord>, SourceFailure, Calendar | Places>

interface FileRecords {
  readonly runs: ReadonlyArray<RecordedReport>
  readonly others: ReadonlyArray<ActivityReport>
  readonly lines: string
}

/** What a file holds, with the domain of activities on or off. */
const read = (reader: Reader, content: string | Uint8Array, name: string, isOn: boolean) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    return readPages(reader(importFile(name, content, 997)) as Stream.Stream<Page<RunRecord>, SourceFailure>).pipe(
      Effect.map(({ records }): FileRecords => ({
        runs: records.flatMap((one) => (!isOptionalRow(one) && one._tag === "Recorded" ? [one] : [])),
        others: records.filter(isOptionalRow).map(({ row }) => row as ActivityReport),
        lines: lines.join("\n")
      })),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      Effect.provide(Layer.merge(Calendar.layer(DateTime.zoneUnsafeMakeNamed(cityZone)), Gazetteer.layer)),
      Effect.provideService(DeclaredDomains, isOn ? [domain] : []),
      Effect.withClock(Clock.make())
    )
  }) as Effect.Effect<FileRecords>

/** Reads a file with and without the domain: the runs are the same. */
const readBoth = (reader: Reader, content: string | Uint8Array, name = "export.zip") =>
  Effect.gen(function* () {
    const off = yield* read(reader, content, name, false)
    const on = yield* read(reader, content, name, true)
    const plain = (runs: FileRecords["runs"]) => JSON.parse(JSON.stringify(runs)) as unknown
    expect(plain(on.runs)).toStrictEqual(plain(off.runs))
    expect(off.others).toStrictEqual([])
    expect(on.others.every(({ kind, sport }) => kind === kindOf(sport))).toBe(true)
    return { on, off }
  })

const next = (run: AccountActivity, by: number, more: Partial<AccountActivity> = {}): AccountActivity => ({
  ...run,
  id: run.id + by,
  at: run.at + by * 90_000,
  ...more
})

const figures = ({ distance_m, duration_s, elapsed_s, kind, started_at }: ActivityReport) => ({
  kind,
  startedAt: started_at,
  distance: Math.round(distance_m ?? 0),
  movingTime: duration_s,
  elapsedTime: elapsed_s
})

const expected = (kind: ActivityKind, run: AccountActivity) => ({
  kind,
  startedAt: run.at * 1_000,
  distance: Math.round(run.distance),
  movingTime: run.movingTime,
  elapsedTime: run.elapsedTime
})

describe("other sports of files", () => {
  it.effect("come from Garmin with the recording of each, and the legs of a triathlon where they belong", () =>
    Effect.gen(function* () {
      const run = yield* someRun
      const ride = next(run, 1, { sportType: "Ride" })
      const yoga = next(run, 2)
      const content = garminExport(
        [
          garminSummary(run),
          garminSummary(ride, { activityType: { typeKey: "gravel_cycling" } }),
          garminSummary(yoga, { activityType: "yoga" }),
          garminSummary(next(run, 3), { activityType: "multi_sport", parent: true }),
          garminSummary(next(run, 4), { activityType: "swimToBikeTransition_v2" }),
          garminSummary(next(run, 5), { activityType: "breathwork" })
        ],
        [fitFile(ride, { serial: 3_900_000_001 })]
      )
      const { off, on } = yield* readBoth(garmin, content)
      expect(on.runs).toHaveLength(1)
      expect(on.others.map(figures)).toStrictEqual([
        expected("ride", ride),
        expected("yoga", yoga),
        expected("other", next(run, 5))
      ])
      const [gravel] = on.others
      expect(gravel).toMatchObject({
        service: "garmin",
        report: String(ride.id + 2_000_000_000),
        sport: "gravel_cycling",
        identities: [`garmin:${ride.id + 2_000_000_000}`, `fit:3900000001:${ride.at - 631_065_600}`]
      })
      expect(gravel!.course).not.toBeNull()
      expect(on.lines).toContain("left out: 2 part of another")
      expect(on.lines).toContain("3 other activities went to the domain activities")
      expect(off.lines).toContain("3 other activities were left out: to have them, set DAYBOOK_DOMAINS=activities")
    })
  )

  it.effect("come from multisport recordings: the ride to activities, the run to running", () =>
    Effect.gen(function* () {
      const run = yield* someRun
      const leg = { ...run, at: run.at + run.elapsedTime + 60, sportType: "Ride" }
      const { on } = yield* readBoth(runFiles, fitFile(run, { serial: 7, parts: [leg] }), "duathlon.fit")
      expect(on.runs.map(({ run }) => run.startedAt)).toStrictEqual([run.at * 1_000])
      expect(on.others).toMatchObject([
        { kind: "ride", sport: "cycling", started_at: leg.at * 1_000, identities: [`fit:7:${run.at - 631_065_600}#2`] }
      ])
      expect(Math.round(on.others[0]!.distance_m! / 100)).toBe(Math.round(leg.distance / 100))
    })
  )

  it.effect("come from GPX and TCX files of any service", () =>
    Effect.gen(function* () {
      const run = yield* someRun
      const ride = { ...run, sportType: "Ride" }
      for (const [name, content] of [
        ["ride.gpx", gpxFile(ride)],
        ["ride.tcx", tcxFile(ride)]
      ] as const) {
        const { on } = yield* readBoth(runFiles, content, name)
        expect(on.others).toMatchObject([{ kind: "ride", service: "run-files", started_at: ride.at * 1_000 }])
      }
    })
  )

  it.effect("come from Apple Health with their own distances", () =>
    Effect.gen(function* () {
      const run = yield* someRun
      const walk = next(run, 1)
      const swim = next(run, 2)
      const content = healthExport([
        healthWorkout(run),
        healthWorkout(walk, { activity: "Walking" }),
        healthWorkout(swim, { activity: "Swimming" }).replaceAll("DistanceWalkingRunning", "DistanceSwimming")
      ])
      const { on } = yield* readBoth(health, content)
      expect(on.others.map(figures)).toStrictEqual([expected("walk", walk), expected("swim", swim)])
      expect(on.others.map(({ sport }) => sport)).toStrictEqual(["Walking", "Swimming"])
    })
  )

  it.effect("come from Polar, Runkeeper and adidas Running", () =>
    Effect.gen(function* () {
      const run = yield* someRun
      const ride = next(run, 1, { sportType: "Ride" })
      for (const [reader, content] of [
        [polar, polarExport([run, ride])],
        [polar, polarExport([run, ride], { isOld: true })],
        [runkeeper, runkeeperExport([run, ride])],
        [adidas, adidasExport([run, ride])]
      ] as const) {
        const { on } = yield* readBoth(reader, content)
        expect(on.runs).toHaveLength(1)
        expect(on.others).toMatchObject([
          { kind: "ride", sport: expect.stringMatching(/^cycling$/i), started_at: ride.at * 1_000 }
        ])
        expect(Math.round(on.others[0]!.distance_m! / 100)).toBe(Math.round(ride.distance / 100))
      }
    })
  )
})

/** Names as the documents of the providers write them, and the kind that a person would say. */
const sports: Readonly<Record<string, ReadonlyArray<string>>> = {
  // Strava's SportType (developers.strava.com) and Garmin's type keys.
  ride: ["Ride", "GravelRide", "MountainBikeRide", "EBikeRide", "VirtualRide", "Velomobile", "road_biking", "bmx"],
  walk: ["Walk", "casual_walking", "Nordic walking", "HKWorkoutActivityTypeWalking"],
  hike: ["Hike", "Snowshoe", "snow_shoe_ws", "HKWorkoutActivityTypeHiking"],
  swim: ["Swim", "lap_swimming", "open_water_swimming", "Pool swimming", "Schwimmen", "OpenWaterSwim"],
  strength: ["WeightTraining", "strength_training", "HKWorkoutActivityTypeTraditionalStrengthTraining"],
  gym: ["Workout", "Crossfit", "HighIntensityIntervalTraining", "StairStepper", "Elliptical", "indoor_cardio", "hiit"],
  yoga: ["Yoga", "Pilates", "Body&Mind", "HKWorkoutActivityTypeMindAndBody"],
  climb: ["RockClimbing", "bouldering", "indoor_climbing", "mountaineering"],
  row: ["Rowing", "VirtualRow", "indoor_rowing"],
  paddle: ["Canoeing", "Kayaking", "StandUpPaddling", "stand_up_paddleboarding_v2", "whitewater_rafting_kayaking"],
  water_sport: ["Kitesurf", "Windsurf", "Surfing", "Sail", "wind_kite_surfing", "HKWorkoutActivityTypeSailing"],
  ski: ["AlpineSki", "BackcountrySki", "NordicSki", "Snowboard", "RollerSki", "resort_skiing_snowboarding_ws"],
  skate: ["IceSkate", "InlineSkate", "Skateboard", "skating_ws", "HKWorkoutActivityTypeSkatingSports"],
  racket_sport: ["Tennis", "TableTennis", "Badminton", "Squash", "Racquetball", "Pickleball", "Padel"],
  team_sport: ["Soccer", "ice_hockey", "Beach volley", "HKWorkoutActivityTypeAmericanFootball"],
  martial_art: ["HKWorkoutActivityTypeMartialArts", "boxing", "Boxing / MMA"],
  dance: ["Dancing", "HKWorkoutActivityTypeCardioDance"],
  golf: ["Golf", "disc_golf"],
  wheelchair: ["Wheelchair", "wheelchair_push_run"],
  other: ["Kabaddi", "", "sport_200", "HKWorkoutActivityTypeFishing"]
}

it("every sport of the documents has its kind, in whatever case it is written", () => {
  for (const [kind, names] of Object.entries(sports))
    for (const name of names) {
      const cases = name.startsWith("HK") ? [name] : [name, name.toUpperCase(), name.toLowerCase()]
      expect([name, ...cases.map(kindOf)]).toStrictEqual([name, ...cases.map(() => kind)])
    }
})

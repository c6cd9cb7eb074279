import type { Report } from "@daybook/core/running"
import { Calendar } from "@daybook/core/shared"
import type { ImportFile } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Chunk, DateTime, Effect, Layer, Stream } from "effect"
import { strToU8, unzipSync, zipSync } from "fflate"
import { type ArchiveOptions, fitFile, gpxFile, makeSimulators, tcxFile } from "@daybook/simulators"
import * as Strava from "../../src/strava/exportFile.js"
import { importFile, readPages } from "../support/importFile.js"
import * as Gazetteer from "../../../adapters/src/places/Gazetteer.js"

const endsAt = Date.parse("2024-02-01T08:00:00Z")

const account = Effect.gen(function* () {
  const { simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt }))
  const runs = yield* simulators.strava.control.activities
  return { runs, archive: simulators.strava.control.archive, edit: simulators.strava.control.edit }
})

type Archived = Extract<Report, { readonly _tag: "Archived" }>

const exportFile = (file: ImportFile) =>
  Stream.provideLayer(
    Strava.exportFile(file),
    Layer.merge(Calendar.layer(DateTime.zoneUnsafeMakeNamed("America/Los_Angeles")), Gazetteer.layer)
  )

const read = (file: ImportFile) =>
  Effect.map(Stream.runCollect(exportFile(file)), (pages) =>
    Chunk.toReadonlyArray(pages)
      .flatMap(({ records }) => records)
      .filter((one): one is Archived => one._tag === "Archived")
  )

const archives: ReadonlyArray<ArchiveOptions> = [
  {},
  { layout: "newest" },
  { language: "de" },
  { language: "fr", layout: "newest" },
  { language: "ja" },
  { language: "de", recordings: [] },
  { unit: "mi" }
]

describe("the account archive", () => {
  it.effect("is refused when its table exceeds the memory limit", () =>
    Effect.gen(function* () {
      const { archive } = yield* account
      const table = unzipSync(yield* archive({ recordings: [] }))["activities.csv"]!
      const bomb = Buffer.concat([table, Buffer.alloc(33 * 1_048_576, ",")])
      const file = importFile("export.zip", zipSync({ "activities.csv": bomb }, { level: 1 }), 65_536)
      const failure = yield* Effect.flip(read(file))
      expect(failure.state).toBe("bad_file")
    })
  )

  it.effect("has every run although a recording in it is damaged", () =>
    Effect.gen(function* () {
      const { archive, runs } = yield* account
      const bytes = Buffer.from(yield* archive({}))
      const name = Object.keys(unzipSync(bytes)).find((one) => one.startsWith("activities/"))!
      const at = bytes.indexOf(name) + name.length + 40
      bytes.fill(0, at, at + 40)
      const { failure, records } = yield* readPages(exportFile(importFile("export.zip", bytes, 65_536)))
      const read = records.filter((one): one is Archived => one._tag === "Archived")
      expect(failure).toBeNull()
      expect(read.map(({ run }) => run.id)).toStrictEqual(runs.map(({ id }) => id))
      expect(read.filter(({ detail }) => detail.splits === null)).toHaveLength(
        runs.filter(({ manual }) => manual).length + 1
      )
    })
  )

  for (const options of archives) {
    it.effect(`is read whatever its form: ${JSON.stringify(options)}`, () =>
      Effect.gen(function* () {
        const { archive, edit, runs } = yield* account
        yield* edit(runs[2]!.id, { sportType: "Ride" })
        const reports = yield* read(importFile("export.zip", yield* archive(options), 65_536))
        const expected = runs.filter((_, index) => index !== 2)
        expect(reports.map(({ run }) => run.id)).toStrictEqual(expected.map(({ id }) => id))
        reports.forEach(({ detail, run }, index) => {
          const expectedRun = expected[index]!
          expect([
            run.name,
            run.sport,
            run.startedAt,
            run.distance,
            run.movingTime,
            run.elapsedTime,
            run.elevation,
            run.heartrateAvg,
            detail.description
          ]).toStrictEqual([
            expectedRun.name,
            expectedRun.sport,
            expectedRun.at * 1000,
            expectedRun.distance,
            expectedRun.movingTime,
            expectedRun.elapsedTime,
            expectedRun.elevation,
            expectedRun.heartrate,
            expectedRun.description
          ])
          expect(Math.abs((run.cadence ?? NaN) - expectedRun.cadence * 2)).toBeLessThan(0.06)
          if (expectedRun.manual || options.recordings?.length === 0) expect(detail.splits).toBeNull()
          else
            expect(
              Math.abs(detail.splits!.reduce((sum, { distance }) => sum + distance, 0) - expectedRun.distance)
            ).toBeLessThanOrEqual(expectedRun.distance * 0.02)
        })
      })
    )
  }

  it.effect("derives the unit from recordings in a table of 2019 with eleven columns", () =>
    Effect.gen(function* () {
      const { archive, runs } = yield* account
      for (const unit of ["km", "mi"] as const) {
        const reports = yield* read(importFile("export.zip", yield* archive({ layout: "first", unit }), 65_536))
        reports.forEach(({ run }, index) => {
          if (!runs[index]!.manual) expect(Math.abs(run.distance - runs[index]!.distance)).toBeLessThanOrEqual(17)
          expect(run.elapsedTime).toBe(runs[index]!.elapsedTime)
        })
      }
    })
  )

  it.effect("applies the unit of other recordings to runs without one in a table of 2019", () =>
    Effect.gen(function* () {
      const { runs } = yield* account
      const run = runs.find(({ manual }) => !manual)!
      const header =
        "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Relative Effort,Commute,Activity Gear,Filename"
      for (const unit of [1000, 1609.344]) {
        const rows = [
          '2,"Jul 13, 2018, 12:13:58 AM",By hand,Run,,1500,3.10,,false,,',
          `1,"Jul 12, 2018, 5:13:58 PM",Recorded,Run,,${run.elapsedTime},${(run.distance / unit).toFixed(2)},,false,,activities/1.gpx`
        ]
        const archive = zipSync({
          "activities.csv": strToU8([header, ...rows].join("\n")),
          "activities/1.gpx": strToU8(gpxFile(run))
        })
        const [byHand, recorded] = yield* read(importFile("export.zip", archive))
        expect(Math.abs(byHand!.run.distance - 3.1 * unit)).toBeLessThanOrEqual(0.001)
        expect(Math.abs(recorded!.run.distance - run.distance)).toBeLessThanOrEqual(17)
      }
    })
  )

  it.effect("recognises runs by an English table, or by recordings in an unknown language", () =>
    Effect.gen(function* () {
      const { runs } = yield* account
      const run = runs.find(({ manual }) => !manual)!
      const header = [
        "ID",
        "Date",
        "Name",
        "Type",
        "Description",
        "Elapsed",
        "Distance",
        "Effort",
        "Commute",
        "Gear",
        "Filename"
      ]
      for (const [type, count] of [
        ["Type", 1],
        ["Activity Type", 0]
      ] as const) {
        const table = [
          header.with(3, type).join(","),
          `1,"Jul 12, 2018, 5:13:58 PM",Made a hike of it,Snowshoe,,1500,3.10,,false,,activities/1.gpx`
        ].join("\n")
        const archive = zipSync({ "activities.csv": strToU8(table), "activities/1.gpx": strToU8(gpxFile(run)) })
        expect(yield* read(importFile("export.zip", archive))).toHaveLength(count)
      }
    })
  )

  it.effect("yields the complete rows of a truncated archive, which is no full list", () =>
    Effect.gen(function* () {
      const header = "ID,Date,Name,Activity Type,Description,Elapsed,Distance,Effort,Commute,Gear,Filename"
      const row = (id: number) => `${id},"Jul 12, 2018, 5:13:58 PM",Run,Run,,1500,3.10,,false,,`
      const whole = zipSync({ "activities.csv": strToU8([header, row(1), row(2), row(3)].join("\n")) }, { level: 0 })
      const cut = whole.slice(0, Buffer.from(whole).indexOf("\n3,") + 45)
      const lists: Array<ReadonlyArray<string>> = []
      const pages = Stream.tap(exportFile(importFile("export.zip", cut)), ({ fullListing }) =>
        Effect.sync(() => void lists.push(fullListing?.completeLists ?? []))
      )
      const { failure, records } = yield* readPages(pages)
      expect(records.map((one) => (one._tag === "Archived" ? Number(one.run.id) : one._tag))).toStrictEqual([1, 2])
      expect(failure?.message ?? "").toMatch(/^export\.zip is cut short: it ends within activities\.csv; 2 whole rows/)
      expect(lists.flat()).toStrictEqual([])
    })
  )

  it.effect("is refused when it is another kind of file", () =>
    Effect.gen(function* () {
      for (const content of [
        zipSync({ "letter.txt": strToU8("dear") }),
        zipSync({ "activities.csv": strToU8("a,b\n1,2\n") }),
        strToU8("no zip")
      ]) {
        expect((yield* Effect.flip(read(importFile("export.zip", content)))).state).toBe("bad_file")
      }
    })
  )
})

describe("single recordings", () => {
  it.effect("yield the same run in every format", () =>
    Effect.gen(function* () {
      const { runs } = yield* account
      const run = runs.find(({ heartrate, manual }) => !manual && heartrate !== null)!
      const read1 = (name: string, content: string | Uint8Array) =>
        Effect.map(read(importFile(name, content, 4096)), ([report]) => report!)
      const [gpx, tcx, fit] = [
        yield* read1("run.gpx", gpxFile(run)),
        yield* read1("run.tcx", tcxFile(run)),
        yield* read1("Run.FIT", fitFile(run))
      ]
      for (const { detail, run: imported } of [gpx, tcx, fit]) {
        expect(imported.id).toBe(-run.at)
        expect(imported.startedAt).toBe(run.at * 1000)
        expect(Math.abs(imported.distance - run.distance)).toBeLessThanOrEqual(run.distance * 0.02)
        expect(imported.elapsedTime).toBe(run.elapsedTime)
        expect(detail.efforts!.length).toBeGreaterThan(2)
        expect(imported.polyline!.length).toBeGreaterThan(50)
      }
      // Only FIT says the offset from UTC. The others say where the run was.
      for (const { run: imported } of [gpx, tcx, fit]) expect(imported.localStart).toBe((run.at + run.offset) * 1000)
    })
  )

  it.effect("are read as UTC when they name no zone", () =>
    Effect.gen(function* () {
      const { runs } = yield* account
      const run = runs.find(({ manual }) => !manual)!
      const here = process.env.TZ
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => (here === undefined ? delete process.env.TZ : (process.env.TZ = here)))
      )
      process.env.TZ = "America/St_Johns"
      for (const [name, file] of [
        ["run.gpx", gpxFile(run)],
        ["run.tcx", tcxFile(run)]
      ] as const) {
        const [report] = yield* read(importFile(name, file.replaceAll(/Z(?=<\/(time|Time|Id)>)/g, ""), 4096))
        expect(report!.run.startedAt).toBe(run.at * 1000)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("are refused when damaged, empty or of another sport", () =>
    Effect.gen(function* () {
      const { runs } = yield* account
      const run = runs.find(({ manual }) => !manual)!
      const broken: ReadonlyArray<readonly [string, string | Uint8Array]> = [
        ["a.gpx", ""],
        ["a.gpx", "<gpx>"],
        ["a.tcx", "<nonsense/>"],
        ["a.fit", fitFile(run).slice(0, 60)],
        ["a.fit.gz", strToU8("not packed")],
        ["a.gpx", gpxFile({ ...run, sportType: "Ride" })],
        ["a.fit", fitFile({ ...run, sportType: "Ride" })]
      ]
      for (const [name, content] of broken)
        expect((yield* Effect.flip(read(importFile(name, content, 4096)))).state, name).toBe("bad_file")
    })
  )
})

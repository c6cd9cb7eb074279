import type { Report } from "@daybook/core/running"
import type { ImportFile } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { type ArchiveOptions, makeSimulators } from "../../../src/simulators/index.js"
import { fitFile } from "../../../src/simulators/strava/fitFile.js"
import { gpxFile, tcxFile } from "../../../src/simulators/strava/recordingFiles.js"
import { exportFile } from "../../../src/sources/strava/exportFile.js"
import { importFile } from "../support/importFile.js"

const endsAt = Date.parse("2024-02-01T08:00:00Z")

const account = Effect.gen(function*() {
  const { simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt }))
  const runs = yield* simulators.strava.control.activities
  return { runs, archive: simulators.strava.control.archive, edit: simulators.strava.control.edit }
})

type Archived = Extract<Report, { readonly _tag: "Archived" }>

const read = (file: ImportFile) =>
  Effect.map(Stream.runCollect(exportFile(file)), (pages) => Chunk.toReadonlyArray(pages).flatMap(({ records }) => records).filter((one): one is Archived => one._tag === "Archived"))

const archives: ReadonlyArray<ArchiveOptions> = [
  {}, { layout: "newest" }, { language: "de" }, { language: "fr", layout: "newest" }, { language: "ja" }, { language: "de", recordings: [] }, { unit: "mi" }
]

describe("the account archive", () => {
  for (const options of archives) {
    it.effect(`is read whatever its form: ${JSON.stringify(options)}`, () =>
      Effect.gen(function*() {
        const { archive, edit, runs } = yield* account
        yield* edit(runs[2]!.id, { sportType: "Ride" })
        const reports = yield* read(importFile("export.zip", yield* archive(options), 65_536))
        const expected = runs.filter((_, index) => index !== 2)
        assert.deepStrictEqual(reports.map(({ run }) => run.id), expected.map(({ id }) => id))
        reports.forEach(({ detail, run }, index) => {
          const wanted = expected[index]!
          assert.deepStrictEqual(
            [run.name, run.sport, run.startedAt, run.distance, run.movingTime, run.elapsedTime, run.elevation, run.heartrateAvg, detail.description],
            [wanted.name, wanted.sport, wanted.at * 1000, wanted.distance, wanted.movingTime, wanted.elapsedTime, wanted.elevation, wanted.heartrate, wanted.description]
          )
          assert.isTrue(run.cadence !== null && Math.abs(run.cadence - wanted.cadence * 2) < 0.06)
          if (wanted.manual || options.recordings?.length === 0) assert.isNull(detail.splits)
          else assert.closeTo(detail.splits!.reduce((sum, { distance }) => sum + distance, 0), wanted.distance, wanted.distance * 0.02)
        })
      }))
  }

  it.effect("of 2019 has only eleven columns: the recordings tell kilometres from miles", () =>
    Effect.gen(function*() {
      const { archive, runs } = yield* account
      for (const unit of ["km", "mi"] as const) {
        const reports = yield* read(importFile("export.zip", yield* archive({ layout: "first", unit }), 65_536))
        reports.forEach(({ run }, index) => {
          if (!runs[index]!.manual) assert.closeTo(run.distance, runs[index]!.distance, 17)
          assert.strictEqual(run.elapsedTime, runs[index]!.elapsedTime)
        })
      }
    }))

  it.effect("of 2019 counts runs without a recording in the unit that others show", () =>
    Effect.gen(function*() {
      const { runs } = yield* account
      const run = runs.find(({ manual }) => !manual)!
      const header = "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Relative Effort,Commute,Activity Gear,Filename"
      for (const unit of [1000, 1609.344]) {
        const rows = [
          "2,\"Jul 13, 2018, 12:13:58 AM\",By hand,Run,,1500,3.10,,false,,",
          `1,"Jul 12, 2018, 5:13:58 PM",Recorded,Run,,${run.elapsedTime},${(run.distance / unit).toFixed(2)},,false,,activities/1.gpx`
        ]
        const archive = zipSync({ "activities.csv": strToU8([header, ...rows].join("\n")), "activities/1.gpx": strToU8(gpxFile(run)) })
        const [byHand, recorded] = yield* read(importFile("export.zip", archive))
        assert.closeTo(byHand!.run.distance, 3.1 * unit, 0.001)
        assert.closeTo(recorded!.run.distance, run.distance, 17)
      }
    }))

  it.effect("says itself what is a run where it is in English, and its recordings where its words are not known", () =>
    Effect.gen(function*() {
      const { runs } = yield* account
      const run = runs.find(({ manual }) => !manual)!
      const header = ["ID", "Date", "Name", "Type", "Description", "Elapsed", "Distance", "Effort", "Commute", "Gear", "Filename"]
      for (const [type, found] of [["Type", 1], ["Activity Type", 0]] as const) {
        const table = [header.with(3, type).join(","), `1,"Jul 12, 2018, 5:13:58 PM",Made a hike of it,Snowshoe,,1500,3.10,,false,,activities/1.gpx`].join("\n")
        const archive = zipSync({ "activities.csv": strToU8(table), "activities/1.gpx": strToU8(gpxFile(run)) })
        assert.strictEqual((yield* read(importFile("export.zip", archive))).length, found)
      }
    }))

  it.effect("is refused when it is something else", () =>
    Effect.gen(function*() {
      for (const content of [zipSync({ "letter.txt": strToU8("dear") }), zipSync({ "activities.csv": strToU8("a,b\n1,2\n") }), strToU8("no zip")]) {
        assert.strictEqual((yield* Effect.flip(read(importFile("export.zip", content)))).state, "bad_file")
      }
    }))
})

describe("single recordings", () => {
  it.effect("of every kind tell the same run", () =>
    Effect.gen(function*() {
      const { runs } = yield* account
      const run = runs.find(({ heartrate, manual }) => !manual && heartrate !== null)!
      const read1 = (name: string, content: string | Uint8Array) => Effect.map(read(importFile(name, content, 4096)), ([report]) => report!)
      const [gpx, tcx, fit] = [yield* read1("run.gpx", gpxFile(run)), yield* read1("run.tcx", tcxFile(run)), yield* read1("Run.FIT", fitFile(run))]
      for (const { detail, run: found } of [gpx, tcx, fit]) {
        assert.strictEqual(found.id, -run.at)
        assert.strictEqual(found.startedAt, run.at * 1000)
        assert.closeTo(found.distance, run.distance, run.distance * 0.02)
        assert.strictEqual(found.elapsedTime, run.elapsedTime)
        assert.isAbove(detail.efforts!.length, 2)
        assert.isAbove(found.polyline!.length, 50)
      }
      assert.strictEqual(fit.run.localStart, (run.at + run.offset) * 1000)
      assert.isNull(gpx.run.localStart)
    }))

  it.effect("that name no zone are meant in UTC wherever they are read", () =>
    Effect.gen(function*() {
      const { runs } = yield* account
      const run = runs.find(({ manual }) => !manual)!
      const here = process.env.TZ
      yield* Effect.addFinalizer(() => Effect.sync(() => here === undefined ? delete process.env.TZ : process.env.TZ = here))
      process.env.TZ = "America/St_Johns"
      for (const [name, file] of [["run.gpx", gpxFile(run)], ["run.tcx", tcxFile(run)]] as const) {
        const [report] = yield* read(importFile(name, file.replaceAll(/Z(?=<\/(time|Time|Id)>)/g, ""), 4096))
        assert.strictEqual(report!.run.startedAt, run.at * 1000)
      }
    }).pipe(Effect.scoped))

  it.effect("that are damaged, empty or of another sport are refused", () =>
    Effect.gen(function*() {
      const { runs } = yield* account
      const run = runs.find(({ manual }) => !manual)!
      const broken: ReadonlyArray<readonly [string, string | Uint8Array]> = [
        ["a.gpx", ""], ["a.gpx", "<gpx>"], ["a.tcx", "<nonsense/>"], ["a.fit", fitFile(run).slice(0, 60)], ["a.fit.gz", strToU8("not packed")],
        ["a.gpx", gpxFile({ ...run, sportType: "Ride" })], ["a.fit", fitFile({ ...run, sportType: "Ride" })]
      ]
      for (const [name, content] of broken) assert.strictEqual((yield* Effect.flip(read(importFile(name, content, 4096)))).state, "bad_file", name)
    }))
})

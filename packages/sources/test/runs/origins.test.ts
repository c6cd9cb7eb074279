import type { Publisher } from "@daybook/core/publishing"
import type { RunningRecords } from "@daybook/core/running"
import type { Transaction } from "@daybook/core/shared"
import { type DataVersions, provide, syncDefaults, SyncEngine } from "@daybook/core/sync"
import {
  type AccountActivity,
  adidasExport,
  fitFile,
  garminExport,
  garminSummary,
  gpxFile,
  healthExport,
  healthWorkout,
  polarExport,
  runkeeperExport,
  tcxFile
} from "@daybook/simulators"
import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { strToU8, zipSync } from "fflate"
import { definitions } from "../../src/definitions.js"
import type { SourceDefinition } from "../../src/kit/SourceDefinition.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { isQuick } from "../../../adapters/test/support/depth.js"
import { endOfHistory, stores, today, world } from "../strava/world.js"
import { importFile } from "../support/importFile.js"

/** Watches and phones do not start in the same second, nor measure the same metre. */
const asSeenBy = (run: AccountActivity, seconds: number, part: number): AccountActivity => ({
  ...run,
  at: run.at + seconds,
  distance: Math.round(run.distance * part * 10) / 10
})

/** Files of one life: each service has most of the runs. */
const filesOf = (runs: ReadonlyArray<AccountActivity>) => {
  const recorded = runs.filter(({ manual, sportType }) => !manual && sportType !== "Ride")
  const some = (every: number) => recorded.filter((_, index) => index % every !== 0)
  const watch = some(5).map((run) => asSeenBy(run, 2, 1.004))
  const phone = recorded.filter((_, index) => index % 4 !== 1).map((run) => asSeenBy(run, -3, 0.99))
  return {
    garmin: garminExport(
      watch.map((run) => garminSummary(run)),
      watch.map((run) => fitFile(run, { serial: 7 }))
    ),
    "run-files": zipSync(
      Object.fromEntries(
        watch.map((run, index) =>
          index % 3 === 0
            ? [`${run.id}.gpx`, strToU8(gpxFile(run))]
            : index % 3 === 1
              ? [`${run.id}.tcx`, strToU8(tcxFile(run))]
              : [`${run.id}.fit`, fitFile(run, { serial: 7 })]
        )
      )
    ),
    "apple-health": healthExport(
      phone.flatMap((run, index) => [
        index % 2 === 0
          ? healthWorkout(run)
          : healthWorkout(run, { route: `${run.id}.gpx` }).replace(/ *<MetadataEntry key="HKTimeZone"[^>]*>\n/, ""),
        // The app of another service wrote the same run once more.
        healthWorkout(asSeenBy(run, 4, 1), { sourceName: "Strava" })
      ]),
      { routes: Object.fromEntries(phone.flatMap((run, index) => (index % 2 === 0 ? [] : [[`${run.id}.gpx`, run]]))) }
    ),
    runkeeper: runkeeperExport(some(3), { gpx: false }),
    polar: polarExport(some(6)),
    "adidas-running": adidasExport(some(7))
  }
}

type FileSource = keyof ReturnType<typeof filesOf>
type Services = RunningRecords | Publisher | Transaction | DataVersions

const database = Layer.mergeAll(stores).pipe(
  Layer.provideMerge(newDatabase()),
  Layer.provideMerge(NodeHttpClient.layerUndici)
)

const through = (steps: ReadonlyArray<FileSource | "api" | "archive" | "earlier version">) =>
  Effect.gen(function* () {
    const strava = yield* world(endOfHistory)
    const sql = yield* SqlClient.SqlClient
    /** An earlier version did not know the local start of most files. */
    const forgetLocalStarts = sql`UPDATE running_recorded SET report = jsonb_set(report, '{run,localStart}', 'null')`
    const engine = yield* SyncEngine
    const context = yield* Effect.context<Services>()
    const runs = yield* strava.control.activities
    const files = filesOf(runs)
    const archive = importFile("export.zip", yield* strava.control.archive(), 65_536)
    const results = yield* Effect.forEach(steps, (step) => {
      if (step === "api") return Effect.asVoid(strava.sync())
      if (step === "archive") return Effect.asVoid(strava.import(archive))
      if (step === "earlier version") return Effect.orDie(Effect.asVoid(forgetLocalStarts))
      const definition = definitions.find(({ id }) => id === step) as unknown as SourceDefinition<Services>
      const file = importFile("file", files[step], 65_536)
      return engine.import(provide(definition.archive, context), file, syncDefaults("import"))
    })
    const recorded = yield* sql`
      SELECT source, key, id, (report - 'asOf')::text AS report, activity_id, reason FROM running_recorded ORDER BY source, key`
    return { tables: { ...(yield* strava.tables), recorded }, results, runs }
  }).pipe(Effect.provide(Layer.fresh(database)))

it.effect(
  "the services of one life give the same tables in any order, and each run once",
  () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(today)
      const files: ReadonlyArray<FileSource> = [
        "garmin",
        "run-files",
        "apple-health",
        "runkeeper",
        "polar",
        "adidas-running"
      ]
      const one = yield* through(["api", "archive", ...files])
      const runs = one.runs.filter(({ sportType }) => sportType !== "Ride")
      expect(one.tables.runs.map(({ id }) => Number(id)).sort((a, b) => a - b)).toStrictEqual(
        runs.map(({ id }) => id).sort((a, b) => a - b)
      )
      expect(one.tables.recorded.length).toBeGreaterThan(isQuick ? 40 : 100)
      const other = yield* through([...files.toReversed(), "archive", "garmin", "api", "apple-health"])
      expect(other.tables).toStrictEqual(one.tables)
      const again = other.results.slice(-3).filter((result) => result !== undefined)
      expect(again.map(({ added, changed, removed }) => [added, changed, removed])).toStrictEqual([
        [0, 0, 0],
        [0, 0, 0]
      ])
      // Without Strava, what the services have together is each run once, and any service may lead.
      const alone = yield* through(files)
      const mixed = yield* through(["runkeeper", "apple-health", "run-files", "adidas-running", "polar", "garmin"])
      expect(mixed.tables).toStrictEqual(alone.tables)
      const reported = runs.filter(({ manual }) => !manual)
      expect(alone.tables.runs).toHaveLength(reported.length)
    }),
  300_000
)

it.effect(
  "a file that an earlier version imported gives the same records again, with their local starts",
  () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(today)
      const files: ReadonlyArray<FileSource> = ["run-files", "apple-health"]
      const now = yield* through(["api", ...files])
      const again = yield* through(["api", ...files, "earlier version", ...files])
      expect(again.tables).toStrictEqual(now.tables)
      const alone = yield* through(files)
      const aloneAgain = yield* through([...files, "earlier version", ...files])
      expect(aloneAgain.tables).toStrictEqual(alone.tables)
      const local = (report: unknown) => JSON.parse(String(report)) as { readonly run: { localStart: number | null } }
      expect(alone.tables.recorded.filter(({ report }) => local(report).run.localStart === null)).toStrictEqual([])
    }),
  300_000
)

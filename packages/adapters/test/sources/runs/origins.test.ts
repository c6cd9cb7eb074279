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
  healthExport,
  healthWorkout,
  polarExport,
  runkeeperExport
} from "@daybook/simulators"
import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { zipSync } from "fflate"
import { definitions, type SourceDefinition } from "../../../src/sources/index.js"
import { engines, newDatabase } from "../../support/database.js"
import { stores, today, world } from "../strava/world.js"
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
    "run-files": zipSync(Object.fromEntries(watch.map((run) => [`${run.id}.fit`, fitFile(run, { serial: 7 })]))),
    "apple-health": healthExport(
      phone.flatMap((run) => [
        healthWorkout(run),
        // The app of another service wrote the same run once more.
        healthWorkout(asSeenBy(run, 4, 1), { sourceName: "Strava" })
      ])
    ),
    runkeeper: runkeeperExport(some(3), { gpx: false }),
    polar: polarExport(some(6)),
    "adidas-running": adidasExport(some(7))
  }
}

type FileSource = keyof ReturnType<typeof filesOf>
type Services = RunningRecords | Publisher | Transaction | DataVersions

const suite = (engine: (typeof engines)[number]) =>
  describe(engine.name, () => {
    const database = Layer.mergeAll(stores).pipe(
      Layer.provideMerge(newDatabase(engine)),
      Layer.provideMerge(NodeHttpClient.layerUndici)
    )

    const through = (steps: ReadonlyArray<FileSource | "api" | "archive">) =>
      Effect.gen(function* () {
        const strava = yield* world()
        const engine = yield* SyncEngine
        const context = yield* Effect.context<Services>()
        const runs = yield* strava.control.activities
        const files = filesOf(runs)
        const archive = importFile("export.zip", yield* strava.control.archive(), 65_536)
        const results = yield* Effect.forEach(steps, (step) => {
          if (step === "api") return Effect.asVoid(strava.sync())
          if (step === "archive") return Effect.asVoid(strava.import(archive))
          const definition = definitions.find(({ id }) => id === step) as unknown as SourceDefinition<Services>
          const file = importFile("file", files[step], 65_536)
          return engine.import(provide(definition.archive, context), file, syncDefaults("import"))
        })
        const sql = yield* SqlClient.SqlClient
        const recorded = yield* sql`
          SELECT source, key, id, (report - 'asOf')::text, activity_id, reason FROM running_recorded ORDER BY source, key`
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
          expect(one.tables.recorded.length).toBeGreaterThan(100)
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
  })

for (const engine of engines) suite(engine)

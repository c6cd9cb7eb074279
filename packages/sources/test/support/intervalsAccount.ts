import { provide, type Source, type SyncOptions, syncDefaults, SyncEngine } from "@daybook/core/sync"
import { inProcessClient, makeSimulators } from "@daybook/simulators"
import { HttpClient } from "@effect/platform"
import { ConfigProvider, Effect } from "effect"
import { garmin } from "../../src/garmin/source.js"
import { intervals } from "../../src/intervals/source.js"
import type { StravaServices } from "../../src/strava/enrichment.js"
import { today } from "../strava/world.js"
import { importFile } from "./importFile.js"
import { withoutWaits } from "./withoutWaits.js"

/** A simulated account of intervals.icu, its source, and imports of a Garmin archive next to it. */
export const intervalsAccount = Effect.gen(function* () {
  const { simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt: today }))
  const context = yield* Effect.context<StravaServices>()
  const engine = yield* SyncEngine
  const { control, settings } = simulators.intervals
  const sourceOf = (more: Readonly<Record<string, string>> = {}): Effect.Effect<Source<never>> =>
    intervals.make.pipe(
      Effect.map((source) => provide(source, context) as Source<never>),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries({ ...settings, ...more })))),
      Effect.provideService(HttpClient.HttpClient, inProcessClient({ intervals: simulators.intervals })),
      Effect.orDie
    ) as Effect.Effect<Source<never>>
  const source = yield* sourceOf()
  let hours = 0
  return {
    ...{ control, sourceOf },
    runs: yield* control.runs,
    /** Each sync is an hour later. */
    sync: (more: Partial<SyncOptions> = {}, of = source) =>
      Effect.suspend(() =>
        withoutWaits(engine.sync(of, { ...syncDefaults("command"), ...more }), today + ++hours * 3_600_000)
      ),
    importGarmin: (file: Uint8Array) =>
      engine.import(
        provide(garmin.archive, context) as Source<never>,
        importFile("file", file, 65_536),
        syncDefaults("import")
      )
  }
})

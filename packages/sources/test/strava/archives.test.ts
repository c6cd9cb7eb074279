import { RunningRecords } from "@daybook/core/running"
import { provide, syncDefaults, type Source, SyncEngine } from "@daybook/core/sync"
import { expect, it } from "@effect/vitest"
import { SqlClient } from "@effect/sql"
import { strToU8, zipSync } from "fflate"
import { Effect, Layer, TestClock } from "effect"
import type { StravaServices } from "../../src/strava/enrichment.js"
import { strava } from "../../src/strava/source.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { histories } from "../../../adapters/test/support/depth.js"
import { importFile } from "../support/importFile.js"
import { stores, today, world } from "./world.js"

const orders = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  all.length <= 1
    ? [all]
    : all.flatMap((one, index) => orders(all.filter((_, at) => at !== index)).map((rest) => [one, ...rest]))

/** Four archives of an account in which runs come, go, change, and turn into rides; shoes get lost and found. */
const life = Effect.gen(function* () {
  yield* TestClock.setTime(today)
  const { clock, control } = yield* world()
  const archives: Array<Uint8Array> = []
  const make = Effect.gen(function* () {
    yield* clock.advance("10 days")
    yield* TestClock.adjust("10 days")
    archives.push(yield* control.archive({ recordings: [] }))
  })
  yield* make
  const runs = yield* control.activities
  yield* control.remove(runs[3]!.id)
  yield* control.edit(runs[5]!.id, { name: "Another name", distance: runs[5]!.distance + 100 })
  yield* make
  yield* control.edit(runs[6]!.id, { sportType: "Ride" })
  yield* control.remove(runs[8]!.id)
  yield* make
  yield* control.edit(runs[6]!.id, { sportType: "Run" })
  yield* control.edit(runs[5]!.id, { name: "The last name" })
  yield* make
  return archives
})

const state = Effect.gen(function* () {
  const { tables } = yield* world()
  const sql = yield* SqlClient.SqlClient
  return {
    ...(yield* tables),
    deletions: yield* sql`SELECT activity_id, by_hand, as_of FROM running_deletions ORDER BY activity_id`,
    stamps: yield* sql`SELECT activity_id, road, as_of FROM running_reports ORDER BY activity_id, road`,
    lists: yield* sql`SELECT * FROM sync_lists ORDER BY source, list`
  }
})

/** As a person imports who has no login. */
const imported = (archives: ReadonlyArray<Uint8Array>, options: { readonly dryRun?: boolean } = {}) =>
  Effect.gen(function* () {
    const engine = yield* SyncEngine
    const source: Source<never> = provide(strava.archive, yield* Effect.context<StravaServices>())
    return yield* Effect.forEach(archives, (bytes) =>
      engine.import(source, importFile("export_28684.zip", bytes, 65_536), { ...syncDefaults("import"), ...options })
    )
  })

const database = Layer.fresh(stores.pipe(Layer.provideMerge(newDatabase())))

it.effect(
  "archives yield the same tables in any order, equal to those of the newest alone",
  () =>
    Effect.gen(function* () {
      const archives = yield* Effect.provide(life, database)
      const after = (some: ReadonlyArray<Uint8Array>) =>
        Effect.provide(Effect.zipRight(imported(some), state), database)
      const { deletions: _, ...newest } = yield* after(archives.slice(-1))
      const usual = yield* after(archives)
      expect(usual.runs.length).toBeGreaterThan(20)
      expect(usual.deletions).toHaveLength(2)
      const some = orders(archives).filter((_, index) => index % 6 === 3)
      for (const order of histories(some)) {
        const { deletions, ...rest } = yield* after([...order, order[0]!])
        expect(rest).toStrictEqual(newest)
        expect(deletions).toStrictEqual(usual.deletions)
      }
    }),
  120_000
)

it.effect("a dry run lists what an archive would delete, and mass deletions are refused", () =>
  Effect.gen(function* () {
    const [first, second] = yield* life
    yield* imported([first!])
    const records = yield* RunningRecords
    const before = yield* records.count("strava")
    const [rehearsed] = yield* imported([second!], { dryRun: true })
    expect(rehearsed!.removed).toBe(1)
    expect(yield* records.count("strava")).toBe(before)
    const header =
      "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Relative Effort,Commute,Activity Gear,Filename"
    const alone = zipSync(
      { "activities.csv": strToU8(`${header}\n77,"Apr 1, 2024, 5:13:58 PM",Alone,Run,,1500,3.10,,false,,\n`) },
      { mtime: today + 100 * 86_400_000 }
    )
    yield* TestClock.adjust("200 days")
    const failure = yield* Effect.flip(imported([alone]))
    expect(String("message" in failure ? failure.message : failure)).toContain("nothing was removed")
    expect(yield* records.count("strava")).toBe(before + 1)
  }).pipe(Effect.provide(database))
)

it.effect("a damaged table is no full list and deletes nothing", () =>
  Effect.gen(function* () {
    const [first] = yield* life
    yield* imported([first!])
    const records = yield* RunningRecords
    const before = yield* records.count("strava")
    const header =
      "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Relative Effort,Commute,Activity Gear,Filename"
    const rows = Array.from(
      { length: before - 3 },
      (_, index) => `${1000 + index},"Apr 1, 2024, 5:13:58 PM",Run,Run,,1500,3.10,,false,,`
    )
    const broken = zipSync(
      { "activities.csv": strToU8([header, ...rows, `x,"never",Run,Run,,,,,,,`].join("\n")) },
      { mtime: today + 100 * 86_400_000 }
    )
    yield* imported([broken])
    expect(yield* records.count("strava")).toBe(before + rows.length)
  }).pipe(Effect.provide(database))
)

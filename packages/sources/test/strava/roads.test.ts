import { expect, it } from "@effect/vitest"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, TestClock } from "effect"
import { fitFile, gpxFile } from "@daybook/simulators"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { isQuick } from "../../../adapters/test/support/depth.js"
import { importFile } from "../support/importFile.js"
import { endOfHistory, stores, today, world } from "./world.js"

const database = stores.pipe(Layer.provideMerge(newDatabase()))

const through = (steps: ReadonlyArray<"api" | "archive" | "details">) =>
  Effect.gen(function* () {
    const { control, follow, import: importArchive, sync, tables } = yield* world(endOfHistory)
    const archive = importFile("export.zip", yield* control.archive(), 65_536)
    for (const step of steps) {
      if (step === "api") yield* sync()
      if (step === "archive") yield* importArchive(archive)
      if (step === "details") yield* follow()
    }
    return yield* tables
  }).pipe(Effect.provide(Layer.fresh(database)))

it.effect("API and archive yield the same rows in any order and any number of times", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(today)
    const one = yield* through(["api", "details", "archive"])
    expect(one.runs.length).toBeGreaterThan(isQuick ? 12 : 25)
    const other = yield* through(["archive", "api", "archive", "details", "archive", "api", "details"])
    expect(other).toStrictEqual(one)
    const archived = yield* through(["archive", "archive"])
    expect(archived.runs.map(({ id }) => id)).toStrictEqual(one.runs.map(({ id }) => id))
  })
)

it.effect("a single recording completes the run of the same time in either order", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(today)
    const both = (order: ReadonlyArray<"api" | "recording">) =>
      Effect.gen(function* () {
        const { control, import: importRecording, sync, tables } = yield* world()
        const run = (yield* control.activities).findLast(({ manual }) => !manual)!
        for (const step of order) {
          if (step === "api") yield* sync()
          else yield* importRecording(importFile("run.gpx", gpxFile(run), 65_536))
        }
        return yield* tables
      }).pipe(Effect.provide(Layer.fresh(database)))
    const one = yield* both(["api", "recording"])
    expect(yield* both(["recording", "recording", "api", "recording"])).toStrictEqual(one)
    expect(one.splits.length).toBeGreaterThan(0)
    const alone = yield* both(["recording"])
    expect(Number(alone.runs[0]!["id"])).toBeLessThan(0)
    expect(alone.feed).toHaveLength(1)
  })
)

it.effect("an archive older than a deletion restores the run only until the next sync", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(today)
    const { clock, control, import: importArchive, sync } = yield* world()
    yield* clock.advance("60 days")
    yield* TestClock.adjust("60 days")
    const [run] = yield* control.activities
    const archive = importFile("export.zip", yield* control.archive(), 65_536)
    yield* control.remove(run!.id)
    yield* sync()
    yield* importArchive(archive)
    yield* sync()
    const sql = yield* SqlClient.SqlClient
    expect(yield* sql`SELECT id FROM running_activities WHERE id = ${run!.id}`).toStrictEqual([])
  }).pipe(Effect.provide(Layer.fresh(database)))
)

it.effect("a recording across a DST change starts in the offset of its start", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(today)
    const { control, import: importRecording } = yield* world()
    const run = (yield* control.activities).findLast(({ manual }) => !manual)!
    const sql = yield* SqlClient.SqlClient
    // At ten o'clock UTC Los Angeles went from eight to seven hours behind; the watch notes its clock at the end.
    for (const [at, offset, started] of [
      ["2024-03-10T09:30:00Z", -7, "01:30"],
      ["2024-03-10T10:30:00Z", -7, "03:30"],
      ["2024-03-10T09:30:00Z", 1, "10:30"]
    ] as const) {
      const file = fitFile({
        ...run,
        at: Date.parse(at) / 1000,
        elapsedTime: 3600,
        movingTime: 3600,
        offset: offset * 3600
      })
      yield* importRecording(importFile("run.fit", file, 65_536))
      const [row] =
        yield* sql`SELECT to_char(local_start, 'HH24:MI') AS started FROM running_activities WHERE started_at = ${at}::timestamptz`
      expect(row).toStrictEqual({ started })
    }
  }).pipe(Effect.provide(Layer.fresh(database)))
)

import { Backups } from "@daybook/core/backups"
import { Calendar, fromZoneName } from "@daybook/core/shared"
import { SyncStore } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Either, Layer, TestClock } from "effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as HostBackups from "../../src/backup/Backups.js"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-schedule-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** File operations are not under the test clock. */
const fileOperations = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 100)))

/** The backups of a host without a database: each attempt fails, and says why. */
const over = (dataDir: string, schedule: string, slots: Array<number>) =>
  HostBackups.layer.pipe(
    Layer.provide([
      Layer.succeed(SqlClient.SqlClient, {} as never),
      Layer.succeed(Calendar, Either.getOrThrow(fromZoneName("Europe/Berlin"))),
      Layer.mock(SyncStore, {
        takeSlot: (source, due) =>
          Effect.sync(() => {
            expect(source).toBe("backup")
            return !slots.includes(due) && slots.push(due) > 0
          })
      }),
      Layer.setConfigProvider(
        ConfigProvider.fromMap(
          new Map([
            ["DAYBOOK_DATA_DIR", dataDir],
            ["DAYBOOK_BACKUP_SCHEDULE", schedule]
          ])
        )
      )
    ])
  )

const at = Date.parse("2026-03-14T12:00:00Z")

describe("the schedule of backups", () => {
  it.scoped("is due after the newest backup, in the home time zone, and each time is taken by one host", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      mkdirSync(join(dataDir, "backups"))
      writeFileSync(join(dataDir, "backups", "daybook-2026-03-13T02-00-05-000Z.backup"), "old")
      writeFileSync(join(dataDir, "backups", "2026-03-14T02-00-05-000Z-before-upgrade.daybook"), "not one of them")
      yield* TestClock.setTime(at)
      const slots: Array<number> = []
      yield* Effect.gen(function* () {
        const backups = yield* Backups
        expect((yield* backups.state).next).toBe(Date.parse("2026-03-14T02:00:00Z"))
        yield* backups.watch
        yield* fileOperations
        yield* TestClock.adjust("5 seconds")
        yield* fileOperations
        expect(slots).toEqual([Date.parse("2026-03-14T02:00:00Z")])
        const state = yield* Effect.repeat(Effect.zipRight(fileOperations, backups.state), {
          until: ({ failure }) => failure !== null
        })
        expect(state.failure?.message).toMatch(/there is no database in/)
        expect(state.running).toBe(null)
        expect(state.next).toBe(Date.parse("2026-03-15T02:00:00Z"))
        expect(state.files.map(({ name }) => name)).toEqual(["daybook-2026-03-13T02-00-05-000Z.backup"])
      }).pipe(Effect.provide(over(dataDir, "0 3 * * *", slots)))
    })
  )

  it.scoped("is off by default: nothing is planned", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      yield* TestClock.setTime(at)
      yield* Effect.gen(function* () {
        const backups = yield* Backups
        yield* backups.watch
        yield* TestClock.adjust("40 days")
        expect(yield* backups.state).toEqual({ files: [], running: null, failure: null, next: null })
      }).pipe(Effect.provide(over(dataDir, "off", [])))
    })
  )

  it("finds the time in its own file names alone", () => {
    expect(HostBackups.timeIn("daybook-2026-03-14T03-00-00-123Z.backup")).toBe(Date.parse("2026-03-14T03:00:00.123Z"))
    for (const name of ["daybook-2026-13-14T03-00-00-123Z.backup", "../daybook-2026-03-14T03-00-00-123Z.backup", "x"])
      expect(HostBackups.timeIn(name)).toBe(undefined)
  })
})

import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll } from "vitest"
import { check } from "../../src/backup/load.js"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { shapes, type TableShape } from "../../src/backup/rows.js"
import { applied, latest, migrate, migrateTo } from "../../src/postgres/migrate.js"
import { builtProgram } from "../support/buildProgram.js"
import { fill } from "../support/fill.js"
import { rowsIn, schema, unmovedOf } from "../support/holding.js"
import { type Instance, embeddedInstance } from "./support.js"

const program = builtProgram(resolve(import.meta.dirname, "upgrading/program.ts"), "upgrading")

beforeAll(program.make)
afterAll(program.remove)

/** `npm run torture -- kill` sets 200. */
const rounds = Number(process.env["DAYBOOK_KILL_ROUNDS"] ?? 3)
const rows = 200

interface Life {
  readonly isDone: boolean
  /** Milliseconds from the start of the work to the exit of the process. */
  readonly took: number
}

/** Runs a process that migrates the database. `after` kills it that many milliseconds after the start. */
const live = async ({ settings }: Instance, after?: number): Promise<Life> => {
  const child = fork(program.file, [], { execArgv: [], env: { PATH: process.env["PATH"], ...settings } })
  const exit = once(child, "exit")
  let isDone = false
  let began = performance.now()
  const begun = new Promise<void>((started) =>
    child.on("message", (word) => {
      if (word === "done") isDone = true
      else started()
      if (word === "begun") began = performance.now()
    })
  )
  await Promise.race([begun, exit])
  if (after !== undefined) {
    await Promise.race([setTimeout(after), exit])
    child.kill("SIGKILL")
  }
  await exit
  return { isDone, took: performance.now() - began }
}

interface Old {
  readonly version: number
  readonly tables: ReadonlyArray<TableShape>
  readonly held: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Creates a database of an earlier version, with rows in every table. */
const madeOld = (one: Instance, version: number) =>
  one.on(
    Effect.gen(function* () {
      yield* removeAll
      yield* migrateTo(version)
      yield* fill(rows)
      // `migrate.test.ts` follows the rows that move.
      const tables = unmovedOf(yield* shapes)
      const old: Old = { version, tables, held: yield* rowsIn(tables) }
      return old
    })
  )

const backupsOf = ({ dataDir }: Instance) => {
  const folder = join(dataDir, "backups")
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

describe("a process killed during a migration of the embedded database", () => {
  it.scopedLive(
    `leaves it as it was or as it is to be, and the next one ends the work (${rounds} rounds)`,
    () =>
      Effect.gen(function* () {
        const one = yield* embeddedInstance
        yield* one.on(migrate)
        const fresh = yield* one.on(schema)
        let old = yield* madeOld(one, 1)
        const whole = yield* Effect.promise(() => live(one))
        expect(whole.isDone).toBe(true)
        for (let round = 0; round < rounds; round++) {
          const version = 1 + (round % (latest - 1))
          old = yield* madeOld(one, version)
          const { isDone } = yield* Effect.promise(() => live(one, Math.random() * whole.took))
          const what = `round ${round}: from version ${version}`
          yield* one.on(
            Effect.gen(function* () {
              const reached = yield* applied
              expect(isDone ? [latest] : [version, latest], what).toContain(reached)
              expect(yield* rowsIn(old.tables), what).toStrictEqual(old.held)
            })
          )
          // Sometimes the next start is killed, too.
          if (round % 3 === 2) yield* Effect.promise(() => live(one, Math.random() * whole.took))
          expect((yield* Effect.promise(() => live(one))).isDone, what).toBe(true)
          yield* one.on(
            Effect.gen(function* () {
              expect(yield* applied, what).toBe(latest)
              expect(yield* schema, what).toStrictEqual(fresh)
              expect(yield* rowsIn(old.tables), what).toStrictEqual(old.held)
            })
          )
          const backupFiles = backupsOf(one)
          expect(backupFiles.length, what).toBeGreaterThanOrEqual(1)
          for (const file of backupFiles.filter((name) => name.endsWith(".daybook"))) yield* check(file)
        }
        // The next backup removes drafts of killed processes.
        yield* madeOld(one, latest - 1)
        expect((yield* Effect.promise(() => live(one))).isDone).toBe(true)
        expect(backupsOf(one).filter((name) => !name.endsWith(".daybook"))).toStrictEqual([])
        expect(backupsOf(one).length).toBeLessThanOrEqual(3)
      }),
    7_200_000
  )
})

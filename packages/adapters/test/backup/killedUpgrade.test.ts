import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll } from "vitest"
import { check } from "../../src/backup/load.js"
import { removeAll } from "../../src/backup/rows/emptying.js"
import { shapes, type TableShape } from "../../src/backup/rows/readRows.js"
import { applied, latest, migrateTo } from "../../src/postgres/migrate.js"
import { builtProgram } from "../support/buildProgram.js"
import { engines } from "../support/database.js"
import { fill } from "../support/fill.js"
import { rowsIn, schema } from "../support/holding.js"
import { type Instance, migratedInstance } from "./support.js"

const program = builtProgram(resolve(import.meta.dirname, "upgrading/program.ts"), "upgrading")

beforeAll(program.make)
afterAll(program.remove)

/** A handful; `npm run torture -- kill` asks for 200. */
const rounds = Number(process.env["DAYBOOK_KILL_ROUNDS"] ?? 3)
const rows = 200

interface Life {
  readonly isDone: boolean
  /** Milliseconds from the beginning of the work to the end of the process. */
  readonly took: number
}

/** One process that brings the database to this version. It is killed so long after it began, or lives to its end. */
const live = async ({ settings }: Instance, after?: number): Promise<Life> => {
  const child = fork(program.file, [], { execArgv: [], env: { PATH: process.env["PATH"], ...settings } })
  const gone = once(child, "exit")
  let isDone = false
  let began = performance.now()
  const begun = new Promise<void>((settle) =>
    child.on("message", (word) => {
      if (word === "done") isDone = true
      else settle()
      if (word === "begun") began = performance.now()
    }))
  await Promise.race([begun, gone])
  if (after !== undefined) {
    await Promise.race([setTimeout(after), gone])
    child.kill("SIGKILL")
  }
  await gone
  return { isDone, took: performance.now() - began }
}

interface Old {
  readonly version: number
  readonly tables: ReadonlyArray<TableShape>
  readonly held: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Makes the database one of an earlier version, with rows in every table. */
const madeOld = (one: Instance, version: number) =>
  one.on(Effect.gen(function*() {
    yield* removeAll
    yield* migrateTo(version)
    yield* fill(rows)
    const tables = yield* shapes
    const old: Old = { version, tables, held: yield* rowsIn(tables) }
    return old
  }))

const backupsOf = ({ dataDir }: Instance) => {
  const folder = join(dataDir, "backups")
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

for (const engine of engines) {
  describe(`a process killed while it brings a database with rows to this version: ${engine.name}`, () => {
    it.scopedLive(`leaves it as it was or as it is to be, and the next one ends the work (${rounds} rounds)`, () =>
      Effect.gen(function*() {
        const one = yield* migratedInstance(engine)
        const isEmbedded = engine.name === "embedded"
        const fresh = yield* one.on(schema)
        let old = yield* madeOld(one, 1)
        const whole = yield* Effect.promise(() => live(one))
        assert.isTrue(whole.isDone)
        for (let round = 0; round < rounds; round++) {
          const version = 1 + round % (latest - 1)
          old = yield* madeOld(one, version)
          const { isDone } = yield* Effect.promise(() => live(one, Math.random() * whole.took))
          const what = `round ${round}: from version ${version}`
          yield* one.on(Effect.gen(function*() {
            const reached = yield* applied
            assert.include(isDone ? [latest] : [version, latest], reached, what)
            assert.deepStrictEqual(yield* rowsIn(old.tables), old.held, what)
          }))
          // Another start that is killed, too, now and then.
          if (round % 3 === 2) yield* Effect.promise(() => live(one, Math.random() * whole.took))
          assert.isTrue((yield* Effect.promise(() => live(one))).isDone, what)
          yield* one.on(Effect.gen(function*() {
            assert.strictEqual(yield* applied, latest, what)
            assert.deepStrictEqual(yield* schema, fresh, what)
            assert.deepStrictEqual(yield* rowsIn(old.tables), old.held, what)
          }))
          const kept = backupsOf(one)
          if (isEmbedded) assert.isAtLeast(kept.length, 1, what)
          for (const file of kept.filter((name) => name.endsWith(".daybook"))) yield* check(file)
        }
        // What a killed process had begun to keep goes with the next that keeps something.
        yield* madeOld(one, latest - 1)
        assert.isTrue((yield* Effect.promise(() => live(one))).isDone)
        assert.deepStrictEqual(backupsOf(one).filter((name) => !name.endsWith(".daybook")), [])
        assert.isAtMost(backupsOf(one).length, isEmbedded ? 3 : 0)
      }), 7_200_000)
  })
}

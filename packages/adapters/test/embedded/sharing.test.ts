import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll, beforeAll } from "vitest"
import { open } from "../../src/postgres/embedded/Embedded.js"
import { scratch } from "../support/scratch.js"
import { ask, newDataDir, query, runFiles, serversOf, until, untilClosed } from "./support/database.js"
import { built, launchProgram, program } from "./support/programs.js"

beforeAll(built.make)
afterAll(built.remove)

const rounds = Number(process.env["DAYBOOK_KILL_ROUNDS"] ?? 24)

describe("a data folder opened by several processes", () => {
  it.scopedLive("has one server that all of them use, and that the last one stops", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const [first, second] = [yield* program(dataDir), yield* program(dataDir)]
      const here = yield* open({ dataDir })
      yield* query(first.url, "CREATE TABLE t AS SELECT 1 AS n")
      yield* query(second.url, "INSERT INTO t VALUES (2)")
      expect(yield* query(here, "SELECT n FROM t ORDER BY n")).toEqual([{ n: 1 }, { n: 2 }])
      const [server] = serversOf(dataDir)
      yield* first.close
      expect(yield* query(second.url, "SELECT count(*)::int AS n FROM t")).toEqual([{ n: 2 }])
      expect(serversOf(dataDir)).toEqual([server])
    })
  )

  for (const { count, folder, what } of [
    { what: "create and open it", count: 3, folder: scratch },
    { what: "open it", count: 10, folder: newDataDir }
  ]) {
    it.scopedLive(`has one server when ${count} processes ${what} at the same moment`, () =>
      Effect.gen(function* () {
        const dataDir = yield* folder
        const programs = yield* Effect.replicateEffect(program(dataDir), count, { concurrency: "unbounded" })
        const servers = "SELECT pg_postmaster_start_time()::text"
        const answers = yield* Effect.all(programs.map(({ url }) => query(url, servers)))
        expect(new Set(answers.map((rows) => JSON.stringify(rows))).size).toBe(1)
        yield* until(() => serversOf(dataDir).length === 1)
        yield* Effect.forEach(programs, ({ close }) => close, { concurrency: "unbounded" })
        yield* untilClosed(dataDir)
        expect(runFiles(dataDir)).toEqual(["log"])
      })
    )
  }
})

describe("a database that is opened and closed", () => {
  it.scopedLive("has ended when its last scope has closed, and leaves only its log", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      for (let round = 0; round < 3; round++) {
        yield* Effect.scoped(open({ dataDir }))
        expect(serversOf(dataDir)).toEqual([])
      }
      yield* untilClosed(dataDir)
      expect(runFiles(dataDir)).toEqual(["log"])
    })
  )

  it.scopedLive("can be opened twice in one process", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const one = yield* open({ dataDir })
      const other = yield* Effect.scoped(open({ dataDir }))
      expect(other).toEqual(one)
      expect(yield* query(one, "SELECT 1 AS n")).toEqual([{ n: 1 }])
    })
  )

  it.scopedLive("works for a process that enters just when the last one leaves", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      for (let round = 0; round < rounds; round++) {
        const leaving = launchProgram(dataDir)
        yield* leaving.url
        const closing = yield* Effect.fork(leaving.close)
        yield* Effect.sleep(`${(round % 12) * 6} millis`)
        expect(yield* ask(dataDir, "SELECT 1 AS n")).toEqual([{ n: 1 }])
        yield* closing
      }
      yield* untilClosed(dataDir)
    })
  )
})

import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as fs from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll } from "vitest"
import { open } from "../../src/postgres/embedded/Embedded.js"
import { orElse } from "../../src/postgres/embedded/orElse.js"
import {
  ask,
  eventually,
  keepersOf,
  newDataDir,
  processesOf,
  query,
  runFiles,
  serversOf,
  shellsOf,
  until,
  untilClosed
} from "./support/database.js"
import { built, launchProgram, program } from "./support/programs.js"

beforeAll(built.make)
afterAll(built.remove)

const rounds = Number(process.env["DAYBOOK_KILL_ROUNDS"] ?? 4)
/** Milliseconds: a start of the server takes seconds on a busy machine. */
const patience = 300_000 + rounds * 10_000

const kill = (processes: ReadonlyArray<{ readonly pid: number }>) => {
  // One that has ended meanwhile is as good as killed.
  for (const { pid } of processes) orElse(() => process.kill(pid, "SIGKILL"), true)
}

const serversAndKeepersOf = (dataDir: string) => [...serversOf(dataDir), ...keepersOf(dataDir)]

const count = "SELECT count(*)::int AS count FROM t"

describe("kill -9", () => {
  it.scopedLive("of a process leaves the server to the others, and of all of them ends it", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const [first, second] = [yield* program(dataDir), yield* program(dataDir)]
      yield* query(first.url, "CREATE TABLE t AS SELECT 1 AS n")
      const [server] = serversOf(dataDir)
      yield* first.kill
      expect(yield* query(second.url, count)).toEqual([{ count: 1 }])
      yield* query(second.url, "INSERT INTO t VALUES (2)")
      expect(serversOf(dataDir)).toEqual([server])
      yield* second.kill
      yield* untilClosed(dataDir)
      expect(runFiles(dataDir)).toEqual(["log"])
      expect(yield* ask(dataDir, count)).toEqual([{ count: 2 }])
    })
  )

  it.scopedLive("of a process that starts the server ends the server", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      for (const shells of [1, 3]) {
        const starting = yield* Effect.sync(() => launchProgram(dataDir))
        yield* until(() => processesOf(dataDir).length >= shells)
        yield* starting.kill
        yield* untilClosed(dataDir)
        expect(runFiles(dataDir)).toEqual(["log"])
      }
    })
  )

  it.scopedLive("of the server is followed by its restart", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const here = yield* open({ dataDir, restartPause: 0 })
      yield* query(here, "CREATE TABLE t AS SELECT 1 AS n")
      kill(serversOf(dataDir))
      expect(yield* eventually(query(here, count))).toEqual([{ count: 1 }])
      const restarts = fs.readFileSync(join(dataDir, "postgres", "run", "restarts"), "utf8")
      expect(restarts).toMatch(/^(\d{10}\n)+$/)
    })
  )

  it.scopedLive("of the server while it waits to be restarted does not delay closing", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* open({ dataDir, restartPause: 3_600 })
          kill(serversOf(dataDir))
        })
      )
      yield* untilClosed(dataDir)
      expect(yield* ask(dataDir, "SELECT 1 AS n")).toEqual([{ n: 1 }])
    })
  )

  for (const { name, options, victims } of [
    { name: "the keeper", options: {}, victims: keepersOf },
    { name: "the keeper, with a loopback port,", options: { loopback: true }, victims: keepersOf },
    { name: "the server and the keeper", options: {}, victims: serversAndKeepersOf },
    { name: "each of the keeper's shells", options: {}, victims: shellsOf },
    {
      name: "the server and the shell that would start it again",
      options: {},
      victims: (dataDir: string) => {
        const servers = serversOf(dataDir)
        return [...servers, ...shellsOf(dataDir).filter(({ pid }) => servers.some(({ parent }) => parent === pid))]
      }
    }
  ]) {
    it.scopedLive(`of ${name} lets the process start the server again at the same address`, () =>
      Effect.gen(function* () {
        const dataDir = yield* newDataDir
        const here = yield* open({ dataDir, restartPause: 0, ...options })
        yield* query(here, "CREATE TABLE t AS SELECT 1 AS n")
        const killed = victims(dataDir)
        kill(killed)
        yield* until(() => keepersOf(dataDir).some(({ pid }) => !killed.some((one) => one.pid === pid)))
        expect(yield* eventually(query(here, count))).toEqual([{ count: 1 }])
        expect(serversOf(dataDir)).toHaveLength(1)
      })
    )
  }
})

/** Inserts numbers until it is stopped. Returns the acknowledged ones. A refused number is never tried again. */
const writer = (url: string) => {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on("error", () => {})
  const acknowledged: Array<number> = []
  let isStopped = false
  const writing = (async () => {
    for (let n = 1; !isStopped; n++) {
      await pool.query(`INSERT INTO t VALUES (${n})`).then(
        () => acknowledged.push(n),
        () => new Promise((done) => setTimeout(done, 5))
      )
    }
    await pool.end()
  })()
  const stop = () => {
    isStopped = true
    return writing
  }
  return { acknowledged, stop }
}

const victimsOf: ReadonlyArray<(dataDir: string) => ReadonlyArray<{ readonly pid: number }>> = [
  serversOf,
  keepersOf,
  serversAndKeepersOf,
  (dataDir) => processesOf(dataDir).filter(() => Math.random() < 0.5),
  processesOf
]

describe("rounds of kill -9 while a process writes", () => {
  it.scopedLive(
    "keep every acknowledged row, and none twice",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* newDataDir
        const url = Redacted.value(yield* open({ dataDir, restartPause: 0 }))
        yield* query(url, "CREATE TABLE t (n int)")
        const { acknowledged, stop } = writer(url)
        for (let round = 0; round < rounds; round++) {
          const before = acknowledged.length
          yield* until(() => acknowledged.length > before + Math.random() * 100)
          kill(victimsOf[round % victimsOf.length]?.(dataDir) ?? [])
        }
        const before = acknowledged.length
        yield* until(() => acknowledged.length > before)
        yield* Effect.promise(stop)
        const rows = (yield* eventually(query(url, "SELECT n FROM t"))) as ReadonlyArray<{ readonly n: number }>
        const numbers = new Set(rows.map(({ n }) => n))
        expect(numbers.size).toBe(rows.length)
        expect(acknowledged.filter((n) => !numbers.has(n))).toEqual([])
      }),
    patience
  )
})

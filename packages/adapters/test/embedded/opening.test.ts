import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import * as fs from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll } from "vitest"
import { cloneTo } from "../../src/postgres/embedded/createDatabase.js"
import { open } from "../../src/postgres/embedded/Embedded.js"
import { majorVersion } from "../../src/postgres/embedded/protocol.js"
import { clientOf, connect, newDataDir, scratch, valueOf } from "./support/database.js"
import { buildProgram, launchProgram, removeProgram, startProgram } from "./support/programs.js"

beforeAll(buildProgram)
afterAll(removeProgram)

/** Opens the database, runs a query, and closes it. */
const ask = (dataDir: string, sql: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const client = yield* connect(yield* open({ dataDir }))
      return valueOf(yield* Effect.promise(() => client.query(sql)))
    })
  )

describe("opening a data folder", () => {
  it.scopedLive("creates it and its database, readable by this user only", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* scratch, "new", "folder")
      expect(String(yield* ask(dataDir, "SHOW server_version")).split(".")[0]).toBe(majorVersion)
      expect(fs.readdirSync(dataDir)).toEqual(["pg"])
      for (const folder of [dataDir, join(dataDir, "pg")]) expect(fs.statSync(folder).mode & 0o077).toBe(0)
    })
  )

  it.scopedLive("leaves no partial database when it is killed while it creates one", () =>
    Effect.gen(function* () {
      const dataDir = yield* scratch
      for (const files of [1, 600]) yield* Effect.promise(() => killAtFiles(dataDir, files))
      expect(yield* ask(dataDir, "SELECT 1")).toBe(1)
      expect(fs.readdirSync(dataDir)).toEqual(["pg"])
    })
  )

  it.scopedLive("works with a path that is too long for a socket, and cleans up", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* scratch, "a".repeat(100), "data")
      yield* cloneTo(yield* newDataDir, dataDir)
      const host = yield* Effect.scoped(
        Effect.gen(function* () {
          const one = yield* open({ dataDir })
          const other = yield* Effect.promise(() => startProgram(dataDir))
          expect(fs.statSync(one.host).mode & 0o777).toBe(0o700)
          expect(
            valueOf(yield* Effect.flatMap(connect(one), (client) => Effect.promise(() => client.query("SELECT 1"))))
          ).toBe(1)
          expect(yield* Effect.promise(() => other.query("SELECT 2 AS n"))).toEqual([{ n: 2 }])
          yield* Effect.promise(other.close)
          return one.host
        })
      )
      expect(dirname(host)).not.toBe(dataDir)
      expect(fs.existsSync(host)).toBe(false)
      expect(fs.readdirSync(dataDir)).toEqual(["pg"])
    })
  )

  it.scopedLive("works on a loopback port with the password", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const one = yield* open({ dataDir, loopback: true })
      const other = yield* open({ dataDir, loopback: true })
      expect([one.host, other.port, yield* other.owner]).toEqual(["127.0.0.1", one.port, false])
      const client = yield* connect(other)
      expect(valueOf(yield* Effect.promise(() => client.query("SELECT 1")))).toBe(1)
      const stranger = clientOf({ ...one, password: Option.some(Redacted.make("a guess")) })
      yield* Effect.promise(() => expect(stranger.connect()).rejects.toMatchObject({ code: "28P01" }))
    })
  )
})

const reasonOf = (failure: object) => ("reason" in failure ? failure.reason : "_tag" in failure ? failure._tag : "")

describe("a data folder without a database", () => {
  it.scopedLive("is not changed by a program that only reads", () =>
    Effect.gen(function* () {
      const there = yield* scratch
      for (const dataDir of [there, join(there, "mistyped")]) {
        const failure = yield* Effect.flip(open({ dataDir, creates: false }))
        expect([reasonOf(failure), failure.message]).toEqual([
          "NoDatabase",
          expect.stringContaining(`in ${dataDir}: set DAYBOOK_DATA_DIR`)
        ])
      }
      expect(fs.readdirSync(there)).toEqual([])
    })
  )
})

describe("a data folder that cannot be opened is reported as", () => {
  it.scopedLive("not writable", () =>
    Effect.gen(function* () {
      const file = join(yield* scratch, "file")
      fs.writeFileSync(file, "")
      for (const dataDir of [file, join(file, "data"), ...(fs.existsSync("/proc/self") ? ["/proc/data"] : [])]) {
        const failure = yield* Effect.flip(open({ dataDir }))
        expect([reasonOf(failure), failure.message]).toEqual([
          "Unwritable",
          expect.stringContaining("DAYBOOK_DATA_DIR")
        ])
      }
    })
  )

  it.scopedLive("made by a newer or older engine", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      for (const [version, word] of [
        ["99", "newer"],
        ["17", "older"]
      ] as const) {
        fs.writeFileSync(join(dataDir, "pg", "PG_VERSION"), `${version}\n`)
        const failure = yield* Effect.flip(open({ dataDir }))
        expect([reasonOf(failure), failure.message]).toEqual([
          "WrongVersion",
          expect.stringContaining(`${word} engine (PostgreSQL ${version}`)
        ])
      }
    })
  )

  it.scopedLive("without a database, or with a damaged one", () =>
    Effect.gen(function* () {
      const dataDir = yield* scratch
      fs.mkdirSync(join(dataDir, "pg"))
      expect(reasonOf(yield* Effect.flip(open({ dataDir })))).toBe("Damaged")
      const broken = yield* newDataDir
      fs.rmSync(join(broken, "pg", "global", "pg_control"))
      const failure = yield* Effect.flip(open({ dataDir: broken }))
      expect(failure.message).toContain("pg_control")
      expect(failure.message).not.toContain("\n")
      expect(fs.readdirSync(broken)).toEqual(["pg"])
    })
  )
})

/** Kills a process that creates a database once it has written this many files. */
const killAtFiles = async (dataDir: string, files: number): Promise<void> => {
  const launched = launchProgram(dataDir)
  const end = Date.now() + 30_000
  while (draftFiles(dataDir) < files && Date.now() < end) await setTimeout(1)
  await launched.kill()
  expect(fs.existsSync(join(dataDir, "pg"))).toBe(false)
}

const draftFiles = (dataDir: string): number => {
  const drafts = fs.readdirSync(dataDir).filter((name) => name.startsWith("pg.new-"))
  return drafts.reduce((sum, name) => sum + filesUnder(join(dataDir, name)), 0)
}

/** Counts the files in a folder; tolerates folders that move or disappear meanwhile. */
const filesUnder = (folder: string): number => {
  try {
    const entries = fs.readdirSync(folder, { withFileTypes: true })
    return entries.reduce((sum, entry) => sum + 1 + (entry.isDirectory() ? filesUnder(join(folder, entry.name)) : 0), 0)
  } catch {
    return 0
  }
}

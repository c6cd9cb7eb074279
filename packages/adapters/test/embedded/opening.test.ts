import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as fs from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { open } from "../../src/postgres/embedded/Embedded.js"
import { orElse } from "../../src/postgres/embedded/orElse.js"
import { scratch } from "../support/scratch.js"
import { ask, newDataDir, processesOf, query, serversOf, until } from "./support/database.js"
import { built, launchProgram } from "./support/programs.js"

beforeAll(built.make)
afterAll(built.remove)

const settings = `
  SELECT name, setting FROM pg_settings WHERE name IN ('server_encoding', 'data_checksums', 'fsync',
    'synchronous_commit', 'listen_addresses', 'unix_socket_permissions') ORDER BY name`
const locale =
  "SELECT datlocprovider::text AS provider, datlocale AS locale FROM pg_database WHERE datname = 'postgres'"

const under = (dataDir: string, ...path: ReadonlyArray<string>) => join(dataDir, "postgres", ...path)

describe("opening a data folder", () => {
  it.scopedLive("creates it and its database, readable by their owner only", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* scratch, "new", "folder")
      expect(yield* ask(dataDir, settings)).toEqual([
        { name: "data_checksums", setting: "on" },
        { name: "fsync", setting: "on" },
        { name: "listen_addresses", setting: "" },
        { name: "server_encoding", setting: "UTF8" },
        { name: "synchronous_commit", setting: "on" },
        { name: "unix_socket_permissions", setting: "0700" }
      ])
      expect(yield* ask(dataDir, locale)).toEqual([{ provider: "b", locale: "C.UTF-8" }])
      expect(fs.readdirSync(dataDir)).toEqual(["postgres"])
      for (const folder of [dataDir, under(dataDir), under(dataDir, "cluster"), under(dataDir, "run")]) {
        expect(fs.statSync(folder).mode & 0o077).toBe(0)
      }
      expect(fs.statSync(under(dataDir, "cluster")).uid === 0).toBe(false)
    })
  )

  it.scopedLive("creates it when killed processes left parts of it", () =>
    Effect.gen(function* () {
      const dataDir = yield* scratch
      for (const file of ["", "cluster/global", "cluster/base/1/PG_VERSION"]) {
        const killed = launchProgram(dataDir)
        yield* until(() => draftsIn(dataDir).some((draft) => fs.existsSync(join(draft, file))))
        yield* killed.kill
        expect(fs.existsSync(under(dataDir, "cluster"))).toBe(false)
      }
      // In a container the killed process had this one's process id.
      fs.mkdirSync(under(dataDir, `cluster.new-${process.pid}-of-another`))
      expect(yield* ask(dataDir, "SELECT 1 AS n")).toEqual([{ n: 1 }])
      yield* until(() => processesOf(dataDir).length === 0)
      yield* ask(dataDir, "SELECT 1 AS n")
      expect(draftsIn(dataDir)).toEqual([])
    })
  )

  it.scopedLive("deletes the files of a keeper that was killed", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const left = ["keeper-0123456789ab.up", "keeper-0123456789ab.log"].map((name) => under(dataDir, "run", name))
      for (const file of left) {
        fs.writeFileSync(file, "")
        fs.utimesSync(file, 1, 1)
      }
      yield* ask(dataDir, "SELECT 1")
      expect(left.filter(fs.existsSync)).toEqual([])
    })
  )

  it.scopedLive("listens on loopback with a password where the path is too long for a socket", () =>
    Effect.gen(function* () {
      const folder = join(yield* scratch, "a".repeat(100))
      fs.mkdirSync(folder)
      const dataDir = join(folder, "data")
      const [one, other] = [yield* open({ dataDir }), yield* open({ dataDir })]
      expect(other).toEqual(one)
      const url = new URL(Redacted.value(one))
      expect([url.hostname, url.searchParams.get("host")]).toEqual(["127.0.0.1", null])
      expect(yield* query(one, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }])
      url.password = "a-guess"
      expect(yield* Effect.flip(query(url.href, "SELECT 1"))).toMatchObject({ cause: { code: "28P01" } })
    })
  )

  it.scopedLive("ignores a lock file that names a living process of another program, or of another database", () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const other = yield* newDataDir
      yield* open({ dataDir: other })
      for (const pid of [process.pid, ...serversOf(other).map(({ pid }) => pid)]) {
        const lock = [pid, under(dataDir, "cluster"), 1, 5432, under(dataDir, "run"), "", "1 1", "ready"].join("\n")
        fs.writeFileSync(under(dataDir, "cluster", "postmaster.pid"), `${lock}\n`)
        expect(yield* ask(dataDir, "SELECT 1 AS n")).toEqual([{ n: 1 }])
        expect(() => process.kill(pid, 0)).not.toThrow()
      }
    })
  )
})

const draftsIn = (dataDir: string): ReadonlyArray<string> =>
  orElse(() => fs.readdirSync(under(dataDir)), [])
    .filter((name) => name.startsWith("cluster.new-"))
    .map((name) => under(dataDir, name))

import { lastfmPlainCsv, serveSimulators } from "@daybook/simulators"
import { StorageFailure } from "@daybook/core/shared"
import { expect, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { explain } from "../src/failures.js"
import { linesOf, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { newKey, serve } from "./support/host.js"
import { canMount, smallDisk } from "./support/smallDisk.js"

const full = /^daybook: [^\n]*disk[^\n]* full: free some space, then [^\n]*\n$/

/** The last line of an output. A host logs more before it. */
const lastLine = (text: string) => `${linesOf(text).at(-1)}\n`

const megabyte = 1024 * 1024

const manyPlays = Effect.gen(function* () {
  const { simulators } = yield* serveSimulators({ endsAt: Date.UTC(2025, 0, 1), enabled: ["lastfm"] })
  const file = join(yield* folder, "plays.csv")
  const plays = yield* simulators.lastfm.control.plays()
  writeFileSync(file, lastfmPlainCsv(plays))
  return file
})

const createKey = (url: string, key: string) =>
  Effect.promise(async () => {
    const body = JSON.stringify({ name: "another" })
    return (
      await fetch(`${url}/v1/admin/keys`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body
      })
    ).status
  })

const playsIn = (env: Record<string, string>) =>
  Effect.gen(function* () {
    const out = yield* folder
    expect(yield* run(["export", "listening", "--out", out], env)).toMatchObject({ code: 0 })
    return linesOf(readFileSync(join(out, "listening", "listening_plays.ndjson"), "utf8"))
  })

// Skipped without the right to mount a disk, because a full disk cannot be made otherwise.
describe.skipIf(!canMount)("a full disk", { timeout: patience }, () => {
  it.scopedLive("ends an import with one line and keeps stored rows; the import continues once there is space", () =>
    Effect.gen(function* () {
      const csv = yield* manyPlays
      const disk = yield* smallDisk(yield* newDataDir, 160)
      const env = { DAYBOOK_DATA_DIR: disk.dataDir, DAYBOOK_TIMEZONE: "UTC" }
      let storedBefore: ReadonlyArray<string> = []
      // Too little space for rows, and for the next WAL segment (16 MB).
      for (const left of [1, 4]) {
        disk.fill(left * megabyte)
        const result = yield* Effect.timeout(run(["import", "lastfm", csv], env), Duration.minutes(8))
        expect([result.code, lastLine(result.stderr)], `${left} MB`).toEqual([1, expect.stringMatching(full)])
        disk.clear()
        const plays = new Set(yield* playsIn(env))
        expect(storedBefore.filter((play) => !plays.has(play))).toEqual([])
        storedBefore = Array.from(plays)
      }
      expect(yield* run(["import", "lastfm", csv], env)).toMatchObject({ code: 0 })
      expect((yield* playsIn(env)).length).toBe(linesOf(readFileSync(csv, "utf8")).length)
    })
  )

  it.scopedLive("ends a write with 503 or stores it, and the same host works on once there is space", () =>
    Effect.gen(function* () {
      const csv = yield* manyPlays
      const disk = yield* smallDisk(yield* newDataDir, 160)
      const env = { DAYBOOK_DATA_DIR: disk.dataDir, DAYBOOK_TIMEZONE: "UTC", DAYBOOK_RATE_LIMIT: "100000" }
      const { key } = yield* newKey(env, "--type", "admin")
      const { host, url } = yield* serve(env)
      disk.fill(megabyte)
      const result = yield* run(["import", "lastfm", csv], env)
      expect([result.code, lastLine(result.stderr)]).toEqual([1, expect.stringMatching(full)])
      disk.fill(0)
      const statuses = yield* Effect.replicateEffect(createKey(url, key), 20)
      expect(statuses.filter((status) => status !== 503 && status !== 201)).toEqual([])
      disk.clear()
      yield* Effect.repeat(Effect.delay(createKey(url, key), "100 millis"), {
        until: (status) => status === 201,
        times: 3_000
      })
      expect(yield* createKey(url, key)).toBe(201)
      yield* host.kill("SIGTERM")
      expect((yield* host.ended).code).toBe(0)
    })
  )

  it.scopedLive("refuses an upload with the reason, leaves no file, and takes it once there is space", () =>
    Effect.gen(function* () {
      const csv = readFileSync(yield* manyPlays)
      const disk = yield* smallDisk(yield* newDataDir, 160)
      const env = { DAYBOOK_DATA_DIR: disk.dataDir, DAYBOOK_TIMEZONE: "UTC", DAYBOOK_RATE_LIMIT: "100000" }
      const { key } = yield* newKey(env, "--type", "admin")
      const { host, url } = yield* serve(env)
      const upload = Effect.promise(async () => {
        const response = await fetch(`${url}/v1/admin/import?dry_run=true`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}` },
          body: csv
        })
        return { status: response.status, text: await response.text() }
      })
      const files = () => (existsSync(join(disk.dataDir, "imports")) ? readdirSync(join(disk.dataDir, "imports")) : [])
      disk.fill(Math.floor(csv.byteLength / 2))
      const refused = yield* upload
      expect([refused.status, refused.text]).toEqual([
        503,
        expect.stringMatching(/disk of the host (is full|has too little space)/)
      ])
      expect(files()).toEqual([])
      disk.clear()
      expect((yield* upload).status).toBe(202)
      expect(files()).toHaveLength(1)
      yield* host.kill("SIGTERM")
      yield* host.ended
    })
  )

  // A client that was not connected yet does not see the engine's last error.
  it.scopedLive("is named when only the lost connection hints at it", () =>
    Effect.gen(function* () {
      const disk = yield* smallDisk(yield* folder, 30)
      const lost = new StorageFailure({
        operation: "Transaction.run",
        unavailable: true,
        cause: new Error("Connection terminated unexpectedly")
      })
      const url = process.env["DAYBOOK_DATABASE_URL"]
      const explained = (env: Record<string, string>) => {
        Object.assign(process.env, { DAYBOOK_DATA_DIR: disk.dataDir, DAYBOOK_DATABASE_URL: "", ...env })
        return explain(lost)
      }
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          delete process.env["DAYBOOK_DATA_DIR"]
          if (url === undefined) delete process.env["DAYBOOK_DATABASE_URL"]
          else process.env["DAYBOOK_DATABASE_URL"] = url
        })
      )
      expect(explained({})).toEqual([expect.stringMatching(/Connection terminated.*run it again/)])
      disk.fill(megabyte)
      expect(explained({})).toEqual([expect.stringMatching(/disk .* is full: free some space/)])
      expect(explained({ DAYBOOK_DATABASE_URL: "postgres://127.0.0.1/none" })).toEqual([
        expect.stringMatching(/Connection terminated.*check DAYBOOK_DATABASE_URL/)
      ])
    })
  )

  it.scopedLive("leaves neither a partial database nor an empty secret when it is full from the start", () =>
    Effect.gen(function* () {
      const empty = yield* folder
      const disk = yield* smallDisk(empty, 30)
      const env = { DAYBOOK_DATA_DIR: disk.dataDir, DAYBOOK_TIMEZONE: "UTC" }
      const result = yield* run(["migrate"], env)
      expect([result.code, lastLine(result.stderr)]).toEqual([1, expect.stringMatching(full)])
      expect(existsSync(join(disk.dataDir, "postgres", "cluster"))).toBe(false)
      disk.fill(0)
      const second = yield* run(["sources"], env)
      // It lists the sources without a database.
      expect([second.code, linesOf(second.stderr).length]).toEqual([0, 1])
      expect(
        existsSync(join(disk.dataDir, "secret")) && readFileSync(join(disk.dataDir, "secret"), "utf8").trim() === ""
      ).toBe(false)
    })
  )

  it.scopedLive("is distinguished from a read-only one", () =>
    Effect.gen(function* () {
      const disk = yield* smallDisk(yield* newDataDir, 80)
      expect(disk.freeze()).toBe(true)
      const result = yield* run(["migrate"], { DAYBOOK_DATA_DIR: disk.dataDir })
      expect([result.code, result.stderr]).toEqual([
        1,
        expect.stringMatching(
          /^daybook: the data folder \S+ cannot be written to \(EROFS\): give this user write access[^\n]*\n$/
        )
      ])
    })
  )
})

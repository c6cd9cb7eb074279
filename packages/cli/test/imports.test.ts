import { expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { existsSync, readdirSync, rmSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { crc32, deflateRawSync } from "node:zlib"
import { describe, inject } from "vitest"
import { type Environment, patience } from "./support/daybook.js"
import { newDataDir } from "./support/dataDir.js"
import { get, newKey, serve } from "./support/host.js"
import { newSettings } from "./support/inProcessHost.js"

/** A few pages by default; `npm run torture` imports 250,000 plays. */
const manyPlays = Number(process.env["DAYBOOK_IMPORT_PLAYS"] ?? 4_000)

const settings = {
  DAYBOOK_TIMEZONE: "Europe/Berlin",
  DAYBOOK_APPLE_MUSIC_ENABLED: "false",
  DAYBOOK_MUSICBRAINZ_ENABLED: "false",
  DAYBOOK_RATE_LIMIT: "100000"
}

const first = Date.UTC(2009, 5, 1) / 1000
/** Seconds between two plays. */
const gap = 2_003

/** A history as CSV. Each play has an artist, an album and a title of its own kind. */
const history = (plays: number) =>
  `uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n${Array.from(
    { length: plays },
    (_, index) =>
      `"${first + index * gap}","","Artist ${index % 97}","","Album ${index % 401}","","Song ${index % 1_009}",""\n`
  ).join("")}`

interface Result {
  readonly report: object
  readonly summary: string
  readonly added: number
  readonly already_here: number
  readonly unreadable_rows: ReadonlyArray<{ readonly row: string; readonly reason: string }>
}

interface Import {
  readonly id: number
  readonly state: string
  readonly source: string
  readonly rows_read: number
  readonly check: Result | null
  readonly result: Result | null
  readonly error: { readonly message: string } | null
}

const call = (url: string, key: string, method: string, path: string, body?: string | Uint8Array) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/v1/admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: body as string })
    })
    return { status: response.status, body: (await response.json()) as Import & { readonly error: unknown } }
  })

/** The import as soon as it satisfies a condition. */
const importWhen = (url: string, key: string, id: number, holds: (one: Import) => boolean) =>
  Effect.gen(function* () {
    for (;;) {
      const { body, status } = yield* call(url, key, "GET", `imports/${id}`)
      if (status === 200 && holds(body as unknown as Import)) return body as unknown as Import
      yield* Effect.sleep("100 millis")
    }
  })

/** Waits until no run is recorded as running, as after a stop. */
const untilIdle = (url: string, key: string) =>
  Effect.repeat(Effect.delay(get(`${url}/v1/admin/sync/runs?status=running`, key), "50 millis"), {
    until: ({ body }) => (body["data"] as ReadonlyArray<unknown>).length === 0
  })

const isDone = ({ state }: Import) => state === "completed" || state === "failed"

const total = (url: string, key: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/v1/listening/history?limit=1`, { headers: { authorization: `Bearer ${key}` } })
    return ((await response.json()) as { readonly pagination?: { readonly total: number } }).pagination?.total ?? 0
  })

const filesIn = (dataDir: string) => {
  const folder = join(dataDir, "imports")
  return existsSync(folder) ? readdirSync(folder) : []
}

/** The file of an import is deleted once it is completed. */
const withoutFiles = (dataDir: string) =>
  Effect.repeat(
    Effect.sync(() => filesIn(dataDir).length),
    { until: (count) => count === 0, schedule: Schedule.spaced("50 millis") }
  ).pipe(Effect.timeout("1 minute"))

/** An import whose host was killed while it stored pages. */
const killedImport = (env: Environment) =>
  Effect.gen(function* () {
    const { key } = yield* newKey(env, "--type", "admin")
    const { host, url } = yield* serve(env)
    const { body } = yield* call(url, key, "POST", "import?name=plays.csv", history(manyPlays))
    const interrupted = yield* importWhen(url, key, body.id, (one) => one.rows_read >= 1_000 || isDone(one))
    expect(interrupted.state).toBe("importing")
    yield* host.kill("SIGKILL")
    yield* host.ended
    return { interrupted, key }
  })

/** A zip archive of one file (PKWARE APPNOTE 6.3). */
const zipOf = (name: string, content: Uint8Array): Uint8Array => {
  const packed = deflateRawSync(content)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed])
  const entry = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, Buffer.alloc(14), Buffer.from(name)])
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06", "latin1")
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, entry, end])
}

/** Sends the start of a body, then closes the connection. */
const closeInTheMiddle = (url: string, key: string) =>
  Effect.async<void>((resume) => {
    const sending = request(`${url}/v1/admin/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-length": 1_000_000 }
    })
    sending.on("error", () => resume(Effect.void))
    sending.write(history(100), () => setTimeout(() => sending.destroy(new Error("closed")), 200))
  })

describe("an import over the API", { timeout: patience }, () => {
  it.scopedLive("says what it would do, does it, and changes nothing the second time", () =>
    Effect.gen(function* () {
      const env = { ...settings, DAYBOOK_DATA_DIR: yield* newDataDir }
      const { key } = yield* newKey(env, "--type", "admin")
      const { key: reader } = yield* newKey(env)
      const { url } = yield* serve(env)
      const rows = history(40).split("\n")
      const file = [...rows.slice(0, 3), '"x","","Nobody","","","","No time",""', ...rows.slice(3)].join("\n")

      expect((yield* call(url, reader, "POST", "import", file)).status).toBe(403)
      const accepted = yield* call(url, key, "POST", "import?dry_run=true&name=..%2Fexport.zip", file)
      expect([accepted.status, accepted.body.source]).toEqual([202, "lastfm"])
      const checked = yield* importWhen(url, key, accepted.body.id, ({ state }) => state === "checked")
      expect(checked.check).toMatchObject({
        summary: "40 plays from 2009, 1 unreadable",
        added: 40,
        already_here: 0,
        unreadable_rows: [{ row: "line 4", reason: "its time cannot be read" }],
        report: {
          ...{ rows_read: 41, rows_used: 40, rows_left_out: 1, members: null },
          left_out: [{ reason: "its time cannot be read", rows: 1, first_row: "line 4" }]
        }
      })
      expect(yield* total(url, key)).toBe(0)
      expect(filesIn(env.DAYBOOK_DATA_DIR)).toHaveLength(1)

      expect((yield* call(url, key, "POST", `imports/${checked.id}/start`)).status).toBe(202)
      const done = yield* importWhen(url, key, checked.id, isDone)
      expect(done).toMatchObject({ state: "completed", rows_read: 40, result: { added: 40 } })
      expect(yield* total(url, key)).toBe(40)
      yield* withoutFiles(env.DAYBOOK_DATA_DIR)
      expect((yield* call(url, key, "POST", `imports/${checked.id}/start`)).status).toBe(409)

      const again = yield* call(url, key, "POST", "import?source=lastfm&dry_run=true", history(42))
      const second = yield* importWhen(url, key, again.body.id, ({ state }) => state === "checked")
      expect(second.check?.summary).toBe("42 plays from 2009, 40 of them already here")
      expect((yield* call(url, key, "DELETE", `imports/${second.id}`)).status).toBe(200)
      expect((yield* call(url, key, "GET", `imports/${second.id}`)).status).toBe(404)
      yield* withoutFiles(env.DAYBOOK_DATA_DIR)
    })
  )

  it.scopedLive("refuses bad files with a reason, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const env = { ...settings, DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_IMPORT_MAX_BYTES: "300000" }
      const { key } = yield* newKey(env, "--type", "admin")
      const { url } = yield* serve(env)
      const garbage = new Uint8Array(50_000).map((_, index) => (index * 7_919) % 251)
      const bomb = zipOf("activities.csv", new Uint8Array(200_000_000))
      const answers = yield* Effect.all([
        call(url, key, "POST", "import", garbage),
        call(url, key, "POST", "import", new Uint8Array(0)),
        call(url, key, "POST", "import"),
        call(url, key, "POST", "import?source=nobody", history(3)),
        call(url, key, "POST", "import?dry_run=perhaps", history(3)),
        call(url, key, "POST", "import", history(20_000))
      ])
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 413])
      expect(String(answers[0]!.body.error)).toContain("is not recognised: it seems to be a binary file")
      yield* closeInTheMiddle(url, key)
      const exploded = yield* call(url, key, "POST", "import", bomb)
      expect(exploded.status).toBe(202)
      expect(exploded.body.source).toBe("strava")
      const failed = yield* importWhen(url, key, exploded.body.id, isDone)
      expect(failed.state).toBe("failed")
      expect(failed.error?.message).not.toBe("")
      yield* call(url, key, "DELETE", `imports/${failed.id}`)
      const { body } = yield* call(url, key, "GET", "imports")
      expect((body as unknown as { readonly data: ReadonlyArray<unknown> }).data).toEqual([])
      yield* withoutFiles(env.DAYBOOK_DATA_DIR)
    })
  )

  it.scopedLive.skipIf(inject("serverUrl") === null)(
    "runs once for several hosts of one database, each with the files that it has",
    () =>
      Effect.gen(function* () {
        const common = { ...settings, ...(yield* Effect.orDie(newSettings)) }
        const hostEnv = (dataDir: string) => ({ ...common, DAYBOOK_LOG_LEVEL: "info", DAYBOOK_DATA_DIR: dataDir })
        const [home, other] = [hostEnv(yield* newDataDir), hostEnv(yield* newDataDir)]
        const { key } = yield* newKey(home, "--type", "admin")
        const [a, b] = [yield* serve(home), yield* serve(other)]
        const send = (url: string, plays: number) => call(url, key, "POST", "import?source=lastfm", history(plays))
        const sent = yield* Effect.all([send(a.url, 900), send(b.url, 1_200), send(a.url, 1_500), send(b.url, 300)], {
          concurrency: "unbounded"
        })
        expect(sent.map(({ status }) => status)).toEqual([202, 202, 202, 202])
        // Each host reports all imports.
        const results = yield* Effect.forEach(sent, ({ body }, index) =>
          importWhen(index % 2 === 0 ? b.url : a.url, key, body.id, isDone)
        )
        expect(results.map(({ rows_read, state }) => [state, rows_read])).toEqual([
          ["completed", 900],
          ["completed", 1_200],
          ["completed", 1_500],
          ["completed", 300]
        ])
        expect(results.reduce((sum, { result }) => sum + (result?.added ?? 0), 0)).toBe(1_500)
        // Each host deletes its files after it has said that the import is completed.
        yield* Effect.eventually(
          Effect.suspend(() =>
            [home, other].every(({ DAYBOOK_DATA_DIR }) => filesIn(DAYBOOK_DATA_DIR).length === 0)
              ? Effect.void
              : Effect.delay(Effect.fail("files are left"), "200 millis")
          )
        ).pipe(Effect.timeout("30 seconds"))

        // Only the host with the file continues an import.
        const left = yield* send(a.url, manyPlays)
        yield* a.host.kill("SIGKILL")
        yield* a.host.ended
        // The other host takes imports in their order: with the next one it has passed this one over.
        const next = yield* send(b.url, 300)
        yield* importWhen(b.url, key, next.body.id, isDone)
        expect(isDone((yield* call(b.url, key, "GET", `imports/${left.body.id}`)).body)).toBe(false)
        const back = yield* serve(home)
        const done = yield* importWhen(back.url, key, left.body.id, isDone)
        expect([done.state, yield* total(b.url, key)]).toEqual(["completed", manyPlays])
      })
  )

  it.scopedLive("leaves no run that seems to go on when its host was killed and its file is gone", () =>
    Effect.gen(function* () {
      const env = { ...settings, DAYBOOK_DATA_DIR: yield* newDataDir }
      const { key } = yield* killedImport(env)
      rmSync(join(env.DAYBOOK_DATA_DIR, "imports"), { recursive: true })

      const { url } = yield* serve(env)
      yield* untilIdle(url, key)
      const { body: runs } = yield* get(`${url}/v1/admin/sync/runs`, key)
      const statuses = (runs["data"] as ReadonlyArray<{ readonly status: string }>).map(({ status }) => status)
      expect(new Set(statuses)).toStrictEqual(new Set(["failed"]))
    })
  )

  it.scopedLive("goes on after a kill -9 and after a stop", () =>
    Effect.gen(function* () {
      const env = { ...settings, DAYBOOK_DATA_DIR: yield* newDataDir }
      const { interrupted, key } = yield* killedImport(env)

      const { url } = yield* serve(env)
      const resumed = yield* importWhen(
        url,
        key,
        interrupted.id,
        (one) => one.rows_read > interrupted.rows_read || isDone(one)
      )
      if (resumed.state === "importing") {
        const stopped = yield* call(url, key, "POST", `imports/${interrupted.id}/stop`)
        if (stopped.status === 200) {
          expect(stopped.body.state).toBe("stopped")
          yield* untilIdle(url, key)
          expect((yield* call(url, key, "POST", `imports/${interrupted.id}/start`)).status).toBe(202)
        }
      }
      const done = yield* importWhen(url, key, interrupted.id, isDone)
      expect(done).toMatchObject({ state: "completed", rows_read: manyPlays, result: { added: manyPlays } })
      expect(yield* total(url, key)).toBe(manyPlays)
      yield* withoutFiles(env.DAYBOOK_DATA_DIR)
    })
  )
})

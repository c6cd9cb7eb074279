import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { ask } from "../../http/test/support/http.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { type Environment, patience, run } from "./support/daybook.js"
import { newKey, serve } from "./support/host.js"

const key = "0123456789abcdef0123456789abcdef"

/** A provider that answers every request with a page, which repeats the address with the key in it. */
const maintenance = Effect.map(
  Effect.acquireRelease(
    Effect.async<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(({ url }, response) => {
        response.setHeader("content-type", "text/html").end(`<html><title>Maintenance</title>${url}</html>`)
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => void server.close())
  ),
  (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/2.0/`
)

const rows = [
  "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid",
  "1773518400,,Velmora Tide,,,,Violet Chalk,",
  "soon,,Velmora Tide,,,,Harbour,"
]

const withoutSources = {
  DAYBOOK_APPLE_MUSIC_ENABLED: "false",
  DAYBOOK_DEEZER_ENABLED: "false",
  DAYBOOK_MUSICBRAINZ_ENABLED: "false"
}

interface Listed {
  readonly id: number
  readonly kind: string
  readonly key: string
}

/** The samples of one metric by source. */
const samples = (text: string, name: string) =>
  Object.fromEntries(
    Array.from(text.matchAll(new RegExp(`^${name}\\{source="(\\w+)"\\} (\\d+)$`, "gm")), ([, source, value]) => [
      source,
      Number(value)
    ])
  )

const list = (env: Environment) =>
  Effect.map(run(["raw", "list", "--json"], env), ({ stdout }) => JSON.parse(stdout) as ReadonlyArray<Listed>)

describe("raw payloads", { timeout: patience }, () => {
  it.scopedLive("of a sync and of an import are named, listed, counted, backed up, restored, read and deleted", () =>
    Effect.gen(function* () {
      const settings = {
        ...{ DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_LASTFM_API_KEY: key, DAYBOOK_LASTFM_USERNAME: "ada" },
        ...{ DAYBOOK_LASTFM_BASE_URL: yield* maintenance, DAYBOOK_LASTFM_MIN_INTERVAL_MS: "0" }
      }
      const env = { ...settings, DAYBOOK_RAW: "failed" }
      const refused = yield* run(["sync", "lastfm"], { ...settings, DAYBOOK_RAW: "all" })
      expect([refused.code, refused.stderr]).toMatchObject([
        expect.any(Number),
        expect.stringContaining('DAYBOOK_RAW is "all": give off or failed')
      ])
      expect(refused.code).not.toBe(0)

      const synced = yield* run(["sync", "lastfm"], env)
      expect(synced.code).toBe(1)
      const [, id] = /^daybook: .*; the answer is kept: `daybook raw show (\d+)`$/m.exec(synced.stderr) ?? []
      for (const command of ["status", "doctor"]) {
        const { stdout } = yield* run([command], env)
        const words = stdout.replace(/\s+/g, " ")
        expect([command, words]).toEqual([command, expect.stringContaining(`daybook raw show ${id}`)])
      }
      const answer = yield* run(["raw", "show", id!], env)
      expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining("<title>Maintenance</title>") })
      const listed = list(env)
      for (const { id } of yield* listed) {
        const { stdout } = yield* run(["raw", "show", String(id)], env)
        expect(stdout).not.toContain(key)
      }

      const file = join(yield* folder, "plays.csv")
      writeFileSync(file, rows.join("\n"))
      const imported = yield* run(["import", "lastfm", file], env)
      expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining("`daybook raw show ") })
      const [rejected, ...others] = yield* listed
      expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(["answer"]))
      expect(rejected).toMatchObject({
        ...{ source: "lastfm", kind: "file", key: "plays.csv", reason: "1 of its rows could not be read" }
      })
      const facts = yield* run(["raw", "show", String(rejected!.id)], env)
      expect(JSON.parse(facts.stdout)).toMatchObject({ name: "plays.csv", rows: [{ place: "line 3", text: rows[2] }] })

      const backup = join(yield* folder, "all.daybook")
      expect(yield* run(["backup", backup], env)).toMatchObject({ code: 0 })
      const restored = { ...env, DAYBOOK_DATA_DIR: yield* newDataDir }
      expect(yield* run(["restore", backup], restored)).toMatchObject({ code: 0 })
      expect(yield* list(restored)).toEqual([rejected, ...others])
      expect(yield* run(["raw", "show", id!], restored)).toEqual(answer)

      const admin = yield* newKey(env, "--type", "admin")
      // Without sources, so that no enrichment is refused in the meantime.
      const { url } = yield* serve({ ...withoutSources, DAYBOOK_DATA_DIR: env.DAYBOOK_DATA_DIR })
      const read = yield* ask(`${url}/v1/admin/raw/${id}`, { key: admin.key })
      expect([read.status, read.text]).toEqual([200, answer.stdout])

      const [stats] = JSON.parse((yield* run(["raw", "stats", "--json"], env)).stdout) as ReadonlyArray<
        Record<"stored_bytes", number>
      >
      const metrics = Effect.map(ask(`${url}/metrics`, { key: admin.key }), ({ text }) => ({
        payloads: samples(text, "daybook_raw_payloads"),
        bytes: samples(text, "daybook_raw_bytes")
      }))
      expect(yield* metrics).toEqual({
        payloads: { lastfm: others.length + 1 },
        bytes: { lastfm: stats!.stored_bytes }
      })

      expect((yield* run(["raw", "purge", "lastfm"], env)).stdout).toMatch(/^\d+ raw payloads of lastfm deleted$/m)
      expect(yield* metrics).toEqual({ payloads: { lastfm: 0 }, bytes: { lastfm: 0 } })
      expect(JSON.parse((yield* run(["raw", "list", "--source", "lastfm", "--json"], env)).stdout)).toEqual([])
      expect(yield* run(["raw", "show", id!], env)).toMatchObject({ code: 2, stdout: "" })
    })
  )
})

import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask, post } from "./support/http.js"

const name = "daybook-2025-03-14T03-00-00-000Z.backup"

describe("the health of a host", () => {
  it.scoped("names version, database, disk and queues, for admin keys alone", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const { json, status } = yield* ask(`${url}/v1/admin/health`, { key: admin })
      expect(status).toBe(200)
      expect(json).toEqual({
        version: "0.0.0-test",
        node_version: process.versions.node,
        started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        database: {
          engine: "embedded",
          size_bytes: 12_345_678,
          connections_open: 2,
          connections_max: 10,
          restarts: 1,
          restarted_at: "2026-03-01T08:00:00.000Z"
        },
        disk: { free_bytes: 40_000_000_000, total_bytes: 100_000_000_000 },
        queues: [
          {
            queue: "tmdb-movies",
            domain: "watching",
            source: "tmdb",
            waiting: 12,
            given_up: 0,
            error: "TMDB answers 503",
            retry_at: "2025-03-15T18:04:00.000Z"
          },
          { queue: "hooks", domain: null, source: null, waiting: 0, given_up: 0, error: null, retry_at: null }
        ]
      })
      expect((yield* ask(`${url}/v1/admin/health`, { key: read })).status).toBe(403)
      expect((yield* ask(`${url}/v1/admin/health`)).status).toBe(401)
    })
  )

  it.scoped("counts the runs of each source by day, thirty days or fewer", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const all = yield* ask(`${url}/v1/admin/health/syncs`, { key: admin })
      expect(all.json.time_zone).toBe("Europe/Berlin")
      expect(all.json.sources).toMatchObject([{ source: "lastfm", domain: "listening" }])
      expect(all.json.sources[0].days).toHaveLength(30)
      expect(all.json.sources[0].days.at(-1)).toEqual({ date: "2025-03-15", completed: 96, failed: 0 })
      const week = yield* ask(`${url}/v1/admin/health/syncs?days=7`, { key: admin })
      expect(week.json.sources[0].days).toMatchObject(
        Array.from({ length: 7 }, (_, index) => ({ date: all.json.sources[0].days[23 + index].date, completed: 96 }))
      )
      expect((yield* ask(`${url}/v1/admin/health/syncs?days=31`, { key: admin })).json).toEqual({
        error: "days must be a whole number from 1 to 30",
        status: 400
      })
    })
  )
})

describe("backups", () => {
  it.scoped("are listed, made once at a time, downloaded and deleted", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const path = `${url}/v1/admin/backups`
      expect((yield* ask(path, { key: admin })).json).toEqual({
        data: [{ name, made_at: "2025-03-14T03:00:00.000Z", size_bytes: 22 }],
        running: null,
        failure: null,
        next_at: "2025-03-16T03:00:00.000Z"
      })
      const file = yield* ask(`${path}/${name}`, { key: admin })
      expect([file.status, file.text]).toEqual([200, "a backup of the sample"])
      expect(file.headers.get("content-type")).toBe("application/x-tar")
      expect(file.headers.get("content-length")).toBe("22")
      expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`)
      expect(file.headers.get("cache-control")).toBe("no-store")
      const address = yield* post(`${path}/${name}/download`, admin, {})
      expect(address.status).toBe(201)
      expect(address.json.path).not.toContain(admin)
      const once = yield* ask(`${url}${address.json.path}`)
      expect([once.status, once.text]).toEqual([200, "a backup of the sample"])
      expect(once.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`)
      expect(once.headers.get("cache-control")).toBe("no-store")
      expect((yield* ask(`${url}${address.json.path}`)).status).toBe(404)
      expect((yield* post(`${path}/${name}/download`, read, {})).status).toBe(403)
      expect((yield* post(`${path}/other.backup/download`, admin, {})).status).toBe(404)
      const started = yield* post(path, admin, {})
      expect([started.status, started.json.running]).toEqual([
        202,
        { started_at: "2025-03-15T18:00:00.000Z", rows: 500 }
      ])
      expect((yield* post(path, admin, {})).json.running).toEqual(started.json.running)
      expect((yield* post(path, read, {})).status).toBe(403)
      expect((yield* ask(`${path}/${name}`, { key: read })).status).toBe(403)
      const remove = ask(`${path}/${name}`, { key: admin, method: "DELETE" })
      expect((yield* remove).json).toEqual({ success: true, name })
      expect((yield* remove).status).toBe(404)
      for (const other of ["..%2f..%2fsecret", "secret", `${name}%0a`])
        expect((yield* ask(`${path}/${other}`, { key: admin })).status).toBe(404)
      expect((yield* ask(`${path}/%00`, { key: admin })).status).toBe(400)
    })
  )
})

describe("the log of a run", () => {
  it.scoped("is there for every run, and for no other", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const { json } = yield* post(`${url}/v1/listening/admin/enrich-artists`, admin, {})
      const log = yield* ask(`${url}/v1/admin/sync/runs/${json.run_id}/log`, { key: admin })
      expect([log.status, log.json]).toEqual([200, { data: [] }])
      expect((yield* ask(`${url}/v1/admin/sync/runs/4711/log`, { key: admin })).status).toBe(404)
      const running = yield* ask(`${url}/v1/admin/sync/runs?status=running&source=lastfm`, { key: admin })
      expect(running.json.data.map((run: { source: string }) => run.source)).toEqual(["lastfm"])
      expect((yield* ask(`${url}/v1/admin/sync/runs?status=failed`, { key: admin })).json.data).toEqual([])
      expect((yield* ask(`${url}/v1/admin/sync/runs?status=well`, { key: admin })).status).toBe(400)
    })
  )
})

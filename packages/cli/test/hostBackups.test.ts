import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { get, newKey, serve } from "./support/host.js"

const plays = (count: number) =>
  ["artist,album,name,date"]
    .concat(
      Array.from({ length: count }, (_, index) => {
        const minutes = String(index % 60).padStart(2, "0")
        const day = Math.floor(index / 1_440) + 1
        const hour = String(Math.floor(index / 60) % 24).padStart(2, "0")
        return `Velmora Tide,Harbour,Low Tide ${index % 40},${day} Mar 2025 ${hour}:${minutes}`
      })
    )
    .join("\n")

interface Backups {
  readonly data: ReadonlyArray<{ readonly name: string; readonly size_bytes: number }>
  readonly running: object | null
  readonly failure: { readonly error: string } | null
  readonly next_at: string | null
}

describe("backups of a host", { timeout: patience }, () => {
  it.scopedLive("are made while it answers, are complete, and only the newest stay", () =>
    Effect.gen(function* () {
      const files = yield* folder
      const csv = join(files, "plays.csv")
      writeFileSync(csv, plays(3_000))
      const backups = join(files, "of the host")
      const env = {
        DAYBOOK_DATA_DIR: yield* newDataDir,
        DAYBOOK_BACKUP_DIR: backups,
        DAYBOOK_BACKUP_KEEP: "2",
        DAYBOOK_RATE_LIMIT: "1000000",
        DAYBOOK_BACKUP_SCHEDULE: "0 3 * * * UTC",
        DAYBOOK_APPLE_MUSIC_ENABLED: "false",
        DAYBOOK_MUSICBRAINZ_ENABLED: "false"
      }
      expect(yield* run(["import", "lastfm", csv], env)).toMatchObject({ code: 0 })
      const { key } = yield* newKey(env, "--type", "admin")
      const { url } = yield* serve(env)
      const path = `${url}/v1/admin/backups`
      const state = Effect.map(get(path, key), ({ body }) => body as unknown as Backups)
      expect(yield* state).toMatchObject({
        data: [],
        running: null,
        failure: null,
        next_at: expect.stringMatching(/T03:00:00\.000Z$/)
      })
      const make = Effect.gen(function* () {
        const started = yield* Effect.promise(() =>
          fetch(path, { method: "POST", headers: { authorization: `Bearer ${key}` } })
        )
        expect(started.status).toBe(202)
        const finished = yield* Effect.repeat(
          Effect.zipRight(
            Effect.map(get(`${url}/v1/listening/stats`, key), ({ status }) => expect(status).toBe(200)),
            Effect.delay(state, "100 millis")
          ),
          { until: ({ running }) => running === null }
        )
        expect(finished.failure).toBe(null)
        return finished.data[0]!
      })
      const first = yield* make
      const answer = yield* Effect.promise(async () => {
        const response = await fetch(`${path}/${first.name}`, { headers: { authorization: `Bearer ${key}` } })
        return Buffer.from(await response.arrayBuffer())
      })
      expect(answer.byteLength).toBe(first.size_bytes)
      const copy = join(files, "copy.backup")
      writeFileSync(copy, answer)
      const verified = yield* run(["backup", "verify", copy, "--json"], env)
      expect([verified.code, verified.stderr]).toEqual([0, ""])
      expect((JSON.parse(verified.stdout) as { readonly rows: number }).rows).toBeGreaterThan(3_000)

      writeFileSync(join(backups, "mine.backup"), "not of the host")
      yield* make
      const third = yield* make
      expect(readdirSync(backups).filter((name) => name.startsWith("daybook-"))).toHaveLength(2)
      expect(existsSync(join(backups, first.name))).toBe(false)
      expect(existsSync(join(backups, "mine.backup"))).toBe(true)
      expect((yield* get(`${path}/mine.backup`, key)).status).toBe(404)
      const removed = yield* Effect.promise(() =>
        fetch(`${path}/${third.name}`, { method: "DELETE", headers: { authorization: `Bearer ${key}` } })
      )
      expect(removed.status).toBe(200)
      expect(existsSync(join(backups, third.name))).toBe(false)
      expect((yield* state).data).toHaveLength(1)
    })
  )
})

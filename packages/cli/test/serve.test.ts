import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe } from "vitest"
import { daybook, linesOf, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { get, newKey, serve } from "./support/host.js"
import { world } from "./support/world.js"

describe("serve", { timeout: patience }, () => {
  it.scopedLive.each<[NodeJS.Signals]>([["SIGTERM"], ["SIGINT"], ["SIGHUP"]])(
    "prints one line when ready and exits with 0 on %s",
    ([signal]) =>
      Effect.gen(function* () {
        const env = { DAYBOOK_DATA_DIR: yield* newDataDir }
        // Without a key the host also prints an address for the first visit.
        yield* newKey(env)
        const { host } = yield* serve(env)
        yield* host.kill(signal)
        const { code, stderr, stdout } = yield* host.ended
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
        expect(stdout).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\n$/)
      })
  )

  it.scopedLive.each<readonly [name: string, words: ReadonlyArray<string>]>([
    ["serve", ["serve", "--port", "0", "--no-schedule"]],
    ["keys create", ["keys", "create", "--name", "site"]],
    ["migrate", ["migrate"]],
    ["import", ["import", "lastfm", "plays.csv"]]
  ])("%s says that it creates the database before it does", ([, words]) =>
    Effect.gen(function* () {
      const cwd = yield* folder
      writeFileSync(join(cwd, "plays.csv"), "artist,album,name,date\nVelmora Tide,Harbour,Low Tide,14 Mar 2026 20:15\n")
      const data = join(cwd, "data")
      const command = yield* daybook(words, { DAYBOOK_DATA_DIR: data, DAYBOOK_EMBEDDINGS: "off" }, cwd)
      const first = yield* command.firstLine
      // The cluster gets its name when it is complete.
      const isThere = existsSync(join(data, "postgres", "cluster"))
      expect({ first, isThere }).toEqual({ first: `Creating the database in ${data}`, isThere: false })
      yield* command.kill("SIGTERM")
      yield* command.ended
    })
  )

  it.scopedLive("reports a used port in one line", () =>
    Effect.gen(function* () {
      const other = yield* Effect.acquireRelease(
        Effect.async<ReturnType<typeof createServer>>((resume) => {
          const server = createServer()
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const { port } = other.address() as AddressInfo
      const { code, stderr } = yield* run(["serve", "--port", String(port)], { DAYBOOK_DATA_DIR: yield* newDataDir })
      expect(code).toBe(1)
      expect(linesOf(stderr)).toEqual([expect.stringContaining(`cannot listen on 127.0.0.1:${port}`)])
    })
  )

  it.scopedLive("accepts a key as soon as the command prints it", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir }
      const { url } = yield* serve(env)
      for (let round = 0; round < 3; round++) {
        const command = yield* daybook(["keys", "create", "--name", "site"], env)
        const key = yield* command.says(/^(svc_live_\S+)$/m)
        expect((yield* get(`${url}/v1/health/sync`, key)).status).toBe(200)
      }
    })
  )

  it.scopedLive("sees keys and plays of other commands immediately", () =>
    Effect.gen(function* () {
      const { env, simulators } = yield* world
      const { url } = yield* serve(env)
      const { id, key } = yield* newKey(env)
      const stats = get(`${url}/v1/listening/stats`, key)
      /** Repeats the request until the answer matches. */
      const waitFor = (matches: (answer: Effect.Effect.Success<typeof stats>) => boolean) =>
        Effect.repeat(Effect.delay(stats, "50 millis"), { until: matches }).pipe(Effect.timeout("60 seconds"))
      yield* waitFor(({ status }) => status === 200)
      yield* run(["sync", "lastfm", "--no-followers"], env)
      const plays = yield* simulators.lastfm.control.plays()
      yield* waitFor(({ body }) => body["total_scrobbles"] === plays.length)

      expect(yield* run(["keys", "revoke", String(id)], env)).toMatchObject({
        code: 0,
        stdout: `key ${id} is revoked\n`
      })
      yield* waitFor(({ status }) => status === 401)
    })
  )
})

describe("keys", { timeout: patience }, () => {
  it.scopedLive("are shown only once", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir }
      const created = JSON.parse(
        (yield* run(["keys", "create", "--name", "site", "--expires", "90d", "--json"], env)).stdout
      ) as Record<string, string>
      expect(Object.keys(created)).toEqual(["id", "key", "type", "name", "created_at"])
      expect(created["key"]).toMatch(/^svc_live_/)
      const admin = yield* run(["keys", "create", "--name", "me", "--type", "admin"], env)
      expect(admin.stdout).toMatch(/^svc_admin_\S+\n$/)
      const coloured = yield* run(["keys", "create", "--name", "a\u001b[2Jb"], env)
      expect(coloured.stderr).toMatch(/"a \[2Jb": shown this once/)
      const list = yield* run(["keys", "list"], env)
      const asJson = yield* run(["keys", "list", "--json"], env)
      for (const secret of [created["key"]!, admin.stdout.trim()]) {
        expect(list.stdout + asJson.stdout + admin.stderr).not.toContain(secret)
      }
      expect(JSON.parse(asJson.stdout) as ReadonlyArray<unknown>).toHaveLength(3)
      expect(yield* run(["keys", "revoke", "99"], env)).toMatchObject({
        code: 1,
        stderr: "daybook: there is no active key 99\n"
      })
    })
  )
})

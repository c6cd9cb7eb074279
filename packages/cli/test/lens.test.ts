import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { linesOf, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { serve } from "./support/host.js"

describe("lens", { timeout: patience }, () => {
  it.scopedLive("is created, checked, previewed, given to a key of a running host, and removed", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_PUBLISH: "true" }
      const file = join(yield* folder, "runs.json")
      writeFileSync(file, JSON.stringify({ name: "runs", operations: ["running.recent", "feed.all"], public: true }))
      const { url } = yield* serve(env)
      const created = yield* run(["lens", "create", file], env)
      expect([created.code, linesOf(created.stdout)]).toEqual([
        0,
        ["lens runs is created: daybook lens check runs says what it shows"]
      ])
      const again = yield* run(["lens", "create", file], env)
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("there is a lens runs")])
      expect((yield* run(["lens", "list"], env)).stdout).toMatch(/^site .*\n.*all .*\n.*runs +yes +2 +no/m)
      expect((yield* run(["lens", "check", "runs"], env)).stdout).toContain("data.strava_id")
      const preview = ["lens", "preview", "runs", "running.recent", "--param", "limit=1"]
      expect(JSON.parse((yield* run(preview, env)).stdout)).toMatchObject({ data: [], pagination: { limit: 1 } })

      const origin = "https://me.example"
      const key = ["keys", "create", "--name", "page", "--type", "publish", "--lens"]
      const missing = yield* run([...key, "walks", "--origin", origin], env)
      expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("there is no lens walks")])
      const keyText = (yield* run([...key, "runs", "--origin", origin], env)).stdout.trim()
      const ask = (headers: Readonly<Record<string, string>>) =>
        Effect.promise(() => fetch(`${url}/v1/running/recent`, { headers })).pipe(Effect.map(({ status }) => status))
      const authorization = `Bearer ${keyText}`
      expect([yield* ask({ authorization, origin }), yield* ask({ authorization })]).toEqual([200, 403])
      const feed = yield* Effect.promise(() => fetch(`${url}/p/runs/feed.json`).then((answer) => answer.json()))
      expect(feed).toMatchObject({ title: "Daybook: runs", items: [] })

      const token = (yield* run(["lens", "token", "runs"], env)).stdout.trim()
      expect(token).toMatch(/^\/p\/svc_url_[0-9A-Za-z]{36}\/$/)
      const statusOf = (path: string) => Effect.promise(() => fetch(url + path).then(({ status }) => status))
      const status = (path: string, expected: number) =>
        Effect.repeat(Effect.delay(statusOf(path), "50 millis"), { until: (status) => status === expected })
      expect(yield* status(`${token}feed.json`, 200)).toBe(200)
      const second = yield* run(["lens", "token", "runs"], env)
      expect([second.code, second.stderr]).toEqual([1, expect.stringContaining("--renew replaces it")])
      const renewed = (yield* run(["lens", "token", "runs", "--renew"], env)).stdout.trim()
      expect([yield* status(`${renewed}feed.json`, 200), yield* status(`${token}feed.json`, 404)]).toEqual([200, 404])
      expect((yield* run(["lens", "token", "runs", "--remove"], env)).stdout.trim()).toBe(
        "the token of lens runs is removed: its addresses open nothing more"
      )
      expect(yield* status(`${renewed}feed.json`, 404)).toBe(404)

      expect((yield* run(["lens", "remove", "runs"], env)).stdout.trim()).toBe(
        "lens runs is removed, and its keys are revoked"
      )
      const ended = yield* Effect.repeat(Effect.delay(ask({ authorization, origin }), "50 millis"), {
        until: (status) => status === 401
      })
      expect(ended).toBe(401)
    })
  )
})

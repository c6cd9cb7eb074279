import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { faultsOfHost } from "./support/answers.js"
import { daybook, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { get } from "./support/host.js"

/** The last lines of a demo that serves. */
const startDemo = (env: Record<string, string>, data: string) =>
  Effect.gen(function* () {
    const demo = yield* daybook(["demo", "--data", data], env)
    yield* demo.says(/^admin key {2}svc_admin_/m)
    const lines = demo.stdout().trimEnd().split("\n").slice(-3)
    yield* demo.kill("SIGINT")
    return { lines, ...(yield* demo.ended) }
  })

describe("demo", { timeout: patience }, () => {
  it.scopedLive("fills a folder, serves it, and prints the same lines on the second start", () =>
    Effect.gen(function* () {
      const data = yield* newDataDir
      const cwd = yield* folder
      const filled = yield* run(
        ["demo", "--data", data, "--no-serve"],
        { DAYBOOK_DATABASE_URL: "postgres://nobody@127.0.0.1:1/real" },
        cwd
      )
      expect(filled).toMatchObject({ code: 0 })

      const demo = yield* daybook(["demo", "--data", data], { DAYBOOK_PORT: "18787", DAYBOOK_RATE_LIMIT: "10000" }, cwd)
      const key = yield* demo.says(/^read key {2}(svc_live_\S+)$/m)
      const page = yield* demo.says(/^page {2}(http:\S+)\/#key=svc_live_\S+$/m)
      const admin = yield* demo.says(/^admin key {2}(svc_admin_\S+)$/m)
      const { body } = yield* get(`${page}/v1/listening/stats`, key)
      expect(body["total_scrobbles"]).toBeGreaterThan(10_000)
      const { faults, requestCount } = yield* Effect.promise(() => faultsOfHost(page, admin))
      expect(faults).toEqual([])
      expect(requestCount).toBeGreaterThan(110)
      yield* demo.kill("SIGINT")
      const first = yield* demo.ended
      expect(first.code).toBe(0)

      const again = yield* startDemo({ DAYBOOK_PORT: "18787" }, data)
      expect(again.code).toBe(0)
      expect(again.lines).toEqual(first.stdout.trimEnd().split("\n").slice(-3))
    })
  )
})

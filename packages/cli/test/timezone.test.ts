import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { type Environment, linesOf, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { serve } from "./support/host.js"
import { world } from "./support/world.js"

const zoneOf = (env: Environment) => Effect.map(run(["timezone"], env), ({ stdout }) => stdout.trim())

describe("the home time zone", { timeout: patience }, () => {
  it.scopedLive("is the stored one for every command next to a host, whatever DAYBOOK_TIMEZONE is", () =>
    Effect.gen(function* () {
      const { env } = yield* world
      const { host } = yield* serve(env)
      const otherZone = { ...env, DAYBOOK_TIMEZONE: "UTC" }
      const reads = [["status"], ["year"], ["export", "reading", "--out", join(yield* folder, "out")]]
      for (const words of reads) expect(yield* run(words, otherZone)).toMatchObject({ code: 0 })
      // Commands that write use the stored zone too.
      expect(yield* run(["sync", "lastfm", "--no-followers"], otherZone)).toMatchObject({ code: 0 })
      expect(yield* zoneOf(otherZone)).toBe("America/Los_Angeles")

      const refused = yield* run(["timezone", "set", "Europe/Berlin"], env)
      expect([refused.code, linesOf(refused.stderr)]).toEqual([
        1,
        [expect.stringContaining("uses this data with the home zone America/Los_Angeles")]
      ])
      const other = yield* run(["serve", "--port", "0"], otherZone)
      expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("end it first")])
      yield* host.kill("SIGTERM")
      yield* host.ended
    })
  )

  it.scopedLive("changes only through `timezone set` and the setting of a host", () =>
    Effect.gen(function* () {
      const bare = { DAYBOOK_DATA_DIR: yield* newDataDir }
      const startAndStopHost = (env: Environment) =>
        Effect.scoped(
          Effect.gen(function* () {
            const { host } = yield* serve(env)
            yield* host.kill("SIGTERM")
            yield* host.ended
          })
        )
      expect(yield* run(["timezone", "set", "Europe/Berlin", "--json"], bare)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("Europe/Berlin")
      })
      yield* startAndStopHost({ ...bare, TZ: "Asia/Tokyo" })
      expect(yield* zoneOf(bare)).toBe("Europe/Berlin")
      yield* startAndStopHost({ ...bare, DAYBOOK_TIMEZONE: "Asia/Tokyo" })
      expect(yield* zoneOf(bare)).toBe("Asia/Tokyo")
      expect(yield* run(["timezone", "set", "Mars/Olympus"], bare)).toMatchObject({ code: 2 })
    })
  )
})

describe("the history of zones", { timeout: patience }, () => {
  it.scopedLive("is added to, listed, imported and removed", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir }
      const history = (...words: ReadonlyArray<string>) => run(["timezone", "history", ...words], env)
      expect(yield* run(["timezone", "set", "Europe/Vienna"], env)).toMatchObject({ code: 0 })
      expect((yield* history("list")).stdout).toBe("no moves or trips: every day is in Europe/Vienna\n")
      const moved = yield* history("add", "2023-08-15", "America/Los_Angeles")
      expect(moved.stderr).toContain("the home time zone is now America/Los_Angeles instead of Europe/Vienna")
      expect((yield* history("add", "2025-03-02..2025-03-16", "Asia/Tokyo")).code).toBe(0)
      const all = "Europe/Vienna\n2023-08-15 America/Los_Angeles\n2025-03-02..2025-03-16 Asia/Tokyo\n"
      expect((yield* history("list")).stdout).toBe(all)
      const overlapping = yield* history("add", "2025-03-16..2025-03-20", "Asia/Kolkata")
      expect([overlapping.code, overlapping.stderr]).toEqual([2, expect.stringContaining("overlap")])
      expect((yield* history("remove", "2025-03-02")).stdout).toBe(all.slice(0, all.indexOf("2025")))
      const file = join(yield* folder, "zones.txt")
      writeFileSync(file, `# as printed\n${all}`)
      expect((yield* history("import", file)).stdout).toBe(all)
      expect(yield* zoneOf(env)).toBe("America/Los_Angeles")
    })
  )
})

describe("a folder without a database", { timeout: patience }, () => {
  it.scopedLive.each<[ReadonlyArray<string>, number]>([
    [["status"], 1],
    [["year"], 1],
    [["keys", "list"], 1],
    [["keys", "revoke", "1"], 1],
    [["timezone"], 1],
    [["timezone", "set", "UTC"], 1],
    [["export", "--out", "out"], 1],
    [["backup", "all.daybook"], 1],
    [["sources"], 0],
    [["doctor"], 0]
  ])("stays empty after %j, which names the folder and the next step", ([words, code]) =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const ended = yield* run(
        words,
        { DAYBOOK_MLB_ENABLED: "false", DAYBOOK_ESPN_ENABLED: "false", DAYBOOK_APPLE_MUSIC_ENABLED: "false" },
        cwd
      )
      expect(ended.code).toBe(code)
      expect(ended.stdout + ended.stderr).toContain(join(cwd, ".daybook"))
      expect(readdirSync(cwd).filter((name) => name === ".daybook")).toEqual([])
    })
  )
})

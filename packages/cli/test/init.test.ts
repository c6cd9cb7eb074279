import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { describe } from "vitest"
import { linesOf, patience, run, start } from "./support/daybook.js"
import { folder } from "./support/dataDir.js"

const root = resolve(import.meta.dirname, "../../..")

describe("daybook init", { timeout: patience }, () => {
  it.scopedLive.each(["file", "api"])("writes a folder whose %s source works", (kind) =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const outcome = yield* run(["init", "life", "--source", kind, "--id", "record-player", "--json"], {}, cwd)
      expect(outcome.code, outcome.stderr).toBe(0)
      const life = join(cwd, "life")
      expect(statSync(join(life, ".env")).mode & 0o077).toBe(0)
      symlinkSync(join(root, "examples/custom-source/node_modules"), join(life, "node_modules"))
      const env = { DAYBOOK_DATA_DIR: join(cwd, "data"), ...(kind === "api" ? { DAYBOOK_RECORD_PLAYER_KEY: "k" } : {}) }
      const { stdout } = yield* run(["sources", "--json"], env, life)
      const rows = JSON.parse(stdout) as ReadonlyArray<{ readonly source: string; readonly configured: boolean }>
      expect(rows.find(({ source }) => source === "record-player")?.configured).toBe(true)
      if (kind === "file")
        expect(yield* run(["sync", "record-player", "--no-followers"], env, life)).toMatchObject({
          code: 0,
          stdout: expect.stringMatching(/record-player +1 +0 +0/) as string
        })
    })
  )

  it.scopedLive.each(["new", "read"])("writes a source with the id %s, which its module cannot have as a name", (id) =>
    Effect.gen(function* () {
      const cwd = yield* folder
      yield* run(["init", "--source", "file", "--id", id], {}, cwd)
      symlinkSync(join(root, "examples/custom-source/node_modules"), join(cwd, "node_modules"))
      const { code, stderr } = yield* run(["sync", id, "--no-followers"], { DAYBOOK_DATA_DIR: join(cwd, "data") }, cwd)
      expect(code, stderr).toBe(0)
    })
  )

  it.scopedLive("never touches a file that exists, also as npm create daybook", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      writeFileSync(join(cwd, "daybook.config.ts"), "mine")
      const args = [join(root, "packages/create-daybook/src/main.js"), ".", "--source", "none"]
      const { code, stdout } = yield* Effect.flatMap(start(process.execPath, args, { cwd }), ({ ended }) => ended)
      expect(code).toBe(0)
      expect(linesOf(stdout)).toContain("left daybook.config.ts as it is")
      expect(linesOf(stdout)).toContain("wrote package.json")
      expect(readFileSync(join(cwd, "daybook.config.ts"), "utf8")).toBe("mine")
    })
  )

  it.scopedLive.each([
    { words: ["--id", "Record Player"], part: "--id is" },
    { words: ["--id", "lastfm"], part: "which Daybook itself has" },
    { words: ["--timezone", "Mars/Olympus"], part: "Mars/Olympus" },
    { words: ["--source", "radio"], part: "file, api, none" }
  ])("refuses $words in one line", ({ part, words }) =>
    Effect.gen(function* () {
      const { code, stderr } = yield* run(["init", ...words], {}, yield* folder)
      expect({ code, lines: linesOf(stderr).length }, stderr).toEqual({ code: 2, lines: 1 })
      expect(stderr).toContain(part)
    })
  )
})

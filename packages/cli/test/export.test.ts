import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, readFileSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { newDataDir } from "./support/dataDir.js"
import { patience, run, start } from "./support/daybook.js"

const main = join(import.meta.dirname, "../dist/main.js")

/** Names below a folder with the rights that others than this user have there, where they have any. */
const open = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => [name, (statSync(join(folder, name)).mode & 0o077).toString(8)])
    .filter(([, rights]) => rights !== "0")

describe("what commands write", { timeout: patience }, () => {
  it.scopedLive.each([["000"], ["022"]])("is for this user alone under umask %s", ([umask]) =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "Europe/Berlin" }
      const out = join(env.DAYBOOK_DATA_DIR, "out")
      chmodSync(env.DAYBOOK_DATA_DIR, 0o755)
      const words = [`export --out ${join(out, "tables")}`, `backup ${join(out, "all.daybook")}`]
      const commands = words.map((text) => `${process.execPath} ${main} ${text}`)
      const { ended } = yield* start("bash", ["-c", [`umask ${umask}`, ...commands].join(" && ")], { env })
      expect(yield* ended).toMatchObject({ code: 0 })
      expect(readdirSync(join(out, "tables", "listening")).length).toBeGreaterThan(5)
      expect(open(out)).toEqual([])
    })
  )
})

describe("files for other programs", { timeout: patience }, () => {
  it.scopedLive("are written without records too, which the command says", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "Europe/Berlin" }
      const out = join(env.DAYBOOK_DATA_DIR, "out")
      const { code, stdout } = yield* run(["export", "--format", "netscape-bookmarks", "--out", out], env)
      const [name = ""] = readdirSync(out)
      expect(name).toMatch(/^netscape-bookmarks-\d{4}-\d\d-\d\d\.html$/)
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: `${join(out, name)}: empty, as reading has no records for netscape-bookmarks yet\n`
      })
      expect(readFileSync(join(out, name), "utf8")).toMatch(/^<!DOCTYPE NETSCAPE-Bookmark-file-1>\n/)
      expect(open(out)).toEqual([])
    })
  )
})

import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { daybook, patience, start } from "./support/daybook.js"
import { newDataDir } from "./support/dataDir.js"

const built = resolve(import.meta.dirname, "../dist")

/** Text of a built file and of all that it loads at once. */
const loadedBy = (file: string, seen = new Map<string, string>()): ReadonlyMap<string, string> => {
  if (seen.has(file)) return seen
  const text = readFileSync(file, "utf8")
  seen.set(file, text)
  for (const [, path] of text.matchAll(/(?:from|import)\s*"(\.[^"\n]+\.js)"/g)) loadedBy(join(dirname(file), path!), seen)
  return seen
}

const withEffect = (file: string) => [...loadedBy(join(built, file)).values()].some((text) => text.includes("\"effect/Effect\""))

it("the engine's threads load nothing of Effect, which would cost each a second heap of it, nor do quick answers", () => {
  const program = readdirSync(built).find((file) => /^program-\w+\.js$/.test(file))!
  expect(withEffect(program)).toBe(true)
  expect(["main.js", "embedded/worker.js", "embedded/create.js"].filter(withEffect)).toEqual([])
})

/** Says at the end whether Node loaded its own fetch, with all that belongs to it. */
const watch = ["--import", "data:text/javascript,process.on('exit',()=>console.error(`fetch: ${process.moduleLoadList.some((name)=>name.includes('undici'))}`))"]

it.scopedLive("a command that uses the database loads nothing of Node's own fetch", () =>
  Effect.gen(function*() {
    const asked = yield* start(process.execPath, [...watch, "-e", "new Response()"])
    expect((yield* asked.ended).stderr).toContain("fetch: true")
    const command = yield* daybook(["migrate"], { DAYBOOK_DATA_DIR: yield* newDataDir }, undefined, watch)
    expect(yield* command.ended).toMatchObject({ code: 0, stderr: expect.stringContaining("fetch: false") })
  }), patience)

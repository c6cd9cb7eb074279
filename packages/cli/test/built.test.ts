import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { allSettings } from "../src/settings.js"
import { daybook, patience, start } from "./support/daybook.js"
import { newDataDir } from "./support/dataDir.js"

const built = resolve(import.meta.dirname, "../dist")

/** The text of a built file and of all its static imports. */
const loadedBy = (file: string, seen = new Map<string, string>()): ReadonlyMap<string, string> => {
  if (seen.has(file)) return seen
  const text = readFileSync(file, "utf8")
  seen.set(file, text)
  for (const [, path] of text.matchAll(/(?:from|import)\s*"(\.[^"\n]+\.js)"/g))
    loadedBy(join(dirname(file), path!), seen)
  return seen
}

const withEffect = (file: string) =>
  [...loadedBy(join(built, file)).values()].some((text) => text.includes('"effect/Effect"'))

it("worker threads and quick answers do not load Effect", () => {
  const program = readdirSync(built).find((file) => /^program-\w+\.js$/.test(file))!
  expect(withEffect(program)).toBe(true)
  expect(["main.js"].filter(withEffect)).toEqual([])
})

it("only the process of the simulators loads them", () => {
  const program = readdirSync(built).find((file) => /^program-\w+\.js$/.test(file))!
  const loading = ["simulators.js", "main.js", program].map((file) =>
    [...loadedBy(join(built, file)).values()].some((text) => text.includes("makeSampleOwner"))
  )
  expect(loading).toEqual([true, false, false])
  const files = readdirSync(built).filter((file) => file.endsWith(".js"))
  const importing = files.filter((file) =>
    readFileSync(join(built, file), "utf8").includes('import("./simulators.js")')
  )
  expect(importing).toEqual([expect.stringMatching(/^simulate-\w+\.js$/)])
})

/** The text of a command's code with everything that it loads at its start. */
const textOfCommand = (name: string) => {
  const file = readdirSync(built).find((one) => new RegExp(`^${name}-[A-Z0-9]{8}\\.js$`).test(one))!
  return [...loadedBy(join(built, file)).values()].join("\n")
}

it("a command loads only what it uses", () => {
  const contains = (part: string) =>
    ["program", "keys", "status", "serve"].filter((name) => textOfCommand(name).includes(part))
  expect(contains('"effect/Effect"')).toEqual(["program", "keys", "status", "serve"])
  expect(contains("https://ws.audioscrobbler.com")).toEqual(["status", "serve"])
  expect(contains("undici")).toEqual(["serve"])
})

it("the names of settings are those of the declarations", () => {
  const names = allSettings.map(({ isSecret, name }) => ({ name, isSecret }))
  expect(JSON.parse(readFileSync(join(built, "settingNames.json"), "utf8"))).toEqual(names)
})

it("core imports no entry point of Effect, which would load all of its modules", () => {
  const core = resolve(import.meta.dirname, "../../core/dist")
  const files = readdirSync(core, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"))
  const texts = files.map((file) => readFileSync(join(core, file), "utf8"))
  expect(texts.filter((text) => text.includes('from "effect/Effect"')).length).toBeGreaterThan(10)
  expect(texts.filter((text) => /(?:from|import) ?"effect"/.test(text))).toEqual([])
})

/** Prints at exit whether Node loaded its own fetch. */
const watch = [
  "--import",
  "data:text/javascript,process.on('exit',()=>console.error(`fetch: ${process.moduleLoadList.some((name)=>name.includes('undici'))}`))"
]

it.scopedLive(
  "a command that uses the database does not load Node's fetch",
  () =>
    Effect.gen(function* () {
      const control = yield* start(process.execPath, [...watch, "-e", "new Response()"])
      expect((yield* control.ended).stderr).toContain("fetch: true")
      const command = yield* daybook(["migrate"], { DAYBOOK_DATA_DIR: yield* newDataDir }, undefined, watch)
      expect(yield* command.ended).toMatchObject({ code: 0, stderr: expect.stringContaining("fetch: false") })
    }),
  patience
)

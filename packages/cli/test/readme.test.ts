import { connectables } from "@daybook/adapters"
import { openApiDocument } from "@daybook/http"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { patience, run, start } from "./support/daybook.js"
import { newKey, serve } from "./support/host.js"
import { commandLines, programs, readme, root, runnerOf, runners } from "./support/readme.js"
import { world } from "./support/world.js"

const all = (pattern: RegExp) => Array.from(new Set(Array.from(readme.matchAll(pattern), ([, found]) => found!)))

it("the README leads only to files that are there", () => {
  const files = [...all(/\]\((?!https?:)([^)#]+)\)/g), ...all(/(?:src|srcset)="(?!https?:)([^"]+)"/g)]
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => !existsSync(resolve(root, file)))).toEqual([])
})

it("the README asks only what the API answers", () => {
  const paths = all(/127\.0\.0\.1:8787(\/v1\/[^\s"?]*)/g)
  expect(paths).toHaveLength(5)
  const known = Object.keys(openApiDocument().paths).map((path) => path.replace(/\/$/, ""))
  expect(paths.filter((path) => !known.includes(path))).toEqual([])
})

it("the README runs only scripts of this workspace", () => {
  const { scripts } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as { scripts: Record<string, string> }
  const named = all(/`npm (?:run )?([a-z]+)/g)
  expect(named).toEqual(expect.arrayContaining(["start", "test", "build"]))
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})

const lines = commandLines()
const here = (kind: string) => lines.filter((line) => {
  const runner = runnerOf(line)
  return runner !== undefined && "here" in runner && runner.here === kind
})

it("every command line of the README is run by a test, or it is said why not", () => {
  expect(lines.length).toBeGreaterThan(40)
  expect(lines.filter((line) => runnerOf(line) === undefined)).toEqual([])
  expect(runners.filter(([pattern]) => !lines.some((line) => pattern.test(line))).map(([pattern]) => pattern.source)).toEqual([])
  for (const [, runner] of runners) {
    if ("file" in runner) expect(readFileSync(resolve(root, runner.file), "utf8"), runner.file).toContain(runner.words)
  }
})

it("what the README imports and connects are sources that there are", () => {
  const names = connectables.map(({ name }) => name)
  const named = lines.flatMap((line) => /^daybook (?:sync|import|connect) ([a-z-]+)/.exec(line)?.[1] ?? [])
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !names.includes(name))).toEqual([])
})

it.scopedLive("the README's commands do what they say, on one made-up life and beside its host", () =>
  Effect.gen(function*() {
    const { env } = yield* world
    const sources = here("sync").map((line) => line.split(" ").at(-1)!)
    expect(sources.length).toBeGreaterThan(5)
    expect(yield* run(["sync", ...sources, "--no-followers"], env)).toMatchObject({ code: 0 })
    const { key } = yield* newKey(env)
    const { url } = yield* serve(env)
    for (const line of here("read")) {
      const words = line.replace(" [YEAR]", " 2023").split(" ").slice(1)
      const { code, stdout } = yield* run(words, env)
      expect({ line, code }).toEqual({ line, code: 0 })
      expect(stdout).not.toBe("")
    }
    const called = here("shell").filter((line) => line.startsWith("curl ")).map((line) => line.replace("curl", `curl -s -o /dev/null -w "%{http_code}\\n"`).replace("http://127.0.0.1:8787", url))
    const asked = yield* Effect.flatMap(start("bash", ["-ec", called.join("\n")], { env: { KEY: key } }), ({ ended }) => ended)
    // This life ended in 2023, so that the last three years have no run in them.
    expect(asked).toEqual({ code: 0, stderr: "", stdout: called.map((line) => line.includes("cumulative") ? "404\n" : "200\n").join("") })

    const completing = here("shell").filter((line) => line.startsWith("source ")).map((line) => line.replace("daybook", '"$NODE" "$MAIN"'))
    const shell = [...completing, "COMP_WORDS=(daybook ye); COMP_CWORD=1; _daybook_bash_completions daybook ye daybook; echo ${COMPREPLY[@]}"].join("\n")
    const completed = yield* Effect.flatMap(start("bash", ["-c", shell], { env: { NODE: process.execPath, MAIN: resolve(root, "packages/cli/dist/main.js") } }), ({ ended }) => ended)
    expect(completed).toMatchObject({ code: 0, stdout: "year\n" })

    expect(programs).toHaveLength(1)
    const program = yield* Effect.flatMap(
      start(process.execPath, ["--import", "tsx", "--input-type=module", "-e", programs[0]!], { env, cwd: resolve(root, "examples/library") }),
      ({ ended }) => ended
    )
    expect(program).toMatchObject({ code: 0, stdout: expect.stringContaining("longest") })
  }), patience)

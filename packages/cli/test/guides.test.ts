import { connectables } from "@daybook/adapters"
import { openApiDocument } from "@daybook/http"
import { expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { resolve } from "node:path"
import { patience, run, start } from "./support/daybook.js"
import { commandLines, namedTests, programs, readme, root, runnerOf, unusedPatterns } from "./support/guides.js"
import { newKey, serve } from "./support/host.js"
import { world } from "./support/world.js"

const all = (pattern: RegExp) => Array.from(new Set(Array.from(readme.matchAll(pattern), ([, match]) => match!)))

it("the README shows pictures that exist", () => {
  const files = all(/(?:src|srcset)="(?!https?:)([^"]+)"/g)
  expect(files.length).toBeGreaterThan(2)
  expect(files.filter((file) => !existsSync(resolve(root, file)))).toEqual([])
})

it("the README requests only paths of the API", () => {
  const paths = all(/127\.0\.0\.1:8787(\/v1\/[^\s"?]*)/g)
  expect(paths).toHaveLength(5)
  const knownPaths = Object.keys(openApiDocument().paths).map((path) => path.replace(/\/$/, ""))
  expect(paths.filter((path) => !knownPaths.includes(path))).toEqual([])
})

const lines = commandLines()
const here = (kind: string) =>
  lines.filter((line) => {
    const runner = runnerOf(line)
    return runner !== undefined && "here" in runner && runner.here === kind
  })

it("the guides run only scripts of this workspace", () => {
  const { scripts } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as {
    scripts: Record<string, unknown>
  }
  const named = lines.flatMap((line) => /^npm (?:run )?(?!install|pack)([a-z]+)/.exec(line)?.[1] ?? [])
  expect(named).toEqual(expect.arrayContaining(["start", "test", "build", "bench"]))
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})

it("a test runs every command line of the guides, or there is a reason why not", () => {
  expect(lines.length).toBeGreaterThan(30)
  expect(lines.filter((line) => runnerOf(line) === undefined)).toEqual([])
  expect(unusedPatterns(lines)).toEqual([])
  for (const { file, words } of namedTests) expect(readFileSync(resolve(root, file), "utf8"), file).toContain(words)
})

it("the guides sync, import and connect sources that exist", () => {
  const names = Effect.runSync(connectables).map(({ name }) => name)
  const named = lines.flatMap((line) => /^daybook (?:sync|import|connect) ([a-z-]+)/.exec(line)?.[1] ?? [])
  expect(named).toContain("lastfm")
  expect(named.filter((name) => !names.includes(name))).toEqual([])
})

const freePort = Effect.async<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

/** Runs a program as a module of a package that depends on all the others. */
const program = (text: string, env: Readonly<Record<string, string>>) =>
  start(process.execPath, ["--input-type=module", "-e", text], { env, cwd: resolve(root, "packages/cli") })

it.scopedLive(
  "the commands and programs of the guides work on one dataset, next to its host",
  () =>
    Effect.gen(function* () {
      const { env } = yield* world
      for (const line of here("sync")) {
        expect(yield* run([...line.split(" ").slice(1), "--no-followers"], env)).toMatchObject({ code: 0 })
      }
      const { key } = yield* newKey(env)
      const { url } = yield* serve(env)
      for (const line of here("read")) {
        // The dataset ends in 2023.
        const args = line
          .replace(/ year$/, " year 2023")
          .split(" ")
          .slice(1)
        const { code, stdout } = yield* run(args, env)
        expect({ line, code }).toEqual({ line, code: 0 })
        expect(stdout).not.toBe("")
      }
      const requests = here("shell").map((line) =>
        line.replace("curl", `curl -s -o /dev/null -w "%{http_code}\\n"`).replace("http://127.0.0.1:8787", url)
      )
      const answers = yield* Effect.flatMap(
        start("bash", ["-ec", requests.join("\n")], { env: { KEY: key } }),
        ({ ended }) => ended
      )
      // Only plays were synced, so there is no distance to chart.
      expect(answers).toEqual({
        code: 0,
        stderr: "",
        stdout: requests.map((line) => (line.includes("cumulative") ? "404\n" : "200\n")).join("")
      })

      const [streaks, topArtists, listener] = programs
      const { ended: streaksEnd } = yield* program(streaks!, env)
      expect(yield* streaksEnd).toMatchObject({ code: 0, stdout: expect.stringContaining("longest") })
      const { ended: topEnd } = yield* program(topArtists!, env)
      expect(yield* topEnd).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(\d\. .+ {2}\d+\n){5}$/) })
      const port = yield* freePort
      expect(listener).toContain("3000")
      yield* program(listener!.replace("3000", String(port)), env)
      const health = Effect.tryPromise(() => fetch(`http://127.0.0.1:${port}/life/v1/health`))
      const { status } = yield* Effect.retry(health, Schedule.spaced("200 millis"))
      expect(status).toBe(200)
      expect(programs).toHaveLength(3)
    }),
  patience
)

it.live("the shell completes commands", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const script = [
        'source <("$NODE" "$MAIN" --completions bash)',
        "COMP_WORDS=(daybook ye); COMP_CWORD=1; _daybook_bash_completions daybook ye daybook; echo ${COMPREPLY[@]}"
      ].join("\n")
      const env = { NODE: process.execPath, MAIN: resolve(root, "packages/cli/dist/main.js") }
      const completed = yield* Effect.flatMap(start("bash", ["-c", script], { env }), ({ ended }) => ended)
      expect(completed).toMatchObject({ code: 0, stdout: "year\n" })
    })
  )
)

import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { join, resolve } from "node:path"
import { describe } from "vitest"
import { openerOf } from "../src/terminal.js"
import { widthOf } from "../src/text.js"
import { linesOf, onTerminal, patience, run, shownLines, start } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"

const main = resolve(import.meta.dirname, "../dist/main.js")

/** Starts `daybook` on a terminal of 60 columns. */
const startOnTerminal = (words: string, env: Record<string, string>) =>
  start("script", ["-qec", `stty cols 60; ${process.execPath} ${main} ${words}`, "/dev/null"], {
    env: { ...env, TERM: "xterm" }
  })

/** Accepts every connection and never answers. */
const silentServer = Effect.map(
  Effect.acquireRelease(
    Effect.async<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(() => undefined)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ),
  (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
)

describe("on a terminal", { timeout: patience }, () => {
  it.scopedLive("a new folder shows what the command waits for", () =>
    Effect.gen(function* () {
      const command = yield* startOnTerminal("keys create --name site", {
        DAYBOOK_DATA_DIR: join(yield* folder, "data")
      })
      yield* command.says(/creating a new database in /)
      yield* command.says(/svc_live_\w+/)
    })
  )

  it.scopedLive("names a provider that does not answer", () =>
    Effect.gen(function* () {
      const base = yield* silentServer
      const command = yield* startOnTerminal("sync lastfm", {
        DAYBOOK_DATA_DIR: yield* newDataDir,
        DAYBOOK_LASTFM_USERNAME: "ada",
        DAYBOOK_LASTFM_API_KEY: "a-key",
        DAYBOOK_LASTFM_BASE_URL: `${base}/2.0/`
      })
      yield* command.says(/lastfm {2}waiting for the first answer/)
      yield* command.kill("SIGKILL")
    })
  )

  it.scopedLive("every table fits 60 columns", () =>
    Effect.gen(function* () {
      const env = {
        DAYBOOK_DATA_DIR: yield* newDataDir,
        DAYBOOK_APPLE_MUSIC_ENABLED: "false",
        DAYBOOK_MLB_ENABLED: "false",
        DAYBOOK_ESPN_ENABLED: "false"
      }
      yield* run(["keys", "create", "--name", "a name of some thirty letters"], env)
      for (const words of [["sources"], ["status"], ["keys", "list"], ["doctor"]]) {
        const { stdout } = yield* onTerminal(words, env, 60)
        const lines = shownLines(stdout)
        expect(Math.max(...lines.filter((line) => !line.startsWith("daybook:")).map(widthOf))).toBeLessThanOrEqual(60)
      }
    })
  )
})

describe("a browser", () => {
  it("is opened in a graphical session", () => {
    expect(openerOf("darwin", {})).toEqual(["open"])
    expect(openerOf("win32", {})).toEqual(["rundll32", "url.dll,FileProtocolHandler"])
    expect(openerOf("linux", { DISPLAY: ":0" })).toEqual(["xdg-open"])
    expect(openerOf("linux", { WAYLAND_DISPLAY: "wayland-0" })).toEqual(["xdg-open"])
    expect(openerOf("linux", { DISPLAY: "" })).toBeUndefined()
  })
})

describe("without a database", { timeout: patience }, () => {
  it.scopedLive("connect says where to create an application", () =>
    Effect.gen(function* () {
      const ended = yield* run(["connect", "strava"], {}, yield* folder)
      expect(ended).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("create an application at https://www.strava.com/settings/api")
      })
    })
  )

  it.scopedLive("an unknown setting causes a warning with the most similar one", () =>
    Effect.gen(function* () {
      const env = {
        DAYBOOK_LASTFM_USER_NAME: "ada",
        DAYBOOK_PORT: "1",
        DAYBOOK_SCHEDULE_LASTFM: "off",
        DAYBOOK_SCHEDULE_MLB: "0 4 * * *",
        DAYBOOK_NO_SUCH_THING: "1"
      }
      const { code, stderr } = yield* run(["openapi", "--out", join(yield* folder, "a.json")], env)
      expect(code).toBe(0)
      expect(linesOf(stderr)).toEqual([
        expect.stringContaining("DAYBOOK_LASTFM_USER_NAME is not a setting (did you mean DAYBOOK_LASTFM_USERNAME?)"),
        expect.stringContaining("DAYBOOK_NO_SUCH_THING is not a setting"),
        expect.stringContaining("DAYBOOK_SCHEDULE_MLB is not a setting")
      ])
    })
  )

  it.scopedLive.each(["--version", "-v", "version"])("%s prints the version", (word) =>
    Effect.gen(function* () {
      expect(yield* run([word], {}, yield* folder)).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
        stderr: ""
      })
    })
  )

  it.scopedLive.each<[string, string]>([
    ["bash", "sync"],
    ["zsh", "connect"],
    ["fish", "import"]
  ])("%s completes sources after %s", ([shell, command]) =>
    Effect.gen(function* () {
      const { stdout } = yield* run(["--completions", shell], {}, yield* folder)
      expect(stdout.split("\n").filter((line) => line.includes("strava"))).toHaveLength(3)
      expect(stdout).toContain(command)
    })
  )
})

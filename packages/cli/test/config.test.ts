import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { describe } from "vitest"
import { type Environment, linesOf, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"

/** Has the packages that a configuration imports. */
const packages = resolve(import.meta.dirname, "../../../examples/custom-source/node_modules")

const source = (id: string, pull = "() => Stream.empty", more = "") => `pulling({
  id: "${id}", writer: listeningWriter, syncType: "scrobbles", schedule: { cron: "0 4 * * *", zone: "UTC" },
  settings: Setting.settings({ name: Setting.withDefault(Setting.text("DAYBOOK_TAPES_NAME", "whose"), "", ""),
    key: Setting.optional(Setting.secret("DAYBOOK_TAPES_KEY", "the key")) }),
  calls: () => [], open: () => Effect.succeed({ pull: ${pull} }) ${more} })`

const imports = `import { defineConfig } from "@daybook/cli/config"
import { pulling, Setting } from "@daybook/adapters/source"
import { listeningWriter } from "@daybook/core/listening"
import { Effect, Stream } from "effect"
`

/** Runs a command in a folder with these files. */
const inFolder = (args: ReadonlyArray<string>, files: Readonly<Record<string, string>>, env: Environment = {}) =>
  Effect.gen(function* () {
    const cwd = yield* folder
    symlinkSync(packages, join(cwd, "node_modules"))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(resolve(cwd, name, ".."), { recursive: true })
      writeFileSync(join(cwd, name), text)
    }
    return yield* run(args, { DAYBOOK_DATA_DIR: join(cwd, "data"), ...env }, cwd)
  })

const name = "daybook.config.ts"

describe("a configuration file", { timeout: patience }, () => {
  it.scopedLive.each<[string, string, string]>([
    ["export default {\n  sources: [\n  settings: {}\n}\n", ":4: ", "Unexpected token"],
    ['import { a } from "./nothing.js"\nexport default { sources: [a] }\n', ":1: ", "correct the path"],
    ['\nimport { a } from "not-there"\nexport default { sources: [a] }\n', ":2: ", "npm install not-there"],
    ['import { a } from "@not/there/part"\nexport default { sources: [a] }\n', ":1: ", "run `npm install @not/there`"],
    [
      'const a = () => {\n  throw new Error("two\\nlines")\n}\nexport default { sources: [a()] }\n',
      ":2: ",
      "two lines"
    ],
    ["export default {\n  source: []\n}\n", ":2: ", "did you mean sources?"],
    ["export const sources = []\n", ":1: ", "default export"],
    ["export default {\n  settings: {\n    port: true }\n}\n", ":3: ", "port is"],
    ["export default {\n  settings: {\n    port: { number: 1 } }\n}\n", ":3: ", "no setting port.number"],
    ["export default {\n  settings: {\n    prt: 1 }\n}\n", ":3: ", "did you mean port?"],
    ['export default { settings: {\n  timezone: "UTC",\n  timeZone: "UTC" } }\n', ":3: ", "no setting timeZone"],
    ['export default { settings: {\n  lastfmUsername: "a",\n  lastfm: { username: "b" } } }\n', ":3: ", "given twice"],
    [
      'export default { settings: {\n  lastfm: {\n    apiKey: "very-secret" } } }\n',
      ":3: ",
      "DAYBOOK_LASTFM_API_KEY_FILE"
    ],
    [
      `${imports}export default defineConfig({\n  sources: [\n    ${source("lastfm")}] })\n`,
      ":7: ",
      "Daybook itself has"
    ],
    [
      `${imports}const tapes = ${source("tapes")}\nexport default {\n  sources: [\n    tapes,\n    tapes] }\n`,
      ":13: ",
      "another source of this file"
    ],
    ['export default {\n  sources: [{ id: "tapes" }]\n}\n', ":2: ", "make it with pulling"],
    [
      `${imports}const tapes = ${source("tapes")}\nexport default {\n  sources: [{ ...tapes, domain: "cooking" }] }\n`,
      ":11: ",
      "choose one of listening"
    ]
  ])("%j is refused in one line with its place", ([text, place, part]) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* inFolder(["sync"], { [name]: text })
      expect({ code, stdout, lines: linesOf(stderr).length }, stderr).toEqual({ code: 2, stdout: "", lines: 1 })
      expect(stderr).toContain(`daybook: ${name}${place}`)
      expect(stderr).toContain(part)
      expect(stderr).not.toContain("very-secret")
    })
  )

  it.scopedLive("in a folder with a space in its name is refused with its place too", () =>
    Effect.gen(function* () {
      const files = {
        "my life/syntax.config.ts": "export default {\n  sources: [\n  settings: {}\n}\n",
        "my life/thrown.config.ts": 'const fail = () => {\n  throw new Error("out of tape")\n}\nexport default fail()\n'
      }
      for (const [name, place] of [
        ["syntax", ":4: Unexpected token, expected"],
        ["thrown", ":2: out of tape"]
      ] as const) {
        const file = `my life/${name}.config.ts`
        const { code, stderr } = yield* inFolder(["sync"], files, { DAYBOOK_CONFIG: file })
        expect({ code, lines: linesOf(stderr).length }, stderr).toEqual({ code: 2, lines: 1 })
        expect(stderr).toContain(`daybook: ${file}${place}`)
        expect(stderr.match(/my life/g)).toHaveLength(1)
      }
    })
  )

  it.scopedLive("from another version of effect is refused with what to install", () =>
    Effect.gen(function* () {
      const old = `Object.create({ [Symbol.for("effect/Effect")]: { _V: "3.1.0" } })`
      const text = `${imports}const tapes = ${source("tapes")}\nexport default { sources: [{ ...tapes, make: ${old} }] }\n`
      const { code, stderr } = yield* inFolder(["sources"], { [name]: text })
      expect(code).toBe(2)
      expect(stderr).toMatch(/was made with effect 3\.1\.0, and Daybook has 3\.\d+\.\d+: run `npm install effect@3\./)
    })
  )

  it.scopedLive("is not read from the data folder or from a network", () =>
    Effect.gen(function* () {
      const files = { "data/daybook.config.ts": "export default {}" }
      const inData = yield* inFolder(["sources"], files, { DAYBOOK_CONFIG: "data/daybook.config.ts" })
      expect(inData).toMatchObject({ code: 2, stderr: expect.stringContaining("is in the data folder") as string })
      const remote = yield* inFolder(["sources"], {}, { DAYBOOK_CONFIG: "https://example.org/daybook.config.ts" })
      expect(remote).toMatchObject({ code: 2, stderr: expect.stringContaining("from this machine only") as string })
      const missing = yield* inFolder(["sources"], {}, { DAYBOOK_CONFIG: "elsewhere.ts" })
      expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("no such file") as string })
    })
  )

  it.scopedLive("adds its sources and settings, and a variable wins over a setting", () =>
    Effect.gen(function* () {
      const files = {
        "tapes.ts": `${imports}export const tapes = ${source("tapes")}\n`,
        [name]: `import { tapes } from "./tapes.js"\nexport default { sources: [tapes], settings: { timezone: "Asia/Tokyo", tapes: { name: "x" }, schedule: { tapes: "off" } } }\n`
      }
      const doctor = yield* inFolder(["doctor"], files)
      expect(doctor.stdout).toMatch(/configuration +\S+daybook\.config\.ts: 0 domains, 1 source/)
      expect(doctor.stdout).toMatch(/source tapes +from \.\/tapes\.js/)
      expect(doctor.stdout).toContain("Asia/Tokyo")
      const other = yield* inFolder(["doctor"], files, { DAYBOOK_TIMEZONE: "Asia/Seoul", DAYBOOK_TAPES_KEY: "k" })
      expect(other.stdout).toContain("Asia/Seoul")
      expect(other.stderr).not.toContain("DAYBOOK_TAPES")
      for (const shell of ["bash", "zsh", "fish"])
        expect((yield* inFolder(["--completions", shell], files)).stdout).toContain("tapes")
    })
  )

  it.scopedLive("may have a broken source, which fails alone and says so", () =>
    Effect.gen(function* () {
      const sources = {
        good: "() => Stream.make({ records: [], deleted: [], covers: Option.none(), cursor: Option.none(), total: Option.none() })",
        throwing: '() => { throw new Error("out of tape") }',
        rubbish: "() => Stream.make({ records: [42] })",
        values:
          "() => Stream.make({ records: [{ playedAt: NaN }], deleted: [], covers: Option.none(), cursor: Option.none(), total: Option.none() })",
        flood:
          "() => Stream.make({ records: new Array(10_000_000).fill({}), deleted: [], covers: Option.none(), cursor: Option.none(), total: Option.none() })",
        nothing: "() => undefined"
      }
      const list = Object.entries(sources).map(([id, pull]) => source(id, pull))
      const opening = source("opening").replace(
        "open: () => Effect.succeed({ pull: () => Stream.empty })",
        'open: () => { throw new Error("no deck") }'
      )
      const text = `${imports}import { Option } from "effect"\nexport default { sources: [${[...list, opening].join(",\n")}] }\n`
      const dataDir = yield* newDataDir
      const { code, stderr } = yield* inFolder(
        ["sync", "--no-followers", ...Object.keys(sources), "opening"],
        { [name]: text },
        { DAYBOOK_DATA_DIR: dataDir }
      )
      expect(code, stderr).toBe(1)
      const lines = linesOf(stderr)
      expect(lines.filter((line) => line.startsWith("good: "))).toHaveLength(1)
      for (const part of [
        "throwing threw Error: out of tape",
        "rubbish returned what is no page",
        "values returned what is no page: record 1",
        "flood returned what is no page: it has 10,000,000 records",
        "nothing threw TypeError",
        "opening threw Error: no deck"
      ])
        expect(
          lines.filter((line) => line.includes(part)),
          stderr
        ).toHaveLength(1)
      const status = yield* inFolder(["status", "--json"], { [name]: text }, { DAYBOOK_DATA_DIR: dataDir })
      const { sources: health } = JSON.parse(status.stdout) as {
        readonly sources: Readonly<Record<string, { readonly status: string }>>
      }
      expect(Object.keys(sources).map((id) => health[id]?.status)).toEqual([
        "completed",
        "failed",
        "failed",
        "failed",
        "failed",
        "failed"
      ])
    })
  )
})

describe("a secret", { timeout: patience }, () => {
  it.scopedLive("is read from the file that its variable with _FILE names", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_LASTFM_USERNAME: "someone", DAYBOOK_LASTFM_API_KEY_FILE: "key.txt" }
      const { stderr, stdout } = yield* inFolder(["sources", "--json"], { "key.txt": "very-secret\n" }, env)
      const rows = JSON.parse(stdout) as ReadonlyArray<{ readonly source: string; readonly configured: boolean }>
      expect(rows.find((row) => row.source === "lastfm")?.configured).toBe(true)
      expect(stderr).not.toContain("is not a setting")
      const missing = yield* inFolder(["sources"], {}, env)
      expect(missing).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("DAYBOOK_LASTFM_API_KEY_FILE names") as string
      })
    })
  )
})

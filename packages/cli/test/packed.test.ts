import { expect, it } from "@effect/vitest"
import { execFileSync, spawn } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import typescript from "typescript"
import { afterAll, beforeAll } from "vitest"
import { patience } from "./support/daybook.js"
import { root } from "./support/guides.js"
import { command, isOffline } from "./support/npm.js"

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")) as Manifest

const isPrivate = (folder: string) => manifestOf(folder)["private"] === true
const everyFolder = readdirSync(join(root, "packages"))
const folders = everyFolder.filter((folder) => !isPrivate(folder))
const privateNames = everyFolder.filter(isPrivate).map((folder) => manifestOf(folder).name)

it.each(folders)("packages/%s has the metadata that a registry needs", (folder) => {
  const manifest = manifestOf(folder)
  expect(manifest).toMatchObject({
    license: "MIT",
    type: "module",
    engines: { node: ">=20.19" },
    publishConfig: { access: "public" },
    scripts: { prepack: expect.stringContaining("pack.mjs"), postpack: expect.stringContaining("pack.mjs") }
  })
  expect(manifest["files"]).not.toEqual([])
  expect(readFileSync(join(root, "packages", folder, "README.md"), "utf8")).toMatch(
    new RegExp(`^# ${manifest.name}$`, "m")
  )
})

it.each(folders)("packages/%s needs no private package at run time", (folder) => {
  expect(privateNames).toEqual(["@daybook/mcp", "@daybook/page", "@daybook/simulators"])
  const manifest = manifestOf(folder)
  const needed = ["dependencies", "peerDependencies"].flatMap((field) => Object.keys(manifest[field] ?? {}))
  expect(needed.filter((name) => privateNames.includes(name))).toEqual([])
})

/** Two services report one viewing, and `core` merges the reports. */
const consumer = `
import { Calendar, dayOfYear, monthlySeries, sparkline } from "@daybook/core/shared"
import { noonOf, type StoredReport, viewingsOf, watchSourcesIn } from "@daybook/core/watching"
import { createClient } from "@daybook/client"
import { defineConfig } from "@daybook/cli/config"
import * as DaybookClient from "@daybook/client/effect"
import { nodeListener, webHandler } from "@daybook/http"
import { layer } from "@daybook/adapters"
const sources = watchSourcesIn([])
const report = (id: number, source: "plex" | "letterboxd", at: number, dated: boolean): StoredReport => ({
  id, source, reporter: sources.of(source), at, date: "2026-01-10", dated, rating: null, rewatch: null, review: null, reviewUrl: null, edited: false, reviewEdited: false, dismissed: false
})
const reports = [report(1, "plex", Date.parse("2026-01-10T20:00:00Z"), false), report(2, "letterboxd", noonOf("2026-01-10"), true)]
console.log(JSON.stringify({
  viewings: viewingsOf(reports, new Set(), "movie:7").length, day: dayOfYear("2025-02-01"),
  line: sparkline(monthlySeries(2025), new Map([["2025-03-01", 2]])).points, there: [Calendar, createClient, defineConfig, DaybookClient.make, layer, nodeListener, webHandler].every(Boolean)
}))
`

/** Packs every package: `file:` specifiers by name. One by one, because packing replaces each manifest for a while. */
const packAll = async (packs: string) => {
  mkdirSync(packs)
  const packed: Array<readonly [string, string]> = []
  for (const one of folders) {
    const before = readdirSync(packs)
    expect(await command("npm", ["pack", "--pack-destination", packs], join(root, "packages", one))).toMatchObject({
      code: 0
    })
    const [file] = readdirSync(packs).filter((name) => !before.includes(name))
    packed.push([manifestOf(one).name, `file:${join(packs, file!)}`])
  }
  expect(folders.map(manifestOf).filter((manifest) => !("scripts" in manifest))).toEqual([])
  return Object.fromEntries(packed)
}

/** Upper limits of the tarballs, as docs/library.md tells their sizes. */
const maxBytes: Readonly<Record<string, number>> = {
  "@daybook/core": 1_000_000,
  "@daybook/sources": 1_500_000,
  "@daybook/adapters": 1_000_000,
  "@daybook/http": 500_000,
  "@daybook/client": 500_000,
  "@daybook/embed": 20_000,
  "@daybook/cli": 8_000_000,
  "create-daybook": 10_000
}

let folder = ""
let tarballs: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "daybook-packed-"))
  tarballs = await packAll(join(folder, "packs"))
}, 3 * patience)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  // npx keeps what it installed.
  const cache = join(execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim(), "_npx")
  for (const name of existsSync(cache) ? readdirSync(cache) : []) {
    const manifest = join(cache, name, "package.json")
    if (existsSync(manifest) && readFileSync(manifest, "utf8").includes(basename(folder)))
      rmSync(join(cache, name), { recursive: true, force: true })
  }
})

const newFolder = (name: string) => {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

const quietly = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]

/** Installs packages by name and specifier. Skips the test where the registry cannot be reached. */
const install = async (
  project: string,
  dependencies: Readonly<Record<string, string>>,
  skip: (why: string) => void
) => {
  const manifest = { private: true, type: "module", dependencies, overrides: tarballs }
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest))
  const installed = await command("npm", ["install", ...quietly], project)
  if (isOffline(installed)) skip("the npm registry cannot be reached")
  expect(installed).toMatchObject({ code: 0 })
}

it("tarballs contain no tests, maps or simulators, and stay within their sizes", () => {
  for (const [name, file] of Object.entries(tarballs)) {
    const path = file.replace("file:", "")
    const files = execFileSync("tar", ["-tzf", path], { encoding: "utf8" }).trimEnd().split("\n")
    expect(files).toContain("package/package.json")
    expect(files.filter((file) => /(^|\/)(tests?|simulators?)[./]|\.(test|map)\b/.test(file))).toEqual([])
    expect({ name, isWithin: statSync(path).size <= maxBytes[name]! }).toEqual({ name, isWithin: true })
    const text = execFileSync("tar", ["-xzOf", path], { encoding: "latin1", maxBuffer: 256 * 1_048_576 })
    expect(text.includes("makeSampleOwner")).toBe(false)
  }
})

/** A source in JavaScript over Effect's layers, schemas and streams. It fails while there is a file `fault`. */
const jukebox = `
import { pulling, Setting } from "@daybook/adapters/source"
import { listeningWriter } from "@daybook/core/listening"
import { SourceFailure } from "@daybook/core/sync"
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { existsSync } from "node:fs"

class Slips extends Context.Tag("jukebox/Slips")() {}
const slips = Layer.succeed(Slips, JSON.stringify([
  { playedAt: Date.UTC(2026, 0, 1), track: "First Coin" }, { playedAt: Date.UTC(2026, 0, 2), track: "Second Coin" }
]))
const Play = Schema.Struct({ playedAt: Schema.Number, track: Schema.NonEmptyString })
const named = (name) => ({ name, mbid: null, url: null })
const page = Effect.gen(function* () {
  if (existsSync("fault"))
    return yield* new SourceFailure({
      source: "jukebox", state: "unauthorized", message: "the coin is rejected", next: "insert another coin"
    })
  const plays = yield* Schema.decode(Schema.parseJson(Schema.Array(Play)))(yield* Slips)
  const records = plays.map(({ playedAt, track }) => ({
    playedAt, precision: "second", artist: named("The Coins"), album: null, track: named(track)
  }))
  return { records, deleted: [], covers: Option.none(), cursor: Option.none(), total: Option.some(records.length) }
})
export const jukebox = pulling({
  id: "jukebox", writer: listeningWriter, syncType: "scrobbles", schedule: { cron: "0 0 * * *", zone: "UTC" },
  settings: Setting.settings({}), calls: () => [],
  open: () => Effect.succeed({ pull: () => Stream.fromEffect(Effect.provide(Effect.catchTag(page, "ParseError", Effect.die), slips)) })
})
`

const config = `
import { defineConfig } from "@daybook/cli/config"
import { jukebox } from "./jukebox.js"
export default defineConfig({ sources: [jukebox] })
`

it(
  "packed packages work in another project: types, functions, the host, the demo",
  async ({ skip }) => {
    const project = newFolder("project")
    await install(project, tarballs, skip)
    writeFileSync(join(project, "index.ts"), consumer)
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"]
    // `scripts/shape.mjs` has the compilers the other way round.
    for (const [compiler, module, resolution] of [
      ["typescript", "nodenext", "nodenext"],
      ["typescript-native", "esnext", "bundler"]
    ] as const) {
      const path = join(root, "node_modules", compiler, "bin/tsc")
      const resolving = ["--module", module, "--moduleResolution", resolution]
      expect(await command(process.execPath, [path, ...options, ...resolving, "index.ts"], project)).toEqual({
        code: 0,
        output: ""
      })
    }
    expect(copiesOf("effect", join(project, "node_modules"))).toHaveLength(1)
    const { ModuleKind, ScriptTarget, transpileModule } = typescript
    writeFileSync(
      join(project, "index.js"),
      transpileModule(consumer, { compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 } })
        .outputText
    )
    const ran = await command(process.execPath, ["index.js"], project)
    expect(JSON.parse(ran.output)).toEqual({
      viewings: 1,
      day: 32,
      line: [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      there: true
    })
    const daybook = join(project, "node_modules/.bin/daybook")
    expect(await servedBy([daybook], project)).toEqual({ status: 200, code: 0 })

    // The source runs on the project's Effect, inside the command line's bundle. Enrichments would ask real providers.
    writeFileSync(join(project, "jukebox.js"), jukebox)
    writeFileSync(join(project, "daybook.config.js"), config)
    expect(await command(daybook, ["sync", "jukebox", "--no-followers"], project)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^jukebox: 2 added, 0 changed, 0 removed/m)
    })
    writeFileSync(join(project, "fault"), "")
    expect(await command(daybook, ["sync", "jukebox", "--no-followers"], project)).toMatchObject({
      code: 1,
      output: expect.stringContaining("the coin is rejected; insert another coin")
    })
  },
  patience
)

it(
  "npx runs the command line's tarball in an empty folder, on Node 20, 22 and 24",
  async ({ skip }) => {
    const others = newFolder("others")
    await install(others, { "node-22": "npm:node@22", "node-24": "npm:node@24" }, skip)
    const npx = ["npx", "--yes", "--prefer-offline", tarballs["@daybook/cli"]!]
    for (const version of ["", "22", "24"]) {
      const empty = newFolder(`empty-${version}`)
      const own = version === "" ? [] : [join(others, `node_modules/node-${version}/bin`)]
      const env = { ...process.env, PATH: [...own, process.env["PATH"]].join(":") }
      const node = execFileSync("node", ["--version"], { env, encoding: "utf8" })
      expect(node).toContain(version === "" ? process.version : `v${version}.`)
      // The demo starts the same host and takes half a minute: the newest version is enough.
      if (version !== "24") {
        expect(await servedBy(npx, empty, env)).toMatchObject({ status: 200 })
        continue
      }
      const demo = await demoOf(npx, empty, env)
      expect(demo.plays).toBeGreaterThan(10_000)
      expect(demo.hoursSinceLastPlay).toBeLessThan(48)
    }
  },
  patience
)

/** The names of packed packages, and of those that they need. */
const withNeeded = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const needed = folders
    .map(manifestOf)
    .flatMap(({ dependencies = {}, name }) => (names.includes(name) ? Object.keys(dependencies) : []))
    .filter((name) => name in tarballs && !names.includes(name))
  return needed.length === 0 ? names : withNeeded([...new Set([...names, ...needed])])
}

/** Installs the packed packages that a manifest names, and those that they need, next to what it has. */
const installPacked = async (project: string, skip: (why: string) => void) => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as Manifest
  const named = Object.keys(dependencies).filter((name) => name in tarballs)
  expect(named.length).toBeGreaterThan(2)
  const packed = withNeeded(named).map((name) => tarballs[name]!)
  const installed = await command("npm", ["install", "--no-save", ...quietly, ...packed], project)
  if (isOffline(installed)) skip("the npm registry cannot be reached")
  expect(installed).toMatchObject({ code: 0 })
}

it(
  "examples/books declares a domain and a source in few lines, and passes its own tests",
  async ({ skip }) => {
    const example = join(root, "examples/books")
    const lines = (...names: ReadonlyArray<string>) =>
      names.reduce((sum, name) => sum + readFileSync(join(example, name), "utf8").trimEnd().split("\n").length, 0)
    expect(lines("books.ts")).toBeLessThanOrEqual(60)
    expect(lines("bookshelf.ts", "exportFiles.ts", "merge.ts")).toBeLessThanOrEqual(250)
    const project = newFolder("books")
    const own = new Set(["node_modules", ".daybook", "package-lock.json"].map((name) => join(example, name)))
    cpSync(example, project, { recursive: true, filter: (path) => !own.has(path) })
    await installPacked(project, skip)
    const tested = await command("npm", ["test"], project)
    expect(tested.code, tested.output).toBe(0)
    expect(tested.output).toMatch(/^# fail 0$/m)
  },
  patience
)

/** The blocks of a guide in a language, in order. */
const blocksOf = (guide: string, language: string) =>
  Array.from(guide.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g")), ([, block]) => block!)

it(
  "docs/extend.md leads from an empty folder to a domain with a record",
  async ({ skip }) => {
    const guide = readFileSync(join(root, "docs/extend.md"), "utf8")
    const chapter = guide.slice(guide.indexOf("\n## A domain\n"), guide.indexOf("\n### What a declaration gives\n"))
    const [module, config] = blocksOf(chapter, "ts")
    const [keyAndHost, post] = blocksOf(chapter, "sh")
    const empty = newFolder("newcomer")
    // `npm create daybook life` runs this program of the package.
    await install(empty, { "create-daybook": tarballs["create-daybook"]! }, skip)
    const create = join(empty, "node_modules/.bin/create-daybook")
    expect(await command(create, ["life"], empty)).toMatchObject({ code: 0 })
    const life = join(empty, "life")
    await installPacked(life, skip)
    expect(await command("npx", ["daybook", "doctor"], life)).toMatchObject({ code: 0 })
    writeFileSync(join(life, "books.ts"), module!)
    writeFileSync(join(life, "daybook.config.ts"), config!)
    const [keyLine = "", hostLine = ""] = keyAndHost!.replace(/ +#.*/g, "").split("\n")
    const created = await command("sh", ["-c", keyLine], life)
    const [key] = /svc_\S+/.exec(created.output) ?? []
    expect(key, created.output).toBeDefined()
    // The guide's host has the standard port, which may be taken here.
    const answered = await whileServing(hostLine.split(" "), life, { ...process.env, DAYBOOK_PORT: "0" }, (output) => {
      const address = /listening on (\S+)/.exec(output)?.[1]
      if (address === undefined) return undefined
      const line = post!.replaceAll(/\\\n\s*/g, "").replace("http://127.0.0.1:8787", address)
      return command("sh", ["-c", `KEY=${key!}; ${line}`], life).then(async () => {
        const headers = { authorization: `Bearer ${key!}` }
        const recent = await fetch(`${address}/v1/books/recent`, { headers })
        const page = await fetch(`${address}/`)
        return { recent: (await recent.json()) as unknown, page: await page.text() }
      })
    })
    expect(answered.recent).toMatchObject({ data: [{ title: "The Quiet Harbour", finished_on: "2026-03-14" }] })
    expect(answered.page).toContain("Books")
    const source = blocksOf(guide, "ts").find((block) => block.includes("export const shelf = "))
    writeFileSync(join(life, "shelf.ts"), source!)
    writeFileSync(join(life, "books.json"), JSON.stringify([{ isbn13: "9780441000029", title: "Long Winter" }]))
    const both = config!.replace("export", 'import { shelf } from "./shelf.js"\n\nexport')
    writeFileSync(join(life, "daybook.config.ts"), both.replace("domains:", "sources: [shelf], domains:"))
    const synced = await command("npx", ["daybook", "sync", "shelf"], life)
    expect(synced.output).toMatch(/shelf +1 +0 +0/)
  },
  patience
)

/** Every folder below that contains a package with this name. */
const copiesOf = (name: string, folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path === name || path.endsWith(`node_modules/${name}`)
  )

/** Runs a command until it says an address, then asks it and ends it. */
const whileServing = <A>(
  [file, ...args]: ReadonlyArray<string>,
  cwd: string,
  env: NodeJS.ProcessEnv,
  use: (output: string) => Promise<A> | undefined
) =>
  new Promise<A & { readonly code: number | null }>((resolve, reject) => {
    const child = spawn(file!, args, { cwd, env, stdio: ["ignore", "pipe", "inherit"], detached: true })
    let output = ""
    let answer: Promise<A> | undefined
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text
      if (answer !== undefined) return
      answer = use(output)
      // npx does not pass a signal on, so it goes to the whole group, and ends npx with it.
      answer?.catch(() => undefined).finally(() => process.kill(-child.pid!, "SIGTERM"))
    })
    child.on("error", reject)
    child.on("close", (code) =>
      answer === undefined
        ? reject(new Error(`it ended with ${code}: ${output}`))
        : answer.then((value) => resolve({ ...value, code }), reject)
    )
  })

/** The status of the health check of `serve`, and its exit code. */
const servedBy = (daybook: ReadonlyArray<string>, cwd: string, env = process.env) =>
  whileServing([...daybook, "serve", "--port", "0", "--no-schedule"], cwd, env, (output) => {
    const address = /listening on (\S+)/.exec(output)?.[1]
    return address === undefined ? undefined : fetch(`${address}/v1/health`).then(({ status }) => ({ status }))
  })

/** What the demo's host answers about its plays, and its exit code. */
const demoOf = (daybook: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv) =>
  whileServing([...daybook, "demo", "--data", "demo"], cwd, { ...env, DAYBOOK_PORT: "18870" }, (output) => {
    const [, address, key] = /^page {2}(\S+)\/#key=(svc_live_\S+)$/m.exec(output) ?? []
    if (address === undefined || !output.includes("admin key")) return undefined
    const read = async <A>(path: string) => {
      const response = await fetch(`${address}/v1/listening/${path}`, { headers: { authorization: `Bearer ${key}` } })
      return (await response.json()) as A
    }
    return Promise.all([
      read<{ readonly total_scrobbles: number }>("stats"),
      read<{ readonly data: ReadonlyArray<{ readonly scrobbled_at: string }> }>("recent?limit=1")
    ]).then(([stats, { data }]) => ({
      plays: stats.total_scrobbles,
      hoursSinceLastPlay: (Date.now() - Date.parse(data[0]!.scrobbled_at)) / 3_600_000
    }))
  })

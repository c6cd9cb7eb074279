import { expect, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import typescript from "typescript"
import { patience } from "./support/daybook.js"
import { root } from "./support/readme.js"

const folders = readdirSync(join(root, "packages"))

interface Manifest {
  readonly name: string
  readonly [field: string]: unknown
}
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")) as Manifest

const command = (file: string, args: ReadonlyArray<string>, cwd: string) =>
  new Promise<{ readonly code: number | null; readonly output: string }>((settle) => {
    const child = spawn(file, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, CI: "true" } })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => output += text)
    child.on("error", (error) => settle({ code: 1, output: error.message }))
    child.on("close", (code) => settle({ code, output }))
  })

it.each(folders)("packages/%s says what a registry asks", (folder) => {
  const manifest = manifestOf(folder)
  expect(manifest).toMatchObject({
    license: "MIT",
    type: "module",
    engines: { node: ">=20.19" },
    publishConfig: { access: "public" },
    scripts: { prepack: expect.stringContaining("pack.mjs"), postpack: expect.stringContaining("pack.mjs") }
  })
  expect(manifest["files"]).not.toEqual([])
  expect(readFileSync(join(root, "packages", folder, "README.md"), "utf8")).toMatch(new RegExp(`^# ${manifest.name}$`, "m"))
})

/** Two services report one viewing: the fold of `core` makes one of it. */
const consumer = `
import { Calendar, dayOfYear, monthlySeries, sparkline } from "@daybook/core/shared"
import { noonOf, type StoredReport, viewingsOf } from "@daybook/core/watching"
import { createClient } from "@daybook/client"
import * as DaybookClient from "@daybook/client/effect"
import { nodeListener, webHandler } from "@daybook/http"
import { layer } from "@daybook/adapters"
const report = (id: number, source: "plex" | "letterboxd", at: number, dated: boolean): StoredReport => ({
  id, source, at, date: "2026-01-10", dated, rating: null, rewatch: null, review: null, reviewUrl: null, edited: false, dismissed: false
})
const reports = [report(1, "plex", Date.parse("2026-01-10T20:00:00Z"), false), report(2, "letterboxd", noonOf("2026-01-10"), true)]
console.log(JSON.stringify({
  viewings: viewingsOf(reports, new Set(), "movie:7").length, day: dayOfYear("2025-02-01"),
  line: sparkline(monthlySeries(2025), new Map([["2025-03-01", 2]])).points, there: [Calendar, createClient, DaybookClient.make, layer, nodeListener, webHandler].every(Boolean)
}))
`

it("packed, installed by npm and used by a stranger's program: types, folds, the host", async ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-packed-"))
  try {
    const packs = join(folder, "packs")
    const project = join(folder, "project")
    mkdirSync(packs)
    mkdirSync(project)
    // One after the other: each has its manifest in published form while it is packed.
    for (const one of folders) expect(await command("npm", ["pack", "--pack-destination", packs], join(root, "packages", one))).toMatchObject({ code: 0 })
    expect(folders.map(manifestOf).filter((manifest) => !("scripts" in manifest))).toEqual([])
    const tarballs = Object.fromEntries(folders.map((one) => {
      const { name } = manifestOf(one)
      const start = name.replace("@", "").replace("/", "-")
      return [name, `file:${join(packs, readdirSync(packs).find((file) => new RegExp(`^${start}-\\d`).test(file))!)}`]
    }))
    writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module", dependencies: tarballs, overrides: tarballs }))
    const installed = await command("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"], project)
    if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENOTCACHED|network/i.test(installed.output) && installed.code !== 0) skip("the npm registry cannot be reached")
    expect(installed).toMatchObject({ code: 0 })

    writeFileSync(join(project, "index.ts"), consumer)
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"]
    for (const [module, resolution] of [["nodenext", "nodenext"], ["esnext", "bundler"]] as const) {
      const compiler = [join(root, "node_modules/typescript/bin/tsc"), ...options, "--module", module, "--moduleResolution", resolution, "index.ts"]
      expect(await command(process.execPath, compiler, project)).toEqual({ code: 0, output: "" })
    }
    expect(copiesOf("effect", join(project, "node_modules"))).toHaveLength(1)
    const { ModuleKind, ScriptTarget, transpileModule } = typescript
    writeFileSync(join(project, "index.js"), transpileModule(consumer, { compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 } }).outputText)
    const ran = await command(process.execPath, ["index.js"], project)
    expect(JSON.parse(ran.output)).toEqual({ viewings: 1, day: 32, line: [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0], there: true })
    const host = await served(project)
    expect(host).toEqual({ status: 200, code: 0 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, patience)

/** Every folder below that holds a package of this name. */
const copiesOf = (name: string, folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path === name || path.endsWith(`node_modules/${name}`))

/** The installed command serves: its health's status, and the code it ends with. */
const served = (project: string) =>
  new Promise<{ readonly status: number; readonly code: number | null }>((settle, fail) => {
    const child = spawn(join(project, "node_modules/.bin/daybook"), ["serve", "--port", "0", "--no-schedule"], { cwd: project, stdio: ["ignore", "pipe", "inherit"] })
    let status = 0
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const address = /listening on (\S+)/.exec(text)?.[1]
      if (address === undefined) return
      fetch(`${address}/v1/health`).then((response) => status = response.status, fail).finally(() => child.kill("SIGTERM"))
    })
    child.on("error", fail)
    child.on("close", (code) => settle({ status, code }))
  })

import { expect, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import typescript from "typescript"
import { patience } from "./support/daybook.js"
import { root } from "./support/guides.js"

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

const command = (file: string, args: ReadonlyArray<string>, cwd: string) =>
  new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
    const child = spawn(file, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, CI: "true" } })
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text))
    child.on("error", (error) => resolve({ code: 1, output: error.message }))
    child.on("close", (code) => resolve({ code, output }))
  })

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
  expect(privateNames).toEqual(["@daybook/simulators"])
  const manifest = manifestOf(folder)
  const needed = ["dependencies", "peerDependencies"].flatMap((field) => Object.keys(manifest[field] ?? {}))
  expect(needed.filter((name) => privateNames.includes(name))).toEqual([])
})

/** Two services report one viewing, and `core` merges the reports. */
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

it(
  "packed packages work in another project: types, functions, the host, the demo",
  async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), "daybook-packed-"))
    try {
      const packs = join(folder, "packs")
      const project = join(folder, "project")
      mkdirSync(packs)
      mkdirSync(project)
      // Sequentially, because packing replaces each manifest for a while.
      for (const one of folders)
        expect(await command("npm", ["pack", "--pack-destination", packs], join(root, "packages", one))).toMatchObject({
          code: 0
        })
      expect(folders.map(manifestOf).filter((manifest) => !("scripts" in manifest))).toEqual([])
      const tarballs = Object.fromEntries(
        folders.map((one) => {
          const { name } = manifestOf(one)
          const start = name.replace("@", "").replace("/", "-")
          return [
            name,
            `file:${join(
              packs,
              readdirSync(packs).find((file) => new RegExp(`^${start}-\\d`).test(file))!
            )}`
          ]
        })
      )
      writeFileSync(
        join(project, "package.json"),
        JSON.stringify({ private: true, type: "module", dependencies: tarballs, overrides: tarballs })
      )
      const installed = await command(
        "npm",
        ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"],
        project
      )
      if (
        /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENOTCACHED|network/i.test(installed.output) &&
        installed.code !== 0
      )
        skip("the npm registry cannot be reached")
      expect(installed).toMatchObject({ code: 0 })

      writeFileSync(join(project, "index.ts"), consumer)
      const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"]
      for (const [module, resolution] of [
        ["nodenext", "nodenext"],
        ["esnext", "bundler"]
      ] as const) {
        const compiler = [
          join(root, "node_modules/typescript/bin/tsc"),
          ...options,
          "--module",
          module,
          "--moduleResolution",
          resolution,
          "index.ts"
        ]
        expect(await command(process.execPath, compiler, project)).toEqual({ code: 0, output: "" })
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
      const host = await runInstalled(project)
      expect(host).toEqual({ status: 200, code: 0 })
      expect(await demoInstalled(project)).toMatch(/^lastfm: [1-9]\d* added/m)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  patience
)

/** Every folder below that contains a package with this name. */
const copiesOf = (name: string, folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path === name || path.endsWith(`node_modules/${name}`)
  )

/** Runs the installed command: the status of its health check, and its exit code. */
const runInstalled = (project: string) =>
  new Promise<{ readonly status: number; readonly code: number | null }>((resolve, reject) => {
    const child = spawn(join(project, "node_modules/.bin/daybook"), ["serve", "--port", "0", "--no-schedule"], {
      cwd: project,
      stdio: ["ignore", "pipe", "inherit"]
    })
    let status = 0
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const address = /listening on (\S+)/.exec(text)?.[1]
      if (address === undefined) return
      fetch(`${address}/v1/health`)
        .then((response) => (status = response.status), reject)
        .finally(() => child.kill("SIGTERM"))
    })
    child.on("error", reject)
    child.on("close", (code) => resolve({ status, code }))
  })

/** Runs the installed demo until its first source has synced: what it reported. */
const demoInstalled = (project: string) =>
  new Promise<string>((resolve, reject) => {
    const child = spawn(join(project, "node_modules/.bin/daybook"), ["demo", "--no-serve", "--data", "demo"], {
      cwd: project,
      stdio: ["ignore", "ignore", "pipe"]
    })
    let reports = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      reports += text
      if (/^\S+: \d+ added/m.test(reports)) child.kill("SIGTERM")
    })
    child.on("error", reject)
    child.on("close", () => resolve(reports))
  })

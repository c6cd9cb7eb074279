import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const home = dirname(dirname(fileURLToPath(import.meta.url)))
const main = join(home, "dist", "main.js")
const folder = mkdtempSync(join(tmpdir(), "daybook-bench-test-"))
const out = join(folder, "results.json")

const node = (args: ReadonlyArray<string>, cwd: string) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [...args], { cwd }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr })
    )
  })

const bench = (...args: ReadonlyArray<string>) => node([main, ...args, "--out", out], folder)

/** The bench runs built code, so it is built here like in `npm run bench`. */
beforeAll(async () => {
  const tsup = createRequire(import.meta.url).resolve("tsup/dist/cli-default.js")
  const { code, stderr } = await node([tsup], home)
  expect(stderr, "build").toBe("")
  expect(code).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("the bench", () => {
  it("measures small sample data from the first sync to the host's first answer, and cleans up", async () => {
    const { code, stderr, stdout } = await bench(
      "--size",
      "small",
      "--only",
      "sync",
      "--only",
      "incremental",
      "--only",
      "import"
    )
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/^what +this +yardstick +ratio +bar +holds +note\n/)
    expect(stdout).toMatch(/^sync of a full history +[\d,.]+ plays\/s +[\d,.]+ plays\/s +\d/m)
    const { lines } = JSON.parse(readFileSync(out, "utf8"))["small-embedded"]
    expect(new Set(lines.map((line: { readonly row: string }) => line.row))).toEqual(
      new Set(["sync", "incremental", "import"])
    )
    // Counts do not depend on the machine.
    const counts = lines.filter((line: { readonly unit: string }) =>
      ["calls", "statements", "rows"].includes(line.unit)
    )
    expect(counts.filter((line: { readonly holds: boolean }) => !line.holds)).toEqual([])
    expect(existsSync(join(home, ".data", "small-embedded"))).toBe(false)
  }, 300_000)

  it("lists the rows when it is called with a wrong one", async () => {
    const { code, stderr, stdout } = await bench("--only", "nothing")
    expect(code).toBe(2)
    expect(stdout + stderr).toContain("incremental")
  })
})

import { expect, it } from "@effect/vitest"
import { DockerfileParser } from "dockerfile-ast"
import { validate } from "dockerfile-utils"
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "./support/readme.js"

const container = readFileSync(join(root, "deploy/Containerfile"), "utf8")
const unit = readFileSync(join(root, "deploy/daybook.service"), "utf8")

it("the container file is sound for a linter, which finds what is wrong", () => {
  expect(validate(container)).toEqual([])
  expect(validate(container.replace("EXPOSE", "EXPOSES"))).not.toEqual([])
})

it("the container builds what it starts, as no root, on a Node that is supported, with its data in a volume", () => {
  const file = DockerfileParser.parse(container)
  const of = (keyword: string) => file.getInstructions().filter((one) => one.getKeyword() === keyword)
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { engines: { node: string } }
  const oldest = Number(/\d+/.exec(engines.node)![0])
  for (const from of file.getFROMs()) expect(Number(/^node:(\d+)/.exec(from.getImage()!)![1])).toBeGreaterThanOrEqual(oldest)
  expect(of("USER").at(-1)?.getArgumentsContent()).toBe("node")
  const env = of("ENV").at(-1)!.getArgumentsContent()!
  expect(env).toContain(`DAYBOOK_DATA_DIR=${of("VOLUME").at(-1)!.getArgumentsContent()}`)
  expect(env).toContain(`DAYBOOK_PORT=${of("EXPOSE").at(-1)!.getArgumentsContent()}`)
  const [, started] = JSON.parse(file.getENTRYPOINTs().at(-1)!.getArgumentsContent()!) as [string, string]
  expect(existsSync(join(root, started.replace(/^\/daybook\//, "")))).toBe(true)
  const ignored = readFileSync(join(root, ".containerignore"), "utf8").split("\n")
  expect(ignored).toEqual(expect.arrayContaining([".git", "**/node_modules", ".daybook"]))
})

const verifies = spawnSync("systemd-analyze", ["--version"]).status === 0

// Only systemd itself knows its settings: where it is not installed, this is skipped.
it.skipIf(!verifies)("the unit is sound for systemd", () => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-unit-"))
  try {
    const file = join(folder, "daybook.service")
    const verify = (text: string) => {
      // What it starts must be there: on this machine that is another file.
      writeFileSync(file, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
      const { status, stderr, stdout } = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" })
      return { status, said: `${stdout}${stderr}`.split("\n").filter((line) => line.includes("daybook.service")) }
    }
    expect(verify(unit)).toEqual({ status: 0, said: [] })
    expect(verify(unit.replace("Restart=on-failure", "Restart=sometimes")).said).not.toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("the unit starts the built program with data in a folder of its own and time to drain", () => {
  const [, started] = /^ExecStart=\S+ \/opt\/daybook\/(\S+) serve$/m.exec(unit)!
  expect(existsSync(join(root, started!))).toBe(true)
  expect(unit).toMatch(/DAYBOOK_DATA_DIR=%S\/daybook$/m)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(10)
})

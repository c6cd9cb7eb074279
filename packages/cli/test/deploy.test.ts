import { expect, it } from "@effect/vitest"
import { DockerfileParser } from "dockerfile-ast"
import { validate } from "dockerfile-utils"
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "./support/guides.js"

const container = readFileSync(join(root, "deploy/Containerfile"), "utf8")
const unit = readFileSync(join(root, "deploy/daybook.service"), "utf8")

it("the container file passes a linter that detects errors", () => {
  expect(validate(container)).toEqual([])
  expect(validate(container.replace("EXPOSE", "EXPOSES"))).not.toEqual([])
})

it("the container runs the built program without root, on a supported Node, with data in a volume", () => {
  const file = DockerfileParser.parse(container)
  const instructions = (keyword: string) => file.getInstructions().filter((one) => one.getKeyword() === keyword)
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { engines: { node: string } }
  const oldest = Number(/\d+/.exec(engines.node)![0])
  for (const from of file.getFROMs())
    expect(Number(/^node:(\d+)/.exec(from.getImage()!)![1])).toBeGreaterThanOrEqual(oldest)
  expect(instructions("USER").at(-1)?.getArgumentsContent()).toBe("node")
  const env = instructions("ENV").at(-1)!.getArgumentsContent()!
  expect(env).toContain(`DAYBOOK_DATA_DIR=${instructions("VOLUME").at(-1)!.getArgumentsContent()}`)
  expect(env).toContain(`DAYBOOK_PORT=${instructions("EXPOSE").at(-1)!.getArgumentsContent()}`)
  const { bin } = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8")) as { bin: object }
  expect([JSON.parse(file.getENTRYPOINTs().at(-1)!.getArgumentsContent()!)]).toEqual([Object.keys(bin)])
  const ignored = readFileSync(join(root, ".containerignore"), "utf8").split("\n")
  expect(ignored).toEqual(expect.arrayContaining([".git", "**/node_modules", ".daybook"]))
})

const verifies = spawnSync("systemd-analyze", ["--version"]).status === 0

// Skipped without systemd, because only systemd can verify a unit.
it.skipIf(!verifies)("systemd accepts the unit", () => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-unit-"))
  try {
    const file = join(folder, "daybook.service")
    const verify = (text: string) => {
      // systemd checks that the program exists.
      writeFileSync(file, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
      const { status, stderr, stdout } = spawnSync("systemd-analyze", ["verify", "--man=no", file], {
        encoding: "utf8"
      })
      return { status, lines: `${stdout}${stderr}`.split("\n").filter((line) => line.includes("daybook.service")) }
    }
    expect(verify(unit)).toEqual({ status: 0, lines: [] })
    expect(verify(unit.replace("Restart=on-failure", "Restart=sometimes")).lines).not.toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("the unit starts the built program with its own data folder and time to drain", () => {
  const [, started] = /^ExecStart=\S+ \/opt\/daybook\/(\S+) serve$/m.exec(unit)!
  expect(existsSync(join(root, started!))).toBe(true)
  expect(unit).toMatch(/DAYBOOK_DATA_DIR=%S\/daybook$/m)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(10)
})

it("the unit and the container limit malloc's arenas and the young generation", () => {
  expect(unit).toMatch(/^Environment=MALLOC_ARENA_MAX=2$/m)
  expect(container).toMatch(/^ENV .*\bMALLOC_ARENA_MAX=2\b/m)
  expect(unit).toMatch(/^Environment=NODE_OPTIONS=--max-semi-space-size=4$/m)
  expect(container).toMatch(/^ENV .*\bNODE_OPTIONS=--max-semi-space-size=4$/m)
})

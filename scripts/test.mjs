import "./node.mjs"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { command, main } from "./command.mjs"
import { cache, tool } from "./paths.mjs"
import { build } from "./install.mjs"

const report = join(cache, "tests.json")

/** Tests that start programs: the command line, hosts that are killed, a browser, packed packages. */
const programs = [
  "packages/cli/test/**",
  "packages/page/test/**",
  "packages/adapters/test/{backup,embedded,source-testing}/**",
  "packages/adapters/test/hooks/killed.test.ts"
]

/** `--all` runs every test. Named files run wherever they are. */
const withScope = (args) => {
  const others = args.filter((arg) => arg !== "--all")
  const isNamed = others.some((arg) => !arg.startsWith("-"))
  return args.includes("--all") || isNamed ? others : [...others, ...programs.map((glob) => `--exclude=${glob}`)]
}

const vitest = async (args) => {
  rmSync(report, { force: true })
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  const { code } = await command(process.execPath, [tool("vitest"), "run", ...reporters, ...args], { stdio: "inherit" })
  // A run without a report has failed.
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {}
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = counts
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) }
}

/**
 * Runs the tests, without those that start programs unless asked for. The last line has the counts. A run without tests
 * fails.
 */
export const test = async (args) => {
  let count = { passed: 0, failed: 1 }
  process.on("exit", () => {
    if (count.failed > 0 || count.passed === 0) process.exitCode = process.exitCode || 1
    console.log(`${count.passed} passed, ${count.failed} failed`)
  })
  await main(async () => {
    await build("build:code")
    count = await vitest(withScope(args))
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await test(process.argv.slice(2))

import "./node.mjs"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import { command, main } from "./command.mjs"
import { cache, root, tool } from "./paths.mjs"
import { build } from "./install.mjs"

const report = join(cache, "tests.json")

/** Tests that start programs: the command line, hosts that are killed, a browser, packed packages. */
const programs = [
  "packages/cli/test/**",
  "packages/page/test/**",
  "packages/adapters/test/{backup,embedded,source-testing}/**",
  "packages/adapters/test/hooks/killed.test.ts"
]

/** More failed files than this are no accident of a busy machine. */
const mostRepeated = 10

const options = ["--all", "--repeat-failed"]

/** `--all` runs every test. Named files run wherever they are. */
const withScope = (args) => {
  const others = args.filter((arg) => !options.includes(arg))
  const isNamed = others.some((arg) => !arg.startsWith("-"))
  return args.includes("--all") || isNamed ? others : [...others, ...programs.map((glob) => `--exclude=${glob}`)]
}

/** Runs vitest once: the exit code, and the outcome of each file by its path. */
const vitest = async (args) => {
  rmSync(report, { force: true })
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  const { code } = await command(process.execPath, [tool("vitest"), "run", ...reporters, ...args], { stdio: "inherit" })
  const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {}
  const files = testResults.map(({ name, status, assertionResults }) => {
    const count = (state) => assertionResults.filter((test) => test.status === state).length
    return [relative(root, name), { hasFailed: status === "failed", passed: count("passed"), failed: count("failed") }]
  })
  return { code, files: new Map(files) }
}

/** Failed files run a second time, alone. The log names each that passes then, next to its first failure above. */
const repeatFailed = async ({ code, files }) => {
  const failed = [...files].filter(([, { hasFailed }]) => hasFailed).map(([file]) => file)
  if (failed.length === 0 || failed.length > mostRepeated) return { code, files }
  console.log(`\nRunning ${failed.length} failed files again: ${failed.join(" ")}`)
  const second = await vitest(failed)
  for (const [file, { hasFailed }] of second.files)
    if (!hasFailed) console.log(`UNSTABLE ${file} failed, then passed: see its failure above`)
  return { code: second.code, files: new Map([...files, ...second.files]) }
}

const sumOf = ({ code, files }) => {
  const sum = (member) => [...files.values()].reduce((total, file) => total + file[member], 0)
  // A run without a report has failed.
  return { passed: sum("passed"), failed: code === 0 ? sum("failed") : Math.max(1, sum("failed")) }
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
    const first = await vitest(withScope(args))
    count = sumOf(args.includes("--repeat-failed") ? await repeatFailed(first) : first)
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await test(process.argv.slice(2))

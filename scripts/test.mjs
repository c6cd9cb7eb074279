import "./node.mjs"
import { spawnSync } from "node:child_process"
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
  "packages/embed/test/{elements,guide}.test.ts",
  "packages/adapters/test/{backup,embedded,source-testing}/**",
  "packages/adapters/test/{hooks,webhooks}/{killed,relayKilled}.test.ts",
  "bench/test/run.test.ts",
  "examples/{client,custom-source,dashboard,eleventy,library,next}/test/**"
]

/**
 * Tests of a source against its service, with faults and deletions. In `npm test`, one life from each of its origins
 * stands for them.
 */
const services = [
  "activities/strava",
  "attending/eventbrite",
  "books/services",
  "collecting/sync",
  "games/games",
  "highlights/apis",
  "lastfm/{Source,traversal}",
  "leagues/{life,refusals}",
  "listenbrainz/Source",
  "oauth/polling",
  "runs/intervals",
  "saves/apis",
  "strava/{Source,archives,webhooks}",
  "tickets/hostile",
  "watching/{anime,exports,mediaServers,netflixEpisodes,simkl,sync,tautulli,trakt}"
].map((name) => `packages/sources/test/${name}.test.ts`)

/**
 * Long tests that others stand for in `npm test`: a snapshot shows changes of the API, `conventions.test.ts` calls each
 * operation with good and bad parameters, and each reader of documents and of files has tests of its own next to the
 * one of all.
 */
const deep = [
  ...services,
  "packages/http/test/{fuzz,generated,streamReaders}.test.ts",
  "packages/mcp/test/declared.test.ts",
  "packages/sources/test/documents/growth.test.ts",
  "packages/adapters/test/hooks/relayAnswers.test.ts",
  "packages/adapters/test/postgres/declarations.test.ts",
  "packages/adapters/test/refusals/{emptied,enrichments,midLife}.test.ts",
  "packages/sources/test/recognise.test.ts"
]

const options = ["--all"]

const isNamed = (args) => args.some((arg) => !arg.startsWith("-"))

/** `--all` runs every test. Named files run wherever they are. */
export const scopeOf = (args) => {
  const others = args.filter((arg) => !options.includes(arg))
  return args.includes("--all") || isNamed(others)
    ? others
    : [...others, ...[...programs, ...deep].map((glob) => `--exclude=${glob}`)]
}

/**
 * The same tree takes the same values, so that a commit that passed passes again, and one that failed can be studied.
 * Each commit takes others. Without Git, and in files that are run by name, they are random.
 */
const seedOfTree = () => {
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD^{tree}"], { cwd: root, encoding: "utf8" })
  return status === 0 ? `${Number.parseInt(stdout.slice(0, 8), 16) | 0}` : "random"
}

/** How many histories a property takes: a few in `npm test`, all with `--all`. */
export const environmentOf = (args) => ({
  DAYBOOK_TEST_DEPTH: process.env.DAYBOOK_TEST_DEPTH ?? (args.includes("--all") ? "full" : "quick"),
  DAYBOOK_TEST_SEED: process.env.DAYBOOK_TEST_SEED ?? (isNamed(args) ? "random" : seedOfTree())
})

/** Runs vitest once: the exit code, and the outcome of each file by its path. */
const vitest = async (args) => {
  rmSync(report, { force: true })
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  const { code } = await command(process.execPath, [tool("vitest"), "run", ...reporters, ...scopeOf(args)], {
    stdio: "inherit",
    env: { ...process.env, ...environmentOf(args) }
  })
  const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {}
  const files = testResults.map(({ name, startTime, endTime, assertionResults }) => {
    const count = (state) => assertionResults.filter((test) => test.status === state).length
    const seconds = (endTime - startTime) / 1_000
    const processor = assertionResults.reduce((sum, { meta }) => sum + (meta?.processorTime ?? 0), 0)
    return [relative(root, name), { passed: count("passed"), failed: count("failed"), seconds, processor }]
  })
  return { code, files: new Map(files) }
}

const slowestListed = 10

/** The files that took longest: here the next minute is to be saved. */
const printSlowest = (files) => {
  const slowest = [...files].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, slowestListed)
  console.log("\nThe slowest files, and the processor time of their tests:")
  for (const [file, { processor, seconds }] of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s ${processor.toFixed(1).padStart(6)} s  ${file}`)
}

/** Seconds of processor time, which other programs of the machine hardly change. */
const maxSecondsOfFile = 20
/** And of the time of all files: on a slow machine all take longer. */
const maxShareOfAll = 1 / 30

/** Files that are too slow for `npm test`. */
const tooSlow = (files, args) => {
  if (args.includes("--all") || isNamed(args)) return []
  const all = [...files.values()].reduce((sum, { processor }) => sum + processor, 0)
  return [...files].filter(([, { processor }]) => processor > Math.max(maxSecondsOfFile, all * maxShareOfAll))
}

const printTooSlow = (slow) => {
  for (const [file] of slow)
    console.error(
      `${file} takes more than ${maxSecondsOfFile} s: let its properties take fewer histories with \`depth\`, ` +
        "or move it to `deep` in scripts/test.mjs"
    )
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
    const outcome = await vitest(args)
    count = sumOf(outcome)
    printSlowest(outcome.files)
    const slow = tooSlow(outcome.files, args)
    printTooSlow(slow)
    count = { ...count, failed: count.failed + slow.length }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await test(process.argv.slice(2))

// `npm run faults -- [--all] [NUMBER …]`: puts each fault of faults.json into the sources, one at a time, and says
// which test finds it. Without `--all` it runs the tests of `npm test`. No file is changed: `vitest.config.ts` changes
// a module as it is loaded.
import { dirname } from "node:path"
import { command } from "./command.mjs"
import { faults, misplaced } from "./faultList.mjs"
import { tool } from "./paths.mjs"
import { environmentOf, scopeOf } from "./test.mjs"

const words = process.argv.slice(2)
const scope = words.filter((word) => word === "--all")
const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number)

const problems = misplaced()
if (problems.length > 0) throw new Error(problems.join("\n"))

/** Most faults are found by the tests next to them: `packages/core/src/sync/x.ts` has `packages/core/test/sync`. */
const near = (file) =>
  dirname(file)
    .replace("/src/", "/test/")
    .replace(/\/src$/, "/test")

/** Runs tests until one fails: the first failure, or null. */
const firstFailure = async (number, args) => {
  const run = ["run", "--bail=1", "--reporter=dot", "--passWithNoTests", ...args]
  const { code, output } = await command(process.execPath, [tool("vitest"), ...run], {
    env: { ...process.env, ...environmentOf(scope), DAYBOOK_TEST_FAULT: String(number) }
  })
  if (code === 0) return null
  return /FAIL +(.*)/.exec(output)?.[1] ?? output.trim().split("\n").at(-1)
}

let foundCount = 0
const chosen = numbers.length > 0 ? numbers : faults.map((_, index) => index + 1)
for (const number of chosen) {
  const { file, kind } = faults[number - 1]
  const failure = (await firstFailure(number, [near(file)])) ?? (await firstFailure(number, scopeOf(scope)))
  if (failure !== null) foundCount += 1
  console.log(
    `${String(number).padStart(3)}  ${failure === null ? "MISSED" : "found "}  ${kind} in ${file}: ${failure ?? ""}`
  )
}
console.log(`${foundCount} of ${chosen.length} faults found`)

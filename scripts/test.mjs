import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { cache, root, tool } from "./paths.mjs"
import { command } from "./step.mjs"

const tally = join(cache, "tally.json")

const vitest = async (args) => {
  mkdirSync(cache, { recursive: true })
  rmSync(tally, { force: true })
  const reporters = ["--reporter=default", `--reporter=${join(root, "scripts", "tally.mjs")}`]
  const { code } = await command(process.execPath, [tool("vitest"), "run", ...reporters, ...args], { stdio: "inherit" })
  // A run that died before it could count has failed.
  const counted = existsSync(tally) ? JSON.parse(readFileSync(tally, "utf8")) : { passed: 0, failed: 0 }
  return { passed: counted.passed, failed: code === 0 ? counted.failed : Math.max(1, counted.failed) }
}

/** Runs the tests; the last line says how many passed and failed, and a run without tests has failed. */
export const test = async (ready, args) => {
  let count = { passed: 0, failed: 1 }
  try {
    await ready()
    count = await vitest(args)
    if (count.passed + count.failed === 0) console.error("No test ran: check the arguments after `npm test --`.")
  } finally {
    if (count.failed > 0 || count.passed === 0) process.exitCode = 1
    process.on("exit", () => console.log(`${count.passed} passed, ${count.failed} failed`))
  }
}

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { cache } from "./paths.mjs"

/** One module's share: its tests, and beside them whatever broke outside of a test (loading, a hook of a suite). */
const count = (module) => {
  const states = Array.from(module.children.allTests(), (test) => test.result().state)
  const broken = [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0).length
  return {
    passed: states.filter((state) => state === "passed").length,
    failed: states.filter((state) => state === "failed" || state === "pending").length + broken
  }
}

/** A vitest reporter that leaves the counts of the run in the cache, for `npm test` to print last. */
export default class Tally {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = modules.map(count)
    writeFileSync(join(cache, "tally.json"), JSON.stringify({
      passed: counts.reduce((sum, { passed }) => sum + passed, 0),
      failed: counts.reduce((sum, { failed }) => sum + failed, unhandledErrors.length)
    }))
  }
}

import { arrows } from "./arrows.mjs"
import { buildDeclarations } from "./build.mjs"
import { openapi } from "./openapi.mjs"
import { tool } from "./paths.mjs"
import { shape } from "./shape.mjs"
import { node, step, StepFailure } from "./step.mjs"

/** What runs in Node and what runs in a browser know different things. */
const types = async () => {
  for (const project of ["tsconfig.json", "packages/page/tsconfig.json"]) await node(tool("typescript", "tsc"), ["--noEmit", "--project", project])
}
const lint = () => node(tool("eslint"), ["--max-warnings=0", "--cache", "--cache-location", "node_modules/.cache/eslint/", "."])
const unused = () => node(tool("knip"), ["--no-progress"])

const named = (name, work) => [name, () => step(name, "mend what is listed above", work)]

const checks = [
  named("types", types),
  named("lint", lint),
  named("dependency rules", arrows),
  named("unused exports", unused),
  named("OpenAPI document", openapi),
  ["declarations", buildDeclarations],
  named("package shape", shape)
]

/** Runs every check, also after one has failed, so that one run shows everything there is to mend. */
export const check = async () => {
  const failed = []
  for (const [name, work] of checks) {
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof StepFailure)) throw failure
      process.stderr.write(`${failure.output.trimEnd()}\n`)
      failed.push(name)
    }
  }
  if (failed.length > 0) throw new StepFailure(`check failed: ${failed.join(", ")}; mend what is listed above`)
}

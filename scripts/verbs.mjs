import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, buildBench, buildDeclarations } from "./build.mjs"
import { check } from "./check.mjs"
import { install } from "./install.mjs"
import { once } from "./once.mjs"
import { root } from "./paths.mjs"
import { StepFailure } from "./step.mjs"
import { test } from "./test.mjs"
import { torture } from "./torture.mjs"

/** Runs a built program in this process, so that terminal, signals and exit code are simply its own. */
const program = async (path, args) => {
  const main = join(root, path)
  if (!existsSync(main)) throw new StepFailure(`${path} is missing although the build ended well: look at its tsup.config.ts`)
  once(["SIGINT", "SIGTERM"])
  process.argv.splice(1, process.argv.length, main, ...args)
  await import(pathToFileURL(main).href)
}

const ready = async () => {
  await install()
  await build()
}

const verbs = {
  start: async (args) => {
    await ready()
    await program("packages/cli/dist/main.js", ["demo", ...args])
  },
  daybook: async (args) => {
    await ready()
    await program("packages/cli/dist/main.js", args)
  },
  build: async () => {
    await install()
    await buildDeclarations()
  },
  bench: async (args) => {
    await ready()
    await buildBench()
    await program("bench/dist/main.js", args)
  },
  check: async () => {
    await ready()
    await check()
  },
  test: (args) => test(ready, args),
  torture: (args) => torture(ready, args)
}

/** Runs one verb; a failed step ends the process with 1, one line and the step's own output. */
export const run = async (verb, args) => {
  if (!Object.hasOwn(verbs, verb ?? "")) {
    console.error(`workspace: unknown verb ${verb ?? "(none)"}: choose one of ${Object.keys(verbs).join(", ")}`)
    process.exit(2)
  }
  try {
    await verbs[verb](args)
  } catch (failure) {
    if (!(failure instanceof StepFailure)) throw failure
    if (failure.output) process.stderr.write(`${failure.output.trimEnd()}\n`)
    console.error(failure.message)
    process.exitCode = 1
  }
}

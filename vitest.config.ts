import { existsSync, readFileSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { configDefaults, defineConfig, type Plugin } from "vitest/config"
import { LongestFirst } from "./packages/adapters/test/support/longestFirst.js"

// Packages are tested from their sources, so a test never sees a stale build.
const conditions = ["@daybook/source", "module", "node", "development|production"]

const memory = "/dev/shm"
const hasSpaceFor = (bytes: number) => {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > bytes
}

// Temporary databases in memory save the wait of every commit for the disk.
if (process.env.TMPDIR === undefined && hasSpaceFor(4 * 1024 ** 3)) process.env.TMPDIR = memory

/** The fault of `scripts/faults.json` that `scripts/faults.mjs` looks for; numbers begin with 1. */
const faultNumber = Number(process.env.DAYBOOK_TEST_FAULT ?? 0)

const seededFault = (): Plugin => {
  const faults = JSON.parse(readFileSync(join(import.meta.dirname, "scripts/faults.json"), "utf8")) as ReadonlyArray<{
    readonly file: string
    readonly from: string
    readonly to: string
  }>
  const { file, from, to } = faults[faultNumber - 1]!
  return {
    name: "seeded-fault",
    enforce: "pre",
    transform: (code, id) => (id.endsWith(`/${file}`) ? code.replace(from, () => to) : null)
  }
}

export default defineConfig({
  plugins: faultNumber > 0 ? [seededFault()] : [],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      "packages/*/test/**/*.test.ts",
      "examples/*/test/**/*.test.ts",
      "bench/test/**/*.test.ts",
      "scripts/test/*.test.mjs"
    ],
    // Installed from tarballs, and tested there by `packed.test.ts`.
    exclude: [...configDefaults.exclude, "examples/books/**"],
    globalSetup: ["packages/adapters/test/support/globalSetup.ts"],
    setupFiles: ["ownMethods", "oneQueryAtATime", "quickClock", "processorTime", "seed"].map(
      (name) => `packages/adapters/test/support/${name}.ts`
    ),
    // Three processes for two cores: a third of the time, a test waits for a program or the database. Modules are
    // shared between files: nothing in the sources outlives its scope, and loading modules per file took a third of the
    // time. The pool loses files if it may end idle processes, so it has no fewer.
    // A larger young generation saves a tenth of the processor time.
    pool: "forks",
    poolOptions: { forks: { minForks: 3, maxForks: 3, isolate: false, execArgv: ["--max-semi-space-size=32"] } },
    sequence: { sequencer: LongestFirst },
    // Limits for tests that hang, not for slow ones: on a busy machine, a start alone can take a minute.
    testTimeout: 300_000,
    hookTimeout: 300_000
  }
})

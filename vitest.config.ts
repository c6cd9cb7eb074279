import { existsSync, statfsSync } from "node:fs"
import { defineConfig } from "vitest/config"

// Packages are tested from their sources, so a test never sees a stale build.
const conditions = ["@daybook/source", "module", "node", "development|production"]

const memory = "/dev/shm"
const roomFor = (bytes: number) => {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > bytes
}

// Databases of a moment need no disk, for which each of their commits would wait.
if (process.env.TMPDIR === undefined && roomFor(4 * 1024 ** 3)) process.env.TMPDIR = memory

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts", "bench/test/**/*.test.ts"],
    globalSetup: ["packages/adapters/test/support/globalSetup.ts"],
    setupFiles: ["ownMethods", "compiledEngine", "oneQueryAtATime"].map((name) => `packages/adapters/test/support/${name}.ts`),
    // An embedded PostgreSQL takes its share of memory: two processes, each of which runs file after file. Nothing in the
    // sources lives longer than its scope, so that files need no modules of their own: loading those was a third of the time.
    pool: "forks",
    poolOptions: { forks: { minForks: 1, maxForks: 2, isolate: false } },
    // Bounds for what hangs, not for what is slow: on a machine with much else to do, starting alone takes a minute.
    testTimeout: 300_000,
    hookTimeout: 300_000
  }
})

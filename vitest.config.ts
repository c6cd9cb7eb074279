import { defineConfig } from "vitest/config"

// Packages are tested from their sources, so a test never sees a stale build.
const conditions = ["@daybook/source", "module", "node", "development|production"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts", "bench/test/**/*.test.ts"],
    globalSetup: ["packages/adapters/test/support/globalSetup.ts"],
    setupFiles: ["ownMethods", "compiledEngine"].map((name) => `packages/adapters/test/support/${name}.ts`),
    // An embedded PostgreSQL takes its share of memory: two processes, each of which runs file after file. Nothing in the
    // sources lives longer than its scope, so that files need no modules of their own: loading those was a third of the time.
    pool: "forks",
    poolOptions: { forks: { minForks: 1, maxForks: 2, isolate: false } },
    // Bounds for what hangs, not for what is slow: on a machine with much else to do, starting alone takes a minute.
    testTimeout: 300_000,
    hookTimeout: 300_000
  }
})

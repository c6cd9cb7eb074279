import { defineConfig } from "vitest/config"

// Packages are tested from their sources, so a test never sees a stale build.
const conditions = ["@daybook/source", "module", "node", "development|production"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts", "bench/test/**/*.test.ts"],
    globalSetup: ["packages/adapters/test/support/globalSetup.ts"],
    // An embedded PostgreSQL takes its share of memory: two at a time, each file in a process of its own.
    pool: "forks",
    poolOptions: { forks: { minForks: 1, maxForks: 2 } },
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})

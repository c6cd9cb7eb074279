import { test } from "./test.mjs"

/** The long runs: each with its test files and the environment that extends them. */
const runs = [
  {
    name: "kill",
    files: [
      "packages/cli/test/killed.test.ts",
      "packages/cli/test/databaseRestart.test.ts",
      "packages/adapters/test/webhooks/killed.test.ts",
      "packages/adapters/test/backup/killedUpgrade.test.ts",
      "packages/adapters/test/embedded/killed.test.ts"
    ],
    more: { DAYBOOK_KILL_ROUNDS: "200" }
  },
  { name: "hostile", files: ["packages/cli/test/hostileMembers.test.ts"], more: { DAYBOOK_HOSTILE_ROUNDS: "20" } },
  { name: "fuzz", files: ["packages/http/test/fuzz.test.ts"], more: { DAYBOOK_FUZZ_CASES: "500" } },
  {
    name: "backup",
    files: [
      "packages/adapters/test/backup",
      "packages/adapters/test/postgres/migrate.test.ts",
      "packages/cli/test/backup.test.ts"
    ],
    more: {}
  },
  { name: "imports", files: ["packages/cli/test/imports.test.ts"], more: { DAYBOOK_IMPORT_PLAYS: "250000" } },
  { name: "load", files: ["packages/cli/test/load.test.ts"], more: { DAYBOOK_LOAD_SECONDS: "600" } },
  {
    name: "hosts",
    files: [
      "packages/adapters/test/postgres/SharedLimits.test.ts",
      "packages/adapters/test/postgres/SyncStore.test.ts",
      "packages/adapters/test/postgres/KeyStore.test.ts",
      "packages/adapters/test/embedded"
    ],
    more: {}
  }
]

// Without arguments all runs. Variables of the environment take precedence, so that a run can be shortened.
const names = process.argv.slice(2)
const chosen = names.length === 0 ? runs : runs.filter(({ name }) => names.includes(name))
Object.assign(process.env, { ...Object.assign({}, ...chosen.map((run) => run.more)), ...process.env })
await test(chosen.length === 0 ? ["there is no such run"] : chosen.flatMap(({ files }) => files))

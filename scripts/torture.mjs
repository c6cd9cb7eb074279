import { test } from "./test.mjs"

/** What takes minutes, each with the tests that it is made of and how much more than `npm test` they are asked for. */
const runs = [
  { name: "kill", files: ["packages/cli/test/killed.test.ts", "packages/adapters/test/webhooks/killed.test.ts", "packages/adapters/test/backup/killedUpgrade.test.ts"], more: { DAYBOOK_KILL_ROUNDS: "200" } },
  { name: "hostile", files: ["packages/cli/test/hostileMembers.test.ts"], more: { DAYBOOK_HOSTILE_ROUNDS: "20" } },
  { name: "fuzz", files: ["packages/http/test/fuzz.test.ts"], more: { DAYBOOK_FUZZ_CASES: "500" } },
  { name: "backup", files: ["packages/adapters/test/backup", "packages/adapters/test/postgres/migrate.test.ts", "packages/cli/test/backup.test.ts"], more: {} },
  { name: "load", files: ["packages/cli/test/load.test.ts"], more: { DAYBOOK_LOAD_SECONDS: "600" } },
  { name: "hosts", files: ["packages/adapters/test/postgres/SharedLimits.test.ts", "packages/adapters/test/postgres/SyncStore.test.ts", "packages/adapters/test/postgres/KeyStore.test.ts", "packages/adapters/test/embedded"], more: {} }
]

/** Runs all of them, or those that are named; a setting in the environment wins, so that a run can be made shorter. */
export const torture = async (ready, names) => {
  const chosen = names.length === 0 ? runs : runs.filter(({ name }) => names.includes(name))
  const more = Object.assign({}, ...chosen.map((run) => run.more))
  Object.assign(process.env, { ...more, ...process.env })
  await test(ready, chosen.length === 0 ? ["there is no such run"] : chosen.flatMap(({ files }) => files))
}

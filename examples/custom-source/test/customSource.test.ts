import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { daybook, patience, run } from "../../../packages/cli/test/support/daybook.js"
import { folder, newDataDir } from "../../../packages/cli/test/support/dataDir.js"

const example = resolve(import.meta.dirname, "..")

interface SourceHealth {
  readonly status: string
  readonly domain: string
  readonly items_synced: number | null
  readonly next_run: string | null
  readonly last_sync: string | null
}

it.scopedLive(
  "the custom source is listed, synced on schedule, shown in health, and follows its notebook",
  () =>
    Effect.gen(function* () {
      const notebook = join(yield* folder, "notebook.csv")
      copyFileSync(join(example, "notebook.csv"), notebook)
      const env = {
        DAYBOOK_DATA_DIR: yield* newDataDir,
        DAYBOOK_TURNTABLE_NOTEBOOK: notebook,
        DAYBOOK_PORT: "0",
        DAYBOOK_APPLE_MUSIC_ENABLED: "false"
      }
      const recordCount = Effect.map(run(["sources", "--json"], env, example), ({ stdout }) => {
        const rows = JSON.parse(stdout) as ReadonlyArray<{ readonly source: string; readonly records: number }>
        return rows.find(({ source }) => source === "turntable")?.records
      })
      expect(yield* recordCount).toBe(0)

      const lines = readFileSync(notebook, "utf8").trim().split("\n")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const host = yield* daybook(["serve"], env, example)
          const address = yield* host.says(/(http:\/\/[\d.:]+)/)
          const created = yield* run(["keys", "create", "--name", "test", "--json"], env, example)
          const { key } = JSON.parse(created.stdout) as { readonly key: string }
          const health = Effect.promise(async () => {
            const response = await fetch(`${address}/v1/health/sync`, { headers: { authorization: `Bearer ${key}` } })
            const answer = (await response.json()) as { readonly sources: Readonly<Record<string, SourceHealth>> }
            return answer.sources["turntable"]
          })
          const synced = yield* Effect.repeat(Effect.delay(health, "200 millis"), {
            until: (one) => one?.status === "completed"
          })
          expect(synced).toMatchObject({ domain: "listening", items_synced: lines.length })
          expect(synced?.next_run).not.toBeNull()
        })
      )

      writeFileSync(notebook, `${lines.slice(1).join("\n")}\n`)
      expect(yield* run(["sync", "turntable", "--json"], env, example)).toMatchObject({ code: 0 })
      expect(yield* recordCount).toBe(lines.length - 1)

      writeFileSync(notebook, "yesterday;somebody\n")
      const refused = yield* run(["sync", "turntable"], env, example)
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("line 1 of the notebook") as string })
      expect(yield* recordCount).toBe(lines.length - 1)
    }),
  patience
)

it.scopedLive(
  "a sync of the custom source asks no other provider of its domain",
  () =>
    Effect.gen(function* () {
      const env = {
        DAYBOOK_DATA_DIR: yield* newDataDir,
        // A command that asks it retries for more than a minute, and says so.
        DAYBOOK_APPLE_MUSIC_BASE_URL: "http://127.0.0.1:9",
        DAYBOOK_DEEZER_BASE_URL: "http://127.0.0.1:9"
      }
      const { code, stderr } = yield* run(["sync", "turntable"], env, example)
      expect(code, stderr).toBe(0)
      expect(stderr).toMatch(/^turntable: 3 added, 0 changed, 0 removed in [\d.]+ s\n$/)
    }),
  patience
)

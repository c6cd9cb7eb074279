import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { resolve } from "node:path"
import { patience, start } from "../../../packages/cli/test/support/daybook.js"
import { newDataDir } from "../../../packages/cli/test/support/dataDir.js"

const example = resolve(import.meta.dirname, "..")

it.scopedLive(
  "the custom source stores its plays once",
  () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir }
      const main = Effect.flatMap(
        start(process.execPath, ["--import", "tsx", "main.ts"], { env, cwd: example }),
        ({ ended }) => ended
      )
      expect(yield* main).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^[1-9]\d* plays added, 0 removed\n$/) as string
      })
      expect(yield* main).toMatchObject({ code: 0, stdout: "0 plays added, 0 removed\n" })
    }),
  patience
)

import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { resolve } from "node:path"
import { patience, run, start } from "../../../packages/cli/test/support/daybook.js"
import { newKey, serve } from "../../../packages/cli/test/support/host.js"
import { world } from "../../../packages/cli/test/support/world.js"

const example = resolve(import.meta.dirname, "..")

it.scopedLive(
  "the client example reads from a running host",
  () =>
    Effect.gen(function* () {
      const { env } = yield* world
      yield* run(["sync", "lastfm", "--no-followers"], env)
      const { key } = yield* newKey(env)
      const { url } = yield* serve(env)
      const { ended } = yield* start(process.execPath, ["--import", "tsx", "main.ts"], {
        env: { DAYBOOK_URL: url, DAYBOOK_KEY: key },
        cwd: example
      })
      const { code, stdout } = yield* ended
      expect(code).toBe(0)
      expect(stdout).toMatch(/^(now|last): .+ by .+\ncurrent streak: \d+ days\n$/)
    }),
  patience
)

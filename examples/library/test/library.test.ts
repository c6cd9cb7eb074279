import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { resolve } from "node:path"
import { patience, run, start } from "../../../packages/cli/test/support/daybook.js"
import { world } from "../../../packages/cli/test/support/world.js"

const example = resolve(import.meta.dirname, "..")

it.scopedLive(
  "the library example prints stored data, or the next step without data",
  () =>
    Effect.gen(function* () {
      const { env } = yield* world
      const main = Effect.flatMap(
        start(process.execPath, ["--import", "tsx", "main.ts"], { env, cwd: example }),
        ({ ended }) => ended
      )
      expect(yield* main).toMatchObject({ code: 0, stdout: "no plays are stored yet: run `daybook sync` first\n" })
      yield* run(["sync", "lastfm", "--no-followers"], env)
      const { code, stdout } = yield* main
      expect(code).toBe(0)
      expect(stdout).toMatch(/^(\d\. .+ {2}\d+\n){5}longest streak: \d+ days\n$/)
    }),
  patience
)

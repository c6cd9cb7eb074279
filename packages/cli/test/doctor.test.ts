import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { patience, run } from "./support/daybook.js"
import { newDataDir } from "./support/dataDir.js"

/** Nothing listens on this port. */
const closedPort = "http://127.0.0.1:9"

it.scopedLive(
  "doctor names unreachable sources and fails for configured ones",
  () =>
    Effect.gen(function* () {
      const bare = {
        DAYBOOK_DATA_DIR: yield* newDataDir,
        DAYBOOK_APPLE_MUSIC_BASE_URL: closedPort,
        DAYBOOK_MLB_BASE_URL: closedPort,
        DAYBOOK_ESPN_ENABLED: "false"
      }
      const alone = yield* run(["doctor"], bare)
      expect(alone).toMatchObject({ code: 0, stderr: "" })
      expect(alone.stdout).toMatch(
        /^-- +apple-music +http:\/\/127\.0\.0\.1:9 cannot be reached: connection refused: check/m
      )

      expect(alone.stdout).toMatch(/^-- +espn +not set up: set DAYBOOK_ESPN_ENABLED=true$/m)

      const own = {
        ...bare,
        DAYBOOK_LASTFM_USERNAME: "ada",
        DAYBOOK_LASTFM_API_KEY: "a-key-of-mine",
        DAYBOOK_LASTFM_BASE_URL: `${closedPort}/2.0/`
      }
      const { code, stderr, stdout } = yield* run(["doctor", "--json"], own)
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^daybook: 1 of \d+ checks found a fault/)])
      expect(JSON.parse(stdout)).toContainEqual({
        check: "lastfm",
        state: "bad",
        message: `${closedPort} cannot be reached: connection refused: check the network and the address in the settings`
      })
      expect(stdout).not.toContain("a-key-of-mine")
    }),
  patience
)

import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { type Environment, linesOf, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"

const lastfm = { DAYBOOK_LASTFM_USERNAME: "someone", DAYBOOK_LASTFM_API_KEY: "very-secret" }

describe("settings", { timeout: patience }, () => {
  it.scopedLive.each<[Environment, string]>([
    [{ DAYBOOK_TIMEZONE: "Mars/Olympus" }, "Mars/Olympus"],
    [{ DAYBOOK_DATABASE_URL: "mysql://root:very-secret@localhost/x" }, "postgres://"],
    [{ DAYBOOK_DATABASE_URL: "postgres://someone:very-secret@127.0.0.1:1/x" }, "ECONNREFUSED"],
    [{ DAYBOOK_SCHEDULE_LASTFM: "often" }, "five cron fields"],
    [{ ...lastfm, DAYBOOK_LASTFM_BASE_URL: "last.fm" }, "DAYBOOK_LASTFM_BASE_URL"],
    [{ ...lastfm, DAYBOOK_LASTFM_MIN_INTERVAL_MS: "fast" }, "milliseconds"],
    [{ DAYBOOK_LOG_LEVEL: "loud" }, "trace, debug"],
    [{ DAYBOOK_PORT: "http" }, "DAYBOOK_PORT"],
    [{ DAYBOOK_PUBLIC_URL: "example.org" }, "DAYBOOK_PUBLIC_URL"],
    [{ DAYBOOK_PUBLIC_URL: "https://example.org/me?very=1" }, 'DAYBOOK_PUBLIC_URL is "https://example.org/me?very=1"'],
    [{ DAYBOOK_PUBLIC_URL: "https://me:very-secret@example.org" }, "DAYBOOK_PUBLIC_URL"],
    [{ DAYBOOK_IMAGE_STORE: "s3" }, "DAYBOOK_S3_ENDPOINT is not set: set it"],
    [{ DAYBOOK_RATE_LIMIT: "-1" }, "DAYBOOK_RATE_LIMIT"],
    [{ DAYBOOK_TRUSTED_PROXIES: "127.0.0.1, localhost" }, 'DAYBOOK_TRUSTED_PROXIES has "localhost"'],
    [{ DAYBOOK_CORS_ORIGINS: "example.org" }, 'DAYBOOK_CORS_ORIGINS has "example.org"'],
    [{ DAYBOOK_FETCH_ALLOW: "http://nas.local/" }, 'DAYBOOK_FETCH_ALLOW has "http://nas.local/"'],
    [{ DAYBOOK_DATA_DIR: "/dev/null/daybook" }, "DAYBOOK_DATA_DIR"],
    [{ DAYBOOK_DATA_DIR: "/proc/daybook/data" }, "DAYBOOK_DATA_DIR"]
  ])("%j is rejected in one line without a secret", ([env, part]) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* run(
        ["serve", "--no-schedule"],
        { DAYBOOK_DATA_DIR: yield* newDataDir, ...env },
        yield* folder
      )
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(linesOf(stderr)).toHaveLength(1)
      expect(stderr).toContain(part)
      expect(stderr).not.toContain("very-secret")
    })
  )

  it.scopedLive("count as not set when they are empty", () =>
    Effect.gen(function* () {
      const empty = Object.fromEntries(
        ["DATABASE_URL", "SECRET", "PORT", "RATE_LIMIT", "LOG_LEVEL", "LOG_FORMAT", "IMAGE_STORE", "PUBLIC_URL"].map(
          (name) => [`DAYBOOK_${name}`, ""]
        )
      )
      expect(yield* run(["status"], { DAYBOOK_DATA_DIR: yield* newDataDir, ...empty }, yield* folder)).toMatchObject({
        code: 0,
        stderr: ""
      })
    })
  )

  it.scopedLive("are read from .env too, and the environment takes precedence", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      writeFileSync(join(cwd, ".env"), "DAYBOOK_TIMEZONE=Mars/File\n")
      const ofFile = yield* run(["status"], { DAYBOOK_DATA_DIR: cwd }, cwd)
      const ofEnvironment = yield* run(["status"], { DAYBOOK_DATA_DIR: cwd, DAYBOOK_TIMEZONE: "Mars/Environment" }, cwd)
      expect(ofFile.stderr).toContain("Mars/File")
      expect(ofEnvironment.stderr).toContain("Mars/Environment")
    })
  )
})

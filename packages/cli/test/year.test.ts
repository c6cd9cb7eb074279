import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, statSync } from "node:fs"
import { widthOf } from "../src/text.js"
import { linesOf, onTerminal, patience, run, shownLines } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { newKey, serve } from "./support/host.js"
import { world } from "./support/world.js"

/** Some weeks of data in several domains. */
const syncedEnv = Effect.gen(function* () {
  const { env } = yield* world
  const synced = yield* run(["sync", "lastfm", "strava", "letterboxd", "discogs", "instapaper", "--no-followers"], env)
  expect(synced).toMatchObject({ code: 0 })
  return env
})

interface Review {
  readonly listening: {
    readonly total_scrobbles: number
    readonly monthly: ReadonlyArray<{ readonly scrobbles: number }>
    readonly top_artists: ReadonlyArray<{ readonly name: string; readonly scrobbles: number }>
  }
  readonly running: {
    readonly total_distance_mi: number
    readonly cumulative: ReadonlyArray<{ readonly cumulative_mi: number }>
  }
  readonly watching: { readonly total_movies: number }
  readonly reading: { readonly total_articles: number }
}

const count = (value: number) => Math.round(value).toLocaleString("en-US")

it.scopedLive(
  "the year in review works next to a running host, in 80 columns, in ASCII and as JSON",
  () =>
    Effect.gen(function* () {
      const env = yield* syncedEnv
      const { host, url } = yield* serve(env)
      const review = JSON.parse((yield* run(["year", "2023", "--json"], env)).stdout) as Review
      expect(review.listening.monthly.reduce((sum, { scrobbles }) => sum + scrobbles, 0)).toBe(
        review.listening.total_scrobbles
      )
      expect(review.running.cumulative.at(-1)!.cumulative_mi).toBeCloseTo(review.running.total_distance_mi, 1)

      const { code, stderr, stdout } = yield* run(["year", "2023"], env)
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      const { listening, reading, running, watching } = review
      for (const figure of [
        `${count(listening.total_scrobbles)} plays`,
        `${count(running.total_distance_mi)} mi`,
        `${count(watching.total_movies)} films`,
        `${count(reading.total_articles)} articles`
      ]) {
        expect(stdout).toContain(figure)
      }
      for (const { name, scrobbles } of listening.top_artists) {
        expect(linesOf(stdout).some((line) => line.includes(name) && line.endsWith(count(scrobbles)))).toBe(true)
      }
      expect(stdout).toMatch(/^ {2}Dec {2}█/m)
      expect(Math.max(...linesOf(stdout).map(widthOf))).toBeLessThanOrEqual(80)

      const { key } = yield* newKey(env, "--type", "admin")
      const changed = yield* Effect.promise(() =>
        fetch(`${url}/v1/admin/home`, {
          method: "PUT",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({ units: "metric" })
        })
      )
      expect(changed.status).toBeLessThan(300)
      const metric = yield* run(["year", "2023"], env)
      expect(metric.stdout).toMatch(/\d km\b/)
      expect(metric.stdout).not.toContain(" mi ")
      const fixed = yield* run(["year", "2023"], { ...env, DAYBOOK_UNITS: "imperial" })
      expect(fixed.stdout).toContain(`${count(running.total_distance_mi)} mi`)

      const plain = yield* run(["year", "2023"], { ...env, LANG: "C" })
      expect(plain.stdout).toMatch(/^ {2}Dec {2}#/m)
      expect(plain.stdout).not.toMatch(/[▁-█]/)

      const none = yield* run(["year", "2011"], env)
      expect(none).toMatchObject({ code: 0, stdout: "" })
      expect(none.stderr).toMatch(/^nothing is stored of 2011; these years have data: 2023\b/)
      yield* host.kill("SIGTERM")
      expect((yield* host.ended).code).toBe(0)
    }),
  patience
)

it.scopedLive(
  "an empty instance names the next steps, fits a narrow terminal, and doctor can fix it",
  () =>
    Effect.gen(function* () {
      const env = {
        DAYBOOK_DATA_DIR: yield* newDataDir,
        DAYBOOK_APPLE_MUSIC_ENABLED: "false",
        DAYBOOK_MLB_ENABLED: "false",
        DAYBOOK_ESPN_ENABLED: "false"
      }
      expect(yield* run(["year"], env)).toEqual({
        code: 0,
        stdout: "",
        stderr: expect.stringMatching(/^nothing is stored yet: `daybook sources`.*`daybook demo`.*\n$/)
      })

      expect(yield* run(["sync", "listenin"], env)).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining("did you mean listening?")
      })

      const narrow = yield* onTerminal(["sources"], env, 80)
      expect(narrow.stdout).toContain("…")
      expect(Math.max(...shownLines(narrow.stdout).map(widthOf))).toBeLessThanOrEqual(80)
      expect(narrow.stdout.replace(/\s+/g, " ")).toContain("DAYBOOK_LASTFM_USERNAME")

      chmodSync(env.DAYBOOK_DATA_DIR, 0o755)
      expect((yield* run(["doctor"], env)).stdout).toMatch(/^-- +data folder .*chmod 700/m)
      expect((yield* run(["doctor", "--fix"], env)).stdout).toMatch(/^ok +data folder .*\(fixed\)$/m)
      expect(statSync(env.DAYBOOK_DATA_DIR).mode & 0o777).toBe(0o700)
    }),
  patience
)

it.scopedLive(
  "the completion scripts contain the commands",
  () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      for (const shell of ["bash", "zsh", "fish", "sh"]) {
        const { code, stdout } = yield* run(["--completions", shell], {}, cwd)
        expect(code).toBe(0)
        for (const word of ["sync", "year", "keys", "no-followers"]) expect(stdout).toContain(word)
      }
    }),
  patience
)

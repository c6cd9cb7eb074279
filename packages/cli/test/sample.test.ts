import { hostLayer } from "@daybook/adapters"
import { restoreBackup } from "@daybook/adapters/backup"
import { Listening } from "@daybook/core/listening"
import { NodeContext } from "@effect/platform-node"
import { expect, it } from "@effect/vitest"
import { Clock, ConfigProvider, Effect, Layer } from "effect"
import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { folder } from "./support/dataDir.js"
import { patience } from "./support/daybook.js"
import { root } from "./support/guides.js"

const sample = join(root, "packages/cli/sample/sample.daybook")
const zone = "Europe/Berlin"
const dayMs = 86_400_000

interface Recording {
  readonly madeAt: number
  readonly plays: ReadonlyArray<number>
}

/** The instants of the recorded plays, read with the system's tar. */
const recording = (into: string): Recording => {
  mkdirSync(into)
  execFileSync("tar", ["-xf", sample, "-C", into])
  const { made_at, tables } = JSON.parse(readFileSync(join(into, "daybook.json"), "utf8")) as {
    readonly made_at: string
    readonly tables: ReadonlyArray<{ readonly name: string; readonly columns: ReadonlyArray<string> }>
  }
  const { columns } = tables.find(({ name }) => name === "listening_plays")!
  const pieces = join(into, "tables/listening_plays")
  const lines = readdirSync(pieces).flatMap((piece) =>
    gunzipSync(readFileSync(join(pieces, piece)))
      .toString()
      .trimEnd()
      .split("\n")
  )
  const place = columns.indexOf("played_at")
  return {
    madeAt: Date.parse(made_at),
    plays: lines.map((line) => Date.parse(`${(JSON.parse(line) as ReadonlyArray<string>)[place]!}:00`))
  }
}

/** The length in days of the longest run of days with a play. */
const longestStreak = (plays: ReadonlyArray<number>) => {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" })
  const days = [...new Set(plays.map((at) => Date.parse(format.format(at)) / dayMs))].sort((a, b) => a - b)
  let [longest, length] = [0, 0]
  days.forEach((day, index) => {
    length = day - 1 === days[index - 1] ? length + 1 : 1
    longest = Math.max(longest, length)
  })
  return longest
}

it.scopedLive(
  "the sample of the package moves up to now, however old it is, and is counted again",
  () =>
    Effect.gen(function* () {
      const data = yield* folder
      const { madeAt, plays } = recording(join(data, "recording"))
      const now = madeAt + 1_000 * dayMs + 3_600_000
      const clock: Clock.Clock = Object.assign(Object.create(Clock.make()) as Clock.Clock, {
        currentTimeMillis: Effect.succeed(now),
        unsafeCurrentTimeMillis: () => now
      })
      const settings = ConfigProvider.fromMap(
        new Map([
          ["DAYBOOK_DATA_DIR", join(data, "instance")],
          ["DAYBOOK_TIMEZONE", zone]
        ])
      )
      const answers = yield* Effect.gen(function* () {
        yield* restoreBackup(sample, { replace: false, isSample: true })
        return yield* Effect.gen(function* () {
          const listening = yield* Listening
          const page = { page: 1, limit: 1 }
          return {
            streaks: yield* listening.streaks(),
            stats: yield* listening.stats({}),
            recent: yield* listening.recent(page, {})
          }
        }).pipe(Effect.provide(hostLayer))
      }).pipe(
        Effect.withClock(clock),
        Effect.provide(Layer.merge(NodeContext.layer, Layer.setConfigProvider(settings)))
      )
      const moved = plays.map((at) => at + 1_000 * dayMs)
      expect(plays.length).toBeGreaterThan(10_000)
      expect(answers.stats).toMatchObject({ total_scrobbles: plays.length })
      expect(answers.streaks).toMatchObject({ longest: { days: longestStreak(moved) } })
      expect(answers.recent.data[0]!.scrobbled_at).toBe(new Date(Math.max(...moved)).toISOString())
    }),
  patience
)

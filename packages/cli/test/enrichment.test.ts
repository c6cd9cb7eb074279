import { lastfmQuotedCsv } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { daybook, patience, run } from "./support/daybook.js"
import { folder } from "./support/dataDir.js"
import { get, newKey } from "./support/host.js"
import { world } from "./support/world.js"

interface Item {
  readonly apple_music_url: string | null
  readonly image: unknown
}

/** The number of matching items, once there is any. */
const countWhenAny = (list: Effect.Effect<ReadonlyArray<Item>>, has: (item: Item) => boolean) =>
  Effect.retry(
    Effect.flatMap(list, (items) =>
      items.some(has) ? Effect.succeed(items.filter(has).length) : Effect.fail("none yet" as const)
    ),
    Schedule.intersect(Schedule.spaced("100 millis"), Schedule.recurs(1_200))
  )

describe("a running host", { timeout: patience }, () => {
  it.scopedLive("enriches imported records without a schedule and without the source's key", () =>
    Effect.gen(function* () {
      const { env, simulators } = yield* world
      const file = join(yield* folder, "plays.csv")
      writeFileSync(file, lastfmQuotedCsv((yield* simulators.lastfm.control.plays()).slice(0, 40)))
      const otherSettings = Object.entries(env).filter(
        ([name]) => !/^LASTFM_(API_KEY|USERNAME)$|^DAYBOOK_LASTFM/.test(name)
      )
      const alone = { ...Object.fromEntries(otherSettings), APPLE_MUSIC_ENABLED: "true", DAYBOOK_RATE_LIMIT: "100000" }
      yield* run(["import", "lastfm", file], alone)
      const { key } = yield* newKey(alone)
      const host = yield* daybook(["serve", "--port", "0", "--no-schedule"], alone)
      const url = yield* host.says(/listening on (http:\/\/\S+)/)
      const list = (kind: string) =>
        Effect.map(get(`${url}/v1/listening/${kind}?limit=100`, key), ({ body }) => body["data"] as ReadonlyArray<Item>)
      expect(yield* countWhenAny(list("artists"), (one) => one.apple_music_url !== null)).toBeGreaterThan(0)
      expect(yield* countWhenAny(list("albums"), (one) => one.image !== null)).toBeGreaterThan(0)
    })
  )
})

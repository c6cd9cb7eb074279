import { describe, expect, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { Plex } from "../../src/plex/client.js"
import { readLibrary } from "../../src/plex/library.js"
import type { Raw } from "../../src/plex/wire.js"

const film = (ratingKey: string, lastViewedAt: number): Raw => ({
  ratingKey,
  type: "movie",
  title: `Film ${ratingKey}`,
  viewCount: 1,
  lastViewedAt,
  userRating: 8
})
const episode = (ratingKey: string, lastViewedAt: number): Raw => ({
  ratingKey,
  type: "episode",
  title: "Pilot",
  grandparentTitle: "Show",
  parentIndex: 1,
  index: 1,
  viewCount: 1,
  lastViewedAt
})

const lists: Readonly<Record<string, ReadonlyArray<Raw>>> = {
  "/library/sections": [
    { key: "1", type: "movie" },
    { key: "2", type: "show" }
  ],
  "1": [film("11", 2_000), film("12", 10)],
  "2": [],
  "4": [episode("21", 2_000), episode("22", 10)]
}
const container = (rows: ReadonlyArray<Raw>) => Effect.succeed({ rows, total: rows.length, container: {} })

const plex: Plex = {
  get: (path) => container(lists[path] ?? []),
  part: (_, query, start) => container((lists[String(query["type"])] ?? []).slice(start)),
  find: () => Effect.succeed(Option.none())
}

describe("the media server's library", () => {
  it.effect("is listed since the last sync, except films, which may be rated later", () =>
    Effect.gen(function* () {
      const { watched } = yield* readLibrary(plex, 1_000)
      expect(watched.map(({ ratingKey }) => ratingKey)).toStrictEqual(["11", "12", "21"])
    })
  )
})

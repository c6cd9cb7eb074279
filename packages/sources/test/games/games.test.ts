import { games } from "@daybook/core/games"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { type SourceUnderTest, stage } from "../../../adapters/src/source-testing/stage.js"
import { readCollection, readPlays } from "../../src/boardgamegeek/wire.js"
import { boardgamegeek } from "../../src/boardgamegeek/source.js"
import { steam } from "../../src/steam/source.js"
import { checksOf } from "../support/checksOf.js"
import * as Services from "./support.js"

const steamSettings = (address: string, key = "right") => ({
  DAYBOOK_STEAM_BASE_URL: address,
  DAYBOOK_STEAM_ID: "76561190000000001",
  DAYBOOK_STEAM_API_KEY: key,
  DAYBOOK_STEAM_MIN_INTERVAL_MS: "0"
})

const geekSettings = (address: string, username = "owner", token = "right") => ({
  DAYBOOK_BOARDGAMEGEEK_BASE_URL: address,
  DAYBOOK_BOARDGAMEGEEK_USERNAME: username,
  DAYBOOK_BOARDGAMEGEEK_TOKEN: token,
  DAYBOOK_BOARDGAMEGEEK_MIN_INTERVAL_MS: "0"
})

const ofSteam = (respond = Services.steam(), key?: string): SourceUnderTest => ({
  source: steam,
  domains: [games],
  provider: (address) => ({ respond, settings: steamSettings(address, key) })
})

const ofGeek = (options = {}, username?: string, token?: string): SourceUnderTest => ({
  source: boardgamegeek,
  domains: [games],
  provider: (address) => ({
    respond: Services.boardGameGeek(options),
    settings: geekSettings(address, username, token)
  })
})

describe.each([
  ["steam", ofSteam()],
  ["boardgamegeek", ofGeek()]
] as const)("%s", (_, subject) => {
  it.each(checksOf(subject).map(({ name, run }) => [name, run] as const))("%s", (_name, run) => run())
})

const failureOf = (subject: SourceUnderTest) =>
  Effect.scoped(Effect.flatMap(stage(subject), ({ sync }) => Effect.flip(sync()))).pipe(Effect.orDie)

describe("the library of Steam", () => {
  it.live("stores games, and gives a game without a start no time", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { sync, tables } = yield* stage(ofSteam())
        expect(yield* sync()).toMatchObject({ added: 3, changed: 0, removed: 0 })
        expect(JSON.stringify(yield* tables)).toContain("雨の町")
      })
    )
  )

  it.live("says what to do about a hidden profile and a wrong key, without the key", () =>
    Effect.gen(function* () {
      expect(yield* failureOf(ofSteam(Services.steam({})))).toMatchObject({
        state: "forbidden",
        next: expect.stringContaining("Game details to Public")
      })
      const refused = yield* failureOf(ofSteam(undefined, "wrong-key"))
      expect(refused).toMatchObject({ state: "unauthorized", next: expect.stringContaining("DAYBOOK_STEAM_API_KEY") })
      expect(JSON.stringify(refused)).not.toContain("wrong-key")
    })
  )
})

describe("BoardGameGeek", () => {
  it.live("waits while the collection is prepared, and reads every page of plays", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { provider, sync } = yield* stage(ofGeek({ preparations: 3 }))
        expect(yield* sync()).toMatchObject({ added: 3 + 130 })
        expect(provider.requests()).toBe(3 + 1 + 2)
      })
    )
  )

  it.live("names the setting that is wrong", () =>
    Effect.gen(function* () {
      expect(yield* failureOf(ofGeek({}, "nobody"))).toMatchObject({
        message: expect.stringContaining("Invalid username specified"),
        next: expect.stringContaining("DAYBOOK_BOARDGAMEGEEK_USERNAME")
      })
      expect(yield* failureOf(ofGeek({}, "owner", "wrong"))).toMatchObject({ state: "unauthorized" })
    })
  )

  it("reads a rating of N/A, names in digits, and unknown numbers of players", () => {
    expect(Either.getOrThrow(readCollection(Services.collection))).toStrictEqual([
      {
        item: 70_000_001,
        boardgame: 70_020_001,
        name: "Harbour & Masters",
        image: "https://cf.example.org/a.jpg",
        year: 2018,
        min_players: 2,
        max_players: 4,
        rating: 8,
        plays: 3,
        comment: "Good <one>"
      },
      expect.objectContaining({ name: "1917", rating: null, min_players: null, max_players: null, year: null }),
      expect.objectContaining({ item: 70_000_003, rating: 7.5, min_players: 2, max_players: null })
    ])
  })

  it("reads an empty list, and refuses what is no list", () => {
    expect(Either.getOrThrow(readPlays('<plays username="a" total="0" page="1"></plays>'))).toStrictEqual({
      plays: [],
      total: 0
    })
    expect(Either.getOrThrow(readCollection('<items totalitems="0"/>'))).toStrictEqual([])
    for (const text of ["", "{}", "<html></html>", '<plays total="1"><play']) {
      expect(Either.isLeft(readPlays(text))).toBe(true)
      expect(Either.isLeft(readCollection(text))).toBe(true)
    }
  })
})

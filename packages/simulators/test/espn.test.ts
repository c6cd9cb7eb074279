import { HttpClientRequest } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { inProcessClient, makeSimulators } from "../src/index.js"
import { birthday } from "./asking.js"

const named = "Example/1.0 (+https://example.org)"

const setUp = Effect.map(Effect.orDie(makeSimulators("http://simulated.example", { endsAt: birthday })), (world) => {
  const client = inProcessClient(world.simulators)
  const get = (path: string, params: Readonly<Record<string, string>>, agent = named) =>
    Effect.orDie(
      Effect.gen(function* () {
        const url = `http://simulated.example/espn/apis/site/v2/sports/${path}`
        const request = HttpClientRequest.get(url, { urlParams: params, headers: { "user-agent": agent } })
        const response = yield* client.execute(request)
        return { status: response.status, text: yield* response.text }
      })
    )
  const games = (path: string, params: Readonly<Record<string, string>>) =>
    Effect.map(get(`${path}/scoreboard`, params), ({ text }) => {
      const { events } = JSON.parse(text) as { readonly events: ReadonlyArray<{ readonly id: string }> }
      return events.map(({ id }) => id)
    })
  return { get, games }
})

// As people measured the provider in September 2026.
describe("ESPN as simulated", () => {
  it.effect("refuses ranges of days and takes a day, a month and a year", () =>
    Effect.gen(function* () {
      const { games, get } = yield* setUp
      for (const dates of ["20261001-20261003", "20261001-20261001", "20250601-20250603", "20261001-", "20261001,1002"])
        expect(yield* get("football/nfl/scoreboard", { dates, limit: "500" })).toStrictEqual({
          status: 400,
          text: '{"code":400,"message":"Failed to get events endpoint."}'
        })
      const days = ["20261001", "20261002", "20261003", "20261004", "20261005"]
      const one = (yield* Effect.forEach(days, (dates) => games("football/nfl", { dates }))).flat()
      const month = yield* games("football/nfl", { dates: "202610", limit: "500" })
      const year = yield* games("football/nfl", { dates: "2026", limit: "500" })
      expect(one.length).toBeGreaterThan(1)
      expect(one.every((id) => month.includes(id))).toBe(true)
      expect(month.every((id) => year.includes(id))).toBe(true)
      expect([month.length > one.length, year.length > month.length]).toStrictEqual([true, true])
    })
  )

  it.effect("cuts a list silently from a limit of 600 on", () =>
    Effect.gen(function* () {
      const { games } = yield* setUp
      const ofYear = (limit: string) => games("basketball/nba", { dates: "2026", limit })
      const whole = yield* ofYear("500")
      expect(whole.length).toBeGreaterThan(25)
      expect([(yield* ofYear("600")).length, (yield* ofYear("900")).length]).toStrictEqual([25, 25])
      expect((yield* games("basketball/mens-college-basketball", { dates: "202601", limit: "500" })).length).toBe(0)
    })
  )

  it.effect("lists soccer of days to come in the month alone", () =>
    Effect.gen(function* () {
      const { games } = yield* setUp
      const month = yield* games("soccer/usa.1", { dates: "202703", limit: "500" })
      expect(month.length).toBeGreaterThan(0)
      const days = Array.from({ length: 31 }, (_, index) => `202703${String(index + 1).padStart(2, "0")}`)
      expect((yield* Effect.forEach(days, (dates) => games("soccer/usa.1", { dates }))).flat()).toStrictEqual([])
    })
  )

  it.effect("refuses a program without an address", () =>
    Effect.gen(function* () {
      const { get } = yield* setUp
      const status = (agent: string) =>
        Effect.map(get("football/nfl/scoreboard", { dates: "20261001" }, agent), (answer) => answer.status)
      expect(yield* Effect.forEach(["Example/1.0", "Example/1.0 (a reader)"], status)).toStrictEqual([403, 403])
      expect(yield* Effect.forEach([named, "Example/1.0 (me@example.org)", "Mozilla/5.0 (X11)"], status)).toStrictEqual(
        [200, 200, 200]
      )
    })
  )
})

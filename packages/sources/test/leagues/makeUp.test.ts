import type { Game, EventTarget } from "@daybook/core/attending"
import { describe, expect, it } from "@effect/vitest"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { Duration, Effect, FastCheck as fc, TestClock } from "effect"
import { make } from "../../src/espn/client.js"
import { enrichments } from "../../src/espn/enrichment.js"
import { makeUpOf } from "../../src/kit/enrichment/gameMatching.js"
import { makeMemory } from "./memory.js"

const game = (id: number, date: string, visitor = 2, state: Game["state"] = "scheduled"): Game => ({
  external: { source: "espn", id: String(id) },
  league: "nba",
  season: 2027,
  gameType: "regular-season",
  state,
  date,
  at: null,
  number: 1,
  series: null,
  home: { team: { id: 1, name: "Home", abbreviation: "H" }, score: null },
  away: { team: { id: visitor, name: "Away", abbreviation: "A" }, score: null },
  venue: null,
  details: null
})
const dayOf = (index: number) => new Date(Date.UTC(2026, 9, 1) + index * 86_400_000).toISOString().slice(0, 10)

/** Visitors 2 to 21 twice each, numbered in the order of their dates. */
const season = Array.from({ length: 40 }, (_, index) => game(1_000 + index, dayOf(index * 3), 2 + (index % 20)))

describe("a make-up game under a new id", () => {
  it("is distinguished from the visitor's next regular game by its id", () => {
    fc.assert(
      fc.property(fc.nat(19), fc.integer({ min: 1, max: 37 }), fc.boolean(), (index, after, isScheduled) => {
        const postponed: Game = { ...season[index]!, state: "postponed" }
        const makeUp = game(2_000, dayOf(Math.min(index + after, 38) * 3 + 1), postponed.away.team.id)
        const schedule = [...season.with(index, postponed), ...(isScheduled ? [makeUp] : [])]
        expect(makeUpOf(postponed, schedule, true)).toBe(isScheduled ? makeUp : null)
      })
    )
  })

  it("is the only later game when teams meet once, and none when ambiguous", () => {
    const postponed = game(1, "2026-10-01", 2, "postponed")
    const [next, other] = [game(2, "2026-11-01"), game(3, "2026-12-01")]
    expect(makeUpOf(postponed, [postponed, next, game(4, "2026-12-24", 3)], false)).toBe(next)
    expect(makeUpOf(postponed, [postponed, next, other], false)).toBeNull()
    expect(makeUpOf(postponed, [postponed, { ...next, state: "cancelled" }, game(5, "2026-09-01")], false)).toBeNull()
    const venue = { address: null, city: null, state: null, country: null, latitude: null, longitude: null }
    const at = (name: string) => ({ venue: { ...venue, name, capacity: null, zone: null } })
    expect(makeUpOf({ ...postponed, ...at("One") }, [{ ...next, ...at("Two") }], false)).toBeNull()
  })

  it.effect("is found in the home team's season and read from its own page", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2027-02-01T12:00:00Z"))
      const side = (id: string, homeAway: string) => ({
        homeAway,
        score: "101",
        team: { id, displayName: `Team ${id}` }
      })
      const competition = (name: string, completed: boolean, date: string) => ({
        date,
        venue: { fullName: "Hall", address: { city: "Seattle", state: "WA" } },
        competitors: [side("1", "home"), side("2", "away")],
        status: { type: { name, state: "post", completed } }
      })
      const old = competition("STATUS_POSTPONED", false, "2026-12-02T03:00Z")
      const played = competition("STATUS_FINAL", true, "2027-01-13T03:00Z")
      const summaryOf = (id: string, of: typeof old) => ({
        header: { id, season: { year: 2027, type: 2 }, competitions: [of] },
        gameInfo: { attendance: 18_000 }
      })
      const last = { ...played, date: "2027-04-11T03:00Z", competitors: [side("1", "home"), side("9", "away")] }
      const event = (id: string, of: typeof old) => ({ id, date: of.date, season: { year: 2027 }, competitions: [of] })
      const bodyOf = (url: string) =>
        url.includes("/teams/1/schedule")
          ? { events: [event("500", old), event("900", played), event("510", last)] }
          : url.includes("event=500")
            ? summaryOf("500", old)
            : url.includes("event=900")
              ? summaryOf("900", played)
              : { sports: [{ leagues: [{ teams: [{ team: { id: "1" } }] }] }], team: {}, events: [] }
      const client = HttpClient.make((request, url) =>
        Effect.succeed(HttpClientResponse.fromWeb(request, Response.json(bodyOf(url.href))))
      )
      const postponedEvent: EventTarget = {
        id: 1,
        kind: "nba_game",
        title: "Team 2 at Team 1",
        date: "2026-12-01",
        at: null,
        venue: null,
        teams: null,
        performers: [],
        external: { source: "espn", id: "500" },
        attempts: 0
      }
      const memory = makeMemory([postponedEvent])
      const settings = { baseUrl: "http://espn.example", gap: Duration.zero, ownTeams: [] }
      const espn = yield* make(settings).pipe(Effect.provideService(HttpClient.HttpClient, client))
      yield* memory.drain(yield* enrichments(espn, settings))
      expect(memory.games.get("500 2026-12-01")?.state).toBe("postponed")
      const makeUp = memory.games.get("900 2027-01-12")
      expect([makeUp?.state, makeUp?.makesUpFor, makeUp?.details?.attendance]).toStrictEqual([
        "final",
        { source: "espn", id: "500" },
        18_000
      ])
      // The make-up game is over and told in full, so nothing is asked again.
      expect(memory.outcomes.get("espn-games 1")?.until).toBe(Number.POSITIVE_INFINITY)
    })
  )
})

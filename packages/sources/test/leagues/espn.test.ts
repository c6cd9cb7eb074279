import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, TestClock } from "effect"
import { clubs, Fault } from "@daybook/simulators"
import { inTime } from "../support/inTime.js"
import { stage, today } from "./stage.js"

const set = TestClock.setTime(today)

describe("espn", () => {
  it.effect(
    "finds every game of six leagues with scores, venues and players, and never requests a final one again",
    () =>
      Effect.gen(function* () {
        yield* set
        const world = yield* stage()
        const ours = world.outings.filter(({ fixture }) => fixture !== null && fixture.league !== "mlb")
        const memory = world.memory(world.events.filter(({ kind }) => kind!.endsWith("_game") && kind !== "mlb_game"))
        const source = yield* world.sourceOf("espn")
        yield* memory.drain(source.enrichments)
        expect([...new Set(ours.map(({ fixture }) => fixture!.league))].sort()).toStrictEqual([
          "mls",
          "nba",
          "ncaab",
          "ncaaf",
          "nfl",
          "wnba"
        ])
        for (const { at, date, fixture, place } of ours) {
          const game = memory.games.get(`${fixture!.id} ${date}`)
          expect(game, `${fixture!.league} ${date}`).toBeDefined()
          const isOver = at < today
          expect([game!.state, game!.season, game!.home.team.id, game!.away.team.id]).toStrictEqual([
            isOver ? "final" : "scheduled",
            fixture!.season,
            fixture!.home.id,
            fixture!.away.id
          ])
          expect([game!.venue!.name, game!.venue!.zone, game!.venue!.country, game!.venue!.capacity]).toStrictEqual([
            place.name,
            place.zone,
            "US",
            place.capacity
          ])
          expect(typeof game!.home.score === "number").toBe(isOver)
          if (!isOver) continue
          expect(game!.at).toBe(at)
          const { appearances } = game!.details!
          expect(appearances.filter(({ isHome }) => isHome).length).toBeGreaterThan(4)
          expect(new Set(appearances.map(({ player }) => player.id)).size).toBe(appearances.length)
          expect(appearances.every(({ batting, pitching }) => batting === null && pitching === null)).toBe(true)
        }
        const { clear, all } = world.simulators.espn.control.requests
        yield* clear
        yield* memory.drain(source.enrichments)
        expect(yield* all).toStrictEqual([])
      })
  )

  it.effect("teams have colours, logos, conference and division; of colleges only those that played", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const memory = world.memory(world.events.filter(({ kind }) => kind === "nfl_game" || kind === "ncaaf_game"))
      yield* memory.drain((yield* world.sourceOf("espn")).enrichments)
      const seahawks = memory.teams.get("nfl 26")!
      expect([
        seahawks.primaryColor,
        seahawks.secondaryColor,
        seahawks.conference,
        seahawks.division,
        seahawks.logoUrl,
        seahawks.logoDarkUrl
      ]).toStrictEqual([
        "#002a5c",
        "#69be28",
        "National Football Conference",
        "NFC West",
        "http://simulated.example/espn/i/teamlogos/nfl/500/sea.png",
        "http://simulated.example/espn/i/teamlogos/nfl/500-dark/sea.png"
      ])
      expect([...memory.teams.values()].filter(({ league }) => league === "nfl")).toHaveLength(clubs.nfl.length)
      const played = new Set(
        [...memory.games.values()]
          .filter(({ league }) => league === "ncaaf")
          .flatMap(({ away, home }) => [away.team.id, home.team.id])
      )
      expect(
        new Set([...memory.teams.values()].flatMap(({ id, league }) => (league === "ncaaf" ? [id] : [])))
      ).toStrictEqual(played)
    })
  )

  it.effect("teams missing from lists are taken from scoreboards", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      yield* world.simulators.espn.control.faults.when(
        ({ path }) => path.endsWith("/teams"),
        Fault.Status({ status: 404 })
      )
      const memory = world.memory(world.events.filter(({ kind }) => kind === "nfl_game"))
      yield* memory.drain((yield* world.sourceOf("espn")).enrichments)
      const seahawks = memory.teams.get("nfl 26")!
      expect([seahawks.fullName, seahawks.primaryColor, seahawks.secondaryColor]).toStrictEqual([
        "Seattle Seahawks",
        "#002a5c",
        "#69be28"
      ])
      expect(seahawks.logoUrl ?? "").toMatch(/sea\.png$/)
    })
  )

  it.effect("a game without a summary is read from the scoreboard once", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      yield* world.simulators.espn.control.faults.when(
        ({ path }) => path.endsWith("/summary"),
        Fault.Status({ status: 404 })
      )
      const memory = world.memory(world.events.filter(({ kind }) => kind === "nfl_game"))
      const source = yield* world.sourceOf("espn")
      yield* memory.drain(source.enrichments)
      const played = world.outings.filter(({ at, fixture }) => fixture?.league === "nfl" && at < today)
      expect(played.length).toBeGreaterThan(0)
      for (const { date, fixture } of played) {
        const game = memory.games.get(`${fixture!.id} ${date}`)!
        expect([game.state, typeof game.home.score, game.details?.appearances]).toStrictEqual(["final", "number", []])
        expect(game.details!.attendance!).toBeGreaterThan(0)
      }
      expect(
        [...memory.outcomes].every(([task, { attempts }]) => !task.startsWith("espn-games") || attempts === 0)
      ).toBe(true)
    })
  )

  it.effect("a row of unknown kind is matched in the league that has both teams", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const outing = world.outings.find(({ fixture }) => fixture?.league === "wnba")!
      const event = world.events.find(({ date, kind }) => kind === "wnba_game" && date === outing.date)!
      const memory = world.memory([{ ...event, kind: null, title: "Ladies' night" }])
      // The domain asks every league for events of unknown kind that name teams.
      const source = yield* world.sourceOf("espn")
      yield* memory.drain(source.enrichments)
      expect(memory.games.has(`${outing.fixture!.id} ${outing.date}`)).toBe(true)
      const requests = yield* world.simulators.espn.control.requests.all
      const scoreboards = requests.filter(({ path }) => path.endsWith("/scoreboard"))
      expect(scoreboards.map(({ path }) => path.split("/").at(-2))).toStrictEqual(["wnba", "wnba", "wnba"])
    })
  )

  it.effect("error pages, 403 and 429 are retried; lasting errors leave the events due", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const ours = world.events.filter(({ kind }) => kind === "nfl_game").slice(0, 3)
      const memory = world.memory(ours)
      const { faults } = world.simulators.espn.control
      yield* faults.next(Fault.Html({ status: 403 }), Fault.Html({}), Fault.Status({ status: 429 }), Fault.Truncated())
      const { exit } = yield* inTime(memory.drain((yield* world.sourceOf("espn")).enrichments))
      expect(Exit.isSuccess(exit)).toBe(true)
      expect(memory.games.size).toBeGreaterThan(2)
      const other = world.memory(ours)
      yield* faults.when(({ path }) => path.endsWith("/scoreboard"), Fault.Html({ status: 403 }))
      const lasting = yield* inTime(Effect.flip(other.drain((yield* world.sourceOf("espn")).enrichments)))
      expect(String(Exit.isSuccess(lasting.exit) && (lasting.exit.value as Error).message)).toContain(
        "ESPN rejects programs"
      )
      expect(other.outcomes.size).toBe(0)
    })
  )
})

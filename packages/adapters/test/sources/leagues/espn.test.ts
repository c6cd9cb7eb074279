import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, TestClock } from "effect"
import { clubs, Fault } from "../../../src/simulators/index.js"
import { inTime } from "../support/inTime.js"
import { stage, today } from "./stage.js"

const set = TestClock.setTime(today)

describe("espn", () => {
  it.effect("finds every game of six leagues, with scores, places and who played, and never asks again for what is over", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const ours = world.outings.filter(({ fixture }) => fixture !== null && fixture.league !== "mlb")
      const memory = world.memory(world.events.filter(({ kind }) => kind!.endsWith("_game") && kind !== "mlb_game"))
      const source = yield* world.sourceOf("espn")
      yield* memory.drain(source.followers)
      assert.deepStrictEqual([...new Set(ours.map(({ fixture }) => fixture!.league))].sort(), ["mls", "nba", "ncaab", "ncaaf", "nfl", "wnba"])
      for (const { at, date, fixture, place } of ours) {
        const game = memory.games.get(`${fixture!.id} ${date}`)
        assert.isDefined(game, `${fixture!.league} ${date}`)
        const isOver = at < today
        assert.deepStrictEqual([game!.state, game!.season, game!.home.team.id, game!.away.team.id], [isOver ? "final" : "scheduled", fixture!.season, fixture!.home.id, fixture!.away.id])
        assert.deepStrictEqual([game!.venue!.name, game!.venue!.zone, game!.venue!.country, game!.venue!.capacity], [place.name, place.zone, "US", place.capacity])
        assert.strictEqual(typeof game!.home.score === "number", isOver)
        if (!isOver) continue
        assert.strictEqual(game!.at, at)
        const { appearances } = game!.details!
        assert.isAbove(appearances.filter(({ isHome }) => isHome).length, 4)
        assert.strictEqual(new Set(appearances.map(({ player }) => player.id)).size, appearances.length)
        assert.isTrue(appearances.every(({ batting, pitching }) => batting === null && pitching === null))
      }
      const { clear, all } = world.simulators.espn.control.requests
      yield* clear
      yield* memory.drain(source.followers)
      assert.deepStrictEqual(yield* all, [])
    }))

  it.effect("teams have colours with #, logos by their kind, conference and division; of colleges only those that played", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const memory = world.memory(world.events.filter(({ kind }) => kind === "nfl_game" || kind === "ncaaf_game"))
      yield* memory.drain((yield* world.sourceOf("espn")).followers)
      const seahawks = memory.teams.get("nfl 26")!
      assert.deepStrictEqual(
        [seahawks.primaryColor, seahawks.secondaryColor, seahawks.conference, seahawks.division, seahawks.logoUrl, seahawks.logoDarkUrl],
        ["#002a5c", "#69be28", "National Football Conference", "NFC West", "http://simulated.example/espn/i/teamlogos/nfl/500/sea.png", "http://simulated.example/espn/i/teamlogos/nfl/500-dark/sea.png"]
      )
      assert.strictEqual([...memory.teams.values()].filter(({ league }) => league === "nfl").length, clubs.nfl.length)
      const played = new Set([...memory.games.values()].filter(({ league }) => league === "ncaaf").flatMap(({ away, home }) => [away.team.id, home.team.id]))
      assert.deepStrictEqual(new Set([...memory.teams.values()].flatMap(({ id, league }) => league === "ncaaf" ? [id] : [])), played)
    }))

  it.effect("teams that no list has look as scoreboards show them", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      yield* world.simulators.espn.control.faults.when(({ path }) => path.endsWith("/teams"), Fault.Status({ status: 404 }))
      const memory = world.memory(world.events.filter(({ kind }) => kind === "nfl_game"))
      yield* memory.drain((yield* world.sourceOf("espn")).followers)
      const seahawks = memory.teams.get("nfl 26")!
      assert.deepStrictEqual([seahawks.fullName, seahawks.primaryColor, seahawks.secondaryColor], ["Seattle Seahawks", "#002a5c", "#69be28"])
      assert.match(seahawks.logoUrl ?? "", /sea\.png$/)
    }))

  it.effect("a game without a page of its own is told by the scoreboard, once", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      yield* world.simulators.espn.control.faults.when(({ path }) => path.endsWith("/summary"), Fault.Status({ status: 404 }))
      const memory = world.memory(world.events.filter(({ kind }) => kind === "nfl_game"))
      const source = yield* world.sourceOf("espn")
      yield* memory.drain(source.followers)
      const played = world.outings.filter(({ at, fixture }) => fixture?.league === "nfl" && at < today)
      assert.isAbove(played.length, 0)
      for (const { date, fixture } of played) {
        const game = memory.games.get(`${fixture!.id} ${date}`)!
        assert.deepStrictEqual([game.state, typeof game.home.score, game.details?.appearances], ["final", "number", []])
        assert.isAbove(game.details!.attendance!, 0)
      }
      assert.isTrue([...memory.settled].every(([task, { attempts }]) => !task.startsWith("espn-games") || attempts === 0))
    }))

  it.effect("a row of unknown kind is found in the league that has both teams", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const outing = world.outings.find(({ fixture }) => fixture?.league === "wnba")!
      const event = world.events.find(({ date, kind }) => kind === "wnba_game" && date === outing.date)!
      const memory = world.memory([{ ...event, kind: null, title: "Ladies' night" }])
      // The room asks every league for events of unknown kind that name teams.
      const source = yield* world.sourceOf("espn")
      yield* memory.drain(source.followers)
      assert.isTrue(memory.games.has(`${outing.fixture!.id} ${outing.date}`))
      const requests = yield* world.simulators.espn.control.requests.all
      assert.strictEqual(requests.filter(({ path }) => path.endsWith("/scoreboard")).length, 1)
    }))

  it.effect("error pages, 403 and 429 pass; what lasts leaves the events due", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const ours = world.events.filter(({ kind }) => kind === "nfl_game").slice(0, 3)
      const memory = world.memory(ours)
      const { faults } = world.simulators.espn.control
      yield* faults.next(Fault.Html({ status: 403 }), Fault.Html({}), Fault.Status({ status: 429 }), Fault.Truncated())
      const { exit } = yield* inTime(memory.drain((yield* world.sourceOf("espn")).followers))
      assert.isTrue(Exit.isSuccess(exit))
      assert.isAbove(memory.games.size, 2)
      const other = world.memory(ours)
      yield* faults.when(({ path }) => path.endsWith("/scoreboard"), Fault.Html({ status: 403 }))
      const lasting = yield* inTime(Effect.flip(other.drain((yield* world.sourceOf("espn")).followers)))
      assert.include(String(Exit.isSuccess(lasting.exit) && (lasting.exit.value as Error).message), "ESPN turns programs away")
      assert.strictEqual(other.settled.size, 0)
    }))
})

import type { Appearance } from "@daybook/core/attending"
import { PlayerStatsFinder } from "@daybook/core/attending"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Option, TestClock } from "effect"
import { Fault } from "../../../src/simulators/index.js"
import { playerStats } from "../../../src/sources/index.js"
import { inTime } from "../support/inTime.js"
import { stage, today } from "./stage.js"

const sum = (counts: ReadonlyArray<number | null>) => counts.reduce<number>((all, one) => all + (one ?? 0), 0)
const ofSide = (appearances: ReadonlyArray<Appearance>, isHome: boolean) => appearances.filter((one) => one.isHome === isHome)

const set = TestClock.setTime(today)

describe("mlb", () => {
  it.effect("finds every game with a box score whose sums are the game's, and never asks again", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const ours = world.events.filter(({ kind }) => kind === "mlb_game")
      const memory = world.memory(ours)
      const source = yield* world.sourceOf("mlb")
      yield* memory.drain(source.followers)
      for (const outing of world.outings.filter(({ fixture }) => fixture?.league === "mlb" && fixture.at < today)) {
        const game = memory.games.get(`${outing.fixture!.id} ${outing.date}`)!
        assert.deepStrictEqual([game.state, game.at, game.number, game.season], ["final", outing.at, outing.fixture!.number, outing.fixture!.season])
        const { appearances, decisions, linescore, winningPitcher, attendance } = game.details!
        assert.strictEqual(sum(linescore.map(({ homeRuns }) => homeRuns)), game.home.score)
        assert.strictEqual(sum(ofSide(appearances, true).map(({ batting }) => batting?.r ?? 0)), game.home.score)
        assert.strictEqual(sum(ofSide(appearances, true).map(({ pitching }) => pitching?.r ?? 0)), game.away.score)
        // The visitors bat in every inning to its end.
        assert.strictEqual(sum(ofSide(appearances, true).map(({ pitching }) => pitching?.outs ?? 0)), 3 * linescore.length)
        const winner = appearances.find(({ decision }) => decision === "W")!
        assert.deepStrictEqual([winner.player.id, winner.player.fullName, winner.isHome], [decisions!.winnerId!, winningPitcher!, game.home.score! > game.away.score!])
        assert.isAbove(attendance!, 10_000)
        assert.strictEqual(game.venue!.zone, outing.place.zone)
        assert.strictEqual(game.venue!.capacity, outing.place.capacity)
      }
      const player = [...memory.players.values()].find(({ biography }) => biography?.collegeName != null)!
      assert.match(player.photoSilo!, /\/photos\/w_426,q_100\/v1\/people\/\d+\/headshot\/silo\/current$/)
      assert.isTrue([...memory.players.values()].every(({ biography }) => biography !== null))
      const requests = world.simulators.mlb.control.requests
      yield* requests.clear
      yield* memory.drain(source.followers)
      assert.strictEqual(yield* requests.count, 0)
    }))

  it.effect("teams have logos by number and the colours that ESPN shows; without ESPN they have none, and nothing fails", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const memory = world.memory(world.events.filter(({ kind }) => kind === "mlb_game").slice(0, 1))
      yield* memory.drain((yield* world.sourceOf("mlb")).followers)
      const mariners = memory.teams.get("mlb 136")!
      assert.deepStrictEqual(
        [mariners.fullName, mariners.name, mariners.location, mariners.logoUrl, mariners.primaryColor, mariners.secondaryColor, mariners.conference, mariners.division],
        ["Seattle Mariners", "Mariners", "Seattle", "http://simulated.example/mlb/team-logos/136.svg", "#005c5c", "#0c2c56", "American League", "American League West"]
      )
      const other = world.memory(world.events.filter(({ kind }) => kind === "mlb_game").slice(0, 1))
      yield* world.simulators.espn.control.faults.when(() => true, Fault.Status({ status: 404 }))
      yield* other.drain((yield* world.sourceOf("mlb")).followers)
      assert.strictEqual(other.teams.get("mlb 136")!.primaryColor, null)
    }))

  it.effect.each([false, true])("a game that was put off is there for both of its dates, found by its number or not (%s)", (isUnnumbered) =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      if (isUnnumbered) yield* world.simulators.mlb.control.faults.when(({ params }) => params["gamePk"] !== undefined, Fault.Body({ json: { dates: [] } }))
      const moved = world.outings.filter(({ fixture, moved }) => fixture?.league === "mlb" && moved !== null)
      assert.isAbove(moved.length, 1)
      const memory = world.memory(world.events.filter((event) => moved.some(({ date, title }) => date === event.date && title === event.title)))
      yield* memory.drain((yield* world.sourceOf("mlb")).followers)
      for (const { date, fixture, moved: before } of moved) {
        const [old, played] = [memory.games.get(`${fixture!.id} ${before!.from}`)!, memory.games.get(`${fixture!.id} ${date}`)!]
        assert.deepStrictEqual([old.state, old.details, old.home.score], ["postponed", null, null])
        assert.deepStrictEqual([played.state, played.number, played.details === null], ["final", 2, false])
      }
    }))

  it.effect("trouble passes, and the same is known whatever the order of the look-ups", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const ours = world.events.filter(({ kind }) => kind === "mlb_game").slice(0, 6)
      const [one, other] = [world.memory(ours), world.memory(ours.toReversed())]
      yield* one.drain((yield* world.sourceOf("mlb")).followers)
      yield* world.simulators.mlb.control.faults.next(
        Fault.Status({ status: 429, retryAfter: 2 }), Fault.Html({}), Fault.Status({ status: 503 }), Fault.Truncated()
      )
      const { exit } = yield* inTime(other.drain((yield* world.sourceOf("mlb")).followers))
      assert.isTrue(Exit.isSuccess(exit))
      const sorted = <A>(map: Map<string, A>) => [...map].sort(([a], [b]) => a < b ? -1 : 1)
      assert.deepStrictEqual(sorted(other.games), sorted(one.games))
      assert.deepStrictEqual(sorted(other.players), sorted(one.players))
    }))

  it.effect("what lasts names itself and leaves the event due; an unknown game waits longer each time", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const [event] = world.events.filter(({ kind }) => kind === "mlb_game")
      const memory = world.memory([event!])
      yield* world.simulators.mlb.control.faults.when(({ path }) => path === "/api/v1/schedule", Fault.Html({ status: 403 }), 1)
      const failure = yield* Effect.flip(memory.drain((yield* world.sourceOf("mlb")).followers))
      assert.include(String((failure as Error).message), "MLB refuses access")
      assert.strictEqual(memory.settled.size, 0)
      const away = world.memory([{ ...event!, date: "2024-01-15", at: null }])
      yield* away.drain((yield* world.sourceOf("mlb")).followers)
      const [first] = [...away.settled.values()]
      yield* TestClock.setTime(first!.until)
      yield* away.drain((yield* world.sourceOf("mlb")).followers)
      const [second] = [...away.settled.values()]
      assert.deepStrictEqual([first!.attempts, second!.attempts], [1, 2])
      assert.isAbove(second!.until - first!.until, first!.until - today)
    }))

  it.effect("a player's season, career and splits are asked once an hour, and a lack of answer is none", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const id = 600_000 // the first Mariner
      yield* world.configured(Effect.gen(function*() {
        const finder = yield* PlayerStatsFinder
        const stats = Option.getOrThrow(yield* finder.of("mlb", id, null))
        assert.strictEqual(stats.season!.season, 2026)
        assert.isAbove(stats.career!.batting!.pa!, stats.season!.line.batting!.ab! / 2)
        assert.deepStrictEqual(stats.splits.map(({ code }) => code), ["vl", "vr", "h", "a"])
        assert.strictEqual(stats.splits[0]!.line.pitching, null)
        // The first who is at bat for his team without a place in the field pitches as well, the first pitcher only pitches.
        const [both, pitcher] = yield* Effect.all([finder.of("mlb", id + 8, null), finder.of("mlb", id + 11, null)])
        const career = (of: typeof both) => Option.getOrThrow(of).career!
        assert.deepStrictEqual([career(both).batting === null, career(both).pitching === null, career(pitcher).batting], [false, false, null])
        for (const { pitching } of [career(both), career(pitcher)]) {
          const { decisions, outs } = pitching!
          const games = (outs! - 1) / 6
          assert.deepStrictEqual([decisions.w, decisions.l, decisions.sv, decisions.hld, decisions.bs], [Math.round(games / 3), Math.round(games / 4), games % 5, games % 7, 1])
        }
        const { count } = world.simulators.mlb.control.requests
        const asked = yield* count
        yield* finder.of("mlb", id, null)
        assert.strictEqual(yield* count, asked)
        yield* TestClock.adjust("61 minutes")
        yield* finder.of("mlb", id, null)
        assert.isAbove(yield* count, asked)
        assert.isTrue(Option.isNone(yield* finder.of("nfl", id, null)))
        assert.isTrue(Option.isNone(yield* finder.of("mlb", 1, 2025)))
        yield* world.simulators.mlb.control.faults.when(() => true, Fault.Status({ status: 500 }))
        const { exit } = yield* inTime(finder.of("mlb", id + 1, 2025))
        assert.deepStrictEqual(exit, Exit.succeed(Option.none()))
      }).pipe(Effect.provide(playerStats)))
    }))
})

import type { Appearance } from "@daybook/core/attending"
import { PlayerStatsFinder } from "@daybook/core/attending"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Option, TestClock } from "effect"
import { Fault } from "@daybook/simulators"
import { playerStats } from "../../src/mlb/playerStats.js"
import { inTime } from "../support/inTime.js"
import { stage, today } from "./stage.js"

const sum = (counts: ReadonlyArray<number | null>) => counts.reduce<number>((all, one) => all + (one ?? 0), 0)
const ofSide = (appearances: ReadonlyArray<Appearance>, isHome: boolean) =>
  appearances.filter((one) => one.isHome === isHome)

const set = TestClock.setTime(today)

describe("mlb", () => {
  it.effect("finds every game with a consistent box score, and never requests it again", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const ours = world.events.filter(({ kind }) => kind === "mlb_game")
      const memory = world.memory(ours)
      const source = yield* world.sourceOf("mlb")
      yield* memory.drain(source.enrichments)
      for (const outing of world.outings.filter(({ fixture }) => fixture?.league === "mlb" && fixture.at < today)) {
        const game = memory.games.get(`${outing.fixture!.id} ${outing.date}`)!
        expect([game.state, game.at, game.number, game.season]).toStrictEqual([
          "final",
          outing.at,
          outing.fixture!.number,
          outing.fixture!.season
        ])
        const { appearances, decisions, linescore, winningPitcher, attendance } = game.details!
        expect(sum(linescore.map(({ homeRuns }) => homeRuns))).toBe(game.home.score)
        expect(sum(ofSide(appearances, true).map(({ batting }) => batting?.r ?? 0))).toBe(game.home.score)
        expect(sum(ofSide(appearances, true).map(({ pitching }) => pitching?.r ?? 0))).toBe(game.away.score)
        // The visitors bat in every inning to its end.
        expect(sum(ofSide(appearances, true).map(({ pitching }) => pitching?.outs ?? 0))).toBe(3 * linescore.length)
        const winner = appearances.find(({ decision }) => decision === "W")!
        expect([winner.player.id, winner.player.fullName, winner.isHome]).toStrictEqual([
          decisions!.winnerId!,
          winningPitcher!,
          game.home.score! > game.away.score!
        ])
        expect(attendance!).toBeGreaterThan(10_000)
        expect(game.venue!.zone).toBe(outing.place.zone)
        expect(game.venue!.capacity).toBe(outing.place.capacity)
      }
      const player = [...memory.players.values()].find(({ biography }) => biography?.collegeName != null)!
      expect(player.photoSilo!).toMatch(/\/photos\/w_426,q_100\/v1\/people\/\d+\/headshot\/silo\/current$/)
      expect([...memory.players.values()].every(({ biography }) => biography !== null)).toBe(true)
      const requests = world.simulators.mlb.control.requests
      yield* requests.clear
      yield* memory.drain(source.enrichments)
      expect(yield* requests.count).toBe(0)
    })
  )

  it.effect("teams have logos by id and ESPN's colours, or no colours when ESPN fails", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const memory = world.memory(world.events.filter(({ kind }) => kind === "mlb_game").slice(0, 1))
      yield* memory.drain((yield* world.sourceOf("mlb")).enrichments)
      const mariners = memory.teams.get("mlb 136")!
      expect([
        mariners.fullName,
        mariners.name,
        mariners.location,
        mariners.logoUrl,
        mariners.primaryColor,
        mariners.secondaryColor,
        mariners.conference,
        mariners.division
      ]).toStrictEqual([
        "Seattle Mariners",
        "Mariners",
        "Seattle",
        "http://simulated.example/mlb/team-logos/136.svg",
        "#005c5c",
        "#0c2c56",
        "American League",
        "American League West"
      ])
      const other = world.memory(world.events.filter(({ kind }) => kind === "mlb_game").slice(0, 1))
      yield* world.simulators.espn.control.faults.when(() => true, Fault.Status({ status: 404 }))
      yield* other.drain((yield* world.sourceOf("mlb")).enrichments)
      expect(other.teams.get("mlb 136")!.primaryColor).toBeNull()
    })
  )

  it.effect.each([false, true])(
    "a game that was put off is there for both of its dates, found by its number or not (%s)",
    (isUnnumbered) =>
      Effect.gen(function* () {
        yield* set
        const world = yield* stage()
        if (isUnnumbered)
          yield* world.simulators.mlb.control.faults.when(
            ({ params }) => params["gamePk"] !== undefined,
            Fault.Body({ json: { dates: [] } })
          )
        const moved = world.outings.filter(({ fixture, moved }) => fixture?.league === "mlb" && moved !== null)
        expect(moved.length).toBeGreaterThan(1)
        const memory = world.memory(
          world.events.filter((event) => moved.some(({ date, title }) => date === event.date && title === event.title))
        )
        yield* memory.drain((yield* world.sourceOf("mlb")).enrichments)
        for (const { date, fixture, moved: before } of moved) {
          const [old, played] = [
            memory.games.get(`${fixture!.id} ${before!.from}`)!,
            memory.games.get(`${fixture!.id} ${date}`)!
          ]
          expect([old.state, old.details, old.home.score]).toStrictEqual(["postponed", null, null])
          expect([played.state, played.number, played.details === null]).toStrictEqual(["final", 2, false])
        }
      })
  )

  it.effect("transient errors are retried, and the order of enrichments does not matter", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const ours = world.events.filter(({ kind }) => kind === "mlb_game").slice(0, 6)
      const [one, other] = [world.memory(ours), world.memory(ours.toReversed())]
      yield* one.drain((yield* world.sourceOf("mlb")).enrichments)
      yield* world.simulators.mlb.control.faults.next(
        Fault.Status({ status: 429, retryAfter: 2 }),
        Fault.Html({}),
        Fault.Status({ status: 503 }),
        Fault.Truncated()
      )
      const { exit } = yield* inTime(other.drain((yield* world.sourceOf("mlb")).enrichments))
      expect(Exit.isSuccess(exit)).toBe(true)
      const sorted = <A>(map: Map<string, A>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))
      expect(sorted(other.games)).toStrictEqual(sorted(one.games))
      expect(sorted(other.players)).toStrictEqual(sorted(one.players))
    })
  )

  it.effect("a lasting error is named and leaves the event due; an unknown game backs off", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const [event] = world.events.filter(({ kind }) => kind === "mlb_game")
      const memory = world.memory([event!])
      yield* world.simulators.mlb.control.faults.when(
        ({ path }) => path === "/api/v1/schedule",
        Fault.Html({ status: 403 }),
        1
      )
      const failure = yield* Effect.flip(memory.drain((yield* world.sourceOf("mlb")).enrichments))
      expect(String((failure as Error).message)).toContain("MLB refuses access")
      expect(memory.outcomes.size).toBe(0)
      const away = world.memory([{ ...event!, date: "2024-01-15", at: null }])
      yield* away.drain((yield* world.sourceOf("mlb")).enrichments)
      const [first] = [...away.outcomes.values()]
      yield* TestClock.setTime(first!.until)
      yield* away.drain((yield* world.sourceOf("mlb")).enrichments)
      const [second] = [...away.outcomes.values()]
      expect([first!.attempts, second!.attempts]).toStrictEqual([1, 2])
      expect(second!.until - first!.until).toBeGreaterThan(first!.until - today)
    })
  )

  it.effect("a player's season, career and splits are cached for an hour, and a failure yields none", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const id = 600_000 // the first Mariner
      yield* world.configured(
        Effect.gen(function* () {
          const finder = yield* PlayerStatsFinder
          const stats = Option.getOrThrow(yield* finder.of("mlb", id, null))
          expect(stats.season!.season).toBe(2026)
          expect(stats.career!.batting!.pa!).toBeGreaterThan(stats.season!.line.batting!.ab! / 2)
          expect(stats.splits.map(({ code }) => code)).toStrictEqual(["vl", "vr", "h", "a"])
          expect(stats.splits[0]!.line.pitching).toBeNull()
          // The first who is at bat for his team without a place in the field pitches as well, the first pitcher only
          // pitches.
          const [both, pitcher] = yield* Effect.all([finder.of("mlb", id + 8, null), finder.of("mlb", id + 11, null)])
          const career = (of: typeof both) => Option.getOrThrow(of).career!
          expect([
            career(both).batting === null,
            career(both).pitching === null,
            career(pitcher).batting
          ]).toStrictEqual([false, false, null])
          for (const { pitching } of [career(both), career(pitcher)]) {
            const { decisions, outs } = pitching!
            const games = (outs! - 1) / 6
            expect([decisions.w, decisions.l, decisions.sv, decisions.hld, decisions.bs]).toStrictEqual([
              Math.round(games / 3),
              Math.round(games / 4),
              games % 5,
              games % 7,
              1
            ])
          }
          const { count } = world.simulators.mlb.control.requests
          const requestCount = yield* count
          yield* finder.of("mlb", id, null)
          expect(yield* count).toBe(requestCount)
          yield* TestClock.adjust("61 minutes")
          yield* finder.of("mlb", id, null)
          expect(yield* count).toBeGreaterThan(requestCount)
          expect(Option.isNone(yield* finder.of("nfl", id, null))).toBe(true)
          expect(Option.isNone(yield* finder.of("mlb", 1, 2025))).toBe(true)
          yield* world.simulators.mlb.control.faults.when(() => true, Fault.Status({ status: 500 }))
          const { exit } = yield* inTime(finder.of("mlb", id + 1, 2025))
          expect(exit).toStrictEqual(Exit.succeed(Option.none()))
        }).pipe(Effect.provide(playerStats))
      )
    })
  )
})

import type { EventTarget } from "@daybook/core/attending"
import { describe, expect, it } from "@effect/vitest"
import { Clock, Effect, Exit, TestClock } from "effect"
import { Fault } from "@daybook/simulators"
import { datesAround } from "../../src/espn/client.js"
import { espnLeagues } from "../../src/espn/leagues.js"
import { inTime } from "../support/inTime.js"
import { stage, today } from "./stage.js"

const hourMs = 3_600_000

/** What a provider may say instead of a list of games. */
const refusals: ReadonlyArray<readonly [string, Fault]> = [
  ["HTTP 400", Fault.Status({ status: 400 })],
  ["HTTP 404", Fault.Status({ status: 404 })],
  ["an error in JSON", Fault.Body({ json: { code: 400, message: "Failed to get events endpoint." } })]
]
const moreRefusals: typeof refusals = [
  ...refusals,
  ["HTTP 403", Fault.Status({ status: 403 })],
  ["HTTP 451", Fault.Status({ status: 451 })],
  ["HTTP 503", Fault.Status({ status: 503 })],
  ["a web page", Fault.Html({})]
]

/** A league has teams. That it has no games on a day may be true. */
const refusalsOfTeams: typeof refusals = [...refusals, ["an empty list", Fault.Empty()]]

const lists: ReadonlyArray<readonly ["espn" | "mlb", RegExp, typeof refusals]> = [
  ["espn", /\/scoreboard$/, moreRefusals],
  ["espn", /\/teams$/, refusalsOfTeams],
  ["mlb", /\/schedule$/, moreRefusals],
  ["mlb", /\/v1\/teams$/, refusalsOfTeams]
]

/** Drains with a fault, then an hour later without it. */
const lived = (
  world: Effect.Effect.Success<ReturnType<typeof stage>>,
  { fault, path, source }: { readonly source: "espn" | "mlb"; readonly path: RegExp; readonly fault: Fault }
) =>
  Effect.gen(function* () {
    const kind = source === "mlb" ? "mlb_game" : "nba_game"
    const events = world.events
      .filter((event) => event.kind === kind)
      .slice(0, 2)
      // Without a kind, only the teams of a league can tell that it is one of its games.
      .map((event): EventTarget => (path.source.includes("teams") ? { ...event, kind: null } : event))
    const memory = world.memory(events)
    const { faults } = world.simulators[source].control
    const { enrichments } = yield* world.sourceOf(source)
    yield* faults.when((request) => path.test(request.path), fault)
    const { exit } = yield* inTime(Effect.flip(memory.drain(enrichments)))
    const now = yield* Clock.currentTimeMillis
    yield* faults.clear
    const dueIn = Math.max(0, ...[...memory.outcomes.values()].map(({ until }) => until - now))
    yield* TestClock.adjust("1 hour")
    yield* inTime(memory.drain(enrichments))
    return { message: Exit.isSuccess(exit) ? (exit.value as Error).message : null, dueIn, found: memory.games.size }
  })

describe("a refusal of a league's provider", () => {
  it.effect.each(lists)("%s %s is never stored as no game", ([source, path, faults]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(today)
      const world = yield* stage()
      for (const [name, fault] of faults) {
        const { dueIn, found, message } = yield* lived(world, { source, path, fault })
        // That ESPN has no such league is no failure, but the event waits no longer for it.
        const isUnknownLeague = source === "espn" && path.source.includes("teams") && name === "HTTP 404"
        expect(message ?? "", name).toMatch(isUnknownLeague ? /^$/ : /^(ESPN|MLB) /)
        expect(dueIn, name).toBeLessThanOrEqual(hourMs)
        expect(found, name).toBeGreaterThan(1)
      }
    })
  )

  it.effect("of one league leaves the others alone, and is said at the end of the pass", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(today)
      const world = yield* stage()
      const games = world.events.filter(({ kind }) => kind === "wnba_game").slice(0, 2)
      const unknown = world.events.filter(({ kind }) => kind === "nba_game").slice(0, 1)
      const nobody = { home: "Lantern Hall", away: "The Quiet Hours" }
      const elsewhere = { ...games[0]!, id: 900, kind: null, title: "Nobody", teams: nobody, date: "2026-01-02" }
      const memory = world.memory([...games, elsewhere, ...unknown.map((event) => ({ ...event, kind: null }))])
      yield* world.simulators.espn.control.faults.when(
        ({ path }) => path.includes("/hockey/"),
        Fault.Status({ status: 400 })
      )
      const { enrichments } = yield* world.sourceOf("espn")
      const { exit } = yield* inTime(Effect.flip(memory.drain(enrichments)))
      expect(Exit.isSuccess(exit) && (exit.value as Error).message).toBe(
        "ESPN rejects the request (HTTP 400) for nhl: its games are looked for again in an hour"
      )
      const dates = [...games, ...unknown].map(({ date }) => date)
      expect([...memory.games.values()].map(({ date }) => date)).toEqual(expect.arrayContaining(dates))
      const [soon, ...others] = [...memory.outcomes].toSorted(([a], [b]) =>
        a.endsWith(" 900") ? -1 : b.endsWith(" 900") ? 1 : 0
      )
      expect([soon![0], soon![1].until - today]).toStrictEqual(["espn-games 900", hourMs])
      expect(others.map(([, { attempts }]) => attempts)).toStrictEqual([0, 0, 0])
    })
  )
})

describe("what ESPN is asked", () => {
  it("is single days around a game, and months for soccer", () => {
    const datesOf = (league: string, date: string) =>
      datesAround(
        espnLeagues.find((one) => one.league === league)!,
        date
      )
    expect(datesOf("nfl", "2026-10-04")).toStrictEqual(["20261003", "20261004", "20261005"])
    expect(datesOf("ncaab", "2027-01-01")).toStrictEqual(["20261231", "20270101", "20270102"])
    expect(datesOf("mls", "2026-10-04")).toStrictEqual(["202610"])
    expect(datesOf("epl", "2027-01-01")).toStrictEqual(["202612", "202701"])
  })

  it.effect("is never a range, nor a list that ESPN cuts, and names somebody to ask", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(today)
      const world = yield* stage()
      const memory = world.memory(world.events.filter(({ kind }) => kind?.endsWith("_game") === true))
      yield* memory.drain((yield* world.sourceOf("espn")).enrichments)
      const requests = yield* world.simulators.espn.control.requests.all
      const limits = requests.flatMap(({ params }) => params["limit"] ?? [])
      expect(limits.length).toBeGreaterThan(10)
      expect(limits.every((limit) => Number(limit) <= 500)).toBe(true)
      expect(
        requests.flatMap(({ params }) => params["dates"] ?? []).every((dates) => /^\d{4}(\d{2}){1,2}$/.test(dates))
      ).toBe(true)
    })
  )
})

import { Fault } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { idsIn, playOf, recordOf, viewingsOf } from "../../src/tautulli/wire.js"
import { stage, stores } from "./stage.js"

describe("Plex's guids", () => {
  it("have ids of new and old agents", () => {
    expect(idsIn(["imdb://tt9000001", "tmdb://7", "tvdb://8", "plex://movie/5d77"], "movie")).toStrictEqual({
      imdb: "tt9000001",
      tmdb: 7,
      plex: "plex://movie/5d77"
    })
    expect(idsIn(["com.plexapp.agents.thetvdb://400001/2/5?lang=en", "", null], "show")).toStrictEqual({
      tvdb: "400001"
    })
  })
})

describe("a play whose number the library has given to another title", () => {
  const play = playOf({
    reference_id: 811,
    started: 1_741_983_069,
    stopped: 1_741_986_012,
    media_type: "movie",
    rating_key: 5_501,
    title: "Salt",
    year: 2_019,
    guid: "plex://movie/5d9c0000",
    watched_status: 1
  })!
  const titleIn = (described: Parameters<typeof recordOf>[1]) =>
    recordOf({ key: "811", plays: [play] }, described)!.subject.title

  it("keeps its own name and ids", () => {
    const other = { title: "Gull Island", year: 2_001, guid: "plex://movie/7777", guids: ["tmdb://9"] }
    expect(titleIn(other)).toMatchObject({ title: "Salt", year: 2_019, ids: { tmdb: null, plex: play.row.guid } })
    const renamed = { title: "Sel", original_title: "Salt", year: 2_019, guids: ["tmdb://7"] }
    expect(titleIn(renamed)).toMatchObject({ title: "Sel", ids: { tmdb: 7 } })
  })
})

describe("plays that Tautulli groups", () => {
  const day = 86_400
  const start = 1_741_983_069
  const row = (id: number, seconds: number, more: Readonly<Record<string, unknown>> = {}) =>
    playOf({
      reference_id: 811,
      row_id: id,
      started: start + seconds,
      stopped: start + seconds + 6_000,
      media_type: "movie",
      rating_key: 5_501,
      title: "Salt",
      guid: "plex://movie/5d9c0000",
      watched_status: 1,
      ...more
    })!
  const viewings = (...plays: ReadonlyArray<ReturnType<typeof row>>) =>
    viewingsOf(plays).map(({ key, plays }) => [key, plays.map((play) => play.row.row_id)])

  it("are one viewing if they go on within a day", () => {
    const part = row(811, 0, { watched_status: 0.5 })
    expect(viewings(part, row(812, day / 2))).toStrictEqual([["811", [811, 812]]])
    const end = row(812, 7_200, { stopped: start + 7_200 + 900 })
    expect(viewings(row(811, 0), end)).toStrictEqual([["811", [811, 812]]])
  })

  it("are several if they are long apart, of other titles, or whole", () => {
    expect(viewings(row(811, 0), row(900, 300 * day))).toStrictEqual([
      ["811", [811]],
      ["811/900", [900]]
    ])
    expect(viewings(row(811, 0), row(812, 7_200, { title: "Lamp", guid: "plex://movie/7777" }))).toStrictEqual([
      ["811", [811]],
      ["811/812", [812]]
    ])
    expect(viewings(row(811, 0), row(812, day / 2))).toStrictEqual([
      ["811", [811]],
      ["811/812", [812]]
    ])
    // What was not finished is no viewing, and leaves its key to the one that was.
    expect(viewings(row(811, 0, { watched_status: 0.5 }), row(900, 9 * day))).toStrictEqual([["811", [900]]])
  })

  it("do not last for days, unless they were paused", () => {
    const hours = (more: Readonly<Record<string, unknown>>) => {
      const { startedAt, stoppedAt } = row(811, 0, { stopped: start + 3 * day, ...more })
      return (stoppedAt - startedAt) / 3_600_000
    }
    expect(hours({})).toBe(6)
    expect(hours({ paused_counter: 3 * day - 6_000 })).toBe(72)
    expect(hours({ stopped: start - 5 })).toBe(0)
  })
})

const layer = stores.pipe(Layer.provideMerge(newDatabase()))

it.live("Tautulli and its Plex server give the same viewings in either order", () =>
  Effect.gen(function* () {
    const tables = yield* Effect.forEach(
      [
        ["plex", "tautulli"],
        ["tautulli", "plex"]
      ] as const,
      (order) =>
        Effect.gen(function* () {
          const world = yield* stage()
          for (const id of order) yield* world.sync(yield* world.sourceOf(id), true)
          yield* world.follow
          const tautulli = yield* world.sourceOf("tautulli")
          const again = yield* world.sync(tautulli, true)
          expect([again.added, again.changed, again.removed]).toStrictEqual([0, 0, 0])
          const [counts] = yield* world.sql<{ reports: number; merged: number }>`
          SELECT count(*)::int AS reports, (count(*) FILTER (WHERE watch_id <> id))::int AS merged
          FROM watching_reports WHERE source = 'tautulli'`
          const viewings = yield* world.simulators.tautulli.control.viewings
          expect(counts).toStrictEqual({ reports: viewings.length, merged: viewings.length })
          return yield* world.table
        }).pipe(Effect.provide(layer), Effect.scoped)
    )
    expect(tables[1]).toStrictEqual(tables[0])
  })
)

it.live("asks for what changed only, retries, and names a wrong key or user", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const { control } = world.simulators.tautulli
    const tautulli = yield* world.sourceOf("tautulli")
    yield* control.faults.next(Fault.Status({ status: 503 }))
    expect((yield* world.sync(tautulli)).added).toBeGreaterThan(50)
    yield* control.requests.clear
    expect((yield* world.sync(tautulli)).added).toBe(0)
    expect(yield* control.requests.count).toBe(1)
    const refused = yield* world.sourceOf("tautulli", { DAYBOOK_TAUTULLI_API_KEY: "wrong" })
    expect(String(yield* Effect.flip(world.sync(refused, true)))).toContain("API key")
    const nobody = yield* world.sourceOf("tautulli", { DAYBOOK_TAUTULLI_USER: "nobody" })
    expect(String(yield* Effect.flip(world.sync(nobody, true)))).toContain('no plays of the user "nobody"')
  }).pipe(Effect.provide(layer), Effect.scoped)
)

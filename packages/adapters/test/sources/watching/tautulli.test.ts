import { Fault } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { engines, newDatabase } from "../../support/database.js"
import { idsIn, playOf, recordOf } from "../../../src/sources/tautulli/wire.js"
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
  const titleIn = (described: Parameters<typeof recordOf>[1]) => recordOf([play], described)!.subject.title

  it("keeps its own name and ids", () => {
    const other = { title: "Gull Island", year: 2_001, guid: "plex://movie/7777", guids: ["tmdb://9"] }
    expect(titleIn(other)).toMatchObject({ title: "Salt", year: 2_019, ids: { tmdb: null, plex: play.row.guid } })
    const renamed = { title: "Sel", original_title: "Salt", year: 2_019, guids: ["tmdb://7"] }
    expect(titleIn(renamed)).toMatchObject({ title: "Sel", ids: { tmdb: 7 } })
  })
})

const suite = (engine: (typeof engines)[number]) =>
  describe(engine.name, () => {
    const layer = stores.pipe(Layer.provideMerge(newDatabase(engine)))

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
  })

for (const engine of engines) suite(engine)

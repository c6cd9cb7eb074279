import { syncDefaults } from "@daybook/core/sync"
import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { letterboxdArchive } from "@daybook/simulators"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { histories } from "../../../adapters/test/support/depth.js"
import { importFile } from "../support/importFile.js"
import { stage, stores } from "./stage.js"

const layer = stores.pipe(Layer.provideMerge(newDatabase()))

it.live("media server, feed and export give the same viewings in any order", () =>
  Effect.gen(function* () {
    const archive = (world: Effect.Effect.Success<ReturnType<typeof stage>>) =>
      Effect.map(world.simulators.letterboxd.control.entries, (entries) =>
        importFile(
          "export.zip",
          letterboxdArchive(
            entries,
            entries.slice(0, 5).map((one) => ({ ...one, date: "2001-01-01" }))
          ),
          65_536
        )
      )
    const orders = [
      ["plex", "feed", "zip"],
      ["zip", "plex", "feed"],
      ["feed", "zip", "plex"]
    ] as const
    const tables = yield* Effect.forEach(histories(orders), (order) =>
      Effect.gen(function* () {
        const world = yield* stage()
        const { control } = world.simulators.letterboxd
        yield* control.add({ film: 5, date: null, review: "Seen some day.", rating: 2 })
        yield* control.add({ film: 5, date: "2024-11-01", review: "Seen again.", rating: 3 })
        for (const origin of order) {
          if (origin === "plex") yield* world.sync(world.plex, true)
          else if (origin === "feed") yield* world.sync(world.letterboxd, true)
          else yield* world.engine.import(world.letterboxd, yield* archive(world), syncDefaults("import"))
        }
        yield* world.follow
        const again = yield* world.engine.import(world.letterboxd, yield* archive(world), syncDefaults("import"))
        expect([again.added, again.changed, again.removed]).toStrictEqual([0, 0, 0])
        const nothing = yield* world.sync(world.plex, true)
        expect([nothing.added, nothing.changed, nothing.removed]).toStrictEqual([0, 0, 0])
        const reviews = yield* world.sql<Readonly<Record<string, unknown>>>`
          SELECT title.title, report.date, report.review, report.review_url, report.rating FROM watching_reports AS report
          JOIN watching_titles AS title ON title.id = report.title_id
          WHERE report.review IS NOT NULL ORDER BY report.review, title.title`
        const undated = (yield* control.entries).filter(({ date, review }) => date === null && review !== null)
        expect(reviews.filter(({ date }) => date === null)).toHaveLength(undated.length)
        return [...(yield* world.table), ...reviews]
      }).pipe(Effect.provide(layer), Effect.scoped)
    )
    expect(tables[0]!.length).toBeGreaterThan(150)
    for (const other of tables.slice(1)) expect(other).toStrictEqual(tables[0])
  })
)

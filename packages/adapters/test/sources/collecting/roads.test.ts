import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { engines, newDatabase } from "../../support/database.js"
import { stage, stores } from "./stage.js"

const counts = ({ added, changed, removed }: { readonly added: number; readonly changed: number; readonly removed: number }) => [added, changed, removed]

const suite = (engine: (typeof engines)[number]) =>
  describe(engine.name, () => {
    const layer = stores.pipe(Layer.provideMerge(newDatabase(engine)))

    it.live("API and export come to the same records and discs, in any order, any number of times", () =>
      Effect.gen(function*() {
        const orders = [["api", "file"], ["file", "api"], ["file", "file", "api", "file"]] as const
        const tables = yield* Effect.forEach(orders, (order) =>
          Effect.gen(function*() {
            const world = yield* stage()
            for (const road of order) {
              if (road === "api") yield* Effect.all([world.sync(world.discogs), world.sync(world.trakt)])
              else yield* Effect.all([world.importCsv, world.importZip])
            }
            for (const again of [world.importCsv, world.importZip, world.sync(world.discogs), world.sync(world.trakt, { full: true })]) {
              assert.deepStrictEqual(counts(yield* again), [0, 0, 0])
            }
            assert.strictEqual((yield* world.records).length, (yield* world.simulators.discogs.control.records).length + (yield* world.simulators.discogs.control.wants).length)
            return { records: yield* world.records, discs: yield* world.discs }
          }).pipe(Effect.provide(layer), Effect.scoped))
        assert.isAbove(tables[0]!.records.length, 100)
        assert.isAbove(tables[0]!.discs.length, 40)
        assert.deepStrictEqual(tables[1], tables[0])
        assert.deepStrictEqual(tables[2], tables[0])
      }))

    it.live("a file alone is enough, and pages of releases complete what it lacks", () =>
      Effect.gen(function*() {
        const alone = yield* stage()
        yield* alone.importCsv
        yield* alone.importZip
        const filed = yield* alone.records
        const owned = yield* alone.simulators.discogs.control.records
        assert.strictEqual(filed.length, owned.length)
        const formats = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>) => rows.map((row) => [row["releaseId"], row["format"], row["formatDetail"]])
        assert.deepStrictEqual(filed.map((row) => row["addedAt"]).sort(), owned.map(({ addedAt }) => addedAt * 1000).sort())
        yield* alone.follow(alone.discogs)
        const described = yield* alone.records
        yield* alone.sync(alone.discogs)
        const listed = (yield* alone.records).filter((row) => row["kind"] === "copy")
        const bare = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>) => rows.map(({ instance: _, ...row }) => row).sort((a, b) => Number(a["addedAt"]) - Number(b["addedAt"]))
        assert.deepStrictEqual(bare(described), bare(listed))
        assert.deepStrictEqual(formats(filed).map(([id, format]) => [id, format]).sort(), formats(listed).map(([id, format]) => [id, format]).sort())
      }).pipe(Effect.provide(layer), Effect.scoped))
  })

for (const engine of engines) suite(engine)

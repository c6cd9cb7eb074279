import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { histories } from "../../../adapters/test/support/depth.js"
import { stage, stores } from "./stage.js"

const counts = ({
  added,
  changed,
  removed
}: {
  readonly added: number
  readonly changed: number
  readonly removed: number
}) => [added, changed, removed]

const layer = stores.pipe(Layer.provideMerge(newDatabase()))

it.live("API and export give the same records and discs, in any order and number", () =>
  Effect.gen(function* () {
    const orders = [
      ["api", "file"],
      ["file", "api"],
      ["file", "file", "api", "file"]
    ] as const
    const tables = yield* Effect.forEach(histories(orders), (order) =>
      Effect.gen(function* () {
        const world = yield* stage()
        for (const origin of order) {
          if (origin === "api") yield* Effect.all([world.sync(world.discogs), world.sync(world.trakt)])
          else yield* Effect.all([world.importCsv, world.importZip])
        }
        for (const again of [
          world.importCsv,
          world.importZip,
          world.sync(world.discogs),
          world.sync(world.trakt, { full: true })
        ]) {
          expect(counts(yield* again)).toStrictEqual([0, 0, 0])
        }
        expect(yield* world.records).toHaveLength(
          (yield* world.simulators.discogs.control.records).length +
            (yield* world.simulators.discogs.control.wants).length
        )
        return { records: yield* world.records, discs: yield* world.discs }
      }).pipe(Effect.provide(layer), Effect.scoped)
    )
    expect(tables[0]!.records.length).toBeGreaterThan(100)
    expect(tables[0]!.discs.length).toBeGreaterThan(40)
    for (const other of tables.slice(1)) expect(other).toStrictEqual(tables[0])
  })
)

it.live("a file is enough, and details of releases fill its gaps", () =>
  Effect.gen(function* () {
    const alone = yield* stage()
    yield* alone.importCsv
    yield* alone.importZip
    const filed = yield* alone.records
    const owned = yield* alone.simulators.discogs.control.records
    expect(filed).toHaveLength(owned.length)
    const formats = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>) =>
      rows.map((row) => [row["releaseId"], row["format"], row["formatDetail"]])
    expect(filed.map((row) => row["addedAt"]).sort()).toStrictEqual(owned.map(({ addedAt }) => addedAt * 1000).sort())
    yield* alone.follow(alone.discogs)
    const described = yield* alone.records
    yield* alone.sync(alone.discogs)
    const listed = (yield* alone.records).filter((row) => row["kind"] === "copy")
    const bare = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>) =>
      rows.map(({ instance: _, ...row }) => row).sort((a, b) => Number(a["addedAt"]) - Number(b["addedAt"]))
    expect(bare(described)).toStrictEqual(bare(listed))
    expect(
      formats(filed)
        .map(([id, format]) => [id, format])
        .sort()
    ).toStrictEqual(
      formats(listed)
        .map(([id, format]) => [id, format])
        .sort()
    )
  }).pipe(Effect.provide(layer), Effect.scoped)
)

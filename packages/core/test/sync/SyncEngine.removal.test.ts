import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { SyncEngine, type SyncOptions, syncDefaults } from "../../src/sync/SyncEngine.js"
import { failing, fakeSource, fixed, item, items, keysOf, page } from "./FakeSource.js"
import { type Memory, emptyMemory, engineOver } from "./Memory.js"

const over = <A, E>(memory: Memory, run: (engine: SyncEngine) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(SyncEngine, run), engineOver(memory))

const holding = (count: number): Memory => {
  const memory = emptyMemory()
  for (const { key, value } of items(0, count)) memory.data.records.set(key, value)
  return memory
}

/** A sync of a provider that has all but the first `lost` of `count` records. */
const syncWithout = (memory: Memory, count: number, lost: number, options: Partial<SyncOptions> = {}) =>
  over(memory, (engine) =>
    engine.sync(fixed(memory, page(items(lost, count), { covers: { from: 0, to: count } })), {
      ...syncDefaults("command"),
      ...options
    })
  )

const broken = failing(
  new SourceFailure({ source: "fake", state: "unavailable", message: "no answer", next: "try later" })
)

describe("SyncEngine, when the provider deleted records", () => {
  it.effect("removes them after the last page, not before", () =>
    Effect.gen(function* () {
      const memory = holding(20)
      const sizes: Array<number> = []
      const source = fixed(
        memory,
        page(items(1, 10), { covers: { from: 0, to: 10 } }),
        page(items(11, 20), { covers: { from: 10, to: 20 } })
      )
      const onProgress = () => Effect.sync(() => void sizes.push(memory.data.records.size))
      const report = yield* over(memory, (engine) => engine.sync(source, { ...syncDefaults("command"), onProgress }))
      expect([sizes, report.removed, memory.data.records.size]).toEqual([[20, 20], 2, 18])
      expect(memory.data.staged.size).toBe(0)
    })
  )

  it.effect("removes nothing after an incomplete sync, and everything once the sync completes", () =>
    Effect.gen(function* () {
      const memory = holding(20)
      const first = page(items(1, 10), { covers: { from: 0, to: 10 }, cursor: "half" })
      const second = page(items(11, 20), { covers: { from: 10, to: 20 }, cursor: "end" })
      yield* Effect.flip(
        over(memory, (engine) =>
          engine.sync(
            fakeSource(memory, () => Stream.concat(Stream.make(first), broken)),
            syncDefaults("schedule")
          )
        )
      )
      expect([memory.data.records.size, memory.runs[0]?.removed]).toEqual([20, 0])
      const report = yield* over(memory, (engine) => engine.sync(fixed(memory, second), syncDefaults("schedule")))
      expect([report.removed, keysOf(memory)]).toEqual([2, [...items(1, 10), ...items(11, 20)].map(({ key }) => key)])
    })
  )

  it.effect.each([
    [100, 20],
    [100, 1],
    [10, 10],
    [20, 10],
    [51, 10],
    [55, 11]
  ])("removes, of %i records, %i without confirmation", ([count, lost]) =>
    Effect.gen(function* () {
      const memory = holding(count!)
      expect((yield* syncWithout(memory, count!, lost!)).removed).toBe(lost)
      expect(memory.data.records.size).toBe(count! - lost!)
    })
  )

  it.effect.each([
    [100, 21],
    [11, 11],
    [54, 11],
    [1000, 1000]
  ])("refuses to remove, of %i records, %i, and removes none of them", ([count, lost]) =>
    Effect.gen(function* () {
      const memory = holding(count!)
      const failure = yield* Effect.flip(syncWithout(memory, count!, lost!))
      expect(failure).toMatchObject({ _tag: "SourceFailure", state: "mass_removal" })
      expect((failure as SourceFailure).message).toContain(`${lost} of ${count}`)
      expect((failure as SourceFailure).next).toContain("--allow-mass-delete")
      expect([memory.data.records.size, memory.data.version]).toEqual([count, 0])
      expect(memory.runs[0]).toMatchObject({
        status: "failed",
        removed: 0,
        failure: Option.some({ state: "mass_removal" })
      })
      expect(memory.log.filter((name) => name === "remove")).toEqual([])
    })
  )

  it.effect("removes records that the provider confirms as deleted; all of them when the operator allows it", () =>
    Effect.gen(function* () {
      const memory = holding(20)
      const source = {
        ...fixed(memory, page(items(2, 20), { covers: { from: 0, to: 20 } })),
        confirmDeleted: Option.some((keys: ReadonlyArray<string>) => Effect.succeed(keys.filter((key) => key === "k0")))
      }
      const sync = (more: Partial<SyncOptions> = {}) =>
        Effect.map(
          over(memory, (engine) => engine.sync(source, { ...syncDefaults("command"), ...more })),
          ({ removed }) => removed
        )
      expect([yield* sync({ dryRun: true }), memory.data.records.size]).toEqual([1, 20])
      expect([
        yield* sync(),
        memory.data.records.has("k0"),
        memory.data.records.has("k1"),
        memory.data.staged.size
      ]).toEqual([1, false, true, 0])
      expect([yield* sync({ allowMassDelete: true }), memory.data.records.has("k1")]).toEqual([1, false])
    })
  )

  it.effect("removes them all when the operator allows it", () =>
    Effect.gen(function* () {
      const memory = holding(100)
      yield* Effect.flip(syncWithout(memory, 100, 90))
      expect((yield* syncWithout(memory, 100, 90, { full: true, allowMassDelete: true })).removed).toBe(90)
      expect(memory.data.records.size).toBe(10)
    })
  )

  it.effect("drops refused removals when the provider has the records again", () =>
    Effect.gen(function* () {
      const memory = holding(100)
      yield* Effect.flip(syncWithout(memory, 100, 100))
      expect((yield* syncWithout(memory, 100, 0)).removed).toBe(0)
      expect(memory.data.records.size).toBe(100)
    })
  )

  it.effect("does not let added records hide how many others are missing", () =>
    Effect.gen(function* () {
      const memory = holding(100)
      const replaced = fixed(memory, page(items(100, 1000), { covers: { from: 0, to: 1000 } }))
      expect(
        yield* Effect.flip(over(memory, (engine) => engine.sync(replaced, syncDefaults("command"))))
      ).toMatchObject({ state: "mass_removal" })
    })
  )

  it.effect.each([
    { lost: 20, refused: true },
    { lost: 4, refused: false }
  ])("checks each list for mass removal: $lost missing in a short one", ({ lost, refused }) =>
    Effect.gen(function* () {
      const memory = holding(220)
      const of = (key: string) => (Number(key.slice(1)) < 20 ? "short" : "long")
      const counts = Effect.sync(
        () =>
          new Map([
            ["short", [...memory.data.records.keys()].filter((key) => of(key) === "short").length],
            ["long", 200]
          ])
      )
      const lists = Option.some({ of, counts })
      const less = { ...fixed(memory, page(items(lost, 220), { covers: { from: 0, to: 220 } })), lists }
      const outcome = yield* Effect.either(over(memory, (engine) => engine.sync(less, syncDefaults("command"))))
      expect([outcome._tag, memory.data.records.size]).toEqual(refused ? ["Left", 220] : ["Right", 216])
      if (outcome._tag === "Left") expect((outcome.left as SourceFailure).message).toContain("20 of 20")
    })
  )

  it.effect("keeps records that an incomplete sync missed and a later full sync saw", () =>
    Effect.gen(function* () {
      const memory = holding(20)
      const span = { from: 0, to: 20 }
      const shifted = page(items(1, 20), { covers: span })
      yield* Effect.flip(
        over(memory, (engine) =>
          engine.sync(
            fakeSource(memory, () => Stream.concat(Stream.make(shifted), broken)),
            syncDefaults("schedule")
          )
        )
      )
      const report = yield* over(memory, (engine) =>
        engine.sync(fixed(memory, page(items(0, 20), { covers: span })), { ...syncDefaults("command"), full: true })
      )
      expect([report.removed, memory.data.records.size]).toEqual([0, 20])
    })
  )

  it.effect("does not remove after an import what an incomplete sync of the provider missed", () =>
    Effect.gen(function* () {
      const memory = holding(20)
      const half = page(items(1, 10), { covers: { from: 0, to: 10 }, cursor: "half" })
      const source = fakeSource(memory, () => Stream.concat(Stream.make(half), broken))
      yield* Effect.flip(over(memory, (engine) => engine.sync(source, syncDefaults("schedule"))))
      const file = { name: "export.csv", size: 4, stream: Stream.empty, slice: () => Effect.succeed(new Uint8Array()) }
      expect((yield* over(memory, (engine) => engine.import(source, file, syncDefaults("command")))).removed).toBe(0)
    })
  )
})

describe("SyncEngine.sync as a dry run", () => {
  const dryRun = { ...syncDefaults("command"), dryRun: true }

  it.effect("reports what it would do and writes nothing, not even a run", () =>
    Effect.gen(function* () {
      const memory = holding(20)
      const before = structuredClone(memory.data)
      const source = fixed(
        memory,
        page([item(1, "new"), ...items(2, 10)], { covers: { from: 0, to: 10 }, cursor: "end" }),
        page(items(18, 25))
      )
      const report = yield* over(memory, (engine) => engine.sync(source, dryRun))
      expect(report).toMatchObject({ added: 5, changed: 1, removed: 1 })
      expect([memory.data, memory.runs]).toEqual([before, []])
      expect(memory.log.filter((name) => name === "commit")).toEqual([])
      expect(yield* over(memory, (engine) => engine.sync(source, syncDefaults("command")))).toMatchObject({
        added: 5,
        changed: 1,
        removed: 1
      })
    })
  )

  it.effect("refuses a mass removal as a run would", () =>
    Effect.gen(function* () {
      const memory = holding(100)
      const before = structuredClone(memory.data)
      expect(yield* Effect.flip(syncWithout(memory, 100, 50, { dryRun: true }))).toMatchObject({
        state: "mass_removal"
      })
      expect((yield* syncWithout(memory, 100, 50, { dryRun: true, allowMassDelete: true })).removed).toBe(50)
      expect([memory.data, memory.runs]).toEqual([before, []])
    })
  )

  it.effect("counts a record that is missing in two pages once", () =>
    Effect.gen(function* () {
      const memory = holding(20)
      const lacking = page(items(1, 10), { covers: { from: 0, to: 10 } })
      expect((yield* over(memory, (engine) => engine.sync(fixed(memory, lacking, lacking), dryRun))).removed).toBe(1)
    })
  )
})

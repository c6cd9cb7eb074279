import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { SyncEngine, type SyncOptions, quietly } from "../../src/sync/SyncEngine.js"
import { failing, fakeSource, fixed, item, items, keysOf, page } from "./FakeSource.js"
import { type Memory, emptyMemory, engineOver } from "./Memory.js"

const over = <A, E>(memory: Memory, run: (engine: SyncEngine) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(SyncEngine, run), engineOver(memory))

const holding = (count: number): Memory => {
  const memory = emptyMemory()
  for (const { key, value } of items(0, count)) memory.data.records.set(key, value)
  return memory
}

/** A sync of a provider that holds all but the first `lost` of `count` records. */
const syncWithout = (memory: Memory, count: number, lost: number, options: Partial<SyncOptions> = {}) =>
  over(memory, (engine) => engine.sync(fixed(memory, page(items(lost, count), { covers: { from: 0, to: count } })), { ...quietly("command"), ...options }))

const broken = failing(new SourceFailure({ source: "fake", state: "unavailable", message: "no answer", next: "try later" }))

describe("SyncEngine, when records are gone at the provider", () => {
  it.effect("removes them after the last page, not before", () =>
    Effect.gen(function*() {
      const memory = holding(20)
      const sizes: Array<number> = []
      const source = fixed(memory, page(items(1, 10), { covers: { from: 0, to: 10 } }), page(items(11, 20), { covers: { from: 10, to: 20 } }))
      const onProgress = () => Effect.sync(() => void sizes.push(memory.data.records.size))
      const report = yield* over(memory, (engine) => engine.sync(source, { ...quietly("command"), onProgress }))
      expect([sizes, report.removed, memory.data.records.size]).toEqual([[20, 20], 2, 18])
      expect(memory.data.staged.size).toBe(0)
    }))

  it.effect("removes nothing after an incomplete pass, and all of it once the pass is whole", () =>
    Effect.gen(function*() {
      const memory = holding(20)
      const first = page(items(1, 10), { covers: { from: 0, to: 10 }, cursor: "half" })
      const second = page(items(11, 20), { covers: { from: 10, to: 20 }, cursor: "end" })
      yield* Effect.flip(over(memory, (engine) => engine.sync(fakeSource(memory, () => Stream.concat(Stream.make(first), broken)), quietly("schedule"))))
      expect([memory.data.records.size, memory.runs[0]?.removed]).toEqual([20, 0])
      const report = yield* over(memory, (engine) => engine.sync(fixed(memory, second), quietly("schedule")))
      expect([report.removed, keysOf(memory)]).toEqual([2, [...items(1, 10), ...items(11, 20)].map(({ key }) => key)])
    }))

  it.effect.each([[100, 20], [100, 1], [10, 10], [20, 10], [51, 10], [55, 11]])("removes, of %i records, %i without being told to", ([count, lost]) =>
    Effect.gen(function*() {
      const memory = holding(count!)
      expect((yield* syncWithout(memory, count!, lost!)).removed).toBe(lost)
      expect(memory.data.records.size).toBe(count! - lost!)
    }))

  it.effect.each([[100, 21], [11, 11], [54, 11], [1000, 1000]])("refuses to remove, of %i records, %i, and removes none of them", ([count, lost]) =>
    Effect.gen(function*() {
      const memory = holding(count!)
      const failure = yield* Effect.flip(syncWithout(memory, count!, lost!))
      expect(failure).toMatchObject({ _tag: "SourceFailure", state: "mass_removal" })
      expect((failure as SourceFailure).message).toContain(`${lost} of ${count}`)
      expect((failure as SourceFailure).next).toContain("--allow-mass-delete")
      expect([memory.data.records.size, memory.data.version]).toEqual([count, 0])
      expect(memory.runs[0]).toMatchObject({ status: "failed", removed: 0, failure: Option.some({ state: "mass_removal" }) })
      expect(memory.log.filter((name) => name === "remove")).toEqual([])
    }))

  it.effect("removes what the provider, asked for each by itself, has no more; all of it on the operator's word", () =>
    Effect.gen(function*() {
      const memory = holding(20)
      const source = { ...fixed(memory, page(items(2, 20), { covers: { from: 0, to: 20 } })), reallyGone: Option.some((keys: ReadonlyArray<string>) => Effect.succeed(keys.filter((key) => key === "k0"))) }
      const sync = (more: Partial<SyncOptions> = {}) => Effect.map(over(memory, (engine) => engine.sync(source, { ...quietly("command"), ...more })), ({ removed }) => removed)
      expect([yield* sync({ dryRun: true }), memory.data.records.size]).toEqual([1, 20])
      expect([yield* sync(), memory.data.records.has("k0"), memory.data.records.has("k1"), memory.data.staged.size]).toEqual([1, false, true, 0])
      expect([yield* sync({ allowMassDelete: true }), memory.data.records.has("k1")]).toEqual([1, false])
    }))

  it.effect("removes them all once the operator has said so", () =>
    Effect.gen(function*() {
      const memory = holding(100)
      yield* Effect.flip(syncWithout(memory, 100, 90))
      expect((yield* syncWithout(memory, 100, 90, { full: true, allowMassDelete: true })).removed).toBe(90)
      expect(memory.data.records.size).toBe(10)
    }))

  it.effect("forgets what it refused to remove when the provider holds it again", () =>
    Effect.gen(function*() {
      const memory = holding(100)
      yield* Effect.flip(syncWithout(memory, 100, 100))
      expect((yield* syncWithout(memory, 100, 0)).removed).toBe(0)
      expect(memory.data.records.size).toBe(100)
    }))

  it.effect("does not let what one run adds hide how much of the rest is gone", () =>
    Effect.gen(function*() {
      const memory = holding(100)
      const replaced = fixed(memory, page(items(100, 1000), { covers: { from: 0, to: 1000 } }))
      expect(yield* Effect.flip(over(memory, (engine) => engine.sync(replaced, quietly("command"))))).toMatchObject({ state: "mass_removal" })
    }))

  it.effect.each([{ lost: 20, refused: true }, { lost: 4, refused: false }])("asks of each list by itself whether it lost much: $lost of a short one", ({ lost, refused }) =>
    Effect.gen(function*() {
      const memory = holding(220)
      const of = (key: string) => Number(key.slice(1)) < 20 ? "short" : "long"
      const counts = Effect.sync(() => new Map([["short", [...memory.data.records.keys()].filter((key) => of(key) === "short").length], ["long", 200]]))
      const lists = Option.some({ of, counts })
      const less = { ...fixed(memory, page(items(lost, 220), { covers: { from: 0, to: 220 } })), lists }
      const outcome = yield* Effect.either(over(memory, (engine) => engine.sync(less, quietly("command"))))
      expect([outcome._tag, memory.data.records.size]).toEqual(refused ? ["Left", 220] : ["Right", 216])
      if (outcome._tag === "Left") expect((outcome.left as SourceFailure).message).toContain("20 of 20")
    }))

  it.effect("keeps what an incomplete pass missed and a later whole pass saw", () =>
    Effect.gen(function*() {
      const memory = holding(20)
      const span = { from: 0, to: 20 }
      const shifted = page(items(1, 20), { covers: span })
      yield* Effect.flip(over(memory, (engine) => engine.sync(fakeSource(memory, () => Stream.concat(Stream.make(shifted), broken)), quietly("schedule"))))
      const report = yield* over(memory, (engine) => engine.sync(fixed(memory, page(items(0, 20), { covers: span })), { ...quietly("command"), full: true }))
      expect([report.removed, memory.data.records.size]).toEqual([0, 20])
    }))

  it.effect("removes nothing at the end of an import that an incomplete pass of the provider missed", () =>
    Effect.gen(function*() {
      const memory = holding(20)
      const half = page(items(1, 10), { covers: { from: 0, to: 10 }, cursor: "half" })
      const source = fakeSource(memory, () => Stream.concat(Stream.make(half), broken))
      yield* Effect.flip(over(memory, (engine) => engine.sync(source, quietly("schedule"))))
      const file = { name: "export.csv", size: 4, stream: Stream.empty, slice: () => Effect.succeed(new Uint8Array()) }
      expect((yield* over(memory, (engine) => engine.import(source, file, quietly("command")))).removed).toBe(0)
    }))
})

describe("SyncEngine.sync, rehearsed", () => {
  const rehearse = { ...quietly("command"), dryRun: true }

  it.effect("says what it would do and writes nothing, no run either", () =>
    Effect.gen(function*() {
      const memory = holding(20)
      const before = structuredClone(memory.data)
      const source = fixed(memory, page([item(1, "new"), ...items(2, 10)], { covers: { from: 0, to: 10 }, cursor: "end" }), page(items(18, 25)))
      const report = yield* over(memory, (engine) => engine.sync(source, rehearse))
      expect(report).toMatchObject({ added: 5, changed: 1, removed: 1 })
      expect([memory.data, memory.runs]).toEqual([before, []])
      expect(memory.log.filter((name) => name === "commit")).toEqual([])
      expect(yield* over(memory, (engine) => engine.sync(source, quietly("command")))).toMatchObject({ added: 5, changed: 1, removed: 1 })
    }))

  it.effect("refuses a mass removal as the run would", () =>
    Effect.gen(function*() {
      const memory = holding(100)
      const before = structuredClone(memory.data)
      expect(yield* Effect.flip(syncWithout(memory, 100, 50, { dryRun: true }))).toMatchObject({ state: "mass_removal" })
      expect((yield* syncWithout(memory, 100, 50, { dryRun: true, allowMassDelete: true })).removed).toBe(50)
      expect([memory.data, memory.runs]).toEqual([before, []])
    }))

  it.effect("counts a record that two pages lack once", () =>
    Effect.gen(function*() {
      const memory = holding(20)
      const lacking = page(items(1, 10), { covers: { from: 0, to: 10 } })
      expect((yield* over(memory, (engine) => engine.sync(fixed(memory, lacking, lacking), rehearse))).removed).toBe(1)
    }))
})

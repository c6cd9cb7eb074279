import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import type { Source } from "../../src/sync/Source.js"
import { SyncEngine, type SyncOptions, syncDefaults } from "../../src/sync/SyncEngine.js"
import { fakeSource, fixed, items, keysOf, page } from "./FakeSource.js"
import { type Memory, emptyMemory, engineOver } from "./Memory.js"

const holding = (count: number, cursor?: string): Memory => {
  const memory = emptyMemory()
  for (const { key, value } of items(0, count)) memory.data.records.set(key, value)
  if (cursor !== undefined) memory.data.cursors.set("fake", cursor)
  return memory
}

const sync = (memory: Memory, source: Source<never>, options: Partial<SyncOptions> = {}) =>
  Effect.provide(
    Effect.flatMap(SyncEngine, (engine) => engine.sync(source, { ...syncDefaults("schedule"), ...options })),
    engineOver(memory)
  )

const refusal = (count: number) => ({
  _tag: "SourceFailure",
  state: "mass_removal",
  message: `fake lists nothing, and ${count} of its records are stored; nothing was removed`,
  next: "if that is right, run `daybook sync fake --full --allow-mass-delete`"
})

/** Of a source that says what is missing. */
const removalRefused = (count: number) => ({
  ...refusal(count),
  message: `fake no longer has ${count} of ${count} records; nothing was removed`,
  next: "to remove them, run `daybook sync fake --full --allow-mass-delete`"
})

/** Lists nothing, and says nothing of deletions. */
const silent = (memory: Memory) => fixed(memory, page([]))
/** Lists nothing as a complete list. */
const whole = (memory: Memory) => fixed(memory, page([], { covers: { from: 0, to: 1000 } }))
/** Ends without a page. */
const pageless = (memory: Memory) => fixed(memory)

describe("SyncEngine, when a provider suddenly lists nothing", () => {
  it.effect.each([
    { name: "an empty page", source: silent, refused: refusal(11) },
    { name: "a complete list without records", source: whole, refused: removalRefused(11) },
    { name: "no page", source: pageless, refused: refusal(11) }
  ])("refuses $name of a source without a cursor, and removes nothing", ({ refused, source }) =>
    Effect.gen(function* () {
      const memory = holding(11)
      expect(yield* Effect.flip(sync(memory, source(memory)))).toMatchObject(refused)
      expect([keysOf(memory).length, memory.data.staged.get("fake")?.size ?? 0]).toStrictEqual([11, 0])
      expect(memory.runs[0]).toMatchObject({ status: "failed", failure: Option.some({ state: "mass_removal" }) })
    })
  )

  it.effect("refuses a full sync, and one that reads everything although it has a cursor", () =>
    Effect.gen(function* () {
      const memory = holding(11, "old")
      expect(yield* Effect.flip(sync(memory, silent(memory), { full: true }))).toMatchObject(refusal(11))
      const rereading = fixed(memory, { ...page([]), readsAll: true })
      expect(yield* Effect.flip(sync(memory, rereading))).toMatchObject(refusal(11))
    })
  )

  it.effect("accepts it of at most ten records, and of a sync that only reads what is new", () =>
    Effect.gen(function* () {
      const few = holding(10)
      expect(yield* sync(few, silent(few))).toMatchObject({ removed: 0 })
      const many = holding(1000, "old")
      expect(yield* sync(many, fixed(many, page([], { cursor: "new" })))).toMatchObject({ removed: 0 })
      expect([many.data.cursors.get("fake"), many.data.records.size]).toStrictEqual(["new", 1000])
    })
  )

  it.effect("accepts it of a source that says that it may list nothing", () =>
    Effect.gen(function* () {
      const memory = holding(1000)
      const source = { ...silent(memory), mayListNothing: true }
      expect(yield* sync(memory, source, { full: true })).toMatchObject({ removed: 0 })
      expect(memory.data.records.size).toBe(1000)
    })
  )

  it.effect("accepts it of a run that says that it read nothing", () =>
    Effect.gen(function* () {
      const memory = holding(1000)
      const unread = fixed(memory, { ...page([]), readsAll: false })
      expect(yield* sync(memory, unread, { full: true })).toMatchObject({ removed: 0 })
      expect(memory.data.records.size).toBe(1000)
    })
  )

  it.effect("refuses it in every run until the provider lists records again", () =>
    Effect.gen(function* () {
      const memory = holding(20)
      let listed = items(0, 0)
      const source = fakeSource(memory, (cursor) =>
        Stream.fromIterable(Option.isSome(cursor) ? [] : [page([], { cursor: "begun" }), page(listed), page([])])
      )
      expect(yield* Effect.flip(sync(memory, source))).toMatchObject(refusal(20))
      expect(yield* Effect.flip(sync(memory, source))).toMatchObject(refusal(20))
      expect(memory.data.cursors.size).toBe(0)
      listed = items(5, 25)
      expect(yield* sync(memory, source)).toMatchObject({ added: 5, removed: 0 })
      expect(memory.data.cursors.get("fake")).toBe("begun")
    })
  )

  it.effect("believes it once the operator allows it, and continues from there", () =>
    Effect.gen(function* () {
      const memory = holding(20)
      const source = fakeSource(memory, (cursor) =>
        Stream.fromIterable(Option.isSome(cursor) ? [] : [page([], { cursor: "end" })])
      )
      expect(yield* sync(memory, source, { allowMassDelete: true, dryRun: true })).toMatchObject({ removed: 0 })
      expect(yield* Effect.flip(sync(memory, source, { dryRun: true }))).toMatchObject(refusal(20))
      expect([memory.data.cursors.size, memory.runs.length]).toStrictEqual([0, 0])
      expect(yield* sync(memory, source, { full: true, allowMassDelete: true })).toMatchObject({ removed: 0 })
      expect(memory.data.cursors.get("fake")).toBe("end")
      expect(yield* sync(memory, source)).toMatchObject({ removed: 0 })
      const complete = holding(20)
      expect(yield* sync(complete, whole(complete), { full: true, allowMassDelete: true })).toMatchObject({
        removed: 20
      })
    })
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { type Part, wholeList } from "../../../src/sources/lists/wholeList.js"

interface Entry {
  readonly id: number
  readonly whole?: ReadonlyArray<string>
}

/** Walks a list whose pages answer as given, and says what was told in the end and which pages were asked for. */
const walk = (pages: ReadonlyArray<ReadonlyArray<number>>, counted: Pick<Part, "pages" | "total">, beyond: ReadonlyArray<number> = []) => {
  const asked: Array<number> = []
  return wholeList<Entry>({
    name: "the list",
    part: (page) => Effect.sync(() => {
      asked.push(page)
      return { rows: pages[page - 1] ?? beyond, ...counted }
    }),
    read: (row) => ({ name: String(row), key: String(row), records: [{ id: Number(row) }] }),
    whole: (keys) => ({ id: 0, whole: keys })
  }).pipe(Stream.runCollect, Effect.map((parts) => {
    const records = Chunk.toReadonlyArray(parts).flatMap((part) => part.records)
    return { ids: [...new Set(records.flatMap(({ id }) => id === 0 ? [] : [id]))], whole: records.find((one) => one.whole !== undefined)?.whole, asked }
  }))
}

describe("a list that is read whole", () => {
  it.effect("goes past short and empty pages that the provider counts, and past its count where rows are owed", () =>
    Effect.gen(function*() {
      const { ids, whole } = yield* walk([[1, 2], [3], [], [4, 5]], { pages: 4, total: 5 })
      assert.deepStrictEqual([ids, whole], [[1, 2, 3, 4, 5], ["1", "2", "3", "4", "5"]])
      assert.deepStrictEqual((yield* walk([[1, 2], [3]], { pages: 1, total: 3 })).whole, ["1", "2", "3"])
    }))

  it.effect("tells nothing of what it lacks where the rows are not as many as counted, and does not walk on for ever", () =>
    Effect.gen(function*() {
      const { asked, ids, whole } = yield* walk([[1, 2]], { pages: 900, total: 1_800 })
      assert.deepStrictEqual([ids, whole], [[1, 2], undefined])
      assert.isBelow(asked.length, 20)
    }))

  it.effect("ends where pages beyond its end bring nothing new", () =>
    Effect.gen(function*() {
      const { asked, ids, whole } = yield* walk([[1, 2], [3]], { pages: 2, total: 4 }, [3])
      assert.deepStrictEqual([ids, whole], [[1, 2, 3], undefined])
      assert.isBelow(asked.length, 20)
    }))

  it.effect("is read on where nobody counts its pages or rows", () =>
    Effect.gen(function*() {
      const { ids, whole } = yield* walk([[1, 2], [3, 4], [5]], { pages: null, total: null })
      assert.deepStrictEqual([ids, whole], [[1, 2, 3, 4, 5], ["1", "2", "3", "4", "5"]])
      assert.deepStrictEqual((yield* walk([[1, 2]], { pages: null, total: null }, [1, 2])).whole, ["1", "2"])
    }))
})
